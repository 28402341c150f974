// The replay of a game and its study: slider, buttons, the list of moves, and sentences about the shown move.

import { MARKS } from "../board/marks.js";
import { shown } from "../board/points.js";
import { button, make, setLines, setText, svg } from "../browser.js";
import { getJson } from "../connection.js";
import { progressRow, sign } from "../controls.js";
import { withTerms } from "../dialogs/terms.js";
import { list, say } from "../words/i18n.js";
import { laptopWords, outcome, reasonTitle } from "../words/sentences.js";
import { capital, capturedByBoth, colourName, lineText, moveName } from "../words/terms.js";
import { askLink, showAsk } from "./commentary.js";
import { defeatWords, WHY } from "./defeat.js";
import { otherColour, PASS, positionAt, stonesOf } from "./state.js";

/** Placeholder in a sentence for the points of its line. */
const LINE = "\ufffc";

const MOST_OF_OPINION = 8; // the largest number of stones shown of an engine's line
const NOTHING = { win: null, better: null, stops: [], engine: null };

/**
 * The findings of a study after this number of moves: {says: [{text, line: null, or the line for LINE in the text}],
 * marks: {win: from the study, better: the stone that would have won instead of the last one, stops: the points that
 * would have stopped a threat, engine: the engine's move}}. A line is {points, colour: the colour of its first stone,
 * from: the number of moves before the line}.
 */
function studyAt({ positions, moves, missed, overlooked, traps, defeat, engine }, number) {
  const position = positions[number];
  const before = number - 1; // moves before the last one, which is judged
  const lost = missed.find(({ turn }) => turn === before)?.win;
  const decides = defeat?.turn === before ? defeat : null;
  // what would have held is said with the move that lost
  const stops = decides?.held ?? overlooked.find(({ turn }) => turn === before)?.stops ?? [];
  const win = position?.wins ?? position?.three ?? decides?.win ?? null;
  const opinion = position?.opinion;
  const says = [
    decides && { text: defeatWords(decides, moves) },
    lost && { text: say("study.missed", { line: LINE }), line: { points: lost.line, colour: lost.colour, from: before } },
    !decides && stops.length && { text: say("study.overlooked", { points: list(stops.map(shown)) }) },
    win && { text: winWords(win), line: { points: win.line, colour: win.colour, from: number } },
    ...traps.filter(({ turn }) => turn === number).map(({ win: its }) => ({ text: say("study.trap", { point: shown(its.fives[0]) }) })),
    opinion && { text: opinionWords(opinion, engine), line: { points: opinionLine(opinion), colour: position.colour, from: number } },
  ];
  const better = lost && lost.line[0] !== positions[before].played ? { point: lost.line[0], colour: lost.colour } : null;
  return { says: says.filter(Boolean).map((its) => ({ line: null, ...its })), marks: { ...NOTHING, win, better, stops, engine: opinion?.point ?? null } };
}

const opinionLine = ({ point, line }) => (line.length ? line.slice(0, MOST_OF_OPINION) : [point]);

function opinionWords({ value }, engine) {
  const values = { name: engine?.name ?? "", line: LINE };
  return value === null ? say("study.opinion", values) : say("study.valued", { ...values, value: signed(value) });
}

const signed = (value) => (value > 0 ? `+${value}` : String(value));

/** By number of moves: the side with a proved win, "black", "white" or "", and whether the last move was the turning
   point. */
const barOf = ({ positions, turning_point: turning }) =>
  positions.map((its, number) => ({ wins: winner(its), turning: turning === number - 1 }));

function winner({ wins, three, lost, colour }) {
  return (wins ?? three)?.colour ?? (lost ? otherColour(colour) : "");
}

function winWords({ by, colour, fours, why }) {
  if (by === "threes") return say(`study.threes.${colour}`, { line: LINE });
  return why === "five" ? say(`advice.five.${colour}`, { line: LINE }) : say(`advice.win.${colour}`, { n: fours, line: LINE });
}

