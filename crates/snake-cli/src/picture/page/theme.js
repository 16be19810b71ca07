// The style sheet's colours, as what is drawn on a canvas needs them.

const COLOUR_COUNT = 7;

/** The colours in force: `paint[c]` and `text[c]` for colour c, and those of the page. */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  const numbered = (prefix) =>
    Array.from({ length: COLOUR_COUNT + 1 }, (_, colour) => value(`--${prefix}${colour}`));
  return {
    paint: numbered('paint-'),
    text: numbered('text-'),
    ink: value('--ink'),
    board: value('--board'),
    line: value('--line'),
    soft: value('--soft'),
    strong: value('--strong'),
    bad: value('--bad'),
  };
}

/** Makes a canvas as sharp as the screen, and returns its context and size in CSS pixels. */
export function prepare(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting a size clears the canvas and costs time, even if it is the old one.
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}
