// The marks on the board, computed from the game. Each kind has its own shape, not only its own hue.

import { edged, svg } from "../browser.js";
import { isLine, mayJudge, otherColour, PASS, stonesOf } from "../game/state.js";
import { EDGE } from "../words/terms.js";
import { CELL, STONE } from "./board.js";
import { nameOf, placeOf } from "./points.js";

const STEPS = { row: [1, 0], column: [0, 1], "rising diagonal": [1, 1], "falling diagonal": [1, -1] };

/**
 * The stones of one line as runs of neighbours: one run, or on a torus one run for each part of the line.
 */
export function runsOf(stones) {
  const left = stones.map((point) => ({ point, place: placeOf(point) }));
  const runs = [];
  while (left.length) {
    const run = [left.pop()];
    for (const { place } of run) {
      for (let at = left.length - 1; at >= 0; at--) if (besides(place, left[at].place)) run.push(...left.splice(at, 1));
    }
    runs.push(run.map(({ point }) => point));
  }
  return runs;
}

const besides = (place, other) => place.every((value, axis) => Math.abs(value - other[axis]) <= 1);

// the number of looks, one for each direction; a fifth line looks like the first
const LOOKS = 4;

/**
 * The lines of a `reason`, in its order: {number: from 1, look: 1 to LOOKS, dead: whether the line does not count,
 * stones: in order, direction: [columns, rows] of a step, lane: the line's distance from its stones, 0 if no other line
 * runs over them, ends: the points that complete the line, killed: those points where Black may not play, and the stones in the way}.
 */
export function linesOf(reason) {
  const lines = reason?.lines ?? [];
  return lines.map((line, at) => {
    const beside = lines.filter(({ direction }) => direction === line.direction);
    const places = line.at ?? line.completes.map((point) => ({ point, rule: null }));
    return {
      number: at + 1,
      look: (at % LOOKS) + 1,
      dead: line.counts === false,
      stones: line.stones,
      direction: STEPS[line.direction] ?? [0, 0],
      lane: beside.indexOf(line) - (beside.length - 1) / 2,
      ends: places.filter(({ rule }) => !rule).map(({ point }) => point),
      killed: [...places.filter(({ rule }) => rule).map(({ point }) => point), ...(line.stopped ?? []).filter((point) => point !== EDGE)],
    };
  });
}

// The marks on the board, computed from the game. Each kind has its own shape, not only its own hue. Pure.

const SHORT = { "double-three": "33", "double-four": "44", overline: "6" };

/**
 * The marks of a game now. In teach mode, `forbidden` has a foul's name by point, found by the laptop's own rules, and
 * `dead` the points that only look like a double-three. {points: [{kind, point, colour, text}], zone: {kind: "square"
 * or "outside", width} or null, lines: from linesOf(), five: the winning line, standing: a line that waits for an
 * answer}. Kinds: last, provisional, reply (waits for a provisional stone), taken (would be captured by a provisional
 * stone), lift (captured, and still there), offer, twin (an offer equal to another), several (lift all but one),
 * missing (of that colour), extra, refused, forbidden and dead (with a short name), hint (of a lesson), foul, excused; of a study step
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
  const thinks = settings.mode === "teach" && turn === "black" && !result && !resuming && !game.lesson;
  for (const [point, foul] of thinks ? Object.entries(forbidden) : []) mark("forbidden", point, { text: SHORT[foul] ?? "" });
  for (const point of thinks ? dead : []) mark("dead", point, { text: SHORT["double-three"] });
  for (const { kind, point, colour } of ofHands(game)) mark(kind, point, { colour });
  for (const { kind, point, colour } of ofBoard(game)) mark(kind, point, { colour });
  for (const { kind, point, colour, text } of ofAdvice(game.advice)) mark(kind, point, { colour, text });
  for (const point of game.lesson?.solved ? [] : game.lesson?.hint ?? []) mark("hint", point);
  const lines = judged ? linesOf(reason) : [];
  const end = judged ? ofResult(result, game.stones) : NO_END;
  if (lines.length) {
    if (reason.foul) mark("foul", reason.point);
    else if (game.lesson?.solved || !reason.all) mark("excused", reason.point);
  } else for (const point of end.faults) mark("foul", point);

  const zone = asks.do === "stone" && !result && !resuming ? asks.zone : null;
  return {
    points,
    zone: zone && zone[1] > 1 ? { kind: zone[0], width: zone[1] } : null,
    lines,
    five: end.line,
    standing: game.standing,
  };
}

/**
 * Stones that the board asks for: the partner's stones, the fifths that the partner does not keep, the answer in a
 * puzzle.
 */
