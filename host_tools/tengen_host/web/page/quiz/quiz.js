// The page of the quiz: a phone answers; the leader's page on the laptop asks, and it or a projector shows the answers.

import { BoardView, Leds } from "../board/board.js";
import { initHand, initHover } from "../board/hand.js";
import { drawMarks, marksOfReplay, nameLines } from "../board/marks.js";
import { $, button, make, remember, remembered, setLines, setText } from "../browser.js";
import { getJson, keepOpen } from "../connection.js";
import { isFree, isFullScreen, keyList, nextTheme, sign, toggleFullScreen } from "../controls.js";
import { ADDRESS_KEY, addressDialog } from "../dialogs/address.js";
import { gamesButton, replayOf } from "../dialogs/saved_games.js";
import { stonesOf } from "../game/state.js";
import { fill, initLanguage, load, say } from "../words/i18n.js";
import { laptopWords } from "../words/sentences.js";
import { lineText } from "../words/terms.js";
import { drawHeat } from "./heat.js";
import { beginPast, endPast, initPast, pastPosition, pointPast, wantsPoint } from "./past.js";
import { answerWords, countWords, explanation, ownWords, questionWords, rightWords } from "./words.js";

const KEYS = { "Enter →": "quiz_next", a: "quiz_past", s: "quiz_tally", f: "f", q: "q", t: "t", "?": "help" };

const DEVICE = "tengen-device"; // under these names the browser stores the text that tells devices apart,
const NAME = "tengen-name"; // and the name until the end of the quiz
const NOTICE_MS = 6000;
const ANSWERED_MS = 4000; // without an answer from the laptop after this time, the connection is dead
const NOTHING = { state: "idle", number: 0, left: 0, choices: [] };

const device = remembered(DEVICE) ?? newDevice();
const asked = new URLSearchParams(location.search);
const asksShow = asked.get("view") === "show";
let its = NOTHING; // the group `quiz`
let count = 0; // of the answers
let own = ""; // this device's answer
let pending = null; // {question, answer}: the answer on its way; it is sent again after the connection was lost
let watch = 0; // the timer until the connection is dead
let acts = false; // whether this page leads
let shared = ""; // the address of this page for the room, if it is shared
let games = false; // whether the laptop has a folder of games
let view = null;
let showHover = () => {};
let checkAim = () => {};
let noticeTimer = 0;
let nextButton = null; // of the leader

/** Make a text by chance, and keep it: 128 bits, so that no other device has the same. */
function newDevice() {
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(DEVICE, made);
  return made;
}

/** Whether this page shows what the room answers, and answers nothing itself. */
const shows = () => acts || asksShow;

const mayAnswer = () => !shows() && its.state === "open";

/** A text for the present question, which no other question has. */
const question = () => `${its.id} ${its.number}`;

const isOnItsWay = () => its.state === "open" && pending?.question === question();

await load();
fill(document);
initLanguage($("language"));

const send = keepOpen("/quiz/about.json", () => `/quiz/ws?${asked.has("looks") ? "looks&" : ""}${asksShow ? "count" : ""}`, {
  about(about) {
    games = about.games;
    if (!view) drawBoard(about);
  },
  message: take,
  lost(why) {
    clearTimeout(watch);
    connection("lost", why);
  },
}, "/quiz/seat.json");

function drawBoard({ size, points }) {
  view = new BoardView($("board"), size, points, new Leds());
  const may = () => (mayAnswer() && !its.choices.length) || wantsPoint();
  const hover = initHover(view, may, () => pastPosition()?.turn ?? its.turn);
  showHover = hover.show;
  const nothing = () => {};
  checkAim = initHand(view, size, {
    may, aim: hover.aim, lift: nothing, slide: nothing, over: nothing, next: () => false, draws: () => false,
    put: (point) => may() && (pointPast(point) || answer(point)),
  });
}

function take(message) {
  if (message.type === "ready") {
    acts = message.may.includes("quiz");
    connection("open");
    initLead();
    if (shows()) showAddress();
    here();
    deliver();
    beginAsked();
  } else if (message.type === "answered") {
    takeAnswered(message);
  } else if (message.type === "error") {
    clearTimeout(watch);
    pending = null;
    notice(laptopWords(message));
  } else if (message.type === "address") {
    addresses.moved(message);
    showAddress();
  } else if (message.type === "line") {
    const { quiz, answered } = message.line.is;
    if (quiz) takeQuiz(quiz);
    if (answered) count = answered.n;
  }
  show();
}

function takeQuiz(quiz) {
  const before = question();
  if (quiz.id !== its.id) recallName(quiz.id);
  if (quiz.state === "open") endPast();
  its = { ...NOTHING, ...quiz };
  if (question() !== before) own = "";
  if (quiz.answered !== undefined) count = quiz.answered;
}

