// The results of the round so far: of the games that are on the boards, and of stored games of today. Pure.

const LATE_MS = 12 * 3600_000; // a day's games may go on after midnight

/**
 * [{table, place, black, white, winner, reason}, ...] in the order of the tables, then of the times. `boards`: [{id,
 * date, table, place: its name, event, round, black, white, result: null before the end}, ...]; `stored`: /games.json;
 * `since`: the time from which games count, in the form of their dates.
 *
 * Only games with a player's name count. If the boards name events or rounds, only stored games of these count; else
 * those of the boards' tables, and those with an id in the Set `seen`: of the games that were on the boards.
 */
export function resultsOf(boards, stored, since, seen) {
  const rounds = new Set(boards.map(roundOf).filter(Boolean));
  const isNew = (date) => date && date >= since.slice(0, date.length); // some dates have no time
  const tables = new Set(boards.map(({ table }) => table).filter(Boolean));
  const isHere = (entry) => (rounds.size ? rounds.has(roundOf(entry)) : seen.has(entry.id) || tables.has(entry.table));
  const isOurs = (entry) => entry.over && isNew(entry.date) && isHere(entry);
  const ended = boards.filter(({ date, result }) => result && isNew(date ?? since)).map(({ result, ...its }) => ({ ...its, ...result }));
  const shown = new Set(ended.map(({ id }) => id));
  const all = [...stored.filter((entry) => isOurs(entry) && !shown.has(entry.id)), ...ended].filter(({ black, white }) => black || white);
  return all.sort((one, other) => inOrder(one.table, other.table) || inOrder(one.date, other.date));
}

/** The Date from which games count at the Date `now`: the beginning of this day, or twelve hours ago. */
export const sinceOf = (now) => new Date(Math.min(new Date(now).setHours(0, 0, 0, 0), now - LATE_MS));

const roundOf = ({ event = "", round = "" }) => (event || round ? `${event}\n${round}` : "");

const inOrder = (one = "", other = "") => Number(!one) - Number(!other) || one.localeCompare(other, "en", { numeric: true });

/** The common round of the boards; "" if there is none, or several. */
export function commonRound(boards) {
  const [round = "", ...others] = new Set(boards.map((its) => its.round).filter(Boolean));
  return others.length ? "" : round;
}
