// A game's stamp, given by hand: the same kind as the laptop's own.

/** The stamp {record: the game's id, date} for a local time as inputs have it, "2026-11-21T14:04", and four letters; null for no time. */
export function stampFor(time, token) {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(time);
  if (!found) return null;
  const [, year, month, day, hours, minutes, seconds = "00"] = found;
  const date = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  return { record: `${year}${month}${day}-${hours}${minutes}-${token}`, date };
}
