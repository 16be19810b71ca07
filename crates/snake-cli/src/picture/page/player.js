// The clock of a playing game.

/** Longest time that counts between two frames, in seconds: a tab in the background gets none. */
const LONGEST_PAUSE = 0.25;

/**
 * Calls `onAdvance(position)` once a frame while playing; positions are turns with a fraction. It
 * returns false to end.
 */
export class Player {
  #onAdvance;
  #frame = 0;
  #position = 0;
  #last = 0;

  constructor(onAdvance) {
    this.#onAdvance = onAdvance;
    /** Turns a second. */
    this.speed = 1;
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  play(turn) {
    this.pause();
    this.#position = turn;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #tick = (now) => {
    const elapsed = Math.min(Math.max(now - this.#last, 0) / 1000, LONGEST_PAUSE);
    this.#last = now;
    this.#position += elapsed * this.speed;
    this.#frame = requestAnimationFrame(this.#tick);
    if (!this.#onAdvance(this.#position)) this.pause();
  };
}