/** By number of the move: its marks in the list of moves: {39: ["missed", "turning"], ...}. */
export function marksOfMoves({ positions, missed, overlooked, traps, turning_point: turning }) {
  const marks = {};
  const mark = (kind, number) => (marks[number] = [...(marks[number] ?? []), kind]);
  for (const { turn } of missed) mark("missed", turn + 1);
  for (const { turn } of overlooked) mark("overlooked", turn + 1);
  for (const { turn } of traps) mark("trap", turn);
  for (const { turn, foul } of positions) if (foul) mark("foul", turn);
  if (turning !== null) mark("turning", turning + 1);
  return marks;
}

/** The next step of a study, in words. */
const studyProgress = ({ more, engine }) =>
  (more === "engine" ? say("study.asking", { n: engine.done, all: engine.of }) : say("study.looking_on"));

/** Whether a study has found nothing about any move. */
const isEmpty = (found) => !Object.keys(marksOfMoves(found)).length && !barOf(found).some(({ wins }) => wins);

/**
 * A replay's position after stone `number` of a line: {stones, moves, last, reason, result, walked: the stones of the
 * line}.
 */
function lineAt(game, line, number) {
  const { stones, moves } = positionAt(game, line.from);
  const walked = stonesOf(line).filter((its) => its.number <= number);
  const lie = { ...stones, ...Object.fromEntries(walked.map(({ point, colour }) => [point, colour])) };
  return { stones: lie, moves, last: null, reason: null, result: null, walked };
}

// Sentences of a study; the stones of their lines are buttons that show them on the board.

/** A list of sentences; `walk(line, number)` goes to a stone of a line. Returns {element, show(says, walked)}. */
function lineWords(walk) {
  const element = make("ul", { class: "hints studied" });
  let drawn = "";

  return {
    element,
    /** Show these sentences (studyAt()); `walked`: {line, number} of the shown stone, or null. */
    show(says, walked) {
      const key = JSON.stringify(says);
      if (key !== drawn) element.replaceChildren(...says.map((its) => make("li", {}, ...lineSentence(its, walk))));
      drawn = key;
      element.querySelectorAll("ol").forEach((stones, at) => {
        const line = says.filter((its) => its.line)[at].line;
        const number = walked && isSame(walked.line, line) ? walked.number : 0;
        for (const stone of stones.querySelectorAll("button")) {
          stone.toggleAttribute("aria-current", Number(stone.dataset.step) === number);
          stone.dataset.lies = Number(stone.dataset.step) <= number;
        }
      });
      if (element.contains(document.activeElement)) element.querySelector("[aria-current]")?.focus();
    },
  };
}

/** A sentence for the screen reader. */
const spokenLine = ({ text, line }) => (line ? text.replace(LINE, stonesOf(line).map(({ point }) => shown(point)).join(" ")) : text);

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function lineSentence({ text, line }, walk) {
  if (!line) return [text];
  const stones = stonesOf(line).map(({ point, colour, number }) => {
    const words = say("room.spoken", { n: number, colour: colourName(colour), point: shown(point) });
    const stone = make("button", { type: "button", class: "step", "data-step": number, "data-colour": colour, "aria-label": words }, shown(point));
    const go = () => walk(line, number);
    // keyboard users see each stone when its button gets the focus
    stone.addEventListener("focus", go);
    stone.addEventListener("click", go);
    return make("li", {}, stone);
  });
  const [before, after] = text.split(LINE);
  return [before, make("ol", { class: "line-of-study", "aria-label": say("study.line") }, ...stones), after];
}

// The moves of a saved game as a list of buttons, with the marks of a study.

const HALF = 10; // size of the drawing of a mark

/**
 * A list of moves as buttons; `go(number)` goes to a move, `spoken(move, number)` is its spoken text. Returns {element,
 * show(moves, number, marks), focus()}: `marks` from marksOfMoves(); focus() goes to the shown move.
 */
