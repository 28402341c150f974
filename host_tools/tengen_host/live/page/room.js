// The page as a room sees it: the board as large as it goes, what happens on it in marks and words, and the view's keys.

import { button, make } from "./dom.js";
import { fieldView, marginOf, onBoard, stonesInGame, stonesOnBoard } from "./field.js";
import { beginning, ofRecord, PASS } from "./game.js";
import { gamesButton } from "./gamesview.js";
import { ARROWS } from "./hand.js";
import { marksOf, marksOfReplay, numbersOf } from "./markers.js";
import { drawMarks } from "./marksview.js";
import { showMoves } from "./panel.js";
import { replayBar, replayed, replayKept, retoldPart, step, play, tellReplay, toFirst, toLast, toLive } from "./replayview.js";
import { say, sentences } from "./language.js";
import { laptopSays } from "./said.js";
import { spokenMoves } from "./spoken.js";
import { followTheme, nextTheme } from "./theme.js";
import { mirrored, turned } from "./turn.js";
import { capital } from "./words.js";

const ROOM = "room";
const KEYS = { r: "r", n: "n", t: "t", f: "f", m: "m", "← →": "arrows", "Home End": "ends", p: "p", Esc: "esc", "?": "help" };
const SMALLEST = 0.5; // of the usual size of words, so that all of them have room

const asked = new URLSearchParams(location.search);
const looks = {
  room: asked.get("view") === ROOM,
  numbers: asked.has("numbers"),
  turned: { turns: Number(asked.get("turn")) % 4 || 0, mirror: asked.has("mirror") },
};

let view = null;
let size = 0;
let lights = true; // whether the board tells what its lights show
let stones = {}; // that lie on the board, whatever is shown
let game = beginning(); // the present one
let lesson = { points: {}, dead: [] }; // what is forbidden to Black just now, and what only looks like it
let away = ""; // why the board is not connected, in words
let alone = false; // whether the page has no connection to the laptop
let notice = () => {};
const speak = spokenMoves();
const controls = {};

/** Build what people look with; `tell(sentence)` tells them something for a moment. */
export function followRoom(tell) {
  notice = tell;
  const panel = document.querySelector(".panel");
  panel.querySelector("#turn").after(make("p", { id: "latest", class: "latest" }));
  panel.querySelector("header").after(make("p", { id: "link", class: "link", role: "status", hidden: "" }));
  panel.querySelector(".now").after(retoldPart());
  panel.querySelector(".tools").before(make("ul", { id: "legend", class: "forbidden-legend", "aria-label": say("marks.legend"), hidden: "" }));
  panel.querySelector(".tools").before(replayBar(show));
  controls.tools = tools();
  // at the table they are in a tab: there the room beside the board is needed for other things
  controls.tab = make("section", { role: "tabpanel", id: "view", "aria-labelledby": "view-title", hidden: "" });
  const title = { type: "button", role: "tab", id: "view-title", "aria-controls": "view" };
  panel.querySelector("[role=tablist]").append(make("button", title, say("room.tools")));
  panel.querySelector(".more").append(controls.tab);
  panel.append(speak([]));
  document.body.append(helpDialog());
  addEventListener("keydown", take);
  addEventListener("resize", fit);
  apply();
}

function tools() {
  const toggles = { room: toggleRoom, numbers: toggleNumbers };
  for (const [name, act] of Object.entries({ ...toggles, turn: turnBoard, mirror: mirrorBoard, help: openHelp })) {
    controls[name] = button(say(`room.${name}`), { "data-view-tool": name });
    controls[name].addEventListener("click", act);
  }
  const theme = make("select", { id: "theme", "aria-label": say("room.theme") });
  followTheme(theme);
  controls.past = gamesButton((its, title) => showKept(ofRecord(its), title), (words) => notice(words));
  const { room, numbers, turn, mirror, past, help } = controls;
  return make("section", { class: "viewing", "aria-label": say("room.tools") }, room, numbers, turn, mirror, theme, past, help);
}

function showKept(its, title) {
  if (its.size > size) notice(say("games.otherSize", { its: `${its.size}x${its.size}`, size: `${size}x${size}` }));
  else replayKept(its, title);
}

function helpDialog() {
  const rows = Object.entries(KEYS).flatMap(([key, name]) => [make("dt", {}, ...key.split(" ").map((each) => make("kbd", {}, each))), make("dd", {}, say(`keys.${name}`))]);
  const close = button(say("close"));
  const head = make("header", {}, make("h2", { id: "keys-title" }, say("keys.title")), close);
  controls.dialog = make("dialog", { id: "keys", class: "health keys", "aria-labelledby": "keys-title" }, head, make("dl", {}, ...rows));
  close.addEventListener("click", () => controls.dialog.close());
  return controls.dialog;
}

/** A board was drawn: `description` is its own. */
export function boardDrawn(its, description) {
  view = its;
  size = description.size;
  lights = description.lights !== false;
  view.turn(looks.turned);
  apply();
}

/** All the stones that lie on the board. */
export function layStones(its) {
  stones = its;
  show();
}

export const lying = () => Object.keys(stones);

/** A whole state is told, from its beginning. */
export function beginAgain() {
  lesson = { points: {}, dead: [] };
  showLink({ connected: true, words: "" });
}

/** What the laptop's own rules forbid Black, for a lesson: a message `forbidden` with `points` and `dead`. */
export function showForbidden({ points = {}, dead = [] }) {
  lesson = { points, dead: dead.map(({ point }) => point) };
  show();
}

/** The state of the cable: {connected, words}, and where the sentence has them its key and values. */
export function showLink({ connected, words, ...said }) {
  away = connected ? "" : sentences([capital(say("hall.away")), capital(laptopSays({ ...said, message: words }))]);
  document.body.dataset.link = connected ? "open" : "lost";
  showBanner();
}

