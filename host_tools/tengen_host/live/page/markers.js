// What is marked on the board, each kind by a shape of its own and not by a hue alone. Pure: from the game to marks.

import { linesOf } from "./lines.js";
import { PASS } from "./game.js";

const FOULS = new Set(["overline", "double-four", "double-three"]);
const SHORT = { "double-three": "33", "double-four": "44", overline: "6" };

/** Whether a judgement of a stone may be shown: nobody may tell the players while a silent game lasts. */
export const mayJudge = ({ settings, result }) => settings.mode !== "silent" || Boolean(result);

/**
 * The marks of a game just now. For a lesson `forbidden` has a foul's name by point, as the laptop's own rules find it, and
 * `dead` the points that only look like a double-three.
 *
 * {points: [{kind, point, colour, text}], zone: {kind: "square" or "outside", width} or null, lines: as lines.js has them,
 * five: its stones, each way of that line}. Kinds: last, provisional, offer, twin (an offer equal to another), several
 * (lift all but one), missing (of that colour), extra, refused, forbidden and dead (with a short name), foul, excused.
 */
export function marksOf(game, forbidden = {}, dead = []) {
  const { settings, result, expects, reason, resuming, turn } = game;
  const judged = mayJudge(game);
  const points = [];
  const mark = (kind, point, more = {}) => points.push({ kind, point, ...more });

  const last = game.moves.at(-1)?.point;
  if (last && last !== PASS) mark("last", last);
  for (const point of game.offers) mark(game.offering?.equal?.includes(point) ? "twin" : "offer", point);
  const thinks = settings.mode === "teach" && turn === "black" && !result && !resuming;
  for (const [point, foul] of thinks ? Object.entries(forbidden) : []) mark("forbidden", point, { text: SHORT[foul] ?? "" });
  for (const point of thinks ? dead : []) mark("dead", point, { text: SHORT["double-three"] });
  for (const { kind, point, colour } of ofHands(game)) mark(kind, point, { colour });
  const lines = judged ? linesOf(reason) : [];
  if (lines.length) mark(reason.foul ? "foul" : "excused", reason.point);
  else if (judged && FOULS.has(result?.reason)) mark("foul", result.line[0]);

  const zone = expects?.do === "stone" && !result && !resuming ? expects.zone : null;
  return {
    points,
    zone: zone && zone[1] > 1 ? { kind: zone[0], width: zone[1] } : null,
    lines,
    five: judged && result?.reason === "five" ? result.line : [],
  };
}

/** The marks of a position of a replay. */
export function marksOfReplay({ last, reason, result }) {
  const points = last ? [{ kind: "last", point: last }] : [];
  const lines = linesOf(reason);
  if (lines.length) points.push({ kind: reason.foul ? "foul" : "excused", point: reason.point });
  else if (FOULS.has(result?.reason) && result.line?.length) points.push({ kind: "foul", point: result.line[0] });
  return { points, zone: null, lines, five: result?.reason === "five" ? result.line ?? [] : [] };
}

function* ofHands({ prompt, moves, turn, expects }) {
  switch (prompt?.event) {
    case "provisional":
      yield { kind: "provisional", point: prompt.point };
      break;
    case "several":
      for (const point of prompt.points) yield { kind: "several", point };
      break;
    case "refused":
      if (prompt.point) yield { kind: "refused", point: prompt.point };
      for (const point of prompt.extra ?? []) if (point !== prompt.point) yield { kind: "extra", point };
      break;
    case "disturbed": {
      const colours = Object.fromEntries(moves.filter(Boolean).map(({ point, colour }) => [point, colour]));
      for (const point of prompt.missing ?? []) {
        yield { kind: "missing", point, colour: colours[point] ?? expects?.colour ?? turn ?? "" };
      }
      for (const point of prompt.extra ?? []) yield { kind: "extra", point };
    }
  }
}

/** {point: number} of the stones that lie there: of the last move there, where one point was played twice. */
export function numbersOf(moves, stones) {
  const numbers = {};
  moves.forEach((move, at) => {
    if (move && move.point in stones) numbers[move.point] = at + 1;
  });
  return numbers;
}