function moveList(go, spoken) {
  const element = make("ol", { class: "moves-of-game", "aria-label": say("page.moves"), hidden: "" });
  element.addEventListener("click", ({ target }) => {
    const move = target.closest("button");
    if (move) go(Number(move.dataset.number));
  });
  let drawn = null; // the listed moves and their marks

  function draw(moves, marks) {
    if (drawn?.moves === moves && drawn.marks === marks) return;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.number : null;
    drawn = { moves, marks };
    element.replaceChildren(...moves.map((move, at) => make("li", {}, moveRow(move, at + 1, marks[at + 1] ?? [], spoken))));
    if (focused) element.children[focused - 1]?.firstChild.focus({ preventScroll: true });
  }

  return {
    element,
    focus: () => element.querySelector("button:not([tabindex])")?.focus({ preventScroll: true }),
    show(moves, number, marks) {
      element.hidden = !moves;
      if (!moves) return;
      draw(moves, marks);
      const focused = element.contains(document.activeElement);
      // only one button is a tab stop, so that Tab leaves the list, and arrows move in it
      const current = Math.max(number, 1);
      [...element.children].forEach(({ firstChild: its }, at) => {
        its.toggleAttribute("aria-current", at + 1 === number);
        if (at + 1 === current) its.removeAttribute("tabindex");
        else its.tabIndex = -1;
      });
      const shown = element.children[current - 1];
      if (!shown) return;
      if (focused) shown.firstChild.focus({ preventScroll: true });
      reveal(element, shown);
    },
  };
}

function moveRow(move, number, kinds, spoken) {
  const words = kinds.map((kind) => say(`study.mark.${kind}`));
  const its = make("button", { type: "button", "data-number": number, "data-colour": move.colour, "aria-label": list([spoken(move, number), ...words]) });
  if (words.length) its.title = list(words);
  its.append(make("span", { class: "count" }, number), moveName(move), ...kinds.map(markSign));
  return its;
}

function markSign(kind) {
  const drawn = svg("svg", { viewBox: `0 0 ${2 * HALF} ${2 * HALF}`, class: "judged", "data-judged": kind, "aria-hidden": "true" });
  svg("path", { d: MARKS[kind](HALF, HALF) }, drawn);
  return drawn;
}

/** Scroll a list, and nothing around it, until one of its rows is visible. */
function reveal(list, row) {
  const [outer, inner] = [list, row].map((each) => each.getBoundingClientRect());
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}

// The replay on the page: slider, buttons and keys, and sentences about the shown move.

const PLAY_MS = 1000; // ms: a move per second

let present = null; // the present game
// {game, about, names, id, study, asked}: the saved game in the replay; `asked`: null, or {shown: the number of the move
// that is shown to a person who has asked for the study, why: whether the question was why the game was lost}
let saved = null;
let number = null; // number of the shown move; null: the live game
let walked = null; // {line, number}: the shown line of the study, and its shown stone
let timer = 0;
let changed = () => {};
let comment = () => {};
const parts = {};

const its = () => saved?.game ?? present;

/**
 * The slider with its buttons; `onChange()` is called when the shown position changes; `onComment(id, number)` comments on
 * the stored game with this id ("": the present game) from a move.
 */
export function replayBar(onChange, onComment) {
  changed = onChange;
  comment = () => onComment(saved?.id ?? "", shownNumber());
  const slider = make("input", { type: "range", id: "replay-slider", min: 0, max: 0, "aria-label": say("replay.slider") });
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  const count = make("output", { for: "replay-slider", id: "replay-count", "aria-live": "off" });
  const act = { first: toFirst, back: () => step(-1), play, on: () => step(1), last: toLast };
  const buttons = Object.keys(act).map((name) => {
    const words = say(`replay.${name}`);
    return button(sign(name), { "data-replay": name, "aria-label": words, title: words }, act[name]);
  });
  const live = button(say("replay.live"), { "data-replay": "live" }, toLive);
  Object.assign(parts, { slider, count, buttons, live });
  const bar = make("div", { class: "study-bar", role: "img", "aria-label": say("study.bar"), hidden: "" });
  bar.addEventListener("click", ({ target }) => "number" in target.dataset && go(Number(target.dataset.number)));
  const study = button(say("study.of_game"), { "data-replay": "study", hidden: "" }, beginStudy);
  parts.study = study;
  parts.comment = button(say("commentary.begin"), { "data-replay": "comment", class: "plain act", hidden: "" }, () => comment());
  parts.ask = askLink();
  parts.list = moveList(go, spokenMove);
  parts.bar = bar;
  return make("section", { id: "replay", class: "replay", "aria-label": say("replay.title") }, ...buttons, slider, count, live, study, parts.comment, parts.ask, bar);
}

