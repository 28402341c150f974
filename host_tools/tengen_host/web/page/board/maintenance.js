// The board's hardware: self-proof, brightness and buzzer, reeds, matrix, and simulated faults.

import { $, button, make, setLines, setText } from "../browser.js";
import { say, sentences } from "../words/i18n.js";
import {
  contactText, faultName, faultPlace, faultWords, gamesKept, matrixFigures, reedText, sentence,
} from "../words/sentences.js";
import { ARROWS } from "./hand.js";
import { letter, nameOf, placeOf, shown } from "./points.js";

const LINES = 16;

const noProbe = () => ({
  on: false,
  rows: [], // the output of each row; the last one drives the row of always-closed contacts
  columns: [], // the input of each column; the last one is the row sense
  words: [], // for each output a word, with a bit for each input
  edges: new Map(), // by output * 16 + input: how often it has changed since the watch began
  hz: null, // frames per second
  mv: null,
  ma: null,
  at: null, // time of the last frame
});

/** The state after a line. */
function probeAfter(state, { t, did = [], answer = null }) {
  if (did.some(({ code }) => code === "started")) return noProbe();
  if (answer?.code === "probe") {
    if (!answer.on) return noProbe();
    return state.on ? state : { ...noProbe(), on: true, rows: answer.rows, columns: answer.columns };
  }
  if (answer?.code !== "frame" || !state.on) return state;
  const words = [];
  for (let at = 0; at < LINES; at++) words.push(parseInt(answer.words.slice(4 * at, 4 * at + 4), 16));
  const edges = new Map(state.edges);
  for (const [contact, count] of answer.changes) edges.set(contact, (edges.get(contact) ?? 0) + count);
  const { mv = state.mv, ma = state.ma } = answer;
  // frames may come every 20 ms, which is too short to compute a rate
  const past = state.at === null ? 0 : t - state.at;
  const hz = past >= 100 ? Math.round((1000 * answer.frames) / past) : state.hz;
  return { ...state, words, edges, hz, mv, ma, at: t };
}

/** The contact of a row and a column, both from 0: [its number, whether it is closed, how often it has changed]. */
function contactAt(state, row, column) {
  const [output, input] = [state.rows[row], state.columns[column]];
  const number = output * LINES + input;
  return [number, Boolean((state.words[output] >> input) & 1), state.edges.get(number) ?? 0];
}

// The live matrix on the Board tab: every contact and its number of changes, scan rate, supply, current.

let probe = noProbe();
let contacts = []; // by row and column; the last row and column have the always-closed contacts
let due = false; // whether a change waits for the next screen update

/** Let people watch the matrix; `send(line)` sends a command to the board. */
function initMatrix(send) {
  $("watch-matrix").addEventListener("click", () => send({ cmd: "probe", on: !probe.on }));
}

/** Handle a line. */
function updateMatrix(line) {
  const before = probe;
  probe = probeAfter(probe, line);
  if (probe === before || due) return;
  due = true;
  requestAnimationFrame(showMatrix);
}

function showMatrix() {
  due = false;
  $("watch-matrix").setAttribute("aria-pressed", probe.on);
  $("watch-matrix").textContent = say(probe.on ? "board.back_to_game" : "page.watch_matrix");
  $("matrix").hidden = !probe.on;
  if (!probe.on || !probe.words.length) return;
  if (contacts.length !== probe.rows.length) buildMatrix();
  contacts.forEach((line, row) => line.forEach((cell, column) => {
    const [number, closed, edges] = contactAt(probe, row, column);
    cell.dataset.contact = number;
    cell.classList.toggle("closed", closed);
    setText(cell, edges ? String(Math.min(99, edges)) : "");
    const words = contactText(contactName(row, column), closed, edges);
    if (cell.title !== words) cell.title = words;
  }));
  $("figures").textContent = matrixFigures(probe);
}

/** A point by its name; null for the row and the column of always-closed contacts. */
function contactName(row, column) {
  const last = contacts.length - 1;
  return row === last || column === last ? null : nameOf(column, row);
}

