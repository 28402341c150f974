// The matrix as it is just now, on the Board tab: every contact, how often it has changed, scan rate, supply, current.

import { contactText, figures, watching } from "./boardwords.js";
import { letter, nameOf, shown } from "./points.js";
import { after, contact, resting } from "./probe.js";

const $ = (id) => document.getElementById(id);

let state = resting();
let cells = []; // by row and column, the wired-shut ones last
let ask = () => {};
let due = false; // what has come is shown with the next picture of the screen

/** Let people watch the matrix; `send(line)` sends a command to the board. */
export function followMatrix(send) {
  ask = send;
  $("watch-matrix").addEventListener("click", () => ask({ cmd: "probe", on: !state.on }));
}

/** Take a line. */
export function tellMatrix(line) {
  const before = state;
  state = after(state, line);
  if (state === before || due) return;
  due = true;
  requestAnimationFrame(show);
}

function show() {
  due = false;
  $("watch-matrix").setAttribute("aria-pressed", state.on);
  $("watch-matrix").textContent = watching(state.on);
  $("matrix").hidden = !state.on;
  if (!state.on || !state.words.length) return;
  if (cells.length !== state.rows.length) build();
  cells.forEach((line, row) => line.forEach((cell, column) => {
    const [number, closed, edges] = contact(state, row, column);
    cell.dataset.contact = number;
    cell.classList.toggle("closed", closed);
    const counted = edges ? String(Math.min(99, edges)) : "";
    if (cell.textContent !== counted) cell.textContent = counted;
    const words = contactText(placeName(row, column), closed, edges);
    if (cell.title !== words) cell.title = words;
  }));
  $("figures").textContent = figures(state);
}

/** A point by its name; null where a row or column is wired shut. */
function placeName(row, column) {
  const last = cells.length - 1;
  return row === last || column === last ? null : nameOf(column, row);
}

function build() {
  const lines = state.rows.length;
  const shut = lines - 1;
  cells = [];
  const drawn = [];
  for (let row = 0; row < lines; row++) {
    const line = document.createElement("tr");
    line.append(head(row === shut ? "✓" : row + 1, "row"));
    cells.push(Array.from({ length: lines }, () => line.appendChild(document.createElement("td"))));
    drawn.unshift(line);
  }
  drawn.push(drawn.shift()); // the wired-shut row stands below
  const letters = document.createElement("tr");
  letters.append(document.createElement("td"));
  for (let column = 0; column < lines; column++) letters.append(head(column === shut ? "✓" : shown(letter(column)), "col"));
  $("contacts").replaceChildren(...drawn, letters);
}

function head(text, scope) {
  return Object.assign(document.createElement("th"), { textContent: text, scope });
}
