// A commentary: a line that branches off a game, with marks and arrows. The laptop has it; everybody sees the same.

import { smallBoard } from "../board/small.js";
import { marginOf, onBoard, shown, stonesOnBoard } from "../board/points.js";
import { $, button, lead, make, setLines, setText } from "../browser.js";
import { sign } from "../controls.js";
import { withTerms } from "../dialogs/terms.js";
import { positionWords, speakable, unnumbered } from "../ear/announce.js";
import { may } from "../rights.js";
import { list, say, sentences } from "../words/i18n.js";
import { laptopWords, outcome, reasonTitle } from "../words/sentences.js";
import { capital, colourName, lastMoveWords, lineText, moveName } from "../words/terms.js";
import { ofRecord, PASS, positionAt } from "./state.js";

export const LEADS = "leads"; // the page of the commentator
export const WATCHES = "watches"; // a page that sees what the commentator sees

/** The commentator's keys. */
export const KEYS = {
  "← →": "comment_steps", "Home End": "comment_ends", Esc: "comment_live", p: "comment_put", k: "comment_mark", a: "comment_arrow",
  h: "comment_why", z: "comment_undo", Delete: "comment_clear",
};

const TOOLS = { put: "p", mark: "k", arrow: "a", why: "h" };
const SIGNS = ["triangle", "square", "circle", "cross", ..."ABCDEFGH"];
const CIRCLE = "circle"; // the sign of a right click

let its = null; // the laptop's message: {of, record, own, at, turn, end, marks, arrows, why, kept ...}; null: no commentary
let game = null; // its moves
let live = null; // the game on the board
let tool = "put";
let start = ""; // the first point of an arrow
let command = () => false;
let told = ""; // the name of the line that was announced last
const parts = {};

/**
 * The panel of the commentary; `send(act)` sends an act to the laptop, `changed()` is called when a tool was chosen,
 * `back()` when people want to go back to the game.
 */
export function commentaryPanel(send, changed, back) {
  command = send;
  const act = (name, words, what, more = {}) => button(words, { "data-comment": name, ...more }, what);
  const step = (name, what) => act(name, sign(name), what, { "aria-label": say(`replay.${name}`), title: say(`replay.${name}`) });
  const choose = (name) => () => {
    chooseTool(name);
    changed();
  };
  parts.signs = make("select", { "aria-label": say("commentary.sign") });
  parts.signs.append(...SIGNS.map((name) => new Option(signName(name), name)));
  parts.signs.addEventListener("change", choose("mark"));
  parts.tools = Object.fromEntries(Object.keys(TOOLS).map((name) => [name, act(name, say(`commentary.tool.${name}`), choose(name), { title: say(`commentary.tip.${name}`) })]));
  parts.count = make("output", { class: "count" });
  parts.kept = make("p", { class: "quiet" });
  parts.tool = make("p", { class: "quiet" });
  parts.ask = askLink();
  const tools = make("div", { class: "comment-tools" },
    ...Object.values(parts.tools), parts.signs,
    act("undo", say("commentary.undo"), () => send({ act: "undo" })), act("clear", say("commentary.clear"), () => send({ act: "clear" })),
    act("keep", say("commentary.keep"), () => send({ act: "keep" }), { title: say("commentary.keep_tip") }), parts.ask);
  const way = make("div", { class: "comment-tools", role: "group", "aria-label": say("page.moves") },
    step("first", COMMENT_ACTS.Home), step("back", COMMENT_ACTS.ArrowLeft), step("on", COMMENT_ACTS.ArrowRight), step("last", COMMENT_ACTS.End),
    parts.count, act("live", say("replay.live"), back));
  Object.assign(parts, {
    name: make("h2", { class: "game-line" }), words: make("span"), stone: make("i", { class: "stone" }), says: make("p", { class: "prompt" }), result: make("p", { class: "prompt" }),
    other: make("p", { class: "comment-other" }), title: make("p", { class: "reasons" }), reasons: make("ul", { class: "reasons" }),
    small: make("div", { class: "small-wood" }), latest: make("p", {}), liveName: make("p", { class: "quiet" }), board: null,
  });
  parts.corner = make("section", { class: "comment-live", "aria-label": say("commentary.live") }, parts.small, make("div", {}, parts.liveName, parts.latest));
  parts.panel = make("section", { id: "commentary", class: "now", tabindex: 0, "aria-label": say("commentary.title") },
    parts.name, parts.other, make("p", { class: "turn" }, parts.stone, parts.words), parts.says, parts.result, parts.title, parts.reasons);
  parts.hands = make("section", { class: "comment-hands", "aria-label": say("commentary.tools") }, way, tools, parts.tool, parts.kept);
  parts.studied = $("study").parentElement;
  return [parts.panel, parts.hands, parts.corner];
}

