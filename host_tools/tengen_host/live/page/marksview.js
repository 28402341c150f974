// Marks, lines and move numbers on a BoardView: each kind by its shape, with a dark edge that is seen on any ground.

import { CELL, STONE } from "./ground.js";
import { runsOf } from "./lines.js";
import { nameOf } from "./points.js";
import { svg } from "./svg.js";

const LANE = 18; // between two lines that lie over the same stones
const BEYOND = 0.55; // of the way to the next point: so far a line goes on beyond its last stones
const NUMBER_AT = 1.5; // points beyond them stands the line's number, clear of the points that complete it

/** Show these marks, as markers.js has them, and no others; `numbers` has the number of the move on each point. */
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

// what a line may cross
const FIRST = new Set(["last", "offer", "twin", "forbidden", "dead"]);

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
const diamond = (x, y, r) => `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;

function octagon(x, y, r) {
  const short = r * Math.tan(Math.PI / 8);
  const corners = [[-short, -r], [short, -r], [r, -short], [r, short], [short, r], [-short, r], [-r, short], [-r, -short]];
  return `M${corners.map(([right, down]) => `${x + right} ${y + down}`).join("L")}Z`;
}

/** The four corners of a square, each with two arms. */
const corners = (x, y, r, arm) =>
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([right, down]) =>
    `M${x + right * (r - arm)} ${y + down * r}h${right * arm}v${-down * arm}`).join("");

const ring = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const square = (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`;
const triangle = (x, y, r) => `M${x} ${y - r}L${x + r} ${y + 0.8 * r}L${x - r} ${y + 0.8 * r}Z`;

function hexagon(x, y, r) {
  const [half, high] = [r / 2, r * Math.sin(Math.PI / 3)];
  return `M${x - r} ${y}L${x - half} ${y - high}h${r}L${x + r} ${y}L${x + half} ${y + high}h${-r}Z`;
}

/** What a study has found of a move, each by a shape of its own, within 10 of its middle. */
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
  foul: (x, y) => cross(x, y, 9),
  step: (x, y) => ring(x, y, STONE - 2),
  stop: (x, y) => square(x, y, STONE - 0.5),
  better: (x, y) => ring(x, y, STONE - 2),
  engine: (x, y) => hexagon(x, y, STONE + 2),
  excused: (x, y) => `M${x - 9} ${y + 1}l6 7l12 -14`,
};

function drawPoint(view, { kind, point, colour = "", text = "" }, numbered, layer) {
  if (kind === "last" && numbered) return; // its number is the one that stands out
  const [x, y] = view.centre(point);
  const group = svg("g", { class: "marked", "data-mark": kind, "data-point": point, "data-colour": colour }, layer);
  // a cross would hide the number
  const d = numbered && kind === "foul" ? ring(x, y, STONE + 1) : SHAPES[kind](x, y);
  svg("path", { class: "under", d }, group);
  svg("path", { class: "upper", d }, group);
  if (text) svg("text", { x, y: y + 0.5 }, group).textContent = text;
}

/** An arrow from a stone to a point, from edge to edge. */
function drawArrow(view, { from, to }, layer) {
  const [one, other] = [view.centre(from), view.centre(to)];
  const length = Math.hypot(other[0] - one[0], other[1] - one[1]);
  const along = [0, 1].map((axis) => (other[axis] - one[axis]) / length);
  const place = (end, by, aside = 0) => [end[0] + by * along[0] - aside * along[1], end[1] + by * along[1] + aside * along[0]].join(" ");
  const tip = place(other, -STONE - 1);
  const group = svg("g", { class: "marked", "data-mark": "arrow", "data-from": from, "data-to": to }, layer);
  const d = `M${place(one, 7)}L${tip}M${place(other, -STONE - 11, 7)}L${tip}L${place(other, -STONE - 11, -7)}`;
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, group);
}

function drawNumber(view, point, number, last, layer) {
  const [x, y] = view.centre(point);
  const colour = view.stone(point) ?? "";
  const name = `number ${colour}${number > 99 ? " wide" : ""}${last ? " last" : ""}`;
  svg("text", { class: name, "data-number": point, x, y }, layer).textContent = number;
}

/** The square of a zone in the middle: where the stone goes, or, for "outside", where it does not. */
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

/** A row of stones: one that has won ("five"), or one that still has to stand. */
function drawRow(view, stones, kind, layer) {
  const group = svg("g", { class: kind, [`data-${kind}`]: stones.join(" ") }, layer);
  const d = runsOf(stones).map((run) => `M${ends(view, run).map((place) => place.join(" ")).join("L")}`).join("");
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, group);
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
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, group);
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
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, group);
}
