// The chart: length and matched prefix over turns, with bites and mistakes marked.

import { BIT, MISTAKE } from './game.js';
import { prepare } from './theme.js';

// Pixels.
const LEFT = 30;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 26;
const MARK = 4;

/** Chart of one game on a canvas; `onSeek(turn)` is called for every turn pointed at. */
export class Chart {
  #canvas;
  #game = null;
  #theme = null;
  /** All but the cursor, drawn once. */
  #picture = document.createElement('canvas');

  constructor(canvas, onSeek) {
    this.#canvas = canvas;
    const seek = (event) => onSeek(this.#turnAt(event.offsetX));
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  #x(turn) {
    const width = this.#canvas.clientWidth - LEFT - RIGHT;
    return LEFT + (width * turn) / Math.max(this.#game.turns, 1);
  }

  #y(length) {
    const height = this.#canvas.clientHeight - TOP - BOTTOM;
    return TOP + height * (1 - length / this.#game.instance.wanted.length);
  }

  #turnAt(x) {
    const width = this.#canvas.clientWidth - LEFT - RIGHT;
    const turn = Math.round(((x - LEFT) / width) * this.#game.turns);
    return Math.min(Math.max(turn, 0), this.#game.turns);
  }

  /** Traces values over turns; of many on one pixel, the least and the largest. */
  #trace(context, values) {
    const { turns } = this.#game;
    const step = Math.max(1, Math.floor(turns / (2 * this.#canvas.clientWidth)));
    context.beginPath();
    context.moveTo(this.#x(0), this.#y(values[0]));
    for (let turn = 0; turn <= turns; turn += step) {
      const some = values.slice(turn, turn + step);
      context.lineTo(this.#x(turn), this.#y(Math.min(...some)));
      context.lineTo(this.#x(turn), this.#y(Math.max(...some)));
    }
    context.lineTo(this.#x(turns), this.#y(values[turns]));
  }

  /** Draws all but the cursor. To be called when the game, the theme or the size has changed. */
  redraw(game, theme) {
    this.#game = game;
    this.#theme = theme;
    const { width, height } = prepare(this.#canvas);
    this.#picture.width = this.#canvas.width;
    this.#picture.height = this.#canvas.height;
    const context = this.#picture.getContext('2d');
    context.scale(this.#canvas.width / width, this.#canvas.height / height);

    this.#axes(context);
    this.#trace(context, game.lengths);
    context.lineTo(this.#x(game.turns), this.#y(0));
    context.lineTo(this.#x(0), this.#y(0));
    context.fillStyle = theme.soft;
    context.fill();
    this.#trace(context, game.prefixes);
    context.strokeStyle = theme.strong;
    context.lineWidth = 2;
    context.lineJoin = 'round';
    context.stroke();
    game.marks.forEach((mark, turn) => {
      if (mark & BIT) this.#bite(context, this.#x(turn), this.#y(0));
      if (mark & MISTAKE) this.#mistake(context, this.#x(turn), this.#y(game.lengths[turn]));
    });
  }

  #axes(context) {
    const { ink, line } = this.#theme;
    const most = this.#game.instance.wanted.length;
    context.strokeStyle = line;
    context.fillStyle = ink;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    for (const length of [0, most]) {
      const y = Math.round(this.#y(length)) + 0.5;
      context.beginPath();
      context.moveTo(LEFT, y);
      context.lineTo(this.#canvas.clientWidth - RIGHT, y);
      context.stroke();
      context.fillText(length, LEFT - 6, y);
    }
    context.textBaseline = 'alphabetic';
    const bottom = this.#canvas.clientHeight - 2;
    context.textAlign = 'left';
    context.fillText('turn 0', LEFT, bottom);
    context.textAlign = 'right';
    context.fillText(this.#game.turns, this.#canvas.clientWidth - RIGHT, bottom);
  }

  /** A triangle below the axis. */
  #bite(context, x, y) {
    context.beginPath();
    context.moveTo(x, y + 1);
    context.lineTo(x - MARK, y + 1 + 2 * MARK);
    context.lineTo(x + MARK, y + 1 + 2 * MARK);
    context.fillStyle = this.#theme.ink;
    context.fill();
  }

  /** A cross at the length it gave. */
  #mistake(context, x, y) {
    context.beginPath();
    for (const slope of [-1, 1]) {
      context.moveTo(x - 3, y - 3 * slope);
      context.lineTo(x + 3, y + 3 * slope);
    }
    context.strokeStyle = this.#theme.bad;
    context.lineWidth = 1.5;
    context.stroke();
  }

  /** Draws it all with the cursor at a turn. */
  show(turn) {
    const { context, width, height } = prepare(this.#canvas);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.#picture, 0, 0, width, height);
    const x = this.#x(turn);
    context.strokeStyle = this.#theme.ink;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, TOP);
    context.lineTo(x, height - BOTTOM);
    context.stroke();
    context.beginPath();
    context.arc(x, this.#y(this.#game.prefixes[turn]), 4, 0, 2 * Math.PI);
    context.fillStyle = this.#theme.ink;
    context.fill();
  }
}