/** Show the name that was given in this evening; the browser forgets one of an earlier evening. */
function recallName(evening) {
  const [of, name = ""] = (remembered(NAME) ?? "").split(/ (.*)/s);
  $("name").value = of === evening ? name : "";
  if (of !== evening) remember(NAME, "");
}

/** Send something that the laptop answers by "answered". */
function ask(command) {
  if (send(command)) expectAnswer();
}

function expectAnswer() {
  clearTimeout(watch);
  watch = setTimeout(send.again, ANSWERED_MS);
}

const here = () => ask({ do: "here", device, name: $("name").value });

function answer(text) {
  pending = { question: question(), answer: text };
  deliver();
  show();
}

/** Send the answer that is on its way, if its question is still open. */
function deliver() {
  if (isOnItsWay()) ask({ do: "answer", number: String(its.number), answer: pending.answer });
}

/** Take this device's answer as the laptop has it. */
function takeAnswered(message) {
  clearTimeout(watch);
  if (message.number !== its.number) return;
  own = message.answer;
  if (isOnItsWay() && own !== pending.answer) {
    expectAnswer();
    return;
  }
  if (pending && !(pending.question === question() && own === pending.answer)) notice(say("quiz.too_late"));
  pending = null;
}

document.addEventListener("visibilitychange", () => document.hidden || here());

$("naming").addEventListener("submit", (event) => event.preventDefault());
$("name").addEventListener("change", () => {
  remember(NAME, `${its.id} ${$("name").value}`);
  here();
});

// What is shown

function show() {
  if (!view) return;
  const past = pastPosition();
  const { state, number, kind } = its;
  document.body.dataset.state = state;
  document.body.toggleAttribute("data-past", Boolean(past));
  document.body.dataset.leads = acts;
  const isAsked = !past && (state === "open" || state === "shown");
  setText($("number"), isAsked ? say("quiz.number", { number }) : "");
  setText($("question"), past ? "" : isAsked ? questionWords(its) : state === "tally" ? say("quiz.tally") : idleWords());
  setText($("state"), shows() ? "" : ownWords(its, own, isOnItsWay() ? pending.answer : ""));
  setText($("answered"), !past && (state === "shown" || state === "tally" || (state === "open" && shows())) ? countWords(its, count) : "");
  setText($("right"), isAsked && state === "shown" ? rightWords(its) : "");
  const { title, won, instead } = isAsked && state === "shown" ? explanation(its) : { title: "", won: "", instead: "" };
  setText($("reasons-title"), title);
  setLines($("reasons"), title ? its.reason.lines.map(lineText) : []);
  nameLines($("reasons"), its.reason);
  setText($("win"), won);
  setText($("better"), instead);
  setLines($("tally"), state === "tally" && !past ? its.names.map(([name, right, all]) => say("quiz.named", { name, right, all })) : []);
  $("naming").hidden = shows();
  $("code").hidden = $("address-shown").hidden = !shared || !shows() || Boolean(past) || state !== "idle";
  showChoices(isAsked ? its.choices : [], kind);
  if (nextButton) {
    const word = nextWord();
    nextButton.hidden = !word;
    if (word) setText(nextButton, say(`quiz.next.${word}`));
  }
  showBoard(past);
}

function idleWords() {
  if (its.why) return laptopWords(its.why);
  if (!acts) return say("quiz.wait");
  return its.left ? say("quiz.left", { n: its.left }) : say("quiz.none_ready", { button: say("games.open") });
}

/** What the leader's button does now: the word of its label, or "" if it has nothing to do. */
function nextWord() {
  if (its.state === "open") return "answers";
  if (its.state === "shown" && its.more) return "line";
  return its.left ? "question" : "";
}

/** The answer that this device has chosen, or "". */
const chosen = () => (isOnItsWay() ? pending.answer : own);

function showChoices(choices, kind) {
  const key = [its.number, ...choices].join();
  if ($("choices").dataset.key !== key) {
    $("choices").dataset.key = key;
    $("choices").replaceChildren(...choices.map((choice) => {
      const made = button(make("span", {}, answerWords(kind, choice)), { "data-choice": choice }, () => answer(choice));
      made.append(make("b"));
      return made;
    }));
  }
  const all = Math.max(1, count);
  for (const each of $("choices").children) {
    const { choice } = each.dataset;
    const n = its.heat?.[choice] ?? 0;
    each.disabled = !mayAnswer();
    each.setAttribute("aria-pressed", chosen() === choice);
    each.dataset.right = its.state === "shown" && its.right.includes(choice);
    setText(each.lastElementChild, its.state === "shown" ? String(n) : "");
    each.style.setProperty("--part", n / all);
  }
}

