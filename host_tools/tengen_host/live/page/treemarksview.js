// What a tree says, drawn on a BoardView: each kind by its shape, with a dark edge that is seen on wood and stones.

import { STONE } from "./ground.js";
import { svg } from "./svg.js";

const HEAD = 11; // of an arrow
const SHORT = 9; // so far before its point an arrow ends

/** Show this and nothing else; `its` as treemarks.js has it, null: nothing. */
export function drawTree(view, its) {
  const layer = view.layer("tree");
  layer.replaceChildren();
  if (!its) return;
  for (const pair of its.lines) drawPair(view, pair, "tree-line", layer);
  for (const pair of its.arrows) drawPair(view, pair, "tree-arrow", layer);
  for (const move of its.moves) drawMove(view, move, layer);
  for (const { kind, point } of its.marks) drawShape(view, kind, point, layer);
  for (const { point, text } of its.texts) drawText(view, point, text, layer);
}

const ring = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const SHAPES = {
  triangle: (x, y) => `M${x} ${y - 11}L${x + 10} ${y + 7}L${x - 10} ${y + 7}Z`,
  square: (x, y) => `M${x - 8} ${y - 8}h16v16h-16Z`,
  circle: (x, y) => ring(x, y, 9),
  cross: (x, y) => `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16`,
  selected: (x, y) => `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`,
};

function path(d, parent) {
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, parent);
}

function drawShape(view, kind, point, layer) {
  const group = svg("g", { class: "tree-mark", "data-tree-mark": kind, "data-at": point }, layer);
  path(SHAPES[kind](...view.centre(point)), group);
}

/** A continuation: a disc with its sign; the best has a second ring, with four ticks. */
function drawMove(view, { point, text, best, colour }, layer) {
  const [x, y] = view.centre(point);
  const group = svg("g", { class: "tree-move", "data-tree-move": point, "data-best": best, "data-colour": colour }, layer);
  if (best) path(`${ring(x, y, STONE + 1.5)}${[[0, -1], [1, 0], [0, 1], [-1, 0]].map(([right, down]) => `M${x + right * (STONE + 1.5)} ${y + down * (STONE + 1.5)}l${right * 4} ${down * 4}`).join("")}`, group);
  svg("circle", { class: "disc", cx: x, cy: y, r: STONE - 3.4 }, group);
  svg("text", { x, y: y + 0.5, class: `long-${[...text].length}` }, group).textContent = text;
}

/** A text on a point that is no continuation: on wood, or on a stone in the stone's other colour. */
function drawText(view, point, text, layer) {
  const [x, y] = view.centre(point);
  const stone = view.stone(point) ?? "";
  const group = svg("g", { class: "tree-text", "data-tree-text": point, "data-on": stone }, layer);
  if (!stone) svg("circle", { class: "ground-of", cx: x, cy: y, r: STONE - 5 }, group);
  svg("text", { x, y: y + 0.5, class: `long-${[...text].length}` }, group).textContent = text;
}

function drawPair(view, [one, other], kind, layer) {
  const [from, to] = [view.centre(one), view.centre(other)];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (!length) return;
  const [x, y] = [0, 1].map((axis) => (to[axis] - from[axis]) / length);
  const isArrow = kind === "tree-arrow";
  const end = isArrow ? [to[0] - x * SHORT, to[1] - y * SHORT] : to;
  const wing = (side) => `${end[0] - x * HEAD - side * y * HEAD * 0.6} ${end[1] - y * HEAD + side * x * HEAD * 0.6}`;
  const head = isArrow ? `M${wing(1)}L${end.join(" ")}L${wing(-1)}` : "";
  const group = svg("g", { class: `tree-pair ${kind}`, "data-pair": `${one} ${other}` }, layer);
  path(`M${from.join(" ")}L${end.join(" ")}${head}`, group);
}
