// The players' clocks: the board's last report, continued by the board's own time.

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
 * A player's remaining time at the board's time `now`: {ms, periods, runs, low}; `periods` is null without periods,
 * `low` when tenths are shown. The board reports the end of a period, so no time is computed beyond it.
 */
export function left(clock, seat, now) {
  const runs = clock.running === seat && !clock.stopped;
  const passed = runs && now !== null ? Math.max(0, now - clock.t) : 0;
  const ms = Math.max(0, clock[seat] - passed);
  return { ms, periods: clock.periods?.[seat] ?? null, runs, low: ms < TENTHS_BELOW };
}

export const twoDigits = (number) => String(number).padStart(2, "0");

/** Milliseconds as m:ss or h:mm:ss, with tenths below ten seconds; rounded down, because clocks count down. */
export function timeText(ms) {
  const hours = Math.floor(ms / HOUR), minutes = Math.floor(ms / MINUTE) % 60, seconds = Math.floor(ms / 1000) % 60;
  if (hours) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
  const tenths = ms < TENTHS_BELOW ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${twoDigits(seconds)}${tenths}`;
}

/** The milliseconds of a text like "5", "12:30", "1:12:30" or "0:07.5"; null for any other text. */
export function timeIn(text) {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,3})(\.\d{1,3})?$/.exec(text.trim());
  if (!found) return null;
  const [, hours = 0, minutes, last, part = 0] = found;
  // a number alone means minutes
  if (minutes === undefined) return Math.round((Number(last) + Number(part)) * MINUTE);
  if (last > 59 || (hours && minutes > 59)) return null;
  return hours * HOUR + minutes * MINUTE + Math.round((Number(last) + Number(part)) * 1000);
}

// The board's own time: reported from time to time, computed between.

/** A clock that runs with real time until it is set to another speed; it never goes back. */
export class Pace {
  #reached = 0; // the value of now() at the moment #at
  #at = performance.now();
  #ms = null; // the board's time at the moment #at
  #speed = null; // the speed of the board's time; null: real time
  #stands = false;
  #isHeld = false;
  #held = null; // the result of board() while the board is not connected

  /** Handle a time message: the board's ms, and how fast they pass compared with the world's. */
  set({ ms, speed }) {
    const exact = this.#speed && speed && ms >= this.#ms;
    this.#reached = exact ? this.#reached + ms - this.#ms : this.now();
    this.#at = performance.now();
    this.#ms = ms;
    this.#speed = speed;
    this.#stands = false;
    this.#held = ms;
  }

  /** Set the board's time to `ms`, reported by a line just now. */
  setNow(ms) {
    if (ms !== undefined) this.set({ ms, speed: this.#speed });
  }

  /** Stop the board's clock until the next report, because nobody knows how it continues. */
  stop() {
    if (this.#ms === null || this.#stands) return;
    this.#ms = this.board();
    this.#stands = true;
  }

  /** Stop the board's clock while the board is not connected; afterwards it continues as if it had run. */
  holdWhile(isHeld) {
    this.#held = this.board();
    this.#isHeld = isHeld;
  }

  /** The board's own time in ms; null before the first report. */
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