/**
 * The element for the shown move in words, instead of the prompt; `tryAgain(defeat)` goes on before the losing move of
 * the game that has just ended.
 */
export function replayPanel(tryAgain) {
  const title = make("h2", { class: "game-line" });
  const stone = make("i", { class: "stone" });
  const words = make("span");
  const move = make("p", { class: "turn" }, stone, words);
  const result = make("p", { class: "prompt" });
  const captured = make("p", { class: "captures" });
  const reasonsTitle = make("p", { class: "reasons" });
  const reasons = make("ul", { class: "reasons" });
  const players = make("div", { class: "past-players" });
  const studied = lineWords(walk);
  const progress = progressRow(() => saved?.study?.stop.abort());
  const asks = make("p", { class: "study-asks", role: "status", hidden: "" });
  const again = button(say("study.again"), { id: "again", class: "plain act", hidden: "" }, () => tryAgain(saved.study.found.defeat));
  const panel = make("section", { id: "retold", class: "now" }, title, players, move, result, captured, reasonsTitle, reasons, studied.element, progress.element, asks, again);
  Object.assign(parts, { studied, progress, asks, again, panel, title, players, move, words, result, captured, reasonsTitle, reasons });
  panel.hidden = true;
  return panel;
}

/** Handle the new state of the present game. */
export function updateReplay(game) {
  present = game;
  if (number !== null && !saved && number >= game.moves.length) number = null;
  show();
}

/** The list of a saved game's moves; the view puts it where there is room. */
export const savedMoves = () => parts.list.element;

/** Study the saved game, step by step; the results are shown with each position. */
async function beginStudy() {
  const its = saved;
  const address = `/games/${encodeURIComponent(its.id)}/study.json`;
  const stop = new AbortController();
  its.asked ??= { shown: number, why: false };
  its.study = { ...its.study, goes: say("study.looking"), words: "", failed: false, stop };
  show();
  try {
    for (let found = await getJson(address, stop.signal); ; found = await getJson(`${address}?more`, stop.signal)) {
      if (saved !== its) return;
      const enough = its.asked.why && saysEnough(found.defeat);
      const trouble = found.engine?.trouble;
      const goes = found.more && !trouble && !enough ? studyProgress(found) : "";
      const words = trouble && !enough ? laptopWords(trouble) : "";
      its.study = { found, marks: marksOfMoves(found), bar: barOf(found), goes, words, failed: Boolean(words), stop };
      if (its.asked.why) goToDefeat(its);
      show();
      changed();
      if (!goes) return;
    }
  } catch (error) {
    const words = stop.signal.aborted ? say("study.stopped") : capital(error.message);
    its.study = { ...its.study, goes: "", words, failed: true };
    show();
  }
}

/** Whether a defeat explains what would have been better. Wins by threes are searched for only if it does not. */
const saysEnough = (defeat) => Boolean(defeat && (defeat.foul || defeat.better || defeat.held.length));

/** Show the move that lost, as known until now; people who have gone elsewhere meanwhile stay there. */
function goToDefeat({ asked, study: { found } }) {
  if (!found.defeat || walked || number !== asked.shown) return;
  number = asked.shown = found.defeat.turn + 1;
}

