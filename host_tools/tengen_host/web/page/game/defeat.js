// Why a game was lost, and what to avoid in another try. Pure.

import { shown } from "../board/points.js";
import { either, say, sentences } from "../words/i18n.js";
import { foulName, moveName } from "../words/terms.js";
import { otherColour, OWN } from "./state.js";

// what a person may ask after a game: why it was lost, or anything
export const WHY = "why";
export const STUDY = "study";
// a game that ends in another way is not lost by the stones
const LOST_BY = new Set(["five", "resignation", "overline", "double-four", "double-three"]);
const SIZE = 15; // the study knows Renju on this size only
const MOST_HELD = 8; // the most points in a sentence

/** The question that a study of this finished game answers: WHY or STUDY; "" if there is no study of it. */
export function questionAfter({ result, settings, size, torus, players, stamp, puzzle, lesson }) {
  if (!stamp || puzzle || lesson || !result || settings.game !== "renju" || size !== SIZE || torus) return "";
  const [partner] = (settings.partner ?? "").split(" ");
  const isLost = result.winner && LOST_BY.has(result.reason) && players[otherColour(result.winner)] !== partner;
  return isLost ? WHY : STUDY;
}

/** The move that lost, and what would have held, by a study's `defeat` and the `moves` of its game. */
export function defeatWords(defeat, moves) {
  const { turn, foul, win } = defeat;
  const values = { n: turn + 1, point: moveName({ point: moves[turn], kind: OWN }) };
  return sentences([
    foul ? say("study.lost.foul", { ...values, foul: foulName(foul) }) : win ? winAllowed(win, values) : say("study.lost.somehow", values),
    ...better(defeat),
  ]);
}

/** What would have won or held instead, in words. */
function better({ held, better: its }) {
  return [
    its ? say("study.better", { point: shown(its.line[0]) }) : "",
    held.length ? say("study.held", { points: either(held.slice(0, MOST_HELD).map(shown)) }) : "",
  ];
}

function winAllowed({ by, why, colour, line: [first] }, values) {
  const its = { ...values, from: shown(first) };
  if (by === "threes") return say(`study.lost.threes.${colour}`, its);
  return why === "five" ? say(`study.lost.five.${colour}`, its) : say(`study.lost.fours.${colour}`, its);
}

/**
 * What a person who tries again should know, by the points of the lost game's `moves` and its `defeat`: {before: the
 * moves before the losing one, words: the losing move, and what the person was told would have held}.
 */
export function lessonOf(defeat, moves) {
  const lost = say("study.lost_last", { point: moveName({ point: moves[defeat.turn], kind: OWN }) });
  return { before: moves.slice(0, defeat.turn), words: sentences([lost, ...better(defeat)]) };
}

/** The words of lessonOf() until the next move after `before`; else "". */
export function avoidWords({ moves, result }, lesson) {
  const isThere = lesson && !result && moves.length === lesson.before.length;
  return isThere && lesson.before.every((point, at) => moves[at]?.point === point) ? lesson.words : "";
}
