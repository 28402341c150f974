// The players' clocks: what the board last said of them, and how they go on by the board's own time.

const MINUTE = 60_000, HOUR = 60 * MINUTE;
const TENTHS_BELOW = 10_000;

/** A kind of clock, "10", "10+5" or "30/30x5", by its parts: {main, increment, period, periods}; null for none. */
export function control(text) {
  const found = /^([\d.]+)(?:\+([\d.]+)|\/([\d.]+)(?:x(\d+))?)?$/.exec(text ?? "");
  if (!found) return null;
  const [main, increment, period] = found.slice(1).map((part) => Number(part ?? 0)); // minutes, seconds, seconds
  return { main, increment, period, periods: period ? Number(found[4] ?? 1) : 0 };
}

/**
 * What a player has left at the board's time `now`: {ms, periods, runs, low}; `periods` is null where there are none, `low`
 * when tenths are shown. The board tells when a period ends, so none is reckoned beyond its end.
 */
export function left(clock, seat, now) {
  const runs = clock.running === seat && !clock.stopped;
  const passed = runs && now !== null ? Math.max(0, now - clock.t) : 0;
  const ms = Math.max(0, clock[seat] - passed);
  return { ms, periods: clock.periods?.[seat] ?? null, runs, low: ms < TENTHS_BELOW };
}

const two = (number) => String(number).padStart(2, "0");

/** Milliseconds as m:ss or h:mm:ss, with tenths below ten seconds: what is whole of them, as clocks count down. */
export function timeText(ms) {
  const hours = Math.floor(ms / HOUR), minutes = Math.floor(ms / MINUTE) % 60, seconds = Math.floor(ms / 1000) % 60;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  const tenths = ms < TENTHS_BELOW ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${two(seconds)}${tenths}`;
}

/** The milliseconds of a text like "5", "12:30", "1:12:30" or "0:07.5"; null for what is no such time. */
export function timeIn(text) {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,3})(\.\d{1,3})?$/.exec(text.trim());
  if (!found) return null;
  const [, hours = 0, minutes, last, part = 0] = found;
  // a number alone means minutes
  if (minutes === undefined) return Math.round((Number(last) + Number(part)) * MINUTE);
  if (last > 59 || (hours && minutes > 59)) return null;
  return hours * HOUR + minutes * MINUTE + Math.round((Number(last) + Number(part)) * 1000);
}

// The board's own time, for what must last long enough there: known from time to time, reckoned between.

/** Goes on with the world's time until set to another pace; never back to an earlier board's time. */
export class Pace {
  #reached = 0; // of the time that now() gives
  #at = performance.now();
  #ms = null; // the board's time then
  #speed = null; // null: the world's
  #stands = false;
  #isHeld = false;
  #held = null; // what board() gives while nothing is heard of the board

  /** Take a time message: the board's ms, and how fast they pass compared with the world's. */
  set({ ms, speed }) {
    const exact = this.#speed && speed && ms >= this.#ms;
    this.#reached = exact ? this.#reached + ms - this.#ms : this.now();
    this.#at = performance.now();
    this.#ms = ms;
    this.#speed = speed;
    this.#stands = false;
    this.#held = ms;
  }

  /** Take it that the board's time is `ms` now: a line has just said so. */
  setNow(ms) {
    if (ms !== undefined) this.set({ ms, speed: this.#speed });
  }

  /** Have the board's own clock stand until it is told again: nobody knows how it goes on. */
  stop() {
    if (this.#ms === null || this.#stands) return;
    this.#ms = this.board();
    this.#stands = true;
  }

  /** Have the board's own clock stand while nothing is heard of the board; afterwards it is where it would be. */
  holdWhile(isHeld) {
    this.#held = this.board();
    this.#isHeld = isHeld;
  }

  /** What the board's own clock says, in ms; null before anybody told. */
  board() {
    if (this.#isHeld) return this.#held;
    if (this.#ms === null || this.#stands) return this.#ms;
    return this.#ms + (performance.now() - this.#at) * (this.#speed || 1);
  }

  /** Milliseconds of the board's time since some moment. */
  now() {
    return this.#reached + (performance.now() - this.#at) * (this.#speed || 1);
  }
}
