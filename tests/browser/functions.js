// What the plotter's functions answer (src/io/report/axis.js and trace.js, which stand before this in the page that
// functions_test.sh makes). A wrong answer is an error on the console, and check.sh hears it.

function expect(what, found, expected) {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) throw new Error(what + ' is ' + is + ', expected ' + should);
}

const texts = (ticks) => ticks.ticks.map((tick) => tick.text);

expect('ticks from 0 to 10', texts(ticks_of([0, 10], false, 5)), ['0', '2', '4', '6', '8', '10']);
expect('ticks around zero', texts(ticks_of([-1, 1], false, 4)), ['−1.0', '−0.5', '0.0', '0.5', '1.0']);
expect('ticks of micrometres', texts(ticks_of([0, 2e-5], false, 4)), ['0', '5', '10', '15', '20']);
expect('exponent of micrometres', ticks_of([0, 2e-5], false, 4).exponent, -6);
expect('exponent of kilonewtons', ticks_of([0, 2e4], false, 4).exponent, 3);
expect('exponent of plain numbers', ticks_of([0, 9999], false, 4).exponent, 0);
expect('ticks of a deep zoom', texts(ticks_of([1.2725, 1.27250002], false, 3)), ['1.27250000', '1.27250001', '1.27250002']);
expect('ticks of decades', texts(ticks_of([-5, -2], true, 6)), ['10⁻⁵', '10⁻⁴', '10⁻³', '10⁻²']);
expect('ticks of short decades', texts(ticks_of([-1, 1], true, 9)), ['0.1', '0.2', '0.5', '1', '2', '5', '10']);
expect('ticks of many decades', texts(ticks_of([-12, 0], true, 4)), ['10⁻¹²', '10⁻⁹', '10⁻⁶', '10⁻³', '10⁰']);
expect('ticks inside a decade', texts(ticks_of([Math.log10(2), Math.log10(4)], true, 4)), ['2.0', '2.5', '3.0', '3.5', '4.0']);

expect('label', label_with_exponent('displacement [m]', -6), 'displacement [10⁻⁶ m]');
expect('label of a pure number', label_with_exponent('share [-]', 3), 'share [10³]');
expect('label without unit', label_with_exponent('count', 6), 'count [10⁶]');

expect('value', value_text(-0.369816, 1), '−0.36982');
expect('small value', value_text(2.33e-5, 1e-4), '2.3300·10⁻⁵');
expect('value in a deep zoom', value_text(1.27259641, 1e-6), '1.27259641');
expect('value of a gap', value_text(NaN, 1), '–');

expect('range of one value', padded([2, 2], 0.1), [1.9, 2.1]);
expect('range of zero', padded([0, 0], 0.1), [-1, 1]);
expect('no logarithm of zero', in_axis_units(0, true), NaN);

// Ten pixels per unit: the first column holds 1, 9, -5, 2; then a gap; then two points of their own.
const view = { x0: 0, kx: 10, y0: 0, ky: 1, left: 0, right: 100, top: 0, bottom: 100 };
const visited = [];
thinned([0, 0.01, 0.02, 0.03, 0.04, 1, 2, 3], [1, 3, 9, -5, 2, NaN, 4, 6], view, (x, y) => visited.push(y));
expect('a column keeps first, extremes and last', visited, [1, 9, -5, 2, null, 4, 6]);

expect('a segment inside', inside(10, 10, 20, 20, view), [0, 1]);
expect('a segment through', inside(-100, 50, 300, 50, view), [0.25, 0.5]);
expect('a segment beside', inside(-10, -10, -10, 200, view), null);

expect('rising', is_increasing([0, 1, 1, 2]), true);
expect('falling', is_increasing([0, 1, 0.5]), false);
expect('rising with a gap', is_increasing([0, NaN, 2]), false);
expect('nearest in x', nearest_in_rising([0, 1, 2, 10], 5), 2);
expect('nearest beyond the end', nearest_in_rising([0, 1, 2, 10], 50), 3);
const circle = { u: [1, 0, -1, 0], v: [0, 1, 0, -1], increasing: false };
expect('nearest on a loop', nearest_point(circle, -0.6, -0.7, view), 2);
expect('nearest on a loop, in pixels', nearest_point(circle, -0.6, -0.7, { ...view, ky: 10 }), 3);
