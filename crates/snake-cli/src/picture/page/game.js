// A whole game: an instance, the moves made on it, and what is known of every turn.

import { MAX_TURNS } from './answer.js';
import { State } from './state.js';

/** Turns between two stored positions. A seek plays at most so many moves. */
const SNAPSHOT_INTERVAL = 128;

/** What can happen at a turn, as bits of `Game.marks`. */
export const ATE = 1;
export const BIT = 2;
/** A colour was eaten that is not the wanted one at its place. */
export const MISTAKE = 4;

/**
 * A game from its start. `lengths`, `prefixes` and `marks` have an entry for each turn from 0; turn
 * t is the position after t moves. `illegal` is `{turn, reason}` if the last letter given was an
 * illegal move, otherwise null.
 */
export class Game {
  #snapshots;

  constructor(instance, letters) {
    this.instance = instance;
    this.letters = [];
    this.lengths = [];
    this.prefixes = [];
    this.marks = [];
    this.illegal = null;
    this.#snapshots = [];
    /** The position of the turn sought last, and what the move to it did (null at turn 0). */
    this.state = new State(instance);
    this.event = null;
    this.#record(0);
    for (const letter of letters) {
      if (this.push(letter).kind === 'illegal') break;
    }
  }

  /** The last turn. */
  get turns() {
    return this.letters.length;
  }

  #record(mark) {
    const { turn, length, prefix } = this.state;
    this.lengths.push(length);
    this.prefixes.push(prefix);
    this.marks.push(mark);
    if (turn % SNAPSHOT_INTERVAL === 0) this.#snapshots.push(this.state.clone());
  }

  /** Adds a move at the end, and returns what it did. `state` is then the end. */
  push(letter) {
    this.seek(this.turns);
    if (this.turns === MAX_TURNS) return { kind: 'illegal', reason: 'Too long output' };
    const event = this.state.advance(letter);
    if (event.kind === 'illegal') {
      this.illegal = { turn: this.turns, reason: event.reason };
      return event;
    }
    this.letters.push(letter);
    this.event = event;
    this.illegal = null;
    let mark = 0;
    if (event.kind === 'bit') mark = BIT;
    if (event.kind === 'ate') {
      const place = this.state.length - 1;
      mark = event.colour === this.instance.wanted[place] ? ATE : ATE | MISTAKE;
    }
    this.#record(mark);
    return event;
  }

  /** Takes back all moves after a turn, and returns them. `state` is then that turn's. */
  truncate(turn) {
    const removed = this.letters.splice(turn);
    for (const list of [this.lengths, this.prefixes, this.marks]) list.length = turn + 1;
    this.#snapshots.length = Math.floor(turn / SNAPSHOT_INTERVAL) + 1;
    this.illegal = null;
    // `state` may be of a turn that is no more.
    this.#playTo(turn);
    return removed;
  }

  /** Makes `state` and `event` those of a turn. */
  seek(turn) {
    const ahead = turn - this.state.turn;
    if (ahead < 0 || ahead > SNAPSHOT_INTERVAL) this.#playTo(turn);
    while (this.state.turn < turn) this.#step();
  }

  /** Plays to a turn from the last snapshot before it, so that its move can be told. */
  #playTo(turn) {
    const before = Math.max(turn - 1, 0);
    this.state = this.#snapshots[Math.floor(before / SNAPSHOT_INTERVAL)].clone();
    this.event = null;
    while (this.state.turn < turn) this.#step();
  }

  #step() {
    this.event = this.state.advance(this.letters[this.state.turn]);
  }

  /** The next turn after one (or, if `step` is -1, the last before it) with a mark; -1 if none. */
  find(mark, turn, step) {
    for (let at = turn + step; at >= 0 && at <= this.turns; at += step) {
      if (this.marks[at] & mark) return at;
    }
    // The illegal move that ends the game is a mistake too; it shows at the last legal turn.
    if (mark === MISTAKE && step > 0 && this.illegal && turn < this.turns) return this.turns;
    return -1;
  }
}
