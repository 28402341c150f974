// What the reeds have been through in the board's life: a grid of figures, the worst points by name.

import { ARROWS } from "./hand.js";
import { letter, nameOf, placeOf, shown } from "./points.js";
import { reedText } from "./boardwords.js";
import { say } from "./language.js";

const $ = (id) => document.getElementById(id);
const WORST = 5;
const HOT = 30; // so much trouble is as red as it gets

let size = 0;
let reeds = {}; // by point: [closures, flickers, longest opening in ms]
let cells = new Map();
let cursor = "a1";

/** How bad a reed is, whatever its age: flickers a closure, and ms without a stone that lay there. */
const trouble = ([closures, flickers, longest]) => flickers / closures + longest;

/** Let people read the grid: the hand points, or the arrows move the cursor. */
export function followHealth() {
  $("health-close").addEventListener("click", () => $("health").close());
  const grid = $("heat");
  for (const kind of ["pointerover", "focusin", "click"]) {
    grid.addEventListener(kind, ({ target }) => target.dataset.reed && tell(target.dataset.reed));
  }
  grid.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    const [column, row] = placeOf(cursor).map((at, axis) => at + ARROWS[event.key][axis]);
    moveTo(nameOf(column, row))?.focus();
  });
}

export function openHealth() {
  $("health").showModal();
}

/** Show these counters, by row of the board. */
export function showHealth(itsSize, rows) {
  if (size !== itsSize) build(itsSize);
  const before = reeds;
  reeds = Object.assign({}, ...Object.values(rows));
  if (JSON.stringify(before) === JSON.stringify(reeds)) return;
  for (const [point, cell] of cells) {
    const bad = reeds[point] ? trouble(reeds[point]) : null;
    cell.textContent = bad === null ? "" : Math.min(99, Math.round(bad));
    cell.style.setProperty("--heat", bad === null ? 0 : Math.min(1, Math.log1p(bad) / Math.log1p(HOT)).toFixed(2));
    cell.classList.toggle("used", bad !== null);
    cell.setAttribute("aria-label", reedText(point, reeds[point]));
  }
  showWorst();
  tell(cursor);
}

function showWorst() {
  const bad = Object.keys(reeds).filter((point) => trouble(reeds[point]) > 0);
  bad.sort((one, other) => trouble(reeds[other]) - trouble(reeds[one]));
  const lines = bad.slice(0, WORST).map((point) => reedText(point, reeds[point]));
  $("worst").replaceChildren(...(lines.length ? lines : [say("reed.no_trouble")]).map(item));
}

const item = (text) => Object.assign(document.createElement("li"), { textContent: text });

function tell(point) {
  $("reed").textContent = reedText(point, reeds[point]);
}

function moveTo(point) {
  const cell = cells.get(point);
  if (!cell) return null;
  cells.get(cursor).tabIndex = -1;
  cell.tabIndex = 0;
  cursor = point;
  return cell;
}

function build(itsSize) {
  size = itsSize;
  cells = new Map();
  const rows = [];
  for (let row = size - 1; row >= 0; row--) {
    const line = document.createElement("tr");
    line.append(head(row + 1, "row"));
    for (let column = 0; column < size; column++) {
      const point = nameOf(column, row);
      const cell = Object.assign(document.createElement("td"), { tabIndex: -1 });
      cell.dataset.reed = point;
      cell.setAttribute("aria-label", reedText(point, null));
      cell.addEventListener("focus", () => moveTo(point));
      cells.set(point, cell);
      line.append(cell);
    }
    rows.push(line);
  }
  const letters = document.createElement("tr");
  letters.append(document.createElement("td"));
  for (let column = 0; column < size; column++) letters.append(head(shown(letter(column)), "col"));
  $("heat").replaceChildren(...rows, letters);
  if (!size) return;
  const middle = Math.floor(size / 2);
  cursor = nameOf(middle, middle);
  moveTo(cursor);
  reeds = {};
  showWorst();
  tell(cursor);
}

function head(text, scope) {
  return Object.assign(document.createElement("th"), { textContent: text, scope });
}
