// What is marked on the board, each kind by a shape of its own and not by a hue alone. Pure: from the game to marks.

import { isLine, mayJudge, PASS } from "./game.js";
import { linesOf } from "./lines.js";
import { stonesOf } from "./studied.js";

const SHORT = { "double-three": "33", "double-four": "44", overline: "6" };

/**
 * The marks of a game just now. For a lesson `forbidden` has a foul's name by point, as the laptop's own rules find it, and
 * `dead` the points that only look like a double-three.
 *
 * {points: [{kind, point, colour, text}], zone: {kind: "square" or "outside", width} or null, lines: as lines.js has them,
 * five: the line that has won, standing: one that waits for an answer}. Kinds: last, provisional, reply (a stone that waits for it), taken (what a provisional
 * stone would take), lift (captured, and still there), offer, twin (an offer equal to another), several (lift all but
 * one), missing (of that colour), extra, refused, forbidden and dead (with a short name), foul, excused; of a study step
 * (with its number), stop, better, engine.
 */
export function marksOf(game, forbidden = {}, dead = []) {
  const { settings, result, asks, hand, reason, resuming, turn } = game;
  const judged = mayJudge(game);
  const points = [];
  const mark = (kind, point, more = {}) => points.push({ kind, point, ...more });

  const last = game.moves.at(-1)?.point;
  if (last && last !== PASS) mark("last", last);
  for (const point of game.offers) mark(hand.equal.includes(point) ? "twin" : "offer", point);
  const thinks = settings.mode === "teach" && turn === "black" && !result && !resuming;
  for (const [point, foul] of thinks ? Object.entries(forbidden) : []) mark("forbidden", point, { text: SHORT[foul] ?? "" });
  for (const point of thinks ? dead : []) mark("dead", point, { text: SHORT["double-three"] });
  for (const { kind, point, colour } of ofHands(game)) mark(kind, point, { colour });
  for (const { kind, point, colour } of asked(game)) mark(kind, point, { colour });
  for (const { kind, point, colour, text } of ofAdvice(game.advice)) mark(kind, point, { colour, text });
  const lines = judged ? linesOf(reason) : [];
  const end = judged ? ofResult(result, game.stones) : NO_END;
  if (lines.length) mark(reason.foul ? "foul" : "excused", reason.point);
  else for (const point of end.faults) mark("foul", point);

  const zone = asks.do === "stone" && !result && !resuming ? asks.zone : null;
  return {
    points,
    zone: zone && zone[1] > 1 ? { kind: zone[0], width: zone[1] } : null,
    lines,
    five: end.line,
    standing: game.standing,
  };
}

/** What the board itself asks for: a partner's stones, the fifths that it does not keep, the answer in a puzzle. */
function* asked({ partner, puzzle, asks, turn, hand, offers, stones, result }) {
  const lie = [...hand.new, ...hand.several];
  if (result) return;
  if (partner?.state === "asks" && asks.who === partner.who) {
    const { points, colour, do: what } = partner;
    if (what === "keep") for (const point of offers) if (!points.includes(point)) yield { kind: "lift", point };
    if (what !== "keep") for (const point of points) if (![...lie, ...offers].includes(point) && !(point in stones)) yield { kind: "missing", point, colour };
  }
  if (puzzle?.answer && turn !== puzzle.colour && !lie.includes(puzzle.answer)) yield { kind: "missing", point: puzzle.answer, colour: turn };
  if (puzzle?.answer && puzzle.state === "wrong" && hand.state === "refused") {
    yield { kind: "step", point: puzzle.answer, colour: puzzle.colour === "black" ? "white" : "black" };
  }
}

/** A win by fours up to its present step: each stone by its number; at the end the points of five, or the foul. */
function* ofAdvice(advice) {
  if (advice?.state !== "shown") return;
  const { line, step, colour, fives, foul, why } = advice;
  const other = colour === "black" ? "white" : "black";
  for (const [at, point] of line.slice(0, step + 1).entries()) {
    yield { kind: "step", point, colour: at % 2 ? other : colour, text: String(at + 1) };
  }
  if (step < line.length || why === "five") return;
  for (const point of fives) yield foul ? { kind: "foul", point } : { kind: "excused", point };
}

/** Stones that are put one after the other, each by its number. */
const stepsOf = (stones) => stones.map(({ point, colour, number }) => ({ kind: "step", point, colour, text: String(number) }));

/** What a study marks: the win of the position, what would have been better than its last move, an engine's opinion. */
function* ofStudy({ win, better, stops, engine }) {
  if (win) yield* stepsOf(stonesOf({ points: win.line, colour: win.colour }));
  for (const point of stops) yield { kind: "stop", point };
  if (better) yield { kind: "better", ...better };
  if (engine) yield { kind: "engine", point: engine };
}

const NO_END = { line: [], faults: [] };

/** The points of a result: the line that has won, or the fault that has lost. */
function ofResult(result, stones) {
  const points = result?.line ?? [];
  return isLine(result ?? {}, stones) ? { line: points, faults: [] } : { line: [], faults: points };
}

/** The marks of a position of a replay: with `arrow`, from the last move to what would have been better, or null. */
export function marksOfReplay({ last, reason, result, stones, marks = null, walked = [] }) {
  const points = last ? [{ kind: "last", point: last }] : [];
  const studied = walked.length ? stepsOf(walked) : marks ? [...ofStudy(marks)] : [];
  points.push(...studied);
  const lines = linesOf(reason);
  const end = ofResult(result, stones);
  if (lines.length) points.push({ kind: reason.foul ? "foul" : "excused", point: reason.point });
  else for (const point of end.faults) points.push({ kind: "foul", point });
  const better = studied.find(({ kind }) => kind === "better");
  const arrow = better && last ? { from: last, to: better.point } : null;
  return { points, zone: null, lines, five: end.line, standing: [], arrow };
}

function* ofHands({ hand, stones, turn, asks, clearing }) {
  const { state, lift, missing, extra, refusal } = hand;
  if (clearing) {
    for (const point of new Set([...Object.keys(stones), ...extra])) if (!missing.includes(point)) yield { kind: "extra", point };
    return;
  }
  for (const point of lift) yield { kind: "lift", point };
  for (const point of hand.turn) yield { kind: "missing", point, colour: stones[point] ?? "" };
  for (const point of state === "refused" ? [] : hand.new) yield { kind: "provisional", point };
  for (const point of hand.replies) yield { kind: "reply", point };
  for (const point of hand.takes) yield { kind: "taken", point };
  for (const point of state === "several" ? hand.several : []) yield { kind: "several", point };
  if (refusal) yield { kind: "refused", point: refusal.point };
  for (const point of state === "disturbed" ? missing : []) yield { kind: "missing", point, colour: stones[point] ?? asks.colour ?? turn ?? "" };
  for (const point of extra) if (point !== refusal?.point && !hand.new.includes(point)) yield { kind: "extra", point };
}

/** {point: number} of the stones that lie there: of the last move there, where one point was played twice. */
export function numbersOf(moves, stones) {
  const numbers = {};
  moves.forEach((move, at) => {
    if (move.point in stones) numbers[move.point] = at + 1;
  });
  return numbers;
}