function* ofBoard({ partner, puzzle, lesson, asks, turn, hand, offers, stones, result }) {
  const lie = [...hand.new, ...hand.several];
  if (result) return;
  if (partner?.state === "asks" && asks.who === partner.who) {
    const { points, colour, do: what } = partner;
    if (what === "keep") for (const point of offers) if (!points.includes(point)) yield { kind: "lift", point };
    if (what !== "keep") for (const point of points) if (![...lie, ...offers].includes(point) && !(point in stones)) yield { kind: "missing", point, colour };
  }
  const { answer, state, colour } = puzzle ?? lesson ?? {};
  if (answer && turn !== colour && !lie.includes(answer)) yield { kind: "missing", point: answer, colour: turn };
  if (answer && state === "wrong" && hand.state === "refused") yield { kind: "step", point: answer, colour: otherColour(colour) };
}

/**
 * A win by fours up to its present step. Each stone has its number; the last step shows the points of five, or the
 * foul.
 */
function* ofAdvice(advice) {
  if (advice?.state !== "shown") return;
  const { line, step, colour, fives, foul, why } = advice;
  for (const [at, point] of line.slice(0, step + 1).entries()) {
    yield { kind: "step", point, colour: at % 2 ? otherColour(colour) : colour, text: String(at + 1) };
  }
  if (step < line.length || why === "five") return;
  for (const point of fives) yield foul ? { kind: "foul", point } : { kind: "excused", point };
}

/** Stones put one after the other, each with its number. */
const stepsOf = (stones) => stones.map(({ point, colour, number }) => ({ kind: "step", point, colour, text: String(number) }));

/** The marks of a study: the win in the position, a move better than the last move, an engine's opinion. */
function* ofStudy({ win, better, stops, engine }) {
  if (win) yield* stepsOf(stonesOf({ points: win.line, colour: win.colour }));
  for (const point of stops) yield { kind: "stop", point };
  if (better) yield { kind: "better", ...better };
  if (engine) yield { kind: "engine", point: engine };
}

const NO_END = { line: [], faults: [] };

/** The points of a result: the winning line, or the losing foul. */
function ofResult(result, stones) {
  const points = result?.line ?? [];
  return isLine(result ?? {}, stones) ? { line: points, faults: [] } : { line: [], faults: points };
}

/** The marks of a position in a replay, with `arrow`: from the last move to a better one, or null. */
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

/** {point: number} of the stones on the board; for a point played twice, the number of the last move. */
export function numbersOf(moves, stones) {
  const numbers = {};
  moves.forEach((move, at) => {
    if (move.point in stones) numbers[move.point] = at + 1;
  });
  return numbers;
}

// Marks, lines and move numbers on a BoardView: each kind has its shape, with a dark edge for any background.

const LANE = 18; // distance between two lines over the same stones
const BEYOND = 0.55; // part of the way to the next point that a line continues beyond its last stones
const NUMBER_AT = 1.5; // distance of the line's number, beyond the points that complete it

/** Show exactly these marks (marksOf()); `numbers` has the number of the move on each point. */
export function drawMarks(view, { points, zone, lines, five, standing, arrow = null }, numbers, size) {
  const [zones, over] = [view.layer("zones"), view.layer("over")];
  zones.replaceChildren();
  over.replaceChildren();
  if (zone) drawZone(view, zone, size, zones);
  const numbered = Object.keys(numbers).length > 0;
  const marks = svg("g", { class: "marking" }, over);
  for (const mark of points) if (FIRST.has(mark.kind)) drawPoint(view, mark, numbered, marks);
  if (five.length) drawRow(view, five, "five", marks);
  if (standing.length) drawRow(view, standing, "standing", marks);
  for (const line of lines) drawLine(view, line, numbered, marks);
  for (const mark of points) if (!FIRST.has(mark.kind)) drawPoint(view, mark, numbered, marks);
  if (arrow) drawArrow(view, arrow, marks);
  const latest = Math.max(...Object.values(numbers));
  for (const [point, number] of Object.entries(numbers)) drawNumber(view, point, number, number === latest, over);
}

