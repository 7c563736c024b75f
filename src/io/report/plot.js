// Plots: one per <figure class="plot">, with a legend, a canvas for the picture and one above it for the cursor.
// Drag zooms (along x, along y or a box), a double click shows everything again, a click on a name hides its series.
// Plots of one section over the same x zoom and read together.

const colours = 7; // as many as the style sheet names; then they repeat with dashes
const dash_patterns = [[], [6, 4], [2, 3]];
const least_drag = 8; // [CSS pixels] less is a click
const least_box = 24; // [CSS pixels] a drag that strays less from its axis zooms along that axis only
const least_label = 40; // [CSS pixels] room for a y tick: plots above one another keep their axes in line
const paper_width = 680; // [CSS pixels] of a figure on a printed page
const paper_scale = 3; // canvas pixels per CSS pixel on paper

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

class Plot {
  constructor(figure, data, columns) {
    this.figure = figure;
    this.data = data;
    this.series = data.series.map((each, index) => this.series_of(each, index, columns));
    this.increasing = this.series.every((each) => each.increasing);
    this.peers = [this];
    this.window = { x: null, y: null }; // zoomed ranges in axis units; null: all
    this.build();
    this.listen();
  }

  series_of({ name, x, y, dots }, index, columns) {
    const units = (column, log) => (log ? columns[column].map((value) => in_axis_units(value, true)) : columns[column]);
    const u = units(x, this.data.log_x);
    const style = { colour: '--series-' + (index % colours), dash: dash_patterns[Math.floor(index / colours) % 3] };
    return { name, dots, u, v: units(y, this.data.log_y), increasing: is_increasing(u), shown: true, ...style };
  }

  build() {
    this.picture = element('canvas', { tabIndex: 0 });
    this.picture.setAttribute('role', 'img');
    this.picture.setAttribute('aria-label', this.figure.textContent.trim() + ': ' + this.data.y_label + ' over ' + this.data.x_label);
    this.overlay = element('canvas', { className: 'overlay' });
    this.selection = element('div', { className: 'selection', hidden: true });
    this.reset_button = element('button', { type: 'button', className: 'reset', textContent: 'show all', hidden: true });
    this.reset_button.onclick = () => this.zoom(null, null);
    this.frame = element('div', { className: 'frame' }, this.picture, this.overlay, this.selection);
    this.figure.append(this.legend(), this.frame);
    this.figure.querySelector('figcaption').append(this.reset_button);
  }

  legend() {
    const legend = element('div', { className: 'legend' });
    if (this.increasing) {
      this.x_readout = element('output', {});
      legend.append(element('span', { className: 'entry' }, this.data.x_label + ' ', this.x_readout));
    }
    for (const series of this.series) legend.append(this.legend_entry(series));
    return legend;
  }

  legend_entry(series) {
    const swatch = element('span', { className: series.dots ? 'swatch dots' : 'swatch' });
    swatch.style.setProperty('--colour', 'var(' + series.colour + ')');
    if (series.dash.length) swatch.classList.add('dashed');
    const button = element('button', { type: 'button', className: 'entry', title: 'hide or show' }, swatch, series.name + ' ');
    series.readout = element('output', { className: series.increasing ? '' : 'pair' });
    button.append(series.readout);
    button.setAttribute('aria-pressed', 'true');
    button.onclick = () => {
      series.shown = !series.shown;
      button.setAttribute('aria-pressed', String(series.shown));
      this.draw();
    };
    return button;
  }

  // Ranges in axis units: the zoomed ones, or all that is shown; y of what lies between the ends of x.
  ranges() {
    const shown = this.series.filter((series) => series.shown);
    const x = this.window.x ?? padded(extent(shown, 'u', [-Infinity, Infinity]) ?? [0, 1], this.increasing ? 0 : 0.04);
    return { x, y: this.window.y ?? padded(extent(shown, 'v', x) ?? [0, 1], 0.06) };
  }

  style(name) {
    return getComputedStyle(this.figure).getPropertyValue(name).trim();
  }

