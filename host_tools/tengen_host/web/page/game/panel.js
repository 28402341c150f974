// The side panel, in words: the side to move, the next task, the two players, the moves, and the log.

import { $, asking, button, hallPath, lead, make, remember, remembered, setLines, setText } from "../browser.js";
import { getJson } from "../connection.js";
import { withTerms } from "../dialogs/terms.js";
import { announce } from "../ear/speech.js";
import { mayTake } from "../rights.js";
import { lang, list, say, sentences } from "../words/i18n.js";
import { boardNotes, kindName, laptopWords, placeName, reasonTitle, sentence } from "../words/sentences.js";
import {
  boardTime, buttonLabel, capital, capturedWords, colourName, exactTime, isolated, lineText, moveName, movesTitle,
  occasionWords, stampWords, whoName,
} from "../words/terms.js";
import { left, timeText } from "./clock.js";
import { avoidWords, questionAfter, WHY } from "./defeat.js";
import {
  acts, colourOf, entryHint, entryWords, gameLine, headColour, headline, hints, menuName, permissionWords, prompt,
  refusal, stonesToPut, task,
} from "./prompts.js";
import { firmware, gameOf, mayJudge, movesByButton, otherColour, OWN, specialsPut } from "./state.js";

const MOST_EVENTS = 300;
const NOTICE_MS = 6000;
const ANSWER_MS = 12000; // in ms; an answer is shown longer than a notice, so that people can read all of it

const MOST_OF_NAME = 14; // most letters of a name in the headline, readable from the back row
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

const ARBITER = "arbiter";
const RENJU = "renju";

export function showConnection(word) {
  document.body.dataset.connection = word;
  $("connection").textContent = say(`connection.${word}`);
}

let studies = false; // whether the laptop studies saved games
let lesson = null; // what to avoid in another try

export function showKind({ kind, version, studies: its = false }) {
  studies = its;
  $("kind").textContent = kindName(kind, version);
}

export function showTime({ ms, speed }) {
  // hidden while the board runs at real speed, because a second clock would only confuse
  $("time").hidden = !speed;
  $("time").textContent = boardTime(ms, speed);
}

/** Show a game with its details, on a board in this condition; `stones`: the number on it; `page`: begins and helped as
   in prompts.js. */
export function showGame(game, stones, condition, details, page) {
  const { state, foul } = game.hand;
  setText($("game-line"), gameLine(game));
  $("turn").dataset.colour = headColour(game, condition);
  $("turn").dataset.stones = stonesToPut(game);
  const names = shortNames(details);
  const head = headline(game, condition, names);
  const nodes = game.settings.game === RENJU ? withTerms : undefined; // other games give the words other meanings
  setText($("turn").lastElementChild, head, nodes);
  setText($("prompt"), prompt(game, stones, condition, { ...page, names }), nodes);
  $("prompt").dataset.kind = game.clearing ? "clearing" : game.resuming ? "resuming" : condition.waits ? "matrix" : foul ? "foul" : state;
  setLines($("hints"), hints(game));
  const reason = mayJudge(game) ? game.reason : null;
  setText($("reasons-title"), reason && !reason.foul ? reasonTitle(reason) : "");
  setLines($("reasons"), (reason?.lines ?? []).map(lineText), withTerms);
  setLines($("notes"), boardNotes(condition));
  setText($("laptop"), permissionWords(game, condition));
  $("to-slip").hidden = !game.result || Boolean(game.puzzle || game.lesson);
  const question = studyOf(game);
  $("ask-study").hidden = !question;
  setText($("ask-study"), question === WHY ? say("study.why") : say("study.of_game"));
  setText($("avoid"), avoidWords(game, lesson));
  showMissedWin(game, question);
  $("next-puzzle").hidden = !game.result || !game.puzzle || game.clearing;
  document.querySelector(".now").dataset.over = Boolean(game.result) && !game.clearing && !game.lesson && !game.puzzle;
  $("stamp-words").textContent = game.stamp ? stampWords(game.stamp) : capital(say("slip.undated"));
  $("occasion").textContent = occasionWords(details);
  showButtons(game.players);
}

/** The question that a study of this game answers, as in defeat.js; "" if the laptop can't study it. */
const studyOf = (game) => (studies ? questionAfter(game) : "");

/** Show what to avoid in another try (lessonOf() in defeat.js), as long as the game goes on from there. */
export const rememberLesson = (its) => (lesson = its);

