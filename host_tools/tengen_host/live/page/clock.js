// The players' clocks: what the board last told of them, reckoned on by the board's own time.

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
 * What a player has left at the board's time `now`: {ms, periods, runs}; `periods` is null where there are none. The
 * board tells when a period ends, so none is reckoned beyond its end.
 */
export function left(clock, seat, now) {
  const runs = clock.running === seat && !clock.stopped;
  const passed = runs && now !== null ? Math.max(0, now - clock.t) : 0;
  return { ms: Math.max(0, clock[seat] - passed), periods: clock.periods?.[seat] ?? null, runs };
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
