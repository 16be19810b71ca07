// Draws a position: foods as tiles, the snake as one body with its colours as bands.

import { DIRECTIONS } from './answer.js';
import { prepare } from './theme.js';

// Sizes in cells.
const TILE = 0.72;
const TILE_RADIUS = 0.13;
const OUTLINE = 0.8;
const BAND = 0.62;
const NUMBER = 0.42;
const HEAD = 0.42;
/** A head in the same cell as the tail is smaller, so that the tail shows around it. */
const SHARED_HEAD = 0.27;

/**
 * The way along the body, measured in cells from the head. Without a slide the parts stand on cell
 * centres; while the head is a fraction of the way to the next cell, all parts are as far on.
 */
class Way {
  #centres;
  #head;
  #fraction;

  constructor(state, slide) {
    const { side } = state.instance;
    this.#centres = state.cells.map((cell) => [(cell % side) + 0.5, Math.floor(cell / side) + 0.5]);
    this.#fraction = slide ? slide.fraction : 0;
    const [x, y] = this.#centres[0];
    const [down, right] = slide ? DIRECTIONS[slide.letter] : [0, 0];
    this.#head = [x + right * this.#fraction, y + down * this.#fraction];
  }

  /** The point at a distance behind the head; the last cell's centre if that is beyond it. */
  at(distance) {
    const centres = this.#centres;
    if (distance < this.#fraction) {
      return between(this.#head, centres[0], distance / this.#fraction);
    }
    const beyond = distance - this.#fraction;
    const cell = Math.floor(beyond);
    if (cell >= centres.length - 1) return centres[centres.length - 1];
    return between(centres[cell], centres[cell + 1], beyond - cell);
  }

  /** The points from one distance to another, with the corners between. */
  points(from, to) {
    const points = [this.at(from)];
    let corner = Math.floor(from - this.#fraction) + 1 + this.#fraction;
    for (; corner < to; corner++) {
      if (corner > from) points.push(this.at(corner));
    }
    points.push(this.at(to));
    return points;
  }
}

const between = ([x, y], [toX, toY], part) => [x + (toX - x) * part, y + (toY - y) * part];

function trace(context, points) {
  context.beginPath();
  points.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

function disc(context, [x, y], radius, colour) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function drawNumbers(context, theme, places) {
  context.font = `600 ${NUMBER}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [colour, [x, y]] of places) {
    context.fillStyle = theme.text[colour];
    context.fillText(colour, x, y + 0.03);
  }
}

function drawGrid(context, theme, side) {
  context.fillStyle = theme.board;
  context.fillRect(0, 0, side, side);
  context.beginPath();
  for (let line = 1; line < side; line++) {
    context.moveTo(line, 0);
    context.lineTo(line, side);
    context.moveTo(0, line);
    context.lineTo(side, line);
  }
  context.strokeStyle = theme.line;
  context.lineWidth = 0.025;
  context.stroke();
}

/** Draws the foods, with a frame around those of the next colour; returns where numbers belong. */
function drawFoods(context, theme, state, next) {
  const { side } = state.instance;
  const places = [];
  const margin = (1 - TILE) / 2;
  context.strokeStyle = theme.ink;
  context.lineWidth = 0.06;
  state.foods.forEach((colour, cell) => {
    if (colour === 0) return;
    const [x, y] = [cell % side, Math.floor(cell / side)];
    context.beginPath();
    context.roundRect(x + margin, y + margin, TILE, TILE, TILE_RADIUS);
    context.fillStyle = theme.paint[colour];
    context.fill();
    if (colour === next) context.stroke();
    places.push([colour, [x + 0.5, y + 0.5]]);
  });
  return places;
}

/** Draws the body, tail first, so that the head is on top; returns where numbers belong. */
function drawBody(context, theme, colours, way, isShared) {
  const last = colours.length - 1;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = theme.ink;
  context.lineWidth = OUTLINE;
  trace(context, way.points(0, last));
  context.stroke();
  context.lineWidth = BAND;
  for (let part = last; part >= 0; part--) {
    context.lineCap = part === last ? 'round' : 'butt';
    context.strokeStyle = theme.paint[colours[part]];
    trace(context, way.points(Math.max(part - 0.5, 0), Math.min(part + 0.5, last)));
    context.stroke();
  }
  const shown = isShared ? colours.slice(0, -1) : colours;
  return shown.map((colour, part) => [colour, way.at(part)]).slice(1);
}

/** Draws the head, with eyes that look where it goes. */
function drawHead(context, theme, colours, way, isShared) {
  const at = way.at(0);
  const radius = isShared ? SHARED_HEAD : HEAD;
  if (isShared) {
    disc(context, at, 0.49, theme.ink);
    disc(context, at, 0.43, theme.paint[colours[colours.length - 1]]);
  }
  disc(context, at, radius + 0.04, theme.ink);
  disc(context, at, radius - 0.03, theme.paint[colours[0]]);
  // Where the body comes from; right behind the head it is straight, whatever the slide.
  const [backX, backY] = way.at(0.01);
  const [aheadX, aheadY] = [Math.sign(at[0] - backX), Math.sign(at[1] - backY)];
  for (const side of [-1, 1]) {
    const eye = (ahead, aside) => [
      at[0] + radius * (aheadX * ahead - aheadY * aside * side),
      at[1] + radius * (aheadY * ahead + aheadX * aside * side),
    ];
    disc(context, eye(0.3, 0.42), 0.27 * radius, '#fff');
    disc(context, eye(0.4, 0.42), 0.14 * radius, '#121822');
  }
}

/**
 * Draws a position on a canvas. `numbers` says whether colours have their number on them; `slide`,
 * if any, is `{letter, fraction}`: the move being made, and how far.
 */
export function drawBoard(canvas, theme, state, { numbers, slide }) {
  const { context, width } = prepare(canvas);
  const { side, wanted } = state.instance;
  context.scale(width / side, width / side);
  drawGrid(context, theme, side);
  const places = drawFoods(context, theme, state, wanted[state.prefix]);

  const way = new Way(state, slide);
  let { colours } = state;
  if (slide) {
    // A colour being eaten comes out at the tail while the head goes in.
    const [down, right] = DIRECTIONS[slide.letter];
    const food = state.foods[state.cells[0] + down * side + right];
    if (food) colours = [...colours, food];
  }
  const isShared = state.isShared && !slide;
  const bodyPlaces = drawBody(context, theme, colours, way, isShared);
  if (numbers) drawNumbers(context, theme, [...places, ...bodyPlaces]);
  drawHead(context, theme, colours, way, isShared);
}