function buildMatrix() {
  const lines = probe.rows.length;
  const each = Array.from({ length: lines }, (_, at) => at);
  // the last row and column have the always-closed contacts
  const named = (at, name) => (at === lines - 1 ? "✓" : name(at));
  contacts = each.map(() => each.map(() => make("td")));
  const [shut, ...rows] = contacts.map((cells, row) => make("tr", {}, headCell(named(row, (at) => at + 1), "row"), ...cells)).reverse();
  const letters = each.map((column) => headCell(named(column, (at) => shown(letter(at))), "col"));
  $("contacts").replaceChildren(...rows, shut, make("tr", {}, make("td"), ...letters));
}

const headCell = (text, scope) => make("th", { scope }, text);

// The wear of the reeds: a grid of figures, the worst points by name.

const WORST = 5;
const HOT = 30; // a reed with this much trouble is shown in full red

let size = 0;
let counters = {}; // by point: [closures, flickers, longest opening in ms]
let reedCells = new Map();
let reedCursor = "a1";

/** A reed's trouble, independent of age: flickers per closure, and ms of openings under a stone. */
const trouble = ([closures, flickers, longest]) => flickers / closures + longest;

/** Let people read the grid by mouse, or by arrow keys. */
function initHealth() {
  $("health-close").addEventListener("click", () => $("health").close());
  const grid = $("heat");
  for (const kind of ["pointerover", "focusin", "click"]) {
    grid.addEventListener(kind, ({ target }) => target.dataset.reed && showReed(target.dataset.reed));
  }
  grid.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    const [column, row] = placeOf(reedCursor).map((at, axis) => at + ARROWS[event.key][axis]);
    moveCursor(nameOf(column, row))?.focus();
  });
}

/** Show these counters, by row of the board. */
function showHealth(itsSize, rows) {
  if (size !== itsSize) buildHeat(itsSize);
  const before = counters;
  counters = Object.assign({}, ...Object.values(rows));
  if (JSON.stringify(before) === JSON.stringify(counters)) return;
  for (const [point, cell] of reedCells) {
    const bad = counters[point] ? trouble(counters[point]) : null;
    cell.textContent = bad === null ? "" : Math.min(99, Math.round(bad));
    cell.style.setProperty("--heat", bad === null ? 0 : Math.min(1, Math.log1p(bad) / Math.log1p(HOT)).toFixed(2));
    cell.classList.toggle("used", bad !== null);
    cell.setAttribute("aria-label", reedText(point, counters[point]));
  }
  showWorst();
  showReed(reedCursor);
}

function showWorst() {
  const bad = Object.keys(counters).filter((point) => trouble(counters[point]) > 0);
  bad.sort((one, other) => trouble(counters[other]) - trouble(counters[one]));
  const lines = bad.slice(0, WORST).map((point) => reedText(point, counters[point]));
  setLines($("worst"), lines.length ? lines : [say("reed.no_trouble")]);
}

function showReed(point) {
  $("reed").textContent = reedText(point, counters[point]);
}

function moveCursor(point) {
  const cell = reedCells.get(point);
  if (!cell) return null;
  reedCells.get(reedCursor).tabIndex = -1;
  cell.tabIndex = 0;
  reedCursor = point;
  return cell;
}

function buildHeat(itsSize) {
  size = itsSize;
  reedCells = new Map();
  const each = Array.from({ length: size }, (_, at) => at);
  const rows = each.map((row) => make("tr", {}, headCell(row + 1, "row"), ...each.map((column) => reedCell(nameOf(column, row)))));
  const letters = each.map((column) => headCell(shown(letter(column)), "col"));
  $("heat").replaceChildren(...rows.reverse(), make("tr", {}, make("td"), ...letters));
  if (!size) return;
  const middle = Math.floor(size / 2);
  reedCursor = nameOf(middle, middle);
  moveCursor(reedCursor);
  counters = {};
  showWorst();
  showReed(reedCursor);
}

function reedCell(point) {
  const cell = make("td", { tabindex: -1, "data-reed": point, "aria-label": reedText(point, null) });
  cell.addEventListener("focus", () => moveCursor(point));
  reedCells.set(point, cell);
  return cell;
}

// The board itself: test its wiring, set its brightness and buzzer, read its reeds.

const PROVED = ["matrix", "chain", "supply"];

const proof = new Map(); // by code: a result of the last wiring test, as a sentence
let reeds = {}; // the reported counters, by row: {h8: [closures, flickers, longest opening in ms], ...}