/** The state of the page's own connection to the laptop: "connecting", "open" or "lost". */
export function showConnection(word) {
  alone = word === "lost";
  showBanner();
}

function showBanner() {
  // without the laptop nobody knows of the cable
  const words = alone ? say("connection.away") : away;
  const banner = document.getElementById("link");
  if (banner.textContent !== words) banner.textContent = words;
  banner.hidden = !words;
  fit();
}

/** Show the present game, or the position of it that people go back to. */
export function showRoom(its) {
  game = its;
  tellReplay(game);
  const list = speak(game.moves);
  const latest = list.lastElementChild?.textContent ?? "";
  if (document.getElementById("latest").textContent !== latest) document.getElementById("latest").textContent = latest;
  show();
}

/** Why a hand on this page does nothing just now, in a sentence; "" where it acts. */
export function idle() {
  if (replayed()) return say("room.replays");
  return looks.room ? say("room.onlyShows") : "";
}

function show() {
  if (!view) return;
  const past = replayed();
  const its = past ?? game;
  const margin = marginOf(size, its.size);
  view.showField(margin, Math.min(its.size, size));
  view.showStones(past ? stonesOnBoard(past.stones, margin) : stones);
  const last = past ? past.last : game.moves.at(-1)?.point;
  view.showLast(last && last !== PASS ? onBoard(last, margin) : null);
  const marks = past ? marksOfReplay(past) : marksOf(game, lesson.points, lesson.dead);
  const lie = past ? past.stones : stonesInGame(stones, margin, its.size);
  document.body.dataset.lines = marks.lines.length + marks.five.length + marks.standing.length;
  drawMarks(fieldView(view, margin), marks, looks.numbers ? numbersOf(its.moves, lie) : {}, its.size);
  nameLines(document.getElementById("reasons"), game.reason);
  nameLines(document.querySelector("#retold ul"), past?.reason);
  showLegend(marks.points);
  showMoves(past?.kept ? past.moves : game.moves);
  fit();
}

/** Give the words of each line the look that it has on the board. */
function nameLines(list, reason) {
  [...list.children].forEach((row, at) => {
    row.dataset.look = (at % 4) + 1;
    row.dataset.dead = reason?.lines?.[at]?.counts === false;
  });
}

function showLegend(marks) {
  const named = marks.map(({ kind, text }) => (kind === "forbidden" ? text : kind === "dead" ? kind : ""));
  const kinds = [...new Set(named)].filter(Boolean).sort();
  const legend = document.getElementById("legend");
  legend.hidden = !kinds.length;
  if (legend.dataset.kinds === kinds.join()) return;
  legend.dataset.kinds = kinds.join();
  const sign = (kind) => make("i", { class: `sign-${kind}`, "aria-hidden": "true" }, kind === "dead" ? "33" : kind);
  legend.replaceChildren(...kinds.map((kind) => make("li", {}, sign(kind), say(`marks.${kind}`))));
}

// Looks, each kept in the address so that it outlives a reload

function toggleRoom() {
  looks.room = !looks.room;
  apply();
}

function toggleNumbers() {
  looks.numbers = !looks.numbers;
  apply();
}

function turnBoard() {
  looks.turned = turned(looks.turned);
  view?.turn(looks.turned);
  apply();
}

function mirrorBoard() {
  looks.turned = mirrored(looks.turned);
  view?.turn(looks.turned);
  apply();
}

function openHelp() {
  controls.dialog.showModal();
}

function apply() {
  const { turns, mirror } = looks.turned;
  document.body.dataset.view = looks.room ? ROOM : "table";
  document.body.dataset.marks = looks.room || !lights;
  layTools();
  controls.room.setAttribute("aria-pressed", looks.room);
  controls.numbers.setAttribute("aria-pressed", looks.numbers);
  controls.mirror.setAttribute("aria-pressed", mirror);
  const address = new URL(location.href);
  const set = (name, value) => (value ? address.searchParams.set(name, value) : address.searchParams.delete(name));
  set("view", looks.room && ROOM);
  set("numbers", looks.numbers && 1);
  set("turn", turns);
  set("mirror", mirror && 1);
  if (address.href !== location.href) history.replaceState(null, "", address);
  show();
}

/** Put the tools where the view has them, and leave the keyboard's focus where it is. */
function layTools() {
  const { tools: its, tab } = controls;
  if (its.parentElement && looks.room === (its.parentElement !== tab)) return;
  const focused = its.contains(document.activeElement) ? document.activeElement : null;
  if (looks.room) document.querySelector(".panel > .tools").before(its);
  else tab.append(its);
  focused?.focus();
}

// Keys

const ACTS = {
  r: toggleRoom, n: toggleNumbers, t: nextTheme, f: turnBoard, m: mirrorBoard, p: play, "?": openHelp,
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: toFirst, End: toLast,
};
const OWN_KEYS = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

function take(event) {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || target.closest?.(OWN_KEYS)) return;
  if (key === "Escape" && replayed()) toLive();
  // on the board the arrows move the cursor, in a list they scroll
  const act = key in ARROWS && target.closest?.("[data-point], [tabindex='0']") ? null : ACTS[key.length === 1 ? key.toLowerCase() : key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Make the words smaller until all of them have room: on a projector, and beside a board, nobody scrolls. */
function fit() {
  const panel = document.querySelector(".panel");
  panel.style.setProperty("--scale", 1);
  for (let scale = 1; scale >= SMALLEST && panel.scrollHeight > panel.clientHeight; scale -= 0.05) {
    panel.style.setProperty("--scale", scale);
  }
}