  draw(width = this.frame.clientWidth, scale = window.devicePixelRatio || 1) {
    const height = Math.round(Math.min(400, Math.max(240, 0.46 * width)));
    for (const canvas of [this.picture, this.overlay]) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const context = this.picture.getContext('2d');
    context.fillStyle = this.style('--paper');
    context.fillRect(0, 0, this.picture.width, this.picture.height);
    this.scale = scale;
    this.view = this.place_axes(context, this.ranges());
    this.draw_axes(context);
    for (const series of this.series) if (series.shown) this.draw_series(context, series);
    this.reset_button.hidden = !(this.window.x || this.window.y);
    if (this.cursor) this.show_cursor(this.cursor);
    this.report_drawn();
  }

  // Finds the box of the curves: the tick texts need room at its left and below. Pixels are the canvas's own.
  place_axes(context, { x, y }) {
    const { width, height } = this.picture;
    const unit = this.scale;
    context.font = this.font();
    const y_ticks = ticks_of(y, this.data.log_y, Math.max(3, height / unit / 48));
    const widest = Math.max(...y_ticks.ticks.map((tick) => context.measureText(tick.text).width), least_label * unit);
    const box = { left: Math.ceil(widest + 34 * unit), right: width - 14 * unit, top: 8 * unit, bottom: height - 44 * unit };
    const x_ticks = ticks_of(x, this.data.log_x, Math.max(3, (box.right - box.left) / unit / 85));
    const kx = (box.right - box.left) / (x[1] - x[0]);
    const ky = (box.top - box.bottom) / (y[1] - y[0]);
    return { ...box, kx, ky, x0: box.left - kx * x[0], y0: box.bottom - ky * y[0], x, y, x_ticks, y_ticks };
  }

  font() {
    return 12 * this.scale + 'px ' + getComputedStyle(this.figure).fontFamily;
  }

  draw_axes(context) {
    const { left, right, top, bottom, x_ticks, y_ticks, kx, ky, x0, y0 } = this.view;
    const unit = this.scale;
    const sharp = (place) => Math.floor(place) + 0.5;
    const rules = (places, colour, vertical) => {
      context.strokeStyle = colour;
      context.beginPath();
      for (const place of places.map(sharp)) {
        context.moveTo(vertical ? place : left, vertical ? top : place);
        context.lineTo(vertical ? place : right, vertical ? bottom : place);
      }
      context.stroke();
    };
    context.lineWidth = Math.max(1, Math.floor(unit));
    for (const [axis, at, vertical] of [[x_ticks, (u) => x0 + kx * u, true], [y_ticks, (v) => y0 + ky * v, false]]) {
      rules(axis.minor.map(at), this.style('--grid-minor'), vertical);
      rules(axis.ticks.map((tick) => at(tick.at)), this.style('--grid'), vertical);
    }
    context.strokeStyle = this.style('--axis');
    context.strokeRect(sharp(left), sharp(top), Math.floor(right - left), Math.floor(bottom - top));
    this.draw_texts(context);
  }