/** Show the button that asks for the missed wins of both players, if a player may ask, and no study answers it. */
function showMissedWin({ open, advice }, question) {
  const its = $("missed-win");
  const who = !question && !advice && SEATS.find((seat) => open[seat]?.some(([entry]) => entry === its.dataset.entry));
  its.hidden = !who;
  its.dataset.who = who || SEATS[0];
}

/** The names of the players that fit into the headline. */
const shortNames = ({ p1, p2 }) => Object.fromEntries(Object.entries({ p1, p2 }).filter(([, name]) => [...name].length <= MOST_OF_NAME));

/** Grey out each control that the board would refuse; it shows the reason on hover and focus. */
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

/** For each row of controls, show why the hovered or focused one is grey. */
export function initRefusals() {
  // after a click another button may appear under the mouse, about which nobody has asked
  addEventListener("click", () => (document.body.dataset.resting = ""));
  addEventListener("pointermove", () => delete document.body.dataset.resting);
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, ({ target }) => {
      const row = target.closest?.("[data-cmd]")?.closest(".row");
      if (row) row.dataset.why = target.closest("[data-cmd]").dataset.why ?? "";
    });
  }
}

function showButtons(players) {
  for (const button of document.querySelectorAll(".push[data-button]")) {
    const name = button.dataset.button;
    const colour = Object.keys(players).find((each) => players[each] === name) ?? "";
    button.dataset.colour = colour;
    button.setAttribute("aria-label", buttonLabel(name, colour));
  }
}

/** List these moves in their tab. */
export function showMoves(moves) {
  const list = $("moves");
  $("moves-title").textContent = movesTitle(moves.length);
  const rows = moves.map((move) =>
    make("li", { "data-colour": move.colour, "data-point": move.point, "data-kind": move.kind ?? OWN }, moveName(move)));
  list.replaceChildren(...rows);
  if (rows.length) list.scrollTop = list.scrollHeight;
}

/** List the earlier log, [{seq, t, did}, ...], without announcing it; `anew`: replace the present list. */
export function showLog(log, anew) {
  const list = $("events");
  list.setAttribute("aria-busy", "true");
  if (anew) list.replaceChildren();
  log.slice(-MOST_EVENTS).forEach(addDeeds);
  list.setAttribute("aria-busy", "false");
}

/** Add the actions of a line. */
export function addDeeds({ seq, t, did }) {
  const list = $("events");
  for (const each of did.filter(isNews)) list.prepend(eventRow(each, seq, t));
  while (list.childElementCount > MOST_EVENTS) list.lastElementChild.remove();
}

// not logged: the event at the beginning of the clearing already says that all stones must go
const isNews = ({ what }) => what !== "clear";

const isFault = ({ code, why, fault, low, faults, points }) =>
  code === "fault" || (code === "journal" && why) || fault || low || faults?.length || (code === "chatter" && points?.length);

function eventRow(deed, seq, t) {
  const when = t === undefined ? "" : exactTime(t).slice(0, -2);
  const line = make("p", { "data-code": deed.code, "data-seq": seq ?? "" }, make("time", {}, when), sentence(deed));
  if (isFault(deed)) line.dataset.fault = "";
  if (deed.foul) line.dataset.foul = deed.foul;
  return line;
}

let noticeTimer = 0;

// a click or the next key hides an answer, which is mainly for the ear; it hides a question, too
function hideAnswer() {
  if ($("notice").dataset.kind) $("notice").hidden = true;
}

addEventListener("pointerdown", hideAnswer);
addEventListener("keydown", ({ key }) => MODIFIERS.has(key) || hideAnswer());

/** Show the person at this page why something did not happen. */
export const notice = (message) => showNotice(message, "", NOTICE_MS);

/** Ask the person at this page something. */
export const question = (message) => showNotice(message, "question", NOTICE_MS);

/** Show the answer to a request. */
export const answer = (message) => showNotice(message, "answer", ANSWER_MS, "own");

/**
 * In the room view the text is at the lower end of the middle column, where there are no buttons. A question is above
 * its button, which does not move.
 */
function layNotice(kind) {
  const place = (element) => element.getBoundingClientRect();
  const section = [...document.querySelectorAll(".panel > .now")].find((each) => each.getClientRects().length);
  const foot = kind === "question" ? place(document.querySelector(".tools")).top : section && place(section).bottom;
  $("notice").style.setProperty("--over", `${foot ? place(document.querySelector(".panel")).bottom - foot : 0}px`);
}

