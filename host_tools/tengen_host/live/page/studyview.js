// The study view: what a tree, or a folder of games, knows from here, and the way through it; its marks are on the board.

import { make, button as plain } from "./dom.js";
import { PASS } from "./game.js";
import { decimal, list, say } from "./language.js";
import { shown } from "./points.js";
import { sign } from "./replayview.js";
import { followTreeEdit, showTreeEdit } from "./treeedit.js";
import { followTreeEngine, showTreeEngine } from "./treeengine.js";
import { hasText, isOfGames, signOf } from "./treemarks.js";
import { goOn, goTo, here, leave, line, mayWalk, stepBy, walked } from "./treewalk.js";

const MOST = 12; // continuations that are listed; the lights show more
const SHORT = 4; // letters of a label that stands beside a move
const OFF = "tree"; // in the address, where the tree is not to be seen on the board

const parts = {};
let put = () => {};
let told = {};
let may = {};
let drawn = () => {};
let last = "";
let lost = false; // whether the keyboard's focus was on a button that is gone

/** Build the view. `play(point)` puts a stone, `onMarks()` is called when the marks on the board are wanted or no longer. */
export function followStudy(play, onMarks) {
  put = play;
  drawn = onMarks;
  const marks = make("input", { type: "checkbox", id: "tree-marks" });
  marks.checked = new URLSearchParams(location.search).get(OFF) !== "off";
  marks.addEventListener("change", keepMarks);
  const name = make("p", { class: "study-name" });
  const away = make("strong", { class: "tree-away" }, say("tree.away"));
  const step = (by, face) => pressed(plain(sign(face), { "data-tree-step": by, "aria-label": say(`replay.${face}`), title: say(`replay.${face}`) }), () => stepBy(by));
  const back = pressed(plain(say("tree.to_board"), { "data-tree": "board" }), leave);
  Object.assign(parts, {
    name, marks, back, away,
    steps: [step(-1, "back"), step(1, "on")],
    crumbs: make("ol", { class: "crumbs", "aria-label": say("tree.line") }),
    words: make("p", { class: "study-words", tabindex: 0 }),
    lines: make("ul", { class: "continuations", "aria-label": say("tree.continuations") }),
    after: make("details", { class: "outline" }, make("summary", {}, say("tree.after")), make("ul", {})),
  });
  const head = make("div", { class: "tree-head" }, name, make("label", { class: "tree-marks" }, marks, ` ${say("tree.marks")}`));
  const way = make("div", { class: "tree-way" }, away, ...parts.steps, back);
  document.getElementById("study").replaceChildren(head, way, parts.crumbs, parts.words, parts.lines, parts.after, followTreeEngine(), followTreeEdit());
  parts.after.open = true;
}

function pressed(button, act) {
  button.addEventListener("click", act);
  return button;
}

function keepMarks() {
  const address = new URL(location.href);
  if (parts.marks.checked) address.searchParams.delete(OFF);
  else address.searchParams.set(OFF, "off");
  history.replaceState(history.state, "", address);
  drawn();
}

/** What the tree says on the board: show it, or no longer. */
export function toggleTreeMarks() {
  if (!told.name) return;
  parts.marks.checked = !parts.marks.checked;
  keepMarks();
}

/** What is known of the position that is shown, for the board; null where that is not wanted. */
export const knownOnBoard = () => (told.name && parts.marks.checked ? here().known ?? null : null);

/**
 * Show what the laptop tells of a tree. `its`: what this page may do: {puts: put stones, edits: change the tree, asks: ask the
 * engine}.
 */
export function showStudy(message, its) {
  told = message;
  may = its;
  showTree();
}