// the elements that a line may cross
const FIRST = new Set(["last", "offer", "twin", "forbidden", "dead"]);

export const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
export const diamond = (x, y, r) => `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;

function octagon(x, y, r) {
  const short = r * Math.tan(Math.PI / 8);
  const corners = [[-short, -r], [short, -r], [r, -short], [r, short], [short, r], [-short, r], [-r, short], [-r, -short]];
  return `M${corners.map(([right, down]) => `${x + right} ${y + down}`).join("L")}Z`;
}

/** The four corners of a square, each with two arms. */
const corners = (x, y, r, arm) =>
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([right, down]) =>
    `M${x + right * (r - arm)} ${y + down * r}h${right * arm}v${-down * arm}`).join("");

export const ring = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const square = (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`;
const triangle = (x, y, r) => `M${x} ${y - r}L${x + r} ${y + 0.8 * r}L${x - r} ${y + 0.8 * r}Z`;

function hexagon(x, y, r) {
  const [half, high] = [r / 2, r * Math.sin(Math.PI / 3)];
  return `M${x - r} ${y}L${x - half} ${y - high}h${r}L${x + r} ${y}L${x + half} ${y + high}h${-r}Z`;
}

/** The findings of a study for a move, each with its own shape, within 10 of its middle. */
export const MARKS = {
  missed: (x, y) => ring(x, y, 7),
  overlooked: (x, y) => triangle(x, y, 8),
  trap: (x, y) => diamond(x, y, 8.5),
  turning: (x, y) => `M${x} ${y - 9}V${y + 7}M${x - 6} ${y + 1}l6 7l6 -7`,
  foul: (x, y) => cross(x, y, 6.5),
};

const SHAPES = {
  last: (x, y) => ring(x, y, 5),
  provisional: (x, y) => ring(x, y, STONE + 2.4),
  reply: (x, y) => `${ring(x, y, STONE + 2.4)}M${x - 4} ${y - 6}v12M${x + 4} ${y - 6}v12`,
  taken: (x, y) => corners(x, y, STONE - 2, 7),
  lift: (x, y) => `M${x} ${y + 10}v-19M${x - 8} ${y - 2}l8 -8l8 8`,
  several: (x, y) => ring(x, y, STONE + 2.4) + cross(x, y, 7),
  offer: (x, y) => diamond(x, y, STONE + 5.5),
  twin: (x, y) => `${diamond(x, y, STONE + 5.5)}M${x - 7} ${y - 4}h14M${x - 7} ${y + 4}h14`,
  missing: (x, y) => `${ring(x, y, STONE - 1)}M${x - 7} ${y}h14M${x} ${y - 7}v14`,
  extra: (x, y) => cross(x, y, 11),
  refused: (x, y) => ring(x, y, STONE + 2.4) + cross(x, y, 9),
  forbidden: (x, y) => octagon(x, y, 14),
  dead: (x, y) => `${ring(x, y, 12)}M${x - 8} ${y + 8}L${x + 8} ${y - 8}`,
  hint: (x, y) => corners(x, y, STONE + 1, 9),
  foul: (x, y) => cross(x, y, 9),
  step: (x, y) => ring(x, y, STONE - 2),
  stop: (x, y) => square(x, y, STONE - 0.5),
  better: (x, y) => ring(x, y, STONE - 2),
  engine: (x, y) => hexagon(x, y, STONE + 2),
  excused: (x, y) => `M${x - 9} ${y + 1}l6 7l12 -14`,
};

function drawPoint(view, { kind, point, colour = "", text = "" }, numbered, layer) {
  if (kind === "last" && numbered) return; // the number of the last move must stay visible
  const [x, y] = view.centre(point);
  const group = svg("g", { class: "marked", "data-mark": kind, "data-point": point, "data-colour": colour }, layer);
  // the usual mark of a foul, a cross, would hide the number
  const d = numbered && kind === "foul" ? ring(x, y, STONE + 1) : SHAPES[kind](x, y);
  edged(d, group);
  if (text) svg("text", { x, y: y + 0.5 }, group).textContent = text;
}

/** An arrow from a stone to a point, from edge to edge. */
function drawArrow(view, { from, to }, layer) {
  const group = svg("g", { class: "marked", "data-mark": "arrow", "data-from": from, "data-to": to }, layer);
  edged(arrowPath(view.centre(from), view.centre(to), 7, STONE + 1), group);
}

