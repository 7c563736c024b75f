// Appended by check.sh to a copy of a page. When the page has loaded it looks at every plot as a person would (is there
// ink in the series' colours, does it reach from the lowest to the highest value, do cursor, zoom and legend answer) and
// leaves one line per plot: "plot N ok ..." or "plot N FAILED ...", then "looked at N plots".
{
  // Made-up pointers cannot be captured.
  Element.prototype.setPointerCapture = () => {};

  // Read from a copy: reading the page's own canvas often makes the browser give advice on the console.
  function pixels_of(canvas) {
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  }

  const colour_of = (swatch) => {
    const style = getComputedStyle(swatch);
    return (swatch.classList.contains('dots') ? style.backgroundColor : style.borderTopColor).match(/\d+/g).slice(0, 3).map(Number);
  };

  // Room that the texts of the axes take, in CSS pixels.
  const texts = { left: 70, bottom: 44, top: 8 };

  // Pixels in one of the colours beside the texts, and the rows between which they lie.
  function ink(canvas, colours) {
    const pixels = pixels_of(canvas);
    const scale = canvas.width / canvas.clientWidth;
    const tolerance = 70; // of 255 per channel: the soft edge of a thin line counts, the grid does not
    let [count, top, bottom] = [0, canvas.height, -1];
    for (let k = 0; k < pixels.length; k += 4) {
      if (!colours.some((colour) => colour.every((part, channel) => Math.abs(part - pixels[k + channel]) < tolerance))) continue;
      const row = Math.floor(k / 4 / canvas.width);
      if ((k / 4) % canvas.width < texts.left * scale || row > canvas.height - texts.bottom * scale) continue;
      ++count;
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
    }
    return { count, top, bottom };
  }

  function insist(condition, text) {
    if (!condition) throw new Error(text);
  }

  // Whether the plot's values differ, by the page's data and without the help of its script.
  function spans_values(data, plot) {
    const values = new Set(plot.series.flatMap(({ y }) => data.columns[y].filter((value) => value !== null)));
    return values.size > 1;
  }

  function check_ink(figure, data, plot) {
    const canvas = figure.querySelector('canvas');
    insist(canvas && canvas.width > 0, 'has no canvas');
    insist(Number(figure.dataset.points) > 0, 'has no point to draw');
    const found = ink(canvas, [...figure.querySelectorAll('.swatch')].map(colour_of));
    insist(found.count >= 4, 'is blank: ' + found.count + ' pixels in the colours of its series');
    const box_height = canvas.height - (texts.top + texts.bottom) * canvas.width / canvas.clientWidth;
    const least = 0.85 * box_height; // the values' span is 1 / 1.12 = 0.89 of it, the rest is air
    if (spans_values(data, plot)) insist(found.bottom - found.top >= least, 'does not reach from its lowest to its highest value');
    return found.count;
  }

  // An event of the pointer at a place of the canvas; (0.5, 0.5) is its middle.
  function pointer(canvas, type, across, down) {
    const box = canvas.getBoundingClientRect();
    const place = { clientX: box.left + across * box.width, clientY: box.top + down * box.height };
    const kind = type === 'dblclick' ? MouseEvent : PointerEvent;
    canvas.dispatchEvent(new kind(type, { ...place, button: 0, pointerId: 1, bubbles: true }));
  }

  function check_cursor(figure, canvas) {
    pointer(canvas, 'pointermove', 0.5, 0.5);
    const texts = [...figure.querySelectorAll('output')].map((output) => output.textContent);
    insist(texts.every((text) => text !== ''), 'shows no values at the cursor');
    insist(pixels_of(figure.querySelector('.overlay')).some((part) => part > 0), 'shows no cursor');
    pointer(canvas, 'pointerleave', 0, 0);
    insist(!pixels_of(figure.querySelector('.overlay')).some((part) => part > 0), 'keeps its cursor after the pointer has left');
  }

  function check_zoom(figure, canvas) {
    const range = () => figure.dataset.range.split(' ').map(Number);
    const before = range();
    pointer(canvas, 'pointerdown', 0.3, 0.3);
    pointer(canvas, 'pointermove', 0.6, 0.6);
    pointer(canvas, 'pointerup', 0.6, 0.6);
    const [x0, x1, y0, y1] = range();
    const smaller = x1 - x0 < 0.6 * (before[1] - before[0]) && y1 - y0 < 0.6 * (before[3] - before[2]);
    insist(smaller && x0 > before[0] && y1 < before[3], 'does not zoom when dragged');
    pointer(canvas, 'dblclick', 0.5, 0.5);
    insist(String(range()) === String(before), 'does not show everything after a double click');
  }

  // The last series that has points lies on top: the picture changes without it, and is the same again with it.
  function check_legend(figure, canvas, data, plot) {
    const last = plot.series.findLastIndex(({ x, y }) => data.columns[y].some((value, k) => value !== null && data.columns[x][k] !== null));
    const entry = figure.querySelectorAll('button.entry')[last];
    const picture = () => canvas.toDataURL();
    const before = picture();
    entry.click();
    insist(picture() !== before, 'does not hide a series whose name is clicked');
    entry.click();
    insist(picture() === before, 'does not show a hidden series again');
  }

  function verdict(figure, data, index) {
    const name = 'plot ' + (index + 1);
    try {
      const count = check_ink(figure, data, data.plots[index]);
      const canvas = figure.querySelector('canvas');
      check_cursor(figure, canvas);
      check_zoom(figure, canvas);
      check_legend(figure, canvas, data, data.plots[index]);
      return name + ' ok: ' + figure.dataset.points + ' points, ' + count + ' pixels';
    } catch (error) {
      return name + ' FAILED: ' + error.message;
    }
  }

  window.addEventListener('load', () => {
    const data = JSON.parse(document.getElementById('plots')?.textContent ?? '{}');
    const figures = [...document.querySelectorAll('figure.plot')];
    const lines = figures.map((figure, index) => verdict(figure, data, index));
    lines.push('looked at ' + figures.length + ' plots');
    document.documentElement.replaceChildren(document.createTextNode('\n' + lines.join('\n') + '\n'));
  });
}
