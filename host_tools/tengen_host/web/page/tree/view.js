// The study view: a tree's or a folder's entry for a position, the path to it, its changes, an engine's opinion.

import { STONE } from "../board/board.js";
import { arrowPath, cross, diamond, ring, square } from "../board/marks.js";
import { shown } from "../board/points.js";
import { $, button, edged, make, svg } from "../browser.js";
import { postJson } from "../connection.js";
import { sign } from "../controls.js";
import { PASS } from "../game/state.js";
import { decimal, list, say, sentences } from "../words/i18n.js";
import { laptopWords } from "../words/sentences.js";
import { capital } from "../words/terms.js";
import {
  changeTree, commentedHere, goOn, goTo, knownHere, leaveWalk, mayWalk, questionHere, stepBy, turnHere, walkLine, walkPosition,
} from "./walk.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const MARKS = new Set(["triangle", "square", "circle", "cross", "selected"]);
const LONGEST = 4; // most letters of a text on a point

/** Whether the entry counts games. */
const isOfGames = ({ black, white, draws }) => black + white + draws > 0;

/** Whether a continuation has a text on its point, not only a mark. */
const hasText = ({ label }) => Boolean(label) && !MARKS.has(label);

/** The sign of a continuation, on the board and in the list: the tree's text, the number of games, or a letter. */
function signOf(its, number) {
  if (hasText(its)) return its.label;
  return isOfGames(its) ? short(its.count) : LETTERS[number] ?? "";
}

/** 1234 becomes 1k, because a point has room for four letters. */
const short = (count) => (count < 1000 ? String(count) : `${Math.round(count / 1000)}k`);

/**
 * A tree's marks: {moves: [{point, text, best, colour}], marks: [{kind, point}], texts: [{point, text}], arrows, lines:
 * [[from, to]]}. `stones`: the stones on the board.
 */
export function treeMarks({ continuations = [], marks = {}, labels = {}, arrows = [], lines = [] } = {}, stones) {
  const most = Math.max(0, ...continuations.map((its) => (isOfGames(its) ? its.count : 0)));
  const moves = continuations.filter(({ point }) => point !== PASS && !(point in stones)).map((its, number) => ({
    point: its.point, colour: its.colour, text: cut(signOf(its, number)),
    // if the entry counts games, the most played continuation is the best
    best: its.best || (most > 0 && its.count === most),
  }));
  const taken = new Set(moves.map(({ point }) => point));
  const texts = Object.entries(labels).filter(([point, text]) => text && !taken.has(point));
  return {
    moves,
    marks: Object.entries(marks).map(([point, kind]) => ({ kind, point })),
    texts: texts.map(([point, text]) => ({ point, text: cut(text) })),
    arrows,
    lines,
  };
}

