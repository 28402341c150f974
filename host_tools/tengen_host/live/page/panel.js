// The side panel: whose turn, what to do, the moves, and all events in words.

import * as boardWords from "./boardwords.js";
import { mayJudge, OWN } from "./game.js";
import { say } from "./language.js";
import { followEntries, showEntries } from "./players.js";
import * as prompts from "./prompts.js";
import { reasonTitle, sentence } from "./sentences.js";
import { tell } from "./spoken.js";
import { laptopWords, refusal } from "./trust.js";
import * as words from "./words.js";

const MOST_EVENTS = 300;
const NOTICE_MS = 6000;
const ANSWER_MS = 12000; // somebody has asked for it, and reads all of it

const MOST_OF_NAME = 14; // letters of a name in the headline, which the back row reads
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

const ARBITER = "arbiter";

const $ = (id) => document.getElementById(id);

export function showConnection(word) {
  document.body.dataset.connection = word;
  $("connection").textContent = boardWords.connection(word);
}

export function showKind({ kind, version }) {
  $("kind").textContent = boardWords.kindName(kind, version);
}

export function showTime({ ms, speed }) {
  // where the board's time is the world's, it would be one more clock to wonder about
  $("time").hidden = !speed;
  $("time").textContent = words.boardTime(ms, speed);
}

/** Let the arbiter's open menu be taken by hand; `take(who, entry)` takes an entry. */
export function followMenu(take) {
  followEntries($("arbiter-menu"), ARBITER, take);
}

/** Show a game with its details, on a board in this condition; `stones` is how many lie on it; `begins` as prompts.js has it. */
export function showGame(game, stones, condition, details, begins) {
  const { prompt } = game;
  set("game-line", prompts.gameLine(game));
  $("turn").dataset.colour = prompts.headColour(game, condition);
  $("turn").dataset.stones = prompts.stonesToPut(game);
  const headline = prompts.headline(game, condition, shortNames(details));
  if ($("turn").lastElementChild.textContent !== headline) $("turn").lastElementChild.textContent = headline;
  set("prompt", prompts.prompt(game, stones, condition, { begins }));
  $("prompt").dataset.kind = game.clearing ? "clearing" : game.resuming ? "resuming" : condition.waits ? "matrix" : prompt?.foul ? "foul" : prompt?.event ?? "";
  showLines($("hints"), prompts.hints(game));
  const reason = mayJudge(game) ? game.reason : null;
  set("reasons-title", reason && !reason.foul ? reasonTitle(reason) : "");
  showLines($("reasons"), (reason?.lines ?? []).map(words.lineText));
  showLines($("notes"), boardWords.notes(condition));
  const menu = game.menus[ARBITER];
  $("arbiter-menu").hidden = !menu;
  if (menu) showEntries($("arbiter-menu"), ARBITER, menu, game);
  set("laptop", laptopWords(game, condition));
  $("to-slip").hidden = !game.result;
  document.querySelector(".now").dataset.over = Boolean(game.result) && !game.clearing;
  $("stamp-words").textContent = game.stamp ? words.stampWords(game.stamp) : words.capital(say("slip.undated"));
  $("occasion").textContent = words.occasion(details);
  showButtons(game.players);
}

/** The names of the players that have room in the headline. */
const shortNames = ({ p1, p2 }) => Object.fromEntries(Object.entries({ p1, p2 }).filter(([, name]) => [...name].length <= MOST_OF_NAME));

/** Grey each control whose command the board would refuse, and let it say why where a hand or the keyboard comes to it. */
export function showRefusals(game, condition) {
  for (const control of document.querySelectorAll("[data-cmd]")) {
    const why = refusal(control.dataset, game, condition);
    control.setAttribute("aria-disabled", Boolean(why));
    describe(control, why);
  }
}

function describe(control, why) {
  if ((control.dataset.why ?? "") === why) return;
  if (why) {
    control.dataset.why = why;
    control.setAttribute("aria-description", why);
  } else {
    delete control.dataset.why;
    control.removeAttribute("aria-description");
  }
}

/** Let each row of controls say why the one that a hand or the keyboard has come to is grey. */
export function followWhys() {
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, ({ target }) => {
      const row = target.closest?.("[data-cmd]")?.closest(".row");
      if (row) row.dataset.why = target.closest("[data-cmd]").dataset.why ?? "";
    });
  }
}