function showNotice(message, kind, ms, voice = "") {
  clearTimeout(noticeTimer);
  $("notice").dataset.kind = kind;
  $("notice").textContent = capital(message);
  $("notice").hidden = false;
  layNotice(kind);
  noticeTimer = setTimeout(() => ($("notice").hidden = true), ms);
  announce(message, voice);
}

// A hint for the first minutes at a virtual board: the goal of the game below the prompt, and everything else in the
// place of the moves. Never shown again after the first game.

const STORED = "tengen.hinted";

let over = remembered(STORED) !== null; // whether the first game is over, or the hint was put away
let asked = false; // whether people have opened the hint again, and not closed it yet
let hinted = null; // the last known game, and whether people put stones on this page

function end() {
  over = true;
  remember(STORED, "1");
}

/** Build the hint's close button. */
export function initFirstHint() {
  $("first-hint-close").addEventListener("click", () => {
    end();
    asked = false;
    show(false);
    $("moves-title").focus();
  });
}

/** Whether the hint can be shown: stones are put on this page, and the game is known. */
export const isFirstHintOffered = () => Boolean(hinted?.hand && hinted.game.settings.mode);

/** Show the hint again, in any game and at any move, until it is closed. */
export function askFirstHint() {
  asked = true;
  $("moves-title").click();
  showFirstHint(hinted.game, hinted.hand);
  $("first-hint-close").focus();
}

/** Show the hint at the start of somebody's first game; `hand`: stones are put on this page. */
export function showFirstHint(game, hand) {
  const { settings, moves, position, result, resuming, puzzle, lesson } = game;
  hinted = { game, hand };
  if (result && hand && !over && !puzzle && !lesson) end(); // a task is no game
  const first = !over && !moves.length && !position && !resuming;
  const wanted = isFirstHintOffered() && (first || asked);
  if (wanted) {
    const move = movesByButton(settings) ? say("firsthint.button") : say("firsthint.rests");
    setText($("goal"), goalOf(settings.game));
    setLines($("first-hint").querySelector("ul"), [say("firsthint.click"), say("firsthint.drag"), move, say("firsthint.press"), say("firsthint.keys")]);
  }
  show(wanted);
}

const goals = {}; // by game: its goal, in a sentence from its rules; "" until the laptop has sent it

/** The goal of a game in a sentence, or "". A goal that comes later is added to the hint. */
function goalOf(name) {
  if (name === "renju") return say("firsthint.renju");
  if (!gameOf(name)) return ""; // a newer board plays a game that this laptop does not know
  if (!(name in goals)) {
    goals[name] = "";
    getJson(rulesAddress(name)).then(({ goal }) => {
      goals[name] = goal;
      showFirstHint(hinted.game, hinted.hand);
    }, () => {}); // the button "Rules" says why the rules can't be read
  }
  return goals[name];
}

/** The address of a game's rules in the page's language. */
export const rulesAddress = (name) => `/rules/${lang()}/${encodeURIComponent(name)}.json`;

function show(wanted) {
  $("goal").hidden = !wanted;
  $("first-hint").hidden = !wanted;
  $("moves").hidden = wanted;
}

// Tabs: one visible panel of several, chosen by click or arrow keys. The choice survives a reload, for example after a
// change of language.

/** Connect the tabs of a list with their panels; a panel that becomes visible gets an "open" event. */
export function initTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => $(tab.getAttribute("aria-controls"));

  function choose(chosen) {
    for (const tab of tabs) {
      const is = tab === chosen;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
      panelOf(tab).hidden = !is;
    }
    history.replaceState({ ...history.state, tab: chosen.id }, "");
    panelOf(chosen).dispatchEvent(new Event("open"));
  }

  list.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = tabs.filter((tab) => tab.getClientRects().length);
    const next = shown.at((shown.indexOf(document.activeElement) + step) % shown.length);
    choose(next);
    next.focus();
  });
  choose(tabs.find(({ id }) => id === history.state?.tab) ?? tabs[0]);
}

// The board of this page, also in its title; and with several boards, the link to all of them.

let shownBoard = null; // this board's entry in /boards.json, if there are several
let titleOf = [{ players: {} }, {}]; // the game and details of the last title

/** Show this board's name and the link to the hall, if the laptop has more boards than this one. */
export async function showWayToHall() {
  let boards = [];
  try {
    boards = await getJson(asking("/boards.json"));
  } catch {
    // if the laptop does not answer, the page shows that elsewhere, and asks again at the next connection
    return;
  }
  lead(document.querySelector("#hallway a"), `${hallPath()}#${encodeURIComponent(shownKey())}`);
  showWay(boards.length > 1);
  shownBoard = boards.length > 1 ? boards.find(({ key }) => key === shownKey()) : null;
  showTitle(...titleOf);
}