/** Build the controls; `send(line)` sends a command to the board, like {cmd: "prove"}. */
export function initMaintenance(ask) {
  $("prove").addEventListener("click", () => ask({ cmd: "prove" }));
  $("ask-health").addEventListener("click", () => {
    $("health").showModal();
    ask({ cmd: "health" });
  });
  $("board-buzzer").addEventListener("click", () => {
    ask({ cmd: "set", sound: $("board-buzzer").getAttribute("aria-pressed") !== "true" });
  });
  $("brightness").addEventListener("input", showBrightness);
  $("brightness").addEventListener("change", () => ask({ cmd: "set", brightness: $("brightness").valueAsNumber }));
  initHealth();
  initMatrix(ask);
}

/** Show a board's condition. */
export function showMaintenance({ size, settings, journal, failures }) {
  showHealth(size, reeds);
  const words = sentences([journal && gamesKept(journal), failures && say("board.failures", { n: failures })]);
  setText($("journal-words"), words);
  if (!settings) return;
  $("board-buzzer").setAttribute("aria-pressed", settings.sound);
  $("board-buzzer").textContent = say(settings.sound ? "board.buzzer_on" : "board.buzzer_off");
  $("brightness").value = settings.brightness;
  showBrightness();
}

/** Handle a line. Results of the wiring test are shown here, too, beside the button that started it. */
export function updateMaintenance(line) {
  const { did = [], answer = null } = line;
  updateMatrix(line);
  if (answer?.code === "health") reeds = { ...reeds, [answer.row]: answer.points };
  for (const deed of did) {
    if (deed.code === "started") {
      proof.clear();
      reeds = {};
    } else if (PROVED.includes(deed.code)) proof.set(deed.code, sentence(deed));
  }
  if (!did.length) return;
  setLines($("proof"), [...proof.values()]);
}

function showBrightness() {
  $("brightness-words").textContent = say("percent", { n: $("brightness").value });
}

// Simulated faults: choose a fault and its place, break it, repair it.

let kinds = []; // {name, at, words, default}, as the board describes them
let broken = []; // {kind, at}
let powered = true;

/** Build the controls; `act` has break(kind, at) and mend(kind, at), with `at` null for a fault without a place. */
export function initFaults(act) {
  $("fault").addEventListener("change", showKind);
  $("break").addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, at } = described($("fault").value);
    act.break(name, at === "nothing" ? null : $("fault-at").value.trim() || null);
  });
  $("broken").addEventListener("click", (event) => {
    const fault = broken[event.target.dataset.number];
    if (fault) act.mend(fault.kind, fault.at);
  });
  $("mend-all").addEventListener("click", () => {
    for (const fault of broken) act.mend(fault.kind, fault.at);
  });
}

/** Build the plug's button, if the board has a plug; `act(on)` pulls it or puts it in. */
export function initPlug(act) {
  $("plug").addEventListener("click", () => act(!powered));
}

export function showPlug(has, on) {
  powered = on;
  $("plug").hidden = !has;
  $("plug").textContent = say(on ? "board.pull_plug" : "board.plug_in");
}

/** Offer these kinds of fault. If there are none, as on a real board, show nothing. */
export function showKinds(all) {
  kinds = all;
  $("faults-title").hidden = !kinds.length;
  $("fault").replaceChildren(...kinds.map(({ name }) => new Option(faultName(name), name)));
  if (kinds.length) showKind();
}

/** List what is broken. */
export function showBroken(faults) {
  const focused = $("broken").contains(document.activeElement) || document.activeElement === $("mend-all");
  broken = faults;
  $("faults-title").textContent = broken.length ? say("fault.title", { number: broken.length }) : say("page.faults");
  $("mend-all").hidden = broken.length < 2;
  $("broken").replaceChildren(...broken.map(faultRow));
  // the focus was on the entry of the repaired fault, which is gone
  if (focused && document.activeElement === document.body) ($("broken").querySelector("button") ?? $("fault")).focus();
}

const described = (kind) => kinds.find(({ name }) => name === kind);

function showKind() {
  const { at, words, default: usual } = described($("fault").value);
  $("fault-words").textContent = faultWords($("fault").value, words);
  $("fault-at").hidden = at === "nothing";
  $("fault-at").value = usual ?? "";
  $("fault-at").placeholder = faultPlace(at);
}

function faultRow({ kind, at }, number) {
  const name = faultName(kind, at, described(kind).at);
  return make("li", {}, name, button(say("fault.mend"), { "data-number": number, "aria-label": say("fault.mend_it", { name }) }));
}