/** A link to a question for the room about a stored game; showAsk() gives it the game and the number of moves. */
export const askLink = () => make("a", { class: "plain", "data-ask": "", hidden: "" }, say("quiz.ask"));

/** Show the link for the stored game with this id, or hide it if there is none, or this page may not ask. */
export function showAsk(link, id, at) {
  link.hidden = !id || !may("quiz");
  if (!link.hidden) lead(link, `/quiz?${new URLSearchParams({ past: id, at })}`);
}

const signName = (name) => (name.length > 1 ? say(`commentary.sign.${name}`) : name);

function chooseTool(name) {
  start = "";
  tool = name;
  showTool();
}

function showTool() {
  for (const [name, each] of Object.entries(parts.tools)) each.setAttribute("aria-pressed", name === tool);
  setText(parts.tool, start ? say("commentary.arrow_from", { point: shown(start) }) : say(`commentary.tip.${tool}`, { sign: signName(parts.signs.value) }));
}

/** Handle the laptop's group `commentary`; returns whether another position or line is shown. */
export function takeCommentary(message) {
  const before = its && { own: its.own, at: its.at, of: its.of, moves: movesOf(its) };
  its = message;
  if (!its) {
    [game, start, told] = [null, "", ""];
    return Boolean(before);
  }
  game = ofRecord(its);
  game.turn = its.turn;
  if (its.at !== before?.at) start = "";
  return !before || before.at !== its.at || before.of !== its.of || before.moves !== movesOf(its) || before.own !== its.own;
}

const movesOf = ({ record }) => record.moves.join(" ");

/** The shown position, as in state.js; `turn`: the colour of the next stone. Null without a commentary. */
export function commentaryPosition() {
  if (!its) return null;
  const past = positionAt(game, its.at);
  return { ...past, turn: its.turn, reason: its.why ?? past.reason, result: its.end, kept: false, comments: true, said: [], walked: [] };
}

/** Whether the commentary shows the same as the board, which it follows. */
export const followsBoard = () => Boolean(its && !its.of && !its.demo && its.at === its.own && movesOf(its) === movesOfLive());

const movesOfLive = () => live?.moves.map(({ point }) => point).join(" ") ?? "";

export const isDemonstration = () => Boolean(its?.demo);

/** A tree's entry with the commentator's own signs, which replace the tree's. */
export function withSigns(known) {
  if (!its) return known;
  const own = Object.entries(its.marks);
  const marks = Object.fromEntries(own.filter(([, name]) => name.length > 1));
  const labels = Object.fromEntries(own.filter(([, name]) => name.length === 1));
  const free = ({ point }) => !(point in its.marks);
  return {
    ...known, continuations: (known?.continuations ?? []).filter(free),
    marks: { ...known?.marks, ...marks }, labels: { ...known?.labels, ...labels }, arrows: [...(known?.arrows ?? []), ...its.arrows],
  };
}

/** Use the chosen tool on a point of the game. */
export function touchPoint(point) {
  if (tool === "arrow" && start && start !== point) {
    command({ act: "arrow", point: start, to: point });
    start = "";
  } else if (tool === "arrow") start = start ? "" : point;
  else if (tool === "mark") command({ act: "mark", point, sign: parts.signs.value });
  else command({ act: tool, point });
  showTool();
}