  draw_texts(context) {
    const { left, right, top, bottom, x_ticks, y_ticks, kx, ky, x0, y0 } = this.view;
    const unit = this.scale;
    context.font = this.font();
    context.fillStyle = this.style('--muted');
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const tick of y_ticks.ticks) context.fillText(tick.text, left - 7 * unit, y0 + ky * tick.at);
    context.textAlign = 'center';
    context.textBaseline = 'top';
    for (const tick of x_ticks.ticks) context.fillText(tick.text, x0 + kx * tick.at, bottom + 7 * unit);
    context.fillStyle = this.style('--text');
    context.textBaseline = 'bottom';
    const x_text = label_with_exponent(this.data.x_label, x_ticks.exponent);
    context.fillText(x_text, (left + right) / 2, this.picture.height - 4 * unit, right - left); // a long one is squeezed
    context.save();
    context.translate(4 * unit, (top + bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.textBaseline = 'top';
    context.fillText(label_with_exponent(this.data.y_label, y_ticks.exponent), 0, 0, bottom - top);
    context.restore();
  }

  draw_series(context, series) {
    const { left, top, right, bottom } = this.view;
    const radius = (series.dots ? 2.8 : 1.8) * this.scale;
    context.save();
    context.beginPath();
    const margin = radius; // what lies on the edge is seen whole
    context.rect(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin);
    context.clip();
    context.strokeStyle = context.fillStyle = this.style(series.colour);
    context.lineWidth = 1.6 * this.scale;
    context.lineJoin = context.lineCap = 'round';
    context.setLineDash(series.dash.map((length) => length * this.scale));
    if (series.dots) draw_dots(context, series, this.view, radius);
    else draw_line(context, series, this.view, radius);
    context.restore();
  }

  // For whoever checks a page by machine: how many points the plot has, and which ranges it shows.
  report_drawn() {
    const has_place = ({ u, v }) => u.reduce((count, value, k) => count + !Number.isNaN(value + v[k]), 0);
    this.points ??= this.series.reduce((sum, series) => sum + has_place(series), 0);
    this.figure.dataset.points = this.points;
    this.figure.dataset.range = [...this.view.x, ...this.view.y].join(' ');
  }

  zoom(x, y) {
    for (const plot of this.peers) {
      plot.window = { x, y: plot === this ? y : null };
      plot.draw();
    }
  }

  // Where on the axes an event happened, in axis units, and in CSS pixels of the frame.
  place_of(event) {
    const box = this.picture.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const stretch = this.picture.width / box.width;
    return { x, y, u: (x * stretch - this.view.x0) / this.view.kx, v: (y * stretch - this.view.y0) / this.view.ky };
  }

  listen() {
    const canvas = this.picture;
    canvas.onpointerdown = (event) => this.begin_drag(event);
    canvas.onpointermove = (event) => this.move(event);
    canvas.onpointerup = (event) => this.end_drag(event);
    canvas.onpointercancel = () => this.drop_drag();
    canvas.onpointerleave = (event) => {
      if (event.pointerType === 'touch') return; // a lifted finger has left, and its reader still wants the values
      for (const plot of this.peers) plot.clear_cursor();
    };
    canvas.ondblclick = () => this.zoom(null, null);
    canvas.onkeydown = (event) => this.key(event);
  }

  begin_drag(event) {
    if (event.button !== 0) return;
    this.drag = this.place_of(event);
    this.picture.setPointerCapture(event.pointerId);
    this.read(this.drag);
  }

  move(event) {
    const here = this.place_of(event);
    this.read(here);
    if (this.drag) this.show_selection(here);
  }

  // Which ways a drag from its start to `here` zooms.
  drag_ways(here) {
    const across = Math.abs(here.x - this.drag.x);
    const down = Math.abs(here.y - this.drag.y);
    const zooms = (this_way, other_way) => this_way >= least_box || (this_way >= least_drag && this_way >= other_way);
    return { along_x: zooms(across, down), along_y: zooms(down, across) };
  }

  show_selection(here) {
    const { along_x, along_y } = this.drag_ways(here);
    const ratio = this.picture.getBoundingClientRect().width / this.picture.width;
    const { left, right, top, bottom } = this.view;
    const [x0, x1] = along_x ? [this.drag.x, here.x] : [left * ratio, right * ratio];
    const [y0, y1] = along_y ? [this.drag.y, here.y] : [top * ratio, bottom * ratio];
    const pixels = (number) => number + 'px';
    this.selection.hidden = !(along_x || along_y);
    Object.assign(this.selection.style, {
      left: pixels(Math.min(x0, x1)), width: pixels(Math.abs(x1 - x0)), top: pixels(Math.min(y0, y1)), height: pixels(Math.abs(y1 - y0)),
    });
  }

  end_drag(event) {
    if (!this.drag) return;
    const here = this.place_of(event);
    const { along_x, along_y } = this.drag_ways(here);
    const sorted = (a, b) => (a < b ? [a, b] : [b, a]);
    const x = along_x ? sorted(this.drag.u, here.u) : this.window.x;
    const y = along_y ? sorted(this.drag.v, here.v) : along_x ? null : this.window.y;
    this.drop_drag();
    if (along_x || along_y) this.zoom(x, y);
  }

  drop_drag() {
    this.drag = null;
    this.selection.hidden = true;
  }

  // Arrows move the cursor along x, + and - zoom around it, Escape shows everything.
  key(event) {
    const [low, high] = this.view.x;
    const middle = this.cursor?.u ?? (low + high) / 2;
    const around = (factor) => this.zoom([middle - factor * (middle - low), middle + factor * (high - middle)], null);
    const to = (u) => this.read({ u: Math.min(high, Math.max(low, u)), v: (this.view.y[0] + this.view.y[1]) / 2 });
    const actions = {
      ArrowLeft: () => to(middle - (high - low) / 100),
      ArrowRight: () => to(middle + (high - low) / 100),
      '+': () => around(0.5),
      '-': () => around(2),
      Escape: () => this.zoom(null, null),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  read(place) {
    for (const plot of this.peers) plot.show_cursor(place);
  }

  // A line at x for functions of x, a ring on every series, and the values in the legend.
  show_cursor({ u, v }) {
    this.clear_cursor();
    this.cursor = { u, v };
    const { view, scale } = this;
    const context = this.overlay.getContext('2d');
    context.lineWidth = scale;
    context.strokeStyle = this.style('--text');
    if (this.increasing && u >= view.x[0] && u <= view.x[1]) {
      const x = Math.floor(view.x0 + view.kx * u) + 0.5;
      context.beginPath();
      context.moveTo(x, view.top);
      context.lineTo(x, view.bottom);
      context.stroke();
      this.x_readout.textContent = value_text(from_axis_units(u, this.data.log_x), this.width_of(view.x, this.data.log_x));
    }
    for (const series of this.series) if (series.shown) this.show_value(context, series, nearest_point(series, u, v, view));
  }

  width_of([low, high], log) {
    return from_axis_units(high, log) - from_axis_units(low, log);
  }

  show_value(context, series, k) {
    const { view, data } = this;
    if (!(k >= 0 && k < series.u.length)) return;
    const text = (unit, range, log) => value_text(from_axis_units(unit, log), this.width_of(range, log));
    const y_text = text(series.v[k], view.y, data.log_y);
    series.readout.textContent = series.increasing ? y_text : text(series.u[k], view.x, data.log_x) + ', ' + y_text;
    const x = view.x0 + view.kx * series.u[k];
    const y = view.y0 + view.ky * series.v[k];
    if (!holds(view, x, y)) return;
    context.fillStyle = this.style('--paper');
    context.strokeStyle = this.style(series.colour);
    context.lineWidth = 2 * this.scale;
    context.beginPath();
    context.arc(x, y, 4 * this.scale, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }

  clear_cursor() {
    this.cursor = null;
    this.overlay.getContext('2d').clearRect(0, 0, this.overlay.width, this.overlay.height);
    for (const output of this.figure.querySelectorAll('output')) output.textContent = '';
  }
}

// Plots of one section with the same rising x move together.
function join_peers(plots) {
  const groups = new Map();
  for (const plot of plots.filter((each) => each.increasing)) {
    const key = JSON.stringify([plot.data.section, plot.data.x_label, plot.data.log_x]);
    groups.set(key, [...(groups.get(key) ?? []), plot]);
  }
  for (const group of groups.values()) for (const plot of group) plot.peers = group;
}

function start() {
  const data = JSON.parse(document.getElementById('plots').textContent);
  const columns = data.columns.map((column) => Float64Array.from(column, (value) => value ?? NaN));
  const plots = [...document.querySelectorAll('figure.plot')].map((figure, k) => new Plot(figure, data.plots[k], columns));
  const paper = document.documentElement.classList; // "paper" while printing, when sizes and colours must stay as they are
  const draw_all = () => paper.contains('paper') || plots.forEach((plot) => plot.draw());
  join_peers(plots);
  draw_all();
  window.addEventListener('resize', () => requestAnimationFrame(draw_all));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw_all);
  window.addEventListener('beforeprint', () => {
    paper.add('paper');
    plots.forEach((plot) => plot.draw(paper_width, paper_scale));
  });
  window.addEventListener('afterprint', () => {
    paper.remove('paper');
    draw_all();
  });
}

start();