/** The path of an arrow between two places; it begins `start` after the first, and ends `stop` before the second. */
export function arrowPath(one, other, start, stop) {
  const length = Math.hypot(other[0] - one[0], other[1] - one[1]);
  const along = [0, 1].map((axis) => (other[axis] - one[axis]) / length);
  const place = (end, by, aside = 0) => [end[0] + by * along[0] - aside * along[1], end[1] + by * along[1] + aside * along[0]].join(" ");
  const tip = place(other, -stop);
  return `M${place(one, start)}L${tip}M${place(other, -stop - 10, 7)}L${tip}L${place(other, -stop - 10, -7)}`;
}

function drawNumber(view, point, number, last, layer) {
  const [x, y] = view.centre(point);
  const colour = view.stone(point) ?? "";
  const name = `number ${colour}${number > 99 ? " wide" : ""}${last ? " last" : ""}`;
  svg("text", { class: name, "data-number": point, x, y }, layer).textContent = number;
}

/** The square of a zone in the middle. The stone must go inside the square, or, for "outside", not inside it. */
function drawZone(view, { kind, width }, size, layer) {
  const low = (size - width) / 2;
  const corners = [nameOf(low, low), nameOf(low + width - 1, low + width - 1)].map((point) => view.centre(point));
  const [[x, right], [y, bottom]] = [0, 1].map((axis) => {
    const [one, other] = corners.map((corner) => corner[axis]);
    return [Math.min(one, other) - CELL / 2, Math.max(one, other) + CELL / 2];
  });
  svg("rect", { class: `zone ${kind}`, "data-zone": `${kind} ${width}`, x, y, width: right - x, height: bottom - y, rx: 10 }, layer);
}

/** The middles of the outermost of some stones on one line. */
function ends(view, stones) {
  const middles = stones.map((stone) => view.centre(stone));
  middles.sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  return [middles[0], middles.at(-1)];
}

/** A row of stones: a winning one ("five"), or one that the next move may still break. */
function drawRow(view, stones, kind, layer) {
  const group = svg("g", { class: kind, [`data-${kind}`]: stones.join(" ") }, layer);
  const d = runsOf(stones).map((run) => `M${ends(view, run).map((place) => place.join(" ")).join("L")}`).join("");
  edged(d, group);
}

function drawLine(view, { number, look, dead, stones, lane, ends: open, killed }, numbered, layer) {
  const [from, to] = ends(view, stones);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const aside = [-along[1] * lane * LANE, along[0] * lane * LANE];
  const pitch = CELL / Math.max(...along.map(Math.abs)); // from one point of the line to the next
  const moved = ([x, y], by = 0) => [0, 1].map((axis) => [x, y][axis] + aside[axis] + by * pitch * along[axis]);
  const group = svg("g", {
    class: `foul-line look-${look}${dead ? " dead" : ""}`, "data-line": number, "data-stones": stones.join(" "),
  }, layer);
  const d = `M${moved(from, -BEYOND).join(" ")}L${moved(to, BEYOND).join(" ")}`;
  edged(d, group);
  for (const stone of numbered ? [] : stones) {
    const [cx, cy] = moved(view.centre(stone));
    svg("circle", { class: "bead", cx, cy, r: 4.2 }, group);
  }
  for (const point of open) drawEnd(view, point, "open", (x, y) => diamond(x, y, 8), group);
  for (const point of killed) drawEnd(view, point, "killed", (x, y) => cross(x, y, 7), group);
  const [x, y] = inside(view, moved(to, NUMBER_AT)) ?? moved(from, -NUMBER_AT);
  const badge = svg("g", { class: "badge" }, group);
  svg("circle", { cx: x, cy: y, r: 10 }, badge);
  svg("text", { x, y: y + 0.5 }, badge).textContent = number;
}

const inside = (view, place) => (place.every((value) => value > 12 && value < view.side - 12) ? place : null);

function drawEnd(view, point, kind, shape, layer) {
  const d = shape(...view.centre(point));
  const group = svg("g", { class: kind, "data-point": point }, layer);
  edged(d, group);
}

/** Give the words of each line the same look as on the board. */
export function nameLines(list, reason) {
  [...list.children].forEach((row, at) => {
    row.dataset.look = (at % 4) + 1;
    row.dataset.dead = reason?.lines?.[at]?.counts === false;
  });
}