/** A drag with the left button from a point to another: an arrow, if that is the tool. */
export function dragged(from, to) {
  if (tool === "arrow" && to) drawArrow(from, to);
}

export const drawArrow = (point, to) => command({ act: "arrow", point, to });
export const markPoint = (point) => command({ act: "mark", point, sign: CIRCLE });

/** The colour of the stone that a click would put; null if the tool puts none. */
export const nextStone = () => (tool === "put" ? its?.turn ?? null : null);

/** Show the first `at` moves, then put these stones; nothing changes if one of them is refused. */
export const goOnFrom = (at, points) => command({ act: "put", at: String(at), point: points.join(" ") });

/** The sentence of the demonstration's step; "" without one. */
const saidHere = () => (its.says ? capital(laptopWords(its.says)) : "");

/** Where the commentary is: {at, all}, in moves, or in a demonstration in steps. */
const place = () => (its?.steps ? { at: its.step, all: its.steps - 1 } : { at: its?.at ?? 0, all: its?.record.moves.length ?? 0 });

const goTo = (at) => command({ act: "go", at: String(at) });

/** Back to the present position of the game on the board. */
export const toLiveLine = () => command({ act: "begin" });

// the key of the sign again goes on to the next sign
const byKey = (name) => () => {
  if (name === "mark" && tool === name) parts.signs.selectedIndex = (parts.signs.selectedIndex + 1) % SIGNS.length;
  chooseTool(name);
  return say(`commentary.tip.${name}`, { sign: signName(parts.signs.value) });
};

/** What the commentator's keys do; one that returns a sentence has it announced. */
export const COMMENT_ACTS = {
  ArrowLeft: () => command({ act: "back" }), ArrowRight: () => command({ act: "on" }), Home: () => goTo(0), End: () => goTo(place().all),
  ...Object.fromEntries(Object.entries(TOOLS).map(([name, key]) => [key, byKey(name)])),
  z: () => command({ act: "undo" }), Delete: () => command({ act: "clear" }),
};

/** Show the commentary in its panel, for a page with this role, or "" for none; `names`: the players' of the live game. */
export function showCommentary(role, present, names, size) {
  live = present;
  const on = Boolean(role && its);
  for (const part of [parts.panel, parts.corner]) part.hidden = !on;
  parts.hands.hidden = !on || role !== LEADS;
  showAsk(parts.ask, its?.of, Math.min(its?.at, its?.own)); // the line itself is no game
  const beside = on ? parts.panel : parts.studied;
  if ($("study").parentElement !== beside) beside.append($("study")); // tree and engine are beside the shown position
  if (on) document.body.dataset.commenting = role;
  else delete document.body.dataset.commenting;
  if (!on) return;
  const past = commentaryPosition();
  setText(parts.name, nameOfLine(names));
  const n = whereItWent();
  setText(parts.other, n === null ? "" : say("commentary.another_way", { n }));
  const { move } = past;
  parts.stone.dataset.colour = move?.colour ?? "";
  parts.stone.hidden = !move;
  parts.stone.className = `stone ${move?.colour ?? ""}`;
  setText(parts.words, lastMoveWords(past.moves) || say("replay.begin"));
  const said = saidHere();
  setText(parts.says, said, withTerms);
  // the sentence of a demonstration says both
  setText(parts.result, past.result && !said ? outcome(past.result) : "");
  setText(parts.title, past.reason && !said ? reasonTitle(past.reason) : "");
  setLines(parts.reasons, (past.reason?.lines ?? []).map(lineText), withTerms);
  setText(parts.count, say("replay.at", { n: place().at, all: place().all }));
  setText(parts.kept, its.kept ? say("commentary.kept", { n: its.kept }) : "");
  showTool();
  showLive(size, names);
}

