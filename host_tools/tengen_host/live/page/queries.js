// Answers to who asks by a key: the last move, whose turn it is, the clocks, what is asked, what stands where. Pure.
//
// Each takes a situation: that of announce.js, with `lie`: the stones that lie, by the game's points; `cursor`: the game's
// point under the cursor, "" outside its field; `now`: the board's time; `past`: the position that is gone through, or null.

import { asks, numbered, retold, timeWords, toEar, unnumbered } from "./announce.js";
import { left } from "./clock.js";
import { list, named, say, sentences } from "./language.js";
import { nameOf, placeOf, shown } from "./points.js";
import { doing, headline } from "./prompts.js";
import { outcome } from "./sentences.js";
import { personName } from "./words.js";

const SEATS = ["p1", "p2"];
const NEAR = 2; // points in each direction

/** An answer, which says so where it is about a replay. */
export function answer(query, situation) {
  const said = toEar(query(situation));
  const { past } = situation;
  return past ? say(past.walks ? "tree.spoken" : "spoken.in_replay", { number: past.number, said }) : said;
}

export function last({ game, past }) {
  const { moves } = past ?? game;
  return past && moves.length ? unnumbered(moves.at(-1)) : numbered(moves.at(-1), moves.length);
}

export function turn({ game, condition, past, names }) {
  const { result, turn: colour } = past ?? game;
  if (result) return outcome(result);
  if (past) return colour ? say(`turn.${colour}`) : "";
  const { players, resuming, damaged } = game;
  const its = doing(game);
  const plain = condition.powered && !resuming && damaged === null && its.do === "stone" && players[colour] === its.who;
  if (!plain || !colour || !players[colour]) return headline(game, condition, names);
  return say(`spoken.turn.${colour}`, { who: personName(players[colour], names) });
}

export function clocks({ game: { clock }, now, past, names }) {
  if (past) return say("spoken.no_clock_then");
  if (!clock) return say("spoken.no_clock");
  const said = SEATS.map((seat) => {
    const { ms, periods } = left(clock, seat, now);
    const time = list([timeWords(ms), ...(periods === null ? [] : [say("players.periods", { n: periods })])]);
    return say("spoken.clock", { who: personName(seat, names), time });
  });
  const runs = clock.running && !clock.stopped;
  return sentences([...said, runs ? say("spoken.clock_runs", { who: personName(clock.running, names) }) : say("spoken.clock_stands")]);
}

export function state(situation) {
  const { past } = situation;
  if (past) return retold(past, false);
  return sentences(asks(situation));
}

/** What stands on the row of the cursor, from left to right. */
export function row({ lie, cursor, size }) {
  if (!cursor) return say("spoken.outside");
  const [, at] = placeOf(cursor);
  const points = Array.from({ length: size }, (_, column) => nameOf(column, at)).filter((point) => lie[point]);
  const values = { row: at + 1 };
  return points.length ? say("spoken.row", { ...values, stones: stonesOn(points, lie) }) : say("spoken.row_empty", values);
}

/** What stands around the point of the cursor, and on it. */
export function around({ lie, cursor, size }) {
  if (!cursor) return say("spoken.outside");
  const [column, at] = placeOf(cursor);
  const near = (middle) => Array.from({ length: 2 * NEAR + 1 }, (_, step) => middle - NEAR + step).filter((value) => value >= 0 && value < size);
  const points = near(at).reverse().flatMap((its) => near(column).map((value) => nameOf(value, its)));
  const stand = points.filter((point) => point !== cursor && lie[point]);
  const values = { point: list([shown(cursor), say(`point.${lie[cursor] ?? "empty"}`)]) };
  return stand.length ? say("spoken.around", { ...values, stones: stonesOn(stand, lie) }) : say("spoken.around_none", values);
}

const stonesOn = (points, lie) =>
  list(points.map((point) => say("spoken.move", { colour: named(`colour.${lie[point]}`, say(`point.${lie[point]}`)), point: shown(point) })));