const cut = (text) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join("")}…` : text);

// The tree's marks on a BoardView: each kind has its shape, with a dark edge that is visible on wood and stones.

const ARROW_END = 9; // distance from an arrow's end to its point

/** Show exactly these marks; `its`: from treeMarks(), null for none. */
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

const SHAPES = {
  triangle: (x, y) => `M${x} ${y - 11}L${x + 10} ${y + 7}L${x - 10} ${y + 7}Z`,
  square: (x, y) => square(x, y, 8),
  circle: (x, y) => ring(x, y, 9),
  cross: (x, y) => cross(x, y, 8),
  selected: (x, y) => diamond(x, y, 8),
};

function drawShape(view, kind, point, layer) {
  const group = svg("g", { class: "tree-mark", "data-tree-mark": kind, "data-at": point }, layer);
  edged(SHAPES[kind](...view.centre(point)), group);
}

/** A continuation: a disc with its sign; the best has a second ring, with four ticks. */
function drawMove(view, { point, text, best, colour }, layer) {
  const [x, y] = view.centre(point);
  const group = svg("g", { class: "tree-move", "data-tree-move": point, "data-best": best, "data-colour": colour }, layer);
  const r = STONE + 1.5;
  const tick = ([right, down]) => `M${x + right * r} ${y + down * r}l${right * 4} ${down * 4}`;
  if (best) edged(ring(x, y, r) + [[0, -1], [1, 0], [0, 1], [-1, 0]].map(tick).join(""), group);
  svg("circle", { class: "disc", cx: x, cy: y, r: STONE - 3.4 }, group);
  svg("text", { x, y: y + 0.5, class: `long-${[...text].length}` }, group).textContent = text;
}

/** A text on a point that is not a continuation; on a stone the text has the opposite colour. */
function drawText(view, point, text, layer) {
  const [x, y] = view.centre(point);
  const stone = view.stone(point) ?? "";
  const group = svg("g", { class: "tree-text", "data-tree-text": point, "data-on": stone }, layer);
  if (!stone) svg("circle", { class: "ground-of", cx: x, cy: y, r: STONE - 5 }, group);
  svg("text", { x, y: y + 0.5, class: `long-${[...text].length}` }, group).textContent = text;
}

function drawPair(view, [one, other], kind, layer) {
  if (one === other) return;
  const [from, to] = [view.centre(one), view.centre(other)];
  const group = svg("g", { class: `tree-pair ${kind}`, "data-pair": `${one} ${other}` }, layer);
  edged(kind === "tree-arrow" ? arrowPath(from, to, 0, ARROW_END) : `M${from.join(" ")}L${to.join(" ")}`, group);
}

// The form that changes the tree.

const LONGEST_LABEL = 12;
const LONGEST_COMMENT = 4000;

const edit = {};
let edited = ""; // the position of the form
let knownNow = null;

/** Build the form, closed. */
function initTreeEdit() {
  const comment = make("textarea", { rows: 3, maxlength: LONGEST_COMMENT, id: "tree-comment" });
  const label = make("input", { type: "text", maxlength: LONGEST_LABEL, size: 6, spellcheck: "false" });
  const which = make("select", {});
  which.addEventListener("change", showChosen);
  const act = (name, words, what) => button(words, { "data-tree": name }, what);
  Object.assign(edit, {
    comment, label, which,
    keep: act("keep", say("tree.keep"), () => change({ do: "comment", text: comment.value })),
    keepLabel: act("keep-label", say("tree.keep"), () => change({ do: "label", ...chosen(), text: label.value })),
    mark: act("mark", say("tree.mark"), () => change({ do: "best", ...chosen(), on: !chosenMove()?.best })),
    remove: act("delete", say("tree.delete"), () => confirmDelete(true)),
    really: act("really", "", () => change({ do: "delete", ...chosen() })),
    not: act("not", say("tree.not_delete"), () => confirmDelete(false)),
    words: make("p", { class: "tree-status", role: "status" }),
  });
  edit.row = make("div", { class: "row" },
    make("label", {}, `${say("tree.continuation")} `, which), make("label", {}, `${say("tree.label")} `, label), edit.keepLabel, edit.mark, edit.remove);
  edit.question = make("div", { class: "row", role: "alert", hidden: "" }, edit.really, edit.not);
  edit.form = make("div", { class: "form tree-form" }, make("label", { class: "whole" }, say("tree.comment"), comment), edit.keep, edit.row, edit.question);
  edit.all = make("details", { class: "tree-edit" }, make("summary", {}, say("tree.edit")), edit.form, edit.words);
  return edit.all;
}

/** Show the form for the shown position with its entry `known`; `keeps`: why the tree can't be changed. */
function showTreeEdit(its, { keeps, rests }, mayEdit) {
  knownNow = its;
  edit.all.hidden = !mayEdit || rests || (!knownNow && !keeps);
  if (edit.all.hidden) return;
  edit.form.hidden = Boolean(keeps);
  if (keeps) edit.words.textContent = capital(laptopWords(keeps));
  if (keeps || !knownNow) return;
  const now = JSON.stringify(questionHere());
  const moves = knownNow.continuations.filter(({ point }) => point !== PASS);
  edit.row.hidden = !moves.length;
  const before = edit.which.value;
  edit.which.replaceChildren(...moves.map(({ point }) => new Option(shown(point), point)));
  if (moves.some(({ point }) => point === before)) edit.which.value = before;
  if (now !== edited) {
    // edited text stays until people go to another position
    edit.comment.value = knownNow.comment;
    edit.words.textContent = "";
    edited = now;
  }
  confirmDelete(false);
  showChosen();
}

const chosenMove = () => knownNow?.continuations.find(({ point }) => point === edit.which.value);
const chosen = () => ({ point: chosenMove()?.point ?? "", colour: chosenMove()?.colour ?? "" });

function showChosen() {
  edit.label.value = chosenMove() && hasText(chosenMove()) ? chosenMove().label : "";
  edit.mark.textContent = chosenMove()?.best ? say("tree.unmark") : say("tree.mark");
  confirmDelete(false);
}

/** Show or hide the question whether to delete the branch. */
function confirmDelete(on) {
  edit.question.hidden = !on;
  if (!on) return;
  edit.really.textContent = say("tree.really", { point: shown(chosen().point), n: chosenMove()?.count ?? 0 });
  edit.not.focus();
}

async function change(what) {
  try {
    const answer = await changeTree(what);
    edit.words.textContent = say("tree.kept");
    if (what.do === "comment") edit.comment.value = answer.known?.comment ?? "";
  } catch (error) {
    edit.words.textContent = capital(error.message);
  }
  confirmDelete(false);
}

// The engine's move in the shown position. A button requests the move, and it is shown as the engine's opinion.

const engine = {};
let askedAbout = ""; // the position of the question
let asked = null; // its moves in a commentary

/** Build the button, and the place of the answer. */
function initTreeEngine() {
  engine.ask = button(say("tree.ask"), { "data-tree": "ask" }, askEngine);
  engine.words = make("p", { class: "tree-opinion", role: "status" });
  engine.line = make("ol", { class: "line-of-study", "aria-label": say("study.line") });
  engine.all = make("div", { class: "tree-engine", hidden: "" }, engine.ask, engine.words, engine.line);
  return engine.all;
}

/** Show the button if an engine may be asked; an answer stays while its position is shown. */
function showTreeEngine(mayAsk) {
  engine.all.hidden = !mayAsk;
  if (mayAsk && !isAbout()) forget();
}

/** Whether the answer is about the shown position; in a commentary also about an earlier one of the same line. */
function isAbout() {
  const now = commentedHere()?.position.moves;
  if (now && asked) return asked.every(({ point }, at) => now[at]?.point === point);
  return JSON.stringify(questionHere()) === askedAbout;
}

function forget() {
  engine.words.textContent = "";
  engine.line.replaceChildren();
}

/** The engine's line as buttons, which put its moves into the commentary up to this one. */
function showLine(line) {
  const commented = commentedHere();
  const its = asked ? line : [];
  engine.line.replaceChildren(...its.map((point, at) => make("li", {}, button(shown(point), { "data-engine-step": at + 1, class: "step" }, () => commented.go(asked.length, its.slice(0, at + 1))))));
}

async function askEngine() {
  const its = questionHere();
  const about = JSON.stringify(its);
  const tell = (words) => {
    if (about === askedAbout) engine.words.textContent = words;
  };
  askedAbout = about;
  asked = commentedHere()?.position.moves ?? null;
  forget();
  tell(say("tree.thinks"));
  engine.ask.setAttribute("aria-disabled", true);
  try {
    const found = await postJson("study/engine", { ...its, turn: turnHere() });
    tell(opinion(found));
    if (about === askedAbout && isAbout()) showLine(found.line.length ? found.line : [found.point]);
  } catch (error) {
    tell(capital(error.message));
  }
  engine.ask.removeAttribute("aria-disabled");
  if (!isAbout()) forget();
}

function opinion({ name, point, line, value }) {
  return sentences([
    say("tree.opinion", { name, point: shown(point) }),
    value !== null && say("tree.value", { value: decimal(value, 0) }),
    line.length > 1 && say("tree.expects", { line: list(line.map(shown)) }),
  ]);
}

// The view beside the board.

const MOST = 12; // most continuations in the list; the lights show more
const SHORT = 4; // most letters of a label beside a move
const OFF = "tree"; // the word in the address that hides the tree on the board

const parts = {};
let put = () => {};
let tree = {};
let may = {};
let marksChanged = () => {};
let last = "";
let lost = false; // whether the button with the focus was removed

/** Build the view. `play(point)` puts a stone, `onMarks()` is called when the marks on the board are switched on or
   off. */
export function initStudy(play, onMarks) {
  put = play;
  marksChanged = onMarks;
  const marks = make("input", { type: "checkbox", id: "tree-marks" });
  marks.checked = new URLSearchParams(location.search).get(OFF) !== "off";
  marks.addEventListener("change", keepMarks);
  const name = make("p", { class: "study-name" });
  const away = make("strong", { class: "tree-away" }, say("tree.away"));
  const step = (by, face) => {
    const words = say(`replay.${face}`);
    return button(sign(face), { "data-tree-step": by, "aria-label": words, title: words }, () => stepBy(by));
  };
  const back = button(say("tree.to_board"), { "data-tree": "board" }, leaveWalk);
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
  const foot = make("div", { class: "tree-foot" }, initTreeEngine(), initTreeEdit());
  $("study").replaceChildren(head, way, parts.crumbs, parts.words, parts.lines, parts.after, foot);
  parts.after.open = true;
}

function keepMarks() {
  const address = new URL(location.href);
  if (parts.marks.checked) address.searchParams.delete(OFF);
  else address.searchParams.set(OFF, "off");
  history.replaceState(history.state, "", address);
  marksChanged();
}

/** Show or hide the tree's marks on the board. */
export function toggleTreeMarks() {
  if (!tree.name) return;
  parts.marks.checked = !parts.marks.checked;
  keepMarks();
}

/** The entry for the shown position, for the board; null if the marks are hidden. */
export const knownOnBoard = () => (tree.name && parts.marks.checked ? knownHere().known ?? null : null);

/**
 * Show the laptop's message about a tree. `its` says what this page may do: {puts: put stones, edits: change the tree,
 * asks: ask the engine}.
 */
export function showStudy(message, its) {
  tree = message;
  may = its;
  showTree();
}

/** Show the position of the board, or the one reached in the tree. */
export function showTree() {
  const { known = null, outline = [], why = "" } = knownHere();
  const { moves, at, own } = walkLine();
  const walks = Boolean(walkPosition());
  const place = $("study");
  const commented = commentedHere();
  const asks = may.asks && (mayWalk() || Boolean(commented?.go));
  const isShown = Boolean(tree.name || (commented && asks));
  place.hidden = !isShown;
  document.body.toggleAttribute("data-studies", isShown);
  const ways = moves.map(({ point, colour }) => [point, colour]);
  const key = JSON.stringify([tree, known, outline, why, may, ways, at, own, walks, Boolean(commented), Boolean(commented?.go)]);
  showTreeEngine(asks);
  if (!isShown || key === last) return;
  last = key;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  parts.name.textContent = tree.name ?? "";
  parts.marks.parentElement.hidden = !tree.name;
  document.body.dataset.walking = walks ? at : "";
  if (!walks) delete document.body.dataset.walking;
  for (const part of [parts.away, parts.back]) part.hidden = !walks;
  for (const part of [...parts.steps, parts.crumbs]) part.hidden = !mayWalk();
  parts.steps[0].disabled = at < 1;
  parts.steps[1].disabled = at >= moves.length && !known?.continuations.some(({ point }) => point !== PASS);
  showCrumbs(moves, at, own);
  parts.words.textContent = why || (known ? [known.name, known.comment].filter(Boolean).join("\n") : tree.rests && !commented ? say("study.rests") : (walks || commented) && !knownHere().outline ? "" : say("study.nothing"));
  parts.words.hidden = !parts.words.textContent;
  parts.lines.replaceChildren(...(known?.continuations ?? []).slice(0, MOST).map((its, number) => continuation(its, number, walks || commented)));
  // if a click on the board puts a stone, this button opens the position without one
  const deeper = !(commented && !commented.go) && (outline.some(({ after }) => after.length) || (outline.length > 0 && may.puts && !walks));
  parts.after.hidden = !deeper;
  parts.after.lastElementChild.replaceChildren(...(deeper ? outline.map((ply) => branch([], ply)) : []));
  showTreeEdit(known, tree, may.edits && !commented);
  if (focused && !focused.isConnected) lost = true;
  if (lost) moveFocus(walks && !known && !why);
}

/** Focus the first continuation, because the pressed button is gone. */
function moveFocus(waits) {
  const next = parts.lines.querySelector("button") ?? (parts.back.hidden ? parts.crumbs.querySelector("[aria-current]") : parts.back);
  next?.focus();
  lost = waits; // whether to move the focus again when the tree's answer comes
}

function showCrumbs(moves, at, own) {
  const crumb = (words, number, more = {}) => {
    const its = number === at ? { "aria-current": "step" } : {};
    return make("li", {}, button(words, { "data-crumb": number, ...its, ...more }, () => goTo(number)));
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
  const watches = Boolean(commentedHere() && !commentedHere().go);
  const act = walks || !may.puts ? () => goOn([its]) : () => put(its.point);
  const look = { "data-continuation": its.point, "data-colour": its.colour };
  const point = passes || watches ? make("b", look, named(its.point)) : button(named(its.point), look, act);
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

/** A bar with parts for the shares of games won and drawn. */
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

/** A move of the outline, with the moves after it. A click goes to this move through the moves before it. */
function branch(before, ply) {
  const way = [...before, ply];
  const look = { "data-ply": way.map(({ point }) => point).join(" "), "data-colour": ply.colour, "data-best": ply.best };
  const name = shown(ply.point);
  const label = ply.label !== name && ply.label.length <= SHORT ? ply.label : "";
  const words = [name, label].filter(Boolean).join(" ");
  const point = button(words, look, () => goOn(way));
  return make("li", {}, point, ...(ply.after.length ? [make("ul", {}, ...ply.after.map((next) => branch(way, next)))] : []));
}
