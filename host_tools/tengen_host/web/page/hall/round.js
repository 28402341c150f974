// The results of the round so far: of the games that are on the boards, and of today's stored games. Pure.

/**
 * [{table, place, black, white, winner, reason}, ...] in the order of the tables, then of the times. `boards`: [{id,
 * date, table, place: its name, event, round, black, white, result: null before the end}, ...]; `stored`: /games.json;
 * `today`: its date.
 *
 * If the boards name events or rounds, only stored games of these count.
 */
export function resultsOf(boards, stored, today) {
  const rounds = new Set(boards.map(roundOf).filter(Boolean));
  const isOurs = (entry) => entry.over && entry.date.startsWith(today) && (!rounds.size || rounds.has(roundOf(entry)));
  const isToday = ({ date, result }) => result && (date ?? today).startsWith(today);
  const ended = boards.filter(isToday).map(({ result, ...its }) => ({ ...its, ...result }));
  const shown = new Set(ended.map(({ id }) => id));
  const all = [...stored.filter((entry) => isOurs(entry) && !shown.has(entry.id)), ...ended];
  return all.sort((one, other) => inOrder(one.table, other.table) || inOrder(one.date, other.date));
}

const roundOf = ({ event = "", round = "" }) => (event || round ? `${event}\n${round}` : "");

const inOrder = (one = "", other = "") => Number(!one) - Number(!other) || one.localeCompare(other, "en", { numeric: true });

/** The common round of the boards; "" if there is none, or several. */
export function commonRound(boards) {
  const [round = "", ...others] = new Set(boards.map((its) => its.round).filter(Boolean));
  return others.length ? "" : round;
}