/** Show the link to all boards, because this board is gone. */
export function offerHall() {
  lead(document.querySelector("#hallway a"), hallPath());
  showWay(true);
}

function showWay(wanted) {
  if ($("hallway").hidden === !wanted) return;
  $("hallway").hidden = !wanted;
  dispatchEvent(new Event("resize")); // because the link leaves less room for everything else
}

/** Show the table and the players: beside the link to all boards, and in the page's title, which distinguishes browser
   tabs. */
export function showTitle(game, details) {
  titleOf = [game, details];
  const place = placeName(shownBoard, details.table);
  setText($("board-name"), placeName(shownBoard, "")); // the occasion has the table
  const [black, white] = ["black", "white"].map((colour) => isolated(details[game.players[colour]] || whoName(game.players[colour])));
  const players = Boolean(details.p1 || details.p2);
  const title = players && place ? say("page.title_of_both", { place, black, white })
    : players ? say("page.title_of_players", { black, white })
      : place ? say("page.title_of_place", { place }) : "";
  if (document.title !== (title || "Tengen")) document.title = title || "Tengen";
  setText(document.querySelector("h1"), title || say("page.title"));
}

/** The key of the board on this page, from its address /board/KEY/; "" on the page of the only board. */
function shownKey() {
  const [, key = ""] = location.pathname.match(/^\/board\/([^/]+)\//) ?? [];
  return decodeURIComponent(key);
}

// The names of the players.

const form = $("details");
export const DETAILS = ["p1", "p2", "event", "round", "table"];

export const noNames = () => Object.fromEntries(DETAILS.map((name) => [name, ""]));

/** Build the form of names; `give(fields)` sends some of them. */
export function initNames(give) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => give({ [target.name]: target.value }));
}

/** Show these details, except in the field being edited. */
export function showNames(details) {
  for (const name of DETAILS) {
    const input = form.elements[name];
    if (input !== document.activeElement) input.value = details[name];
  }
}

// The engine at a seat: its name, its start, and a person's choice when it fails.

const LEVEL = "laptop"; // level in the setting that means the laptop's engine

const CHOICES = ["again", "own"];

/** Build the buttons; `choose(word)` sends the choice. */
export function initEngine(choose) {
  for (const word of CHOICES) $("engine").append(button(say(`engine.${word}`), { "data-choice": word }, () => choose(word)));
}

/** Show what the engine is doing, and why a person must choose; `acts`: this page may choose. */
export function showEngine({ doing, fault, waits } = {}, acts) {
  const place = $("engine");
  const words = [doing && laptopWords(doing), fault && laptopWords(fault), waits && say("engine.waits")].filter(Boolean);
  place.hidden = !words.length;
  Object.assign(place.dataset, { fails: Boolean(fault), waits: Boolean(waits) });
  setText(place.firstElementChild, sentences(words));
  for (const choice of place.querySelectorAll("[data-choice]")) choice.hidden = !acts || !fault;
}

/** The name of the player at the partner's seat, by the level of the setting. */
function partnerAt(level, { name, own } = {}) {
  if (level !== LEVEL) return say("players.partner", { level });
  return own ? say("entry.menu.partner") : name || say("newgame.engine");
}

// The players' cards: name, colour, clock, their own tasks, and their menus as buttons.

const SEATS = ["p1", "p2"];
const REFUSAL_MS = 6000;
const OF_BOTH = new Set(["new game", "puzzle", "missed win"]); // entries of both players, which have one button each
const USUAL_SIGNS = 5; // most letters of a time without hours

const cards = new Map(); // by seat: its elements
const places = new Map(); // by person: the place of the buttons for entries
let game = null;
let refused = null; // why an entry that a player tried is not possible: {seat, entry, words}
let refusalTimer = 0;

/**
 * Draw both players, and the arbiter's menu. `take(who, entry, choice)` takes an entry, false if that is impossible;
 * `redraw()` shows the present game again.
 */
