// The dialog for a new game: who plays what; Start sends it to the board, and the game begins when the board is clear.

import { make } from "./dom.js";
import { FIELDS } from "./names.js";
import { codedSentence } from "./coded.js";
import { changedSettings, chooseAnew } from "./settings.js";
import { beforeStart, cannotStart, commandsOf, hasDone } from "./start.js";
import { unfit } from "./unfit.js";

const $ = (id) => document.getElementById(id);

let its = null; // what the page has last shown: {game, stones, condition, details, hand}
let waiting = []; // the commands that the board has not done yet; the first has been sent
let names = {}; // that were given for a game that has not begun yet: those of the game before stay as they were
let clears = false; // whether the stones shall be taken away by this page
let act = {};
const beside = make("p", { id: "new-game-beside", class: "wrong", role: "alert" }); // what is wrong with the field before it

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
  chooseAnew();
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
  const bad = FIELDS.find((name) => unfit(name, field(name).value));
  if (bad) {
    complain(unfit(bad, field(bad).value), field(bad));
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

/** Take a line of the board; true if it answers what the dialog has asked for. */
export function tellNewGame({ did = [], answer = null }) {
  const begins = did.some(({ code }) => code === "new_game");
  if (begins && Object.keys(names).length) act.give(names);
  if (begins || did.some(({ code, on }) => code === "clearing" && !on)) names = {};
  if (!waiting.length) return false;
  if (answer?.code === "error") {
    waiting = [];
    names = {};
    complain(codedSentence(answer.why), fieldOf(answer.why));
    return true;
  }
  if (!hasDone(waiting[0], did)) return false;
  waiting.shift();
  next();
  return true;
}

// the settings that these codes are about
const ABOUT = {
  "device.clock": "clock", "device.fifths": "fifths", "device.game_too_large": "game", "device.no_silence": "mode",
  "device.no_size": "size", "device.size_too_large": "size", "refused.partner": "partner",
};

/** The field that what the board says is about; null where it is about none that is seen. */
function fieldOf({ code, setting }) {
  const about = setting ?? ABOUT[code];
  const { clock, other, [about]: its } = $("settings").elements;
  return its === clock ? other : its?.closest?.("label:not([hidden])") ? its : null;
}

/** Say what is wrong: beside the field that is to be corrected, which gets the focus, or at the end where there is none. */
function complain(words, its = null) {
  for (const each of $("settings").querySelectorAll("[aria-invalid]")) {
    each.removeAttribute("aria-invalid");
    each.removeAttribute("aria-describedby");
  }
  $("new-game-words").textContent = its ? "" : words;
  beside.textContent = its ? words : "";
  if (!its) {
    beside.remove();
    return;
  }
  const around = its.closest("details");
  if (around) around.open = true;
  its.setAttribute("aria-invalid", true);
  its.setAttribute("aria-describedby", beside.id);
  its.closest("label").after(beside);
  its.focus();
}