function showBoard(past) {
  const { black = [], white = [], kind, point, state, reason, win, turn } = its;
  const stones = past ? past.stones : Object.fromEntries([...black.map((each) => [each, "black"]), ...white.map((each) => [each, "white"])]);
  // a stone that lost lies on the board, and so does a stone that is explained
  const put = past ? "" : reason?.point ?? (kind === "why" ? point : "");
  if (put) stones[put] = turn;
  const last = past ? past.last : put || its.last || null;
  view.showStones(stones);
  view.showLast(last);
  const walked = !past && win ? stonesOf({ points: win.line, colour: win.colour }) : [];
  const marks = marksOfReplay({ last, reason: past ? null : reason, result: null, stones, walked });
  if (past?.point) marks.points.push({ kind: "hint", point: past.point });
  if (!past && kind === "foul" && !reason) marks.points.push({ kind: "hint", point });
  if (!past && chosen() && state === "open" && !its.choices.length) marks.points.push({ kind: "provisional", point: chosen() });
  drawMarks(view, marks, {}, view.size);
  if (!past && state === "shown" && !its.choices.length && !reason && !win) drawHeat(view, its.heat, its.right);
  showHover();
  checkAim();
}

function notice(words) {
  clearTimeout(noticeTimer);
  $("notice").textContent = words;
  $("notice").hidden = false;
  noticeTimer = setTimeout(() => ($("notice").hidden = true), NOTICE_MS);
}

function connection(word, why = "") {
  document.body.dataset.connection = word;
  $("connection").textContent = why || (word === "open" ? "" : say(`connection.${word}`));
  show();
}

/** Show the address for phones while there is no question. */
async function showAddress() {
  const { address: at } = await getJson("/address.json").catch(() => ({ address: "" }));
  shared = at && `${at}quiz`;
  if (shared) $("code").src = `/qr.svg?quiz&of=${encodeURIComponent(at)}`;
  setText($("address-shown"), shared);
  show();
}

// The leader

const lead = (act) => send({ do: "quiz", ...act }) || notice(say("notice.no_connection"));
const next = () => lead({ act: "next" });
const openKeys = keyList();
const addresses = addressDialog(notice, { page: "quiz" });
const pastGames = gamesButton((game, { title }, id) => beginPast(game, title, id), notice);

/** Begin a question about the game in this page's address: ?past=ID&at=MOVES, as a replay or a commentary leads here. */
function beginAsked() {
  const [id, at] = [asked.get("past"), Number(asked.get("at"))];
  asked.delete("past");
  if (acts && id) replayOf(id, (game, { title }) => beginPast(game, title, id, at), notice);
}

/** Build the leader's buttons once this page is known to lead. */
function initLead() {
  pastGames.hidden = !games;
  $("lead").hidden = !acts || asksShow;
  if ($("lead").children.length) return;
  const end = button(say("quiz.end"), { "data-lead": "end" });
  end.addEventListener("click", () => {
    const asked = end.dataset.asked === "true";
    end.dataset.asked = !asked;
    if (asked) lead({ act: "end" });
    else notice(say("quiz.end_again", { button: say("quiz.end") }));
  });
  end.addEventListener("blur", () => (end.dataset.asked = false));
  nextButton = button("", { "data-lead": "next" }, next);
  $("lead").append(nextButton, button(say("quiz.tally"), { "data-lead": "tally" }, ACTS.s), pastGames, end);
}

const help = () => openKeys(acts ? KEYS : { f: "f", q: "q", t: "t", "?": "help" });
const ACTS = {
  Enter: next, ArrowRight: next, a: () => games && pastGames.click(), s: () => lead({ act: "tally" }),
  f: () => toggleFullScreen(notice), [ADDRESS_KEY]: addresses.show, t: nextTheme, "?": help,
};
const OF_LEADER = new Set(["Enter", "ArrowRight", "a", "s"]);

addEventListener("keydown", (event) => {
  if (!isFree(event)) return;
  if (event.key === "Escape" && endPast()) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isBusy = event.target.closest?.("button, a, [data-point], form");
  if (!ACTS[key] || (OF_LEADER.has(key) && (!acts || (isBusy && key.length > 1)))) return;
  event.preventDefault();
  ACTS[key]();
});

initPast(lead, show);
const tool = (name, face, act) => {
  const words = say(`room.${name}`);
  return button(face, { "data-view-tool": name, "aria-label": words, title: words }, act);
};
const full = tool("full", sign("full"), ACTS.f);
document.addEventListener("fullscreenchange", () => full.setAttribute("aria-pressed", isFullScreen()));
$("tools").append(full, tool("address", "QR", addresses.show), tool("help", "?", help));