// what is written again is drawn again
function set(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function showLines(list, lines) {
  if (lines.join("\n") === [...list.children].map((each) => each.textContent).join("\n")) return;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function showButtons(players) {
  for (const button of document.querySelectorAll(".push[data-button]")) {
    const name = button.dataset.button;
    const colour = Object.keys(players).find((each) => players[each] === name) ?? "";
    button.dataset.colour = colour;
    button.setAttribute("aria-label", words.buttonLabel(name, colour));
  }
}

/** List these moves in their tab. */
export function showMoves(moves) {
  const list = $("moves");
  $("moves-title").textContent = words.movesTitle(moves.length);
  const rows = Array.from(moves, (move) => {
    const row = document.createElement("li");
    row.textContent = words.moveName(move);
    if (move) Object.assign(row.dataset, { colour: move.colour, point: move.point, kind: move.kind ?? OWN });
    return row;
  });
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}

/** Show this list of events and no other, without reading all of it out. */
export function showEvents(events) {
  const log = $("events");
  log.setAttribute("aria-busy", "true");
  log.replaceChildren();
  for (const event of events.filter(isNews).slice(-MOST_EVENTS)) log.prepend(row(event));
  log.setAttribute("aria-busy", "false");
}

export function addEvent(event) {
  if (!isNews(event)) return;
  const log = $("events");
  log.prepend(row(event));
  while (log.childElementCount > MOST_EVENTS) log.lastElementChild.remove();
}

// what is shown elsewhere all the time would drown the rest
const SHOWN = new Set(["health", "expects", "open", "menu", "kind", "frame", "wired", "shown"]);

function isNews({ event, stopped, cause, what }) {
  if (what === "clear") return false;
  if (event === "clock") return Boolean(cause) || stopped === "disturbed" || stopped === "fault";
  return !SHOWN.has(event) && !FETCHED.has(event);
}

// what the laptop asks the board for, for its library
const FETCHED = new Set(["games", "part"]);

const isFault = (event) =>
  event.event === "fault" || (event.event === "journal" && event.message) || event.fault || event.low || event.faults?.length || (event.event === "chatter" && event.points.length);

function row(event) {
  const line = document.createElement("p");
  Object.assign(line.dataset, { event: event.event, seq: event.seq ?? "" });
  if (isFault(event)) line.dataset.fault = "";
  if (event.foul) line.dataset.foul = event.foul;
  const when = document.createElement("time");
  when.textContent = event.t === undefined ? "" : words.clock(event.t).slice(0, -2);
  line.append(when, sentence(event));
  return line;
}

let noticeTimer = 0;

// an answer was for ears first: it gives way to the hand, and to the next key; so does a question
function hideAnswer() {
  if ($("notice").dataset.kind) $("notice").hidden = true;
}

addEventListener("pointerdown", hideAnswer);
addEventListener("keydown", ({ key }) => MODIFIERS.has(key) || hideAnswer());

/** Tell the person at this page why something did not happen. */
export function notice(message) {
  showNotice(message, "", NOTICE_MS);
  tell(message);
}

/** Ask the person at this page something. */
export function question(message) {
  showNotice(message, "question", NOTICE_MS);
  tell(message);
}

/** Tell what somebody has asked for. */
export function answer(message) {
  showNotice(message, "answer", ANSWER_MS);
  tell(message, "own");
}

/**
 * In the room view it lies at the foot of what is told in the middle, where there is nothing to be pressed; a question lies
 * above the button that it is about, which stays where it is.
 */
function layNotice(kind) {
  const place = (element) => element.getBoundingClientRect();
  const told = [...document.querySelectorAll(".panel > .now")].find((each) => each.getClientRects().length);
  const foot = kind === "question" ? place(document.querySelector(".tools")).top : told && place(told).bottom;
  $("notice").style.setProperty("--over", `${foot ? place(document.querySelector(".panel")).bottom - foot : 0}px`);
}

function showNotice(message, kind, ms) {
  clearTimeout(noticeTimer);
  $("notice").dataset.kind = kind;
  $("notice").textContent = words.capital(message);
  $("notice").hidden = false;
  layNotice(kind);
  noticeTimer = setTimeout(() => ($("notice").hidden = true), ms);
}
