// The replay on the page: slider, buttons and keys, and what is said of the move that is shown.

import { button, make } from "./dom.js";
import { at, PASS } from "./game.js";
import { list, say } from "./language.js";
import { svg } from "./svg.js";
import { answerAt } from "./answers.js";
import { heard, isSame, lineWords } from "./linewords.js";
import { moveList } from "./movelist.js";
import { awaited, barOf, marksOfMoves, stonesOf, studiedAt, walkedAt } from "./studied.js";
import { outcome, reasonTitle } from "./sentences.js";
import { capital, capturedByBoth, colourName, lineText, moveName } from "./words.js";

const PLAY_MS = 1000; // a move a second

let present = null; // the present game
let kept = null; // {game, about, names, id, study}: a kept one, while it is gone through
let number = null; // of the move that is shown; null: the game as it stands
let walked = null; // {line, number}: a line of the study that is gone through, and its stone that is shown
let timer = 0;
let changed = () => {};
const parts = {};

const its = () => kept?.game ?? present;

/** The slider with its buttons; `onChange()` is called when another position is to be shown. */
export function replayBar(onChange) {
  changed = onChange;
  const slider = make("input", { type: "range", id: "replay-slider", min: 0, max: 0, "aria-label": say("replay.slider") });
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  const count = make("output", { for: "replay-slider", id: "replay-count", "aria-live": "off" });
  const act = { first: toFirst, back: () => step(-1), play, on: () => step(1), last: toLast };
  const buttons = Object.keys(act).map((name) => {
    const made = button(sign(name), { "data-replay": name, "aria-label": say(`replay.${name}`), title: say(`replay.${name}`) });
    made.addEventListener("click", act[name]);
    return made;
  });
  const live = button(say("replay.live"), { "data-replay": "live" });
  live.addEventListener("click", toLive);
  Object.assign(parts, { slider, count, buttons, live });
  const bar = make("div", { class: "study-bar", role: "img", "aria-label": say("study.bar"), hidden: "" });
  bar.addEventListener("click", ({ target }) => "number" in target.dataset && go(Number(target.dataset.number)));
  const study = button(say("study.of_game"), { "data-replay": "study", hidden: "" });
  study.addEventListener("click", beginStudy);
  parts.study = study;
  parts.list = moveList(go, spoken);
  parts.bar = bar;
  return make("section", { id: "replay", class: "replay", "aria-label": say("replay.title") }, ...buttons, slider, count, live, study, bar);
}

// drawn, as few computers have letters for them
const SIGNS = {
  first: "M4 4v12M16 4v12l-9 -6z", back: "M14 4v12l-9 -6z", play: "M5 4v12l11 -6z", pause: "M6 4v12M14 4v12",
  on: "M6 4v12l9 -6z", last: "M4 4v12l9 -6zM16 4v12", pen: "M4 16l1 -4l8 -8l3 3l-8 8z",
  full: "M4 9V4h5M11 4h5v5M16 11v5h-5M9 16H4v-5",
};

export function sign(name) {
  const drawn = svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" });
  svg("path", { d: SIGNS[name] }, drawn);
  return drawn;
}

/** Where the move that is shown is told in words, instead of what goes on. */
export function retoldPart() {
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
  const asks = make("p", { class: "study-asks", role: "status", hidden: "" });
  const told = make("section", { id: "retold", class: "now" }, title, players, move, result, captured, reasonsTitle, reasons, studied.element, asks);
  Object.assign(parts, { studied, asks, told, title, players, move, words, result, captured, reasonsTitle, reasons });
  told.hidden = true;
  return told;
}

/** The present game has come to this. */
export function tellReplay(game) {
  present = game;
  if (number !== null && !kept && number >= game.moves.length) number = null;
  show();
}

/** The list of a kept game's moves, which the view puts where it has room. */
export const movesOfKept = () => parts.list.element;

/** Have the kept game studied, step by step; what comes of it is said with each position. */
async function beginStudy() {
  const its = kept;
  const address = `/games/${encodeURIComponent(its.id)}/study.json`;
  its.study = { words: say("study.looking") };
  show();
  try {
    for (let found = await answerAt(address); ; found = await answerAt(`${address}?more`)) {
      if (kept !== its) return;
      const goes = found.more && !found.engine?.trouble;
      its.study = { found, marks: marksOfMoves(found), bar: barOf(found), words: awaited(found), failed: !goes && Boolean(found.more) };
      show();
      changed();
      if (!goes) return;
    }
  } catch (error) {
    its.study = { ...its.study, words: capital(error.message), failed: true };
    show();
  }
}

const NO_MARKS = {};

/** Show a study: its words at this move, the line of who could win, and the moves with their marks. */
function tellStudy(n) {
  const { study, studied, asks, bar, list } = parts;
  const { found, marks = NO_MARKS, bar: places = [], words = "", failed = false } = kept?.study ?? {};
  study.hidden = !kept || Boolean(kept.study && !failed);
  set(asks, words);
  asks.hidden = !words;
  const held = studied.element.contains(document.activeElement);
  studied.show(found ? studiedAt(found, n).says : [], walked);
  bar.hidden = !found;
  document.body.dataset.studied = Boolean(found);
  const of = JSON.stringify(places);
  if (bar.dataset.of !== of) {
    bar.dataset.of = of;
    bar.replaceChildren(...places.map(({ wins, turning }, at) => make("i", { "data-number": at, "data-wins": wins, "data-turning": turning, title: at })));
  }
  [...bar.children].forEach((place, at) => (place.dataset.now = at === n));
  list.show(kept?.game.moves ?? null, n, marks);
  if (held && !studied.element.contains(document.activeElement)) list.focus(); // the stone that had it is gone
}

