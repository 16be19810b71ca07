// A position, and the rules of a move. As snake-core's `state.rs`, but on plain arrays: this one has
// to be easy to compare with the rules, not fast.

import { DIRECTIONS } from './answer.js';
import { START_COLOUR, START_LENGTH } from './instance.js';

const MISMATCH_PENALTY = 10_000;

/** Why a move is not allowed; the official scorer's words. */
export const OUT_OF_BOARD = 'Try to move out of the board';
export const U_TURN = 'Try to U-turn';

/**
 * A position. Cells are numbered row by row; `cells` are those of the parts, head first, `colours`
 * those of the snake, `foods` has a colour for each cell of the board, 0 for none.
 */
export class State {
  constructor(instance) {
    const { side } = instance;
    this.instance = instance;
    this.turn = 0;
    this.cells = Array.from(
      { length: START_LENGTH },
      (_, part) => (START_LENGTH - 1 - part) * side,
    );
    this.colours = Array(START_LENGTH).fill(START_COLOUR);
    this.foods = Uint8Array.from(instance.foods);
  }

  /** An independent copy. */
  clone() {
    const copy = new State(this.instance);
    copy.turn = this.turn;
    copy.cells = this.cells.slice();
    copy.colours = this.colours.slice();
    copy.foods = this.foods.slice();
    return copy;
  }

  /** The cell that a move from the head leads to, or -1 if it is off the board. */
  #destination(letter) {
    const { side } = this.instance;
    const [down, right] = DIRECTIONS[letter];
    const row = Math.floor(this.cells[0] / side) + down;
    const column = (this.cells[0] % side) + right;
    const inside = row >= 0 && row < side && column >= 0 && column < side;
    return inside ? row * side + column : -1;
  }

  /**
   * Makes a move and tells what it did: `{kind: 'moved'}`, `{kind: 'ate', colour}`, or
   * `{kind: 'bit', part, cut}`, where `part` is the ordinal of the part that was met and `cut` the
   * colours of the parts cut off. An illegal move changes nothing: `{kind: 'illegal', reason}`.
   */
  advance(letter) {
    const destination = this.#destination(letter);
    if (destination < 0) return { kind: 'illegal', reason: OUT_OF_BOARD };
    // Also where the tail shares that cell.
    if (destination === this.cells[1]) return { kind: 'illegal', reason: U_TURN };
    this.turn += 1;
    this.cells.unshift(destination);
    const colour = this.foods[destination];
    if (colour !== 0) {
      this.foods[destination] = 0;
      this.colours.push(colour);
      return { kind: 'ate', colour };
    }
    this.cells.pop();
    const part = this.#partMet();
    if (part < 0) return { kind: 'moved' };
    return { kind: 'bit', part, cut: this.#cutBehind(part) };
  }

  /** Ordinal of the part whose cell the head has entered; -1 if there is none. */
  #partMet() {
    // The tail is left out: sharing its cell is no bite.
    const last = this.cells.length - 2;
    const part = this.cells.indexOf(this.cells[0], 1);
    return part <= last ? part : -1;
  }

  /** Turns the parts behind one into food; returns their colours. */
  #cutBehind(part) {
    const cells = this.cells.splice(part + 1);
    const colours = this.colours.splice(part + 1);
    cells.forEach((cell, index) => {
      this.foods[cell] = colours[index];
    });
    return colours;
  }

  /** Number of parts. */
  get length() {
    return this.cells.length;
  }

  /** Whether head and tail are in one cell. */
  get isShared() {
    return this.cells[0] === this.cells[this.length - 1];
  }

  /** Matched prefix: how many of the first colours are the wanted ones. */
  get prefix() {
    const wrong = this.colours.findIndex((colour, part) => colour !== this.instance.wanted[part]);
    return wrong < 0 ? this.length : wrong;
  }

  /** Number of parts whose colour is not the wanted one. */
  get mismatches() {
    return this.colours.filter((colour, part) => colour !== this.instance.wanted[part]).length;
  }

  /** The score if the game ended here. */
  get score() {
    const missing = this.instance.wanted.length - this.length;
    return this.turn + MISMATCH_PENALTY * (this.mismatches + 2 * missing);
  }
}
