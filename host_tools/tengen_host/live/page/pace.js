// The board's own time, for what must last long enough there: known from time to time, reckoned between.

/** Goes on with the world's time until told of another pace; never back to an earlier board's time. */
export class Pace {
  #reached = 0; // of the time that now() gives
  #at = performance.now();
  #ms = null; // the board's time then
  #speed = null; // null: the world's
  #stands = false;
  #unheard = false;
  #kept = null; // what board() gives while nothing is heard of the board

  /** Take a time message: the board's ms, and how fast they pass compared with the world's. */
  tell({ ms, speed }) {
    const exact = this.#speed && speed && ms >= this.#ms;
    this.#reached = exact ? this.#reached + ms - this.#ms : this.now();
    this.#at = performance.now();
    this.#ms = ms;
    this.#speed = speed;
    this.#stands = false;
    this.#kept = ms;
  }

  /** Take it that the board's time is `ms` now: a line has just said so. */
  hear(ms) {
    if (ms !== undefined) this.tell({ ms, speed: this.#speed });
  }

  /** Have the board's own clock stand until it is told again: nobody knows how it goes on. */
  stand() {
    if (this.#ms === null || this.#stands) return;
    this.#ms = this.board();
    this.#stands = true;
  }

  /** Have the board's own clock stand while nothing is heard of the board; afterwards it is where it would be. */
  unheard(isUnheard) {
    this.#kept = this.board();
    this.#unheard = isUnheard;
  }

  /** What the board's own clock says, in ms; null before anybody told. */
  board() {
    if (this.#unheard) return this.#kept;
    if (this.#ms === null || this.#stands) return this.#ms;
    return this.#ms + (performance.now() - this.#at) * (this.#speed || 1);
  }

  /** Milliseconds of the board's time since some moment. */
  now() {
    return this.#reached + (performance.now() - this.#at) * (this.#speed || 1);
  }
}
