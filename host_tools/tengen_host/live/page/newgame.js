// The dialog for a new game: who plays what; Start sends it to the board, and the game begins when the board is clear.

import { FIELDS } from "./names.js";
import { boardSentence } from "./refusals.js";
import { changedSettings, chooseAnew } from "./settings.js";
import { beforeStart, cannotStart, commandsOf, hasDone } from "./start.js";

const $ = (id) => document.getElementById(id);

let its = null; // what the page has last shown: {game, stones, condition, details, hand}
let waiting = []; // the commands that the board has not done yet; the first has been sent
let names = {}; // that were given for a game that has not begun yet: those of the game before stay as they were
let clears = false; // whether the stones shall be taken away by this page
let act = {};

/**
 * Let people begin a new game. `acts.ask(line)` sends a command to the board, false where it can't; `acts.give(details)`
 * gives names; `acts.clear()` takes all stones off the board.
 */
export function followNewGame(acts) {
  act = acts;
  for (const opener of document.querySelectorAll("[data-new-game]")) opener.addEventListener("click", openNewGame);
  $("new-game-close").addEventListener("click", () => $("new-game").close());
  $("new-game").addEventListener("close", () => (waiting = []));
  $("settings").addEventListener("submit", (event) => {
    event.preventDefault();
    start(event.submitter?.id === "clear-and-start");
  });
  $("settings").addEventListener("input", () => complain(""));
  $("new-game-stop").addEventListener("click", () => act.ask({ cmd: "new", wait: false }));
}

/** Open the dialog; nobody begins a game who only looks on, or in the room view. */
export function openNewGame() {
  const { view, looksOn } = document.body.dataset;
  if (!its || looksOn === "true" || view === "room") return;
  complain("");
  chooseAnew(act.ask);
  for (const name of FIELDS) field(name).value = names[name] ?? its.details[name];
  show();
  $("new-game").showModal();
}

/** Show a game on a board in this condition, on which `stones` lie; `hand`: this page can take stones away. */
export function showNewGame(game, stones, condition, details, hand) {
  its = { game, stones, condition, details, hand };
  $("new-game-stop").hidden = !game.clearing;
  show();
}

function show() {
  const { game, stones, condition, hand } = its;
  const why = cannotStart(game, stones, condition);
  const lines = why ? [why] : beforeStart(game, stones, hand);
  const place = $("new-game-before");
  if (place.dataset.lines !== lines.join("\n")) {
    place.dataset.lines = lines.join("\n");
    place.replaceChildren(...lines.map((words) => Object.assign(document.createElement("li"), { textContent: words })));
  }
  place.classList.toggle("wrong", Boolean(why));
  for (const button of [$("start"), $("clear-and-start")]) button.setAttribute("aria-disabled", Boolean(why));
  $("clear-and-start").hidden = !stones || !hand;
}

const field = (name) => $("settings").elements[`named-${name}`];

function start(clear) {
  const { game, stones, condition, details } = its;
  const why = cannotStart(game, stones, condition);
  if (why) {
    complain(why);
    return;
  }
  names = Object.fromEntries(FIELDS.map((name) => [name, field(name).value]).filter(([name, value]) => value !== details[name]));
  clears = clear;
  waiting = commandsOf(game, stones, changedSettings());
  next();
}

function next() {
  if (waiting.length) {
    if (!act.ask(waiting[0])) waiting = [];
    return;
  }
  $("new-game").close();
  if (clears && its.game.clearing) act.clear();
}

/** Take an event of the board; true if it answers what the dialog has asked for. */
export function tellNewGame(event) {
  if (event.event === "new_game" && Object.keys(names).length) act.give(names);
  if (event.event === "new_game" || (event.event === "clearing" && !event.on)) names = {};
  if (!waiting.length) return false;
  if (event.event === "error") {
    waiting = [];
    names = {};
    complain(boardSentence(event.message));
    return true;
  }
  if (!hasDone(waiting[0], event)) return false;
  waiting.shift();
  next();
  return true;
}

function complain(words) {
  $("new-game-words").textContent = words;
}