export function initPlayers(take, redraw) {
  initEntries($("arbiter-menu"), ARBITER, take, redraw);
  for (const seat of SEATS) {
    const root = document.querySelector(`.player[data-seat=${seat}]`);
    root.append($("player").content.cloneNode(true));
    const card = { root };
    for (const part of ["name", "seat", "left", "periods", "captured", "kinds", "task", "entries"]) card[part] = root.querySelector(`.${part}`);
    card.entries.setAttribute("aria-label", say("players.may_do", { who: whoName(seat) }));
    card.entries.dataset.before = whoName(seat); // for two rows of actions on a phone
    initEntries(card.entries, seat, take, redraw);
    // hide the shown reason: it is not the reason for another grey button
    for (const kind of ["pointerover", "focusin"]) card.entries.addEventListener(kind, ({ target }) => endRefusal(target.dataset.entry));
    markPressed(root, card.entries);
    cards.set(seat, card);
  }
}

/** Mark the entry of a card that was just pressed: its answer appears in place of its bubble. */
function markPressed(root, place) {
  const forget = (entry) => root.dataset.pressed !== entry && delete root.dataset.pressed;
  place.addEventListener("click", ({ target }) => {
    const { entry } = target.dataset;
    if (entry) root.dataset.pressed = entry;
  });
  for (const kind of ["pointerover", "focusin"]) place.addEventListener(kind, ({ target }) => forget(target.dataset.entry));
  place.addEventListener("focusout", () => forget());
  place.addEventListener("pointerleave", () => place.contains(document.activeElement) || forget());
}

// The page's own menus: the choices under an entry that was clicked. They stay open, and the board shows no menu.

const own = {}; // by person: {about: the entry, entries: its choices, at: -1, isOwn: true}
let awaited = null; // {who, entry}: the last entry that this page took

/** Make the buttons of `place` take entries for a person, and choices of the person's own menu. */
function initEntries(place, who, take, redraw) {
  places.set(who, place);

  function close() {
    const { about } = own[who];
    delete own[who];
    redraw();
    const back = who === ARBITER ? document.querySelector(".push[data-button=arbiter]")
      : [...place.children].find((each) => each.dataset.entry === about);
    back?.focus();
  }

  place.addEventListener("click", ({ target }) => {
    const its = target.closest("button");
    if (!its) return;
    const { entry, choice } = its.dataset;
    if (entry === undefined) close();
    else if (take(who, entry, choice)) {
      if (choice === undefined) awaited = { who, entry };
      else if (!firmware().repeated.includes(entry)) close();
    }
  });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !own[who]) return;
    event.preventDefault();
    close();
  });
}

/** Handle an answer of the board. If it tells the choices that this page awaits, open a menu with them. */
export function takeChoices(answer) {
  const { code, who, entry, choices } = answer ?? {};
  if (code === "error") awaited = null;
  if (code !== "choices" || awaited?.who !== who || awaited.entry !== entry) return false;
  awaited = null;
  own[who] = { about: entry, entries: choices, at: -1, isOwn: true };
  drawEntries(who);
  places.get(who).querySelector("button").focus();
  announce(sentences([menuName(entry), list(choices.map((choice) => entryWords(game, who, entry, choice)))]), "own");
  return true;
}

/** Close the players' own menus, because another game has begun. */
export function dropChoices() {
  for (const seat of SEATS) delete own[seat];
}

/** The menu to show for a person: a question of the board, the page's own menu, or the board's open menu. */
function menuOf(its, who) {
  const menu = its.menus[who];
  const about = own[who]?.about;
  if (about && its.open[who] && !its.open[who].some(([entry, why]) => entry === about && !why)) delete own[who];
  return menu && menu.about !== "menu" ? menu : own[who] ?? menu;
}

function drawEntries(who) {
  const place = places.get(who);
  const menu = menuOf(game, who);
  if (who === ARBITER) place.hidden = !menu;
  else place.dataset.open = Boolean(menu);
  if (menu || who !== ARBITER) showEntries(place, who, menu ?? { about: "menu", entries: offered(game, who), at: -1 }, game);
}

/** Show these entries of a game's menu as buttons, the present one marked; `at`: its index, or -1. */
function showEntries(place, who, { about, entries, at, isOwn = false }, its) {
  const allowed = (entry) => mayTake(who, isOwn ? about : entry);
  const key = JSON.stringify([about, entries, isOwn, entries.map(allowed), entries.map((entry) => entryHint(its, who, about, entry))]);
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    place.replaceChildren(...entries.map((entry) => {
      const taken = isOwn ? { "data-entry": about, "data-choice": entry } : { "data-entry": entry };
      const attributes = { "data-cmd": "do", "data-who": who, ...taken, title: entryHint(its, who, about, entry) };
      const made = button(entryWords(its, who, about, entry), attributes);
      made.hidden = !allowed(entry);
      return made;
    }), ...(isOwn ? [button(say("players.cancel"))] : []));
  }
  [...place.children].forEach((its, number) => {
    if (number === at) its.setAttribute("aria-current", "true");
    else its.removeAttribute("aria-current");
  });
}