/** Show the position up to a stone of a line that the study has found. */
function walk(line, number) {
  if (walked && isSame(walked.line, line) && walked.number === number) return;
  walked = { line, number };
  show();
  changed();
}

/** Go one stone on (1) or back (-1) in the line that is shown, or else in the position's own; false if there is none. */
export function walkOn(by) {
  const says = kept?.study?.found ? studiedAt(kept.study.found, number).says : [];
  const lines = says.map(({ line }) => line).filter(Boolean);
  const line = walked?.line ?? lines.find(({ from }) => from === number) ?? lines[0];
  if (!line) return false;
  const numbers = stonesOf(line).map((stone) => stone.number);
  const at = numbers.indexOf(walked?.number) + by;
  if (at < 0) return endWalk();
  if (at < numbers.length) walk(line, numbers[at]);
  return true;
}

/** Go back from a line to the position of the game; false if none was gone through. */
export function endWalk() {
  if (!walked) return false;
  walked = null;
  show();
  changed();
  return true;
}

/**
 * Go through a kept game: `about` says which it is, `names` has those of {black, white}, each "" where nobody knows it; `id`
 * is the laptop's for it.
 */
export function replayKept(game, about, names, id) {
  pause();
  walked = null;
  kept = { game, about, names, id, study: null };
  drawPlayers();
  number = 0;
  show();
  changed();
}

/**
 * What is shown after the move that people have come to, or up to a stone of a line: as game.js has it, with `kept`: whether
 * it is of a kept game, `marks`: those of its study, or null, `walked`: the stones of the line. Null while it is the game as
 * it stands. `said`: what the study says, as it is heard.
 */
export function replayed() {
  if (number === null) return null;
  const { says, marks } = kept?.study?.found ? studiedAt(kept.study.found, number) : { says: [], marks: null };
  const here = { ...at(its(), number), kept: Boolean(kept), marks, said: says.map(heard), walked: [] };
  return walked ? { ...here, ...walkedAt(its(), walked.line, walked.number) } : here;
}

/** Show the position after so many moves. At its end the present game is shown as it stands. */
export function go(wanted) {
  if (!its()) return;
  const all = its().moves.length;
  const held = Math.max(0, Math.min(wanted, all));
  walked = null;
  number = !kept && held >= all ? null : held;
  show();
  changed();
}

const shownNumber = () => number ?? its()?.moves.length ?? 0;

export const step = (by) => (by > 0 && number === null ? undefined : go(shownNumber() + by));
export const toFirst = () => go(0);
export const toLast = () => go(Infinity);

/** Back to the game as it stands. */
export function toLive() {
  pause();
  walked = null;
  kept = null;
  number = null;
  show();
  changed();
}

/** Go on by itself, a move a second, or stop that. */
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
  const { slider, count, buttons, live, told } = parts;
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
  const shown = number === null ? null : at(its(), number);
  live.hidden = !shown;
  told.hidden = !shown;
  if (shown) document.body.dataset.replaying = shown.number;
  else delete document.body.dataset.replaying;
  document.body.dataset.kept = Boolean(shown && kept);
  tellStudy(shown ? shown.number : -1);
  if (shown) tell(shown);
}

/** A card for each player of the kept game; who won is seen from its beginning, as in the list that people come from. */
function drawPlayers() {
  const { game: { result }, names } = kept;
  parts.players.replaceChildren(...["black", "white"].map((colour) => {
    const won = result?.winner === colour;
    const beside = list([names[colour] && colourName(colour), won && say("replay.won")].filter(Boolean));
    const name = make("bdi", {}, names[colour] || colourName(colour));
    return make("p", { "data-colour": colour, "data-won": won }, make("i", { class: "stone" }), name, make("span", {}, beside));
  }));
}

/** A move as it is heard. */
function spoken(move, n) {
  const values = { n, colour: colourName(move.colour), point: moveName(move) };
  return move.point === PASS ? say("room.passed", values) : say("room.spoken", values);
}

function tell({ number: n, move, goal, captured, reason, result }) {
  set(parts.title, kept ? say("replay.ofKept", { game: kept.about }) : say("replay.ofPresent"));
  parts.players.hidden = !kept;
  parts.move.dataset.colour = move?.colour ?? "";
  set(parts.words, move ? `${n}. ${move.point === PASS ? capital(moveName(move)) : moveName(move)}` : say("replay.begin"));
  if (move) parts.words.setAttribute("aria-label", spoken(move, n));
  else parts.words.removeAttribute("aria-label");
  set(parts.result, result ? outcome(result) : "");
  set(parts.captured, captured ? capturedByBoth(captured, goal) : "");
  set(parts.reasonsTitle, reason ? reasonTitle(reason) : "");
  const lines = (reason?.lines ?? []).map(lineText);
  if ([...parts.reasons.children].map((line) => line.textContent).join("\n") !== lines.join("\n")) {
    parts.reasons.replaceChildren(...lines.map((line) => make("li", {}, line)));
  }
}

// what is written again is drawn again
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
