// Traces: from the points of a series to what is drawn. Coordinates here are device pixels; `view` turns axis units into
// them: x = view.x0 + view.kx * u, y = view.y0 + view.ky * v, inside the box left, right, top, bottom.

// Hands the points to visit(x, y) in their order. Points that follow one another in one pixel column are reduced to the
// first, the lowest, the highest and the last: the picture is the same, no peak is lost, and it holds for loops too. A
// gap is visit(NaN, NaN).
function thinned(u, v, view, visit) {
  const { x0, kx, y0, ky } = view;
  const give = (k) => visit(x0 + kx * u[k], y0 + ky * v[k]);
  const count = u.length;
  for (let k = 0; k < count;) {
    if (Number.isNaN(u[k] + v[k])) {
      visit(NaN, NaN);
      ++k;
      continue;
    }
    const first = k;
    const column = Math.floor(x0 + kx * u[k]);
    let low = k;
    let high = k;
    // A gap is in no column: NaN is equal to nothing.
    for (++k; k < count && Math.floor(x0 + kx * u[k] + 0 * v[k]) === column; ++k) {
      if (v[k] < v[low]) low = k;
      if (v[k] > v[high]) high = k;
    }
    give(first);
    const one = Math.min(low, high);
    const two = Math.max(low, high);
    if (one > first) give(one);
    if (two > one) give(two);
    if (k - 1 > two) give(k - 1);
  }
}

const holds = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
const whole = [0, 1];

// The part of a segment inside the box, as [start, end] between 0 and 1; null when there is none (Liang-Barsky). Without
// it a deep zoom would ask the canvas, which counts in single precision, for places millions of pixels away.
function inside(ax, ay, bx, by, box) {
  if (holds(box, ax, ay) && holds(box, bx, by)) return whole;
  let start = 0;
  let end = 1;
  for (const [way, room] of [[ax - bx, ax - box.left], [bx - ax, box.right - ax], [ay - by, ay - box.top], [by - ay, box.bottom - ay]]) {
    if (way === 0 && room < 0) return null;
    if (way < 0) start = Math.max(start, room / way);
    if (way > 0) end = Math.min(end, room / way);
  }
  return start <= end ? [start, end] : null;
}

// Circles around the points inside the box; those on its edge are whole.
function fill_circles(context, points, box, radius) {
  const slack = 0.5; // [pixels] more than rounding moves a point on the edge
  const wide = { left: box.left - slack, right: box.right + slack, top: box.top - slack, bottom: box.bottom + slack };
  context.beginPath();
  for (const [x, y] of points) {
    if (!holds(wide, x, y)) continue;
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

// One long path costs the canvas more than its pieces do: it looks for crossings.
const segments_per_stroke = 1000;

// Joins the points by lines; a point between two gaps becomes a dot.
function draw_line(context, series, view, radius) {
  let px = NaN; // the point before
  let py = NaN;
  let tip_x = NaN; // where the pen is
  let tip_y = NaN;
  let segments = 0;
  const add = (ax, ay, bx, by) => {
    const part = inside(ax, ay, bx, by, view);
    if (!part) return;
    const from_x = ax + part[0] * (bx - ax);
    const from_y = ay + part[0] * (by - ay);
    if (from_x !== tip_x || from_y !== tip_y) context.moveTo(from_x, from_y);
    tip_x = ax + part[1] * (bx - ax);
    tip_y = ay + part[1] * (by - ay);
    context.lineTo(tip_x, tip_y);
    if (++segments % segments_per_stroke === 0) {
      context.stroke();
      context.beginPath();
      context.moveTo(tip_x, tip_y);
    }
  };
  let alone = false;
  const specks = [];
  const end_piece = () => alone && specks.push([px, py]);
  context.beginPath();
  thinned(series.u, series.v, view, (x, y) => {
    if (Number.isNaN(x)) {
      end_piece();
      alone = false;
    } else if (Number.isNaN(px)) {
      alone = true;
    } else {
      add(px, py, x, y);
      alone = false;
    }
    px = x;
    py = y;
  });
  end_piece();
  context.stroke();
  fill_circles(context, specks, view, radius);
}

// A dot per point; of points on the same pixel one is enough.
function draw_dots(context, series, view, radius) {
  const taken = new Map();
  const width = view.right - view.left + 1;
  for (let k = 0; k < series.u.length; ++k) {
    const x = view.x0 + view.kx * series.u[k];
    const y = view.y0 + view.ky * series.v[k];
    taken.set(Math.floor(x - view.left) + width * Math.floor(y - view.top), [x, y]);
  }
  fill_circles(context, taken.values(), view, radius);
}

// True when x never falls and has no gap: then a vertical line meets the series once.
function is_increasing(x) {
  for (let k = 0; k < x.length; ++k) if (!(k === 0 ? x[0] === x[0] : x[k] >= x[k - 1])) return false;
  return true;
}

// Index of the element of a rising array that is nearest to u.
function nearest_in_rising(array, u) {
  let low = 0;
  let high = array.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (array[middle] < u) low = middle;
    else high = middle;
  }
  return u - array[low] <= array[high] - u ? low : high;
}

// Index of the point that the cursor reads: of a function of x the nearest in x, of a loop the nearest on the screen.
function nearest_point(series, u, v, view) {
  if (series.increasing) return nearest_in_rising(series.u, u);
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < series.u.length; ++k) {
    const distance = (view.kx * (series.u[k] - u)) ** 2 + (view.ky * (series.v[k] - v)) ** 2;
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}
