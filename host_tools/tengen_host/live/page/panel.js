// The side panel: whose turn, what to do, the moves, and what was done, in words.

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
  const { state, foul } = game.hand;
  set("game-line", prompts.gameLine(game));
  $("turn").dataset.colour = prompts.headColour(game, condition);
  $("turn").dataset.stones = prompts.stonesToPut(game);
  const headline = prompts.headline(game, condition, shortNames(details));
  if ($("turn").lastElementChild.textContent !== headline) $("turn").lastElementChild.textContent = headline;
  set("prompt", prompts.prompt(game, stones, condition, { begins }));
  $("prompt").dataset.kind = game.clearing ? "clearing" : game.resuming ? "resuming" : condition.waits ? "matrix" : foul ? "foul" : state;
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
  const rows = moves.map((move) => {
    const row = document.createElement("li");
    row.textContent = words.moveName(move);
    Object.assign(row.dataset, { colour: move.colour, point: move.point, kind: move.kind ?? OWN });
    return row;
  });
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}

/** List what was done before, [{seq, t, did}, ...], without reading all of it out; `anew`: and nothing else. */
export function showLog(log, anew) {
  const list = $("events");
  list.setAttribute("aria-busy", "true");
  if (anew) list.replaceChildren();
  log.slice(-MOST_EVENTS).forEach(addDeeds);
  list.setAttribute("aria-busy", "false");
}

/** Add what was done by a line. */
export function addDeeds({ seq, t, did }) {
  const list = $("events");
  for (const each of did.filter(isNews)) list.prepend(row(each, seq, t));
  while (list.childElementCount > MOST_EVENTS) list.lastElementChild.remove();
}

// that all stones must go is told by the beginning of it
const isNews = ({ what }) => what !== "clear";

const isFault = ({ code, why, fault, low, faults, points }) =>
  code === "fault" || (code === "journal" && why) || fault || low || faults?.length || (code === "chatter" && points?.length);

function row(deed, seq, t) {
  const line = document.createElement("p");
  Object.assign(line.dataset, { code: deed.code, seq: seq ?? "" });
  if (isFault(deed)) line.dataset.fault = "";
  if (deed.foul) line.dataset.foul = deed.foul;
  const when = document.createElement("time");
  when.textContent = t === undefined ? "" : words.clock(t).slice(0, -2);
  line.append(when, sentence(deed));
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