/** Show the position of the board, or the one that people have walked to. */
export function showTree() {
  const { known = null, outline = [], why = "" } = here();
  const { moves, at, own } = line();
  const walks = Boolean(walked());
  const place = document.getElementById("study");
  place.hidden = !told.name;
  document.body.toggleAttribute("data-studies", Boolean(told.name));
  const ways = moves.map(({ point, colour }) => [point, colour]);
  const key = JSON.stringify([told, known, outline, why, may, ways, at, own, walks]);
  if (!told.name || key === last) return;
  last = key;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  parts.name.textContent = told.name;
  document.body.dataset.walking = walks ? at : "";
  if (!walks) delete document.body.dataset.walking;
  for (const part of [parts.away, parts.back]) part.hidden = !walks;
  for (const part of [...parts.steps, parts.crumbs]) part.hidden = !mayWalk();
  parts.steps[0].disabled = at < 1;
  parts.steps[1].disabled = at >= moves.length && !known?.continuations.some(({ point }) => point !== PASS);
  showCrumbs(moves, at, own);
  parts.words.textContent = why || (known ? [known.name, known.comment].filter(Boolean).join("\n") : told.rests ? say("study.rests") : walks && !here().outline ? "" : say("study.nothing"));
  parts.words.hidden = !parts.words.textContent;
  parts.lines.replaceChildren(...(known?.continuations ?? []).slice(0, MOST).map((its, number) => continuation(its, number, walks)));
  // where a continuation puts a stone, it is looked at from here
  const deeper = outline.some(({ after }) => after.length) || (outline.length > 0 && may.puts && !walks);
  parts.after.hidden = !deeper;
  parts.after.lastElementChild.replaceChildren(...(deeper ? outline.map((ply) => branch([], ply)) : []));
  showTreeEngine(may.asks && mayWalk());
  showTreeEdit(known, told, may.edits);
  if (focused && !focused.isConnected) lost = true;
  if (lost) moveFocus(walks && !known && !why);
}

/** The button that was pressed is there no longer: the keyboard goes on from the first continuation. */
function moveFocus(waits) {
  const next = parts.lines.querySelector("button") ?? (parts.back.hidden ? parts.crumbs.querySelector("[aria-current]") : parts.back);
  next?.focus();
  lost = waits; // for the tree's answer
}

function showCrumbs(moves, at, own) {
  const crumb = (words, number, more = {}) => {
    const its = number === at ? { "aria-current": "step" } : {};
    return make("li", {}, pressed(plain(words, { "data-crumb": number, ...its, ...more }), () => goTo(number)));
  };
  parts.crumbs.replaceChildren(
    crumb(say("tree.begin"), 0),
    ...moves.map(({ point, colour }, number) => crumb(named(point), number + 1, { "data-colour": colour, "data-played": number < own })),
  );
  const now = parts.crumbs.querySelector("[aria-current]");
  parts.crumbs.scrollTop = now ? now.offsetTop - parts.crumbs.clientHeight / 2 : 0;
}

const named = (point) => (point === PASS ? say("entry.menu.pass") : shown(point));

function continuation(its, number, walks) {
  const passes = its.point === PASS;
  const act = walks || !may.puts ? () => goOn([its]) : () => put(its.point);
  const look = { "data-continuation": its.point, "data-colour": its.colour };
  const point = passes ? make("b", look, named(its.point)) : pressed(plain(named(its.point), look), act);
  if (its.best) {
    point.dataset.best = true;
    point.setAttribute("aria-label", list([named(its.point), say("tree.best")]));
  }
  const label = signOf(its, number);
  const words = make("span", {}, list([hasText(its) ? "" : its.label, counted(its), its.comment].filter(Boolean)));
  const mark = make("i", { class: "tree-sign", "aria-hidden": "true" }, passes || isOfGames(its) ? "" : label);
  return make("li", {}, mark, point, words, ...(isOfGames(its) ? [bar(its)] : []));
}

const SHARES = ["white", "draws", "black"];

/** A bar whose parts are as long as the shares of the games that were won, and drawn. */
function bar(its) {
  const games = SHARES.reduce((sum, name) => sum + its[name], 0);
  const part = (name) => {
    const made = make("i", { "data-share": name }, its[name] / games >= 0.2 ? percent(its[name], games) : "");
    made.style.flexGrow = its[name];
    return made;
  };
  return make("div", { class: "shares", "aria-hidden": "true" }, ...SHARES.filter((name) => its[name]).map(part));
}

const percent = (number, all) => `${decimal((100 * number) / all, 0)} %`;

function counted({ count, black, white, draws }) {
  const games = black + white + draws;
  if (!games) return say("study.positions", { n: count });
  const share = (number) => `${number} (${percent(number, games)})`;
  return say("study.games", { n: count, black: share(black), white: share(white), draws: share(draws) });
}

/** A move of the outline, which is gone to by way of those before it, with the moves after it. */
function branch(before, ply) {
  const way = [...before, ply];
  const look = { "data-ply": way.map(({ point }) => point).join(" "), "data-colour": ply.colour, "data-best": ply.best };
  const name = shown(ply.point);
  const label = ply.label !== name && ply.label.length <= SHORT ? ply.label : "";
  const words = [name, label].filter(Boolean).join(" ");
  const point = pressed(plain(words, look), () => goOn(way));
  return make("li", {}, point, ...(ply.after.length ? [make("ul", {}, ...ply.after.map((next) => branch(way, next)))] : []));
}