function showLive(size, names) {
  if (parts.board?.size !== size) {
    parts.board = { ...smallBoard(size), size };
    parts.small.replaceChildren(parts.board.root);
  }
  const margin = marginOf(size, live.size);
  const last = live.moves.at(-1);
  parts.board.show(stonesOnBoard(live.stones, margin), last && last.point !== PASS ? onBoard(last.point, margin) : null);
  parts.board.showEnd(live);
  setText(parts.liveName, between(names) || say("commentary.on_board"));
  const words = live.result ? outcome(live.result) : lastMoveWords(live.moves);
  setText(parts.latest, words);
  parts.board.root.setAttribute("aria-label", words || say("replay.begin"));
}

const between = ({ black, white }) => [black, white].filter(Boolean).join(" – ");

/** "Anna – Bo, from move 12, Black H8". */
function nameOfLine(names) {
  const { of, record, own, demo, title } = its;
  const isPresent = !of && (!live.stamp?.id || !record.id || live.stamp.id === record.id);
  const whole = demo ? capital(laptopWords(title)) : of ? between(record) || record.date.slice(0, 10) || say("commentary.stored")
    : isPresent ? between(names) || between(record) || say("commentary.on_board") : between(record) || say("commentary.earlier");
  if (record.moves.length === own) return whole;
  const from = game.moves[own - 1];
  return from ? say("commentary.from", { game: whole, n: own, colour: colourName(from.colour), point: moveName(from) }) : say("commentary.from_begin", { game: whole });
}

/** The number of moves that the line still shares with the game on the board; null if it shares all that it can. */
function whereItWent() {
  const { of, record, own, demo } = its;
  if (of || demo || (live.stamp?.id && record.id && live.stamp.id !== record.id)) return null;
  const same = live.moves.findIndex(({ point }, at) => at >= own || point !== record.moves[at]);
  const shared = same < 0 ? Math.min(live.moves.length, own) : same;
  return shared < own ? shared : null;
}

/** The announcement after a change; `before`: the message before it. */
export function commentaryWords(before, names) {
  if (!its) return say("commentary.ended");
  const name = nameOfLine(names);
  const isNew = name !== told;
  told = name;
  const past = commentaryPosition();
  const moved = !before || before.at !== its.at || movesOf(before) !== movesOf(its) || before.of !== its.of;
  const said = saidHere();
  if (said && (!before || before.step !== its.step || before.demo !== its.demo)) {
    const words = [isNew && name, said].filter(Boolean);
    return speakable(sentences([...new Set(words)])); // the first step may say what the title says
  }
  if (its.why && JSON.stringify(before?.why) !== JSON.stringify(its.why)) return speakable(sentences([reasonTitle(its.why), ...its.why.lines.map(lineText)]));
  if (moved) return sentences([isNew && speakable(name), past.move && its.end === null && !past.reason ? unnumbered(past.move) : positionWords(past, false)].filter(Boolean));
  if (before.kept < its.kept) return say("commentary.kept", { n: its.kept });
  return speakable(sentences(changedSigns(before)));
}

function changedSigns(before) {
  const arrows = ({ arrows: all }) => all.map(([from, to]) => `${from} ${to}`);
  const words = (pair) => say("commentary.said.arrow", { from: shown(pair.split(" ")[0]), to: shown(pair.split(" ")[1]) });
  const added = Object.entries(its.marks).filter(([point, name]) => before.marks[point] !== name);
  const drawn = arrows(its).filter((pair) => !arrows(before).includes(pair));
  const gone = [
    ...Object.keys(before.marks).filter((point) => !(point in its.marks)).map(shown),
    ...arrows(before).filter((pair) => !arrows(its).includes(pair)).map(words),
  ];
  return [
    ...added.map(([point, name]) => say("commentary.said.mark", { sign: capital(signName(name)), point: shown(point) })),
    ...drawn.map(words),
    gone.length && say("commentary.said.gone", { what: list(gone) }),
  ].filter(Boolean);
}