/** Show the players of a game, by the names in its details; `engine`: the engine that plays for the laptop. */
export function showPlayers(its, details, engine) {
  game = its;
  for (const [seat, card] of cards) {
    const colour = colourOf(game.players, seat);
    const [at, level] = (game.settings.partner ?? "").split(" ");
    const own = details[seat] || (at === seat ? partnerAt(level, engine) : "");
    const name = own || whoName(seat);
    const beside = [own ? whoName(seat) : "", colour && colourName(colour)];
    card.root.dataset.colour = colour;
    card.root.dataset.acts = Boolean(!game.result && !game.clearing && acts(game) === seat);
    card.root.dataset.won = Boolean(colour && game.result?.winner === colour);
    card.name.textContent = name;
    card.seat.textContent = list(beside.filter(Boolean));
    showCaptured(card.captured, game, colour);
    showKinds(card.kinds, game, colour);
    showTask(card, seat);
  }
  for (const who of places.keys()) drawEntries(who);
}

function showTask(card, seat) {
  const why = refused?.seat === seat ? refused.words : "";
  const menu = menuOf(game, seat);
  setText(card.task, why || (menu?.isOwn ? menuName(menu.about) : task(game, seat)));
  card.root.dataset.refused = Boolean(why);
  card.task.dataset.kind = why || game.refusal?.who === seat ? "refused" : "";
}

/** Show a player for a while why an entry is not possible now. */
export function showRefusal(seat, entry, words) {
  endRefusal(null);
  refused = { seat, entry, words };
  showTask(cards.get(seat), seat);
  refusalTimer = setTimeout(() => endRefusal(null), REFUSAL_MS);
}

function endRefusal(entry) {
  if (!refused || refused.entry === entry) return;
  const { seat } = refused;
  clearTimeout(refusalTimer);
  refused = null;
  showTask(cards.get(seat), seat);
}

/**
 * The stones that this colour has captured, as small stones of the other colour in a row of the number that wins; in
 * games where no number wins, only in words, because they may be many.
 */
function showCaptured(place, { goal, counts, captured }, colour) {
  const n = captured[colour] ?? 0;
  const words = counts && colour ? capturedWords({ goal }, n) : "";
  showStones(place, words, otherColour(colour), n, goal && Math.max(goal, n));
}

/** The bombs or neutral stones that this colour has left, each as a small stone. */
function showKinds(place, its, colour) {
  const { special, specials } = gameOf(its.settings.game) ?? {};
  const n = specials && colour ? Math.max(0, specials - specialsPut(its, colour)) : 0;
  const words = specials && colour ? say(`state.left.${special}`, { n }) : "";
  showStones(place, words, "neutral", n, specials ?? 0);
}

/** Show `n` small stones of a kind in `all` places, with words; without words show nothing. */
function showStones(place, words, kind, n, all) {
  if (place.dataset.words === words) return;
  place.dataset.words = words;
  const row = Array.from({ length: all }, (_, at) => make("i", { class: `small ${at < n ? kind : "hollow"}` }));
  place.replaceChildren(...(words ? [make("span", { class: "stones", "aria-hidden": "true" }, ...row), words] : []));
}

/**
 * The entries that the game offers a player besides stones, possible now or not. In a puzzle only its solver has
 * entries.
 */
function offered(its, seat) {
  if (its.resuming || its.clearing || its.lesson) return []; // a lesson has its own buttons
  if (its.puzzle && colourOf(its.players, seat) !== its.puzzle.colour) return [];
  return (its.open[seat] ?? []).map(([entry]) => entry).filter((entry) => !OF_BOTH.has(entry));
}

/** Show the clocks at the board's time `now`. */
export function showClocks(now) {
  if (!game) return;
  const { clock } = game;
  for (const [seat, card] of cards) {
    card.root.dataset.clock = Boolean(clock);
    if (!clock) continue;
    const { ms, periods, runs, low } = left(clock, seat, now);
    card.root.dataset.runs = runs;
    card.root.dataset.stands = Boolean(clock.stopped && clock.stopped !== "over" && clock.running === seat);
    card.root.dataset.low = low;
    const text = timeText(ms);
    setText(card.left, text);
    card.left.dataset.long = text.length > USUAL_SIGNS;
    setText(card.periods, periods === null ? "" : say("players.periods", { n: periods }));
  }
}
