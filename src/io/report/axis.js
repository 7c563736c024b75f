// Axes: ranges, ticks and their texts. "Axis units" are the values themselves, or their log10 on a logarithmic axis, so
// that everything that is drawn or zoomed is linear in axis units. A value without a place (NaN, log of <= 0) is NaN.

const in_axis_units = (value, log) => (log ? (value > 0 ? Math.log10(value) : NaN) : value);
const from_axis_units = (unit, log) => (log ? 10 ** unit : unit);

const superscripts = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
const power_of_ten = (exponent) => '10' + [...String(exponent)].map((digit) => superscripts[digit]).join('');
const with_minus_sign = (text) => text.replace('-', '−');

// The smallest and largest of the series' u or v, as [low, high], among the points with from <= u <= to; null without any.
function extent(all_series, key, [from, to]) {
  let low = Infinity;
  let high = -Infinity;
  for (const series of all_series) {
    const { u, v, [key]: values } = series;
    for (let k = 0; k < u.length; ++k) {
      if (!(u[k] >= from && u[k] <= to) || Number.isNaN(v[k])) continue;
      if (values[k] < low) low = values[k];
      if (values[k] > high) high = values[k];
    }
  }
  return low <= high ? [low, high] : null;
}

// A range with air around it; a range without width gets one.
function padded([low, high], share) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const rounding = 1e-9; // columns carry nine digits: less than this is no width
  if (high - low <= rounding * size || high === low) {
    const half = size > 0 ? 0.05 * size : 1;
    return [(low + high) / 2 - half, (low + high) / 2 + half];
  }
  return [low - share * (high - low), high + share * (high - low)];
}

// 1, 2 or 5 times a power of ten, the first that gives at most `count` ticks.
function nice_step(span, count) {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((lead) => lead * power >= raw * (1 - 1e-9));
}

function multiples(step, from, to) {
  const found = [];
  const slack = 1e-9; // of a step: a tick on the edge stays
  for (let k = Math.ceil(from / step - slack); k <= to / step + slack; ++k) found.push(k * step);
  return found;
}

// Multiples of a nice step, labelled in units of 10^exponent, a power of 1000 when the plain numbers would be long.
function linear_ticks(from, to, count) {
  const step = nice_step(to - from, count);
  const size = Math.max(Math.abs(from), Math.abs(to));
  const exponent = size >= 1e4 || size < 1e-2 ? 3 * Math.floor(Math.log10(size) / 3 + 1e-9) : 0;
  const unit = 10 ** exponent;
  const decimals = Math.min(15, Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9)));
  const label = (value) => with_minus_sign((value / unit).toFixed(decimals).replace(/^-(0\.?0*)$/, '$1'));
  return { ticks: multiples(step, from, to).map((value) => ({ at: value, text: label(value) })), minor: [], exponent };
}

// 1 or 1, 2, 5 per decade, or every few decades; plain numbers where they are short. from and to are log10.
function decade_ticks(from, to, count) {
  const stride = Math.max(1, Math.ceil((to - from) / count));
  const leads = to - from < 2.5 ? [1, 2, 5] : [1];
  const plain = from >= -3.01 && to <= 4.01;
  const ticks = [];
  const minor = [];
  for (let k = Math.floor(from); k <= Math.ceil(to); ++k) {
    for (let lead = 1; lead <= 9; ++lead) {
      const at = k + Math.log10(lead);
      const labelled = leads.includes(lead) && k % stride === 0;
      if (at < from - 1e-9 || at > to + 1e-9 || !(labelled || lead === 1 || stride === 1)) continue;
      if (!labelled) minor.push(at);
      else if (plain) ticks.push({ at, text: String(Number((lead * 10 ** k).toPrecision(1))) });
      else ticks.push({ at, text: (lead > 1 ? lead + '·' : '') + power_of_ten(k) });
    }
  }
  return { ticks, minor, exponent: 0 };
}

// Ticks of a range in axis units, at most about `count` of them.
function ticks_of([from, to], log, count) {
  if (!log) return linear_ticks(from, to, count);
  if (to - from >= 1) return decade_ticks(from, to, count);
  const result = linear_ticks(10 ** from, 10 ** to, count);
  for (const tick of result.ticks) tick.at = Math.log10(tick.at);
  return result;
}

// "displacement [m]" with exponent -6: "displacement [10⁻⁶ m]".
function label_with_exponent(label, exponent) {
  if (exponent === 0) return label;
  const power = power_of_ten(exponent);
  const unit = label.match(/^(.*)\[([^\]]*)\]$/);
  if (!unit) return label + ' [' + power + ']';
  return unit[1] + '[' + power + (/^[-1]?$/.test(unit[2]) ? '' : ' ' + unit[2]) + ']';
}

// A value as text, with the digits that tell it from its neighbours in a range of width `span`.
function value_text(value, span) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size > 0 && span > 0 ? Math.ceil(Math.log10(size / span)) + 5 : 5;
  const shown = Math.min(9, Math.max(5, digits)); // columns carry nine digits
  if (size === 0 || (size >= 1e-3 && size < 1e6)) return with_minus_sign(value.toPrecision(shown));
  const [mantissa, exponent] = value.toExponential(shown - 1).split('e');
  return with_minus_sign(mantissa) + '·' + power_of_ten(Number(exponent));
}