/** The sentences for this move, and for the person who has asked, that nothing was found. */
function saysAt({ study: { found }, asked }, n) {
  const { says, marks } = studyAt(found, n);
  const none = n === asked.shown && found.more !== "threes" && (asked.why ? !found.defeat : isEmpty(found));
  const words = none && say(asked.why ? "study.no_defeat" : "study.none");
  return { says: words ? [{ text: words, line: null }, ...says] : says, marks };
}

const NO_MARKS = {};

/** Show a study: its sentences for this move, the bar of proved wins, and the moves with their marks. */
function showStudied(n) {
  const { study, studied, progress, asks, again, bar, list } = parts;
  const { found, marks = NO_MARKS, bar: places = [], goes = "", words = "", failed = false } = saved?.study ?? {};
  study.hidden = !saved || Boolean(saved.study && !failed);
  progress.show(goes, found?.more === "engine" ? found.engine.done : 0, found?.more === "engine" ? found.engine.of : 0);
  setText(asks, words);
  asks.hidden = !words;
  const held = studied.element.contains(document.activeElement);
  studied.show(found ? saysAt(saved, n).says : [], walked);
  // only the game that is still on the board has settings and seats for another try
  again.hidden = !found?.defeat || !present?.result || present.stamp?.id !== saved.id;
  bar.hidden = !found;
  document.body.dataset.studied = Boolean(found);
  const of = JSON.stringify(places);
  if (bar.dataset.of !== of) {
    bar.dataset.of = of;
    bar.replaceChildren(...places.map(({ wins, turning }, at) => make("i", { "data-number": at, "data-wins": wins, "data-turning": turning, title: at })));
  }
  [...bar.children].forEach((place, at) => (place.dataset.now = at === n));
  list.show(saved?.game.moves ?? null, n, marks);
  if (held && !studied.element.contains(document.activeElement)) list.focus(); // the button with the focus is gone
}

/** Show the position after a stone of a line of the study. */
function walk(line, number) {
  if (walked && isSame(walked.line, line) && walked.number === number) return;
  walked = { line, number };
  showElsewhere();
}

/** Go one stone forward (1) or back (-1) in the shown line, else in the position's own line; false if there is none. */
export function walkOn(by) {
  const says = saved?.study?.found ? saysAt(saved, number).says : [];
  const lines = says.map(({ line }) => line).filter(Boolean);
  const line = walked?.line ?? lines.find(({ from }) => from === number) ?? lines[0];
  if (!line) return false;
  const numbers = stonesOf(line).map((stone) => stone.number);
  const at = numbers.indexOf(walked?.number) + by;
  if (at < 0) return endWalk();
  if (at < numbers.length) walk(line, numbers[at]);
  return true;
}

/** Go back from a line to the position of the game; false if no line was shown. */
export function endWalk() {
  if (!walked) return false;
  walked = null;
  showElsewhere();
  return true;
}

/**
 * Replay a saved game: `about` describes it, `names` is {black, white}, "" for an unknown name; `id`: its id on the
 * laptop; `question`: to study it at once (questionAfter() in defeat.js), or "".
 */
export function replaySaved(game, about, names, id, question) {
  pause();
  saved?.study?.stop.abort();
  walked = null;
  number = question ? game.moves.length : 0;
  saved = { game, about, names, id, study: null, asked: question ? { shown: number, why: question === WHY } : null };
  drawPlayers();
  showElsewhere();
  if (!question) return;
  scrollTo(0, 0); // on a phone, to the sentences
  beginStudy();
  parts.list.focus();
}

/**
 * The shown position, after a move or a stone of a line: as in state.js, with `kept`: whether the game is a saved game,
 * `marks`: the marks of its study, or null, `walked`: the stones of the line, `said`: the study's sentences for the
 * screen reader. Null for the live game.
 */
export function replayPosition() {
  if (number === null) return null;
  const { says, marks } = saved?.study?.found ? saysAt(saved, number) : { says: [], marks: null };
  const here = { ...positionAt(its(), number), kept: Boolean(saved), marks, said: says.map(spokenLine), walked: [] };
  return walked ? { ...here, ...lineAt(its(), walked.line, walked.number) } : here;
}

/** The shown position has changed. */
function showElsewhere() {
  show();
  changed();
}

/** Show the position after this number of moves. At the end of the present game show it live. */
function go(wanted) {
  if (!its()) return;
  const all = its().moves.length;
  const held = Math.max(0, Math.min(wanted, all));
  walked = null;
  number = !saved && held >= all ? null : held;
  showElsewhere();
}

const shownNumber = () => number ?? its()?.moves.length ?? 0;

export const step = (by) => (by > 0 && number === null ? undefined : go(shownNumber() + by));
export const toFirst = () => go(0);
export const toLast = () => go(Infinity);

/** Back to the live game. */
export function toLive() {
  pause();
  saved?.study?.stop.abort();
  walked = null;
  saved = null;
  number = null;
  showElsewhere();
}

/** Play automatically, a move per second, or stop. */
export function play() {
  if (timer) return pause();
  if (shownNumber() >= its()?.moves.length) toFirst();
  if (number === null) return undefined;
  timer = setInterval(() => {
    go(shownNumber() + 1);
    if (number === null || number >= its().moves.length) pause();
  }, PLAY_MS);
  return show();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  show();
}

function show() {
  const all = its()?.moves.length ?? 0;
  const { slider, count, buttons, live, panel } = parts;
  slider.max = all;
  slider.value = shownNumber();
  slider.setAttribute("aria-valuetext", say("replay.value", { n: shownNumber(), all }));
  slider.disabled = !all;
  count.textContent = say("replay.at", { n: shownNumber(), all });
  for (const each of buttons) each.disabled = !all;
  const player = buttons.find((each) => each.dataset.replay === "play");
  const word = say(timer ? "replay.pause" : "replay.play");
  player.replaceChildren(sign(timer ? "pause" : "play"));
  player.setAttribute("aria-label", word);
  player.title = word;
  const shown = number === null ? null : positionAt(its(), number);
  live.hidden = !shown;
  parts.comment.hidden = !shown;
  showAsk(parts.ask, shown && (saved?.id ?? (present.result ? present.stamp?.id : "")), number);
  panel.hidden = !shown;
  if (shown) document.body.dataset.replaying = shown.number;
  else delete document.body.dataset.replaying;
  document.body.dataset.kept = Boolean(shown && saved);
  showStudied(shown ? shown.number : -1);
  if (shown) showMove(shown);
}

/** A card for each player of the saved game; it always shows the winner, like the list of games. */
function drawPlayers() {
  const { game: { result }, names } = saved;
  parts.players.replaceChildren(...["black", "white"].map((colour) => {
    const won = result?.winner === colour;
    const beside = list([names[colour] && colourName(colour), won && say("replay.won")].filter(Boolean));
    const name = make("bdi", {}, names[colour] || colourName(colour));
    return make("p", { "data-colour": colour, "data-won": won }, make("i", { class: "stone" }), name, make("span", {}, beside));
  }));
}

/** A move for the screen reader. */
function spokenMove(move, n) {
  const values = { n, colour: colourName(move.colour), point: moveName(move) };
  return move.point === PASS ? say("room.passed", values) : say("room.spoken", values);
}

function showMove({ number: n, move, goal, captured, reason, result }) {
  setText(parts.title, saved ? say("replay.ofKept", { game: saved.about }) : say("replay.ofPresent"));
  parts.players.hidden = !saved;
  parts.move.dataset.colour = move?.colour ?? "";
  setText(parts.words, move ? `${n}. ${move.point === PASS ? capital(moveName(move)) : moveName(move)}` : say("replay.begin"));
  if (move) parts.words.setAttribute("aria-label", spokenMove(move, n));
  else parts.words.removeAttribute("aria-label");
  setText(parts.result, result ? outcome(result) : "");
  setText(parts.captured, captured ? capturedByBoth(captured, goal) : "");
  setText(parts.reasonsTitle, reason ? reasonTitle(reason) : "");
  setLines(parts.reasons, (reason?.lines ?? []).map(lineText), withTerms);
}
