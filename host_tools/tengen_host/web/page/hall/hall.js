// The hall shows every board small, with the side to move, the players and their clocks, or one of them large. Each
// board links to its own page.

import { defineStones } from "../board/board.js";
import { nameLines } from "../board/marks.js";
import { marginOf, onBoard } from "../board/points.js";
import { smallBoard } from "../board/small.js";
import { $, asking, button, HALL, lead, make, setLines, setText, svg } from "../browser.js";
import { keepOpen } from "../connection.js";
import { initTheme, isFree, isFullScreen, keyList, nextTheme, sign, toggleFullScreen } from "../controls.js";
import { ADDRESS_KEY, addressDialog } from "../dialogs/address.js";
import { PHONES_KEY, phonesDialog } from "../dialogs/phones.js";
import { gamesButton } from "../dialogs/saved_games.js";
import { left, Pace, timeText } from "../game/clock.js";
import { gameLine, headColour, headline } from "../game/prompts.js";
import { afterLine, initialState, interrupted, PASS } from "../game/state.js";
import { isCommentator, leads, roleName, setRights, whyNot } from "../rights.js";
import { fill, initLanguage, load, say, sentences } from "../words/i18n.js";
import { FOULS, isCutOff, placeName } from "../words/sentences.js";
import { capital, capturedWords, lineText, whoName } from "../words/terms.js";
import { arrange, arrangeShow } from "./arrange.js";
import { sinceOf } from "./round.js";
import { initScores } from "./scores.js";
import { initShow } from "./show.js";
import { foulOf, isIdle, newsAfter, runningMs } from "./stage.js";

const LABELLED = 380; // px of the smallest board on which labels can be read

// The hall's keys, and buttons for the same actions in its head.

const KEYS = {
  "← → ↑ ↓": "boards", Enter: "open", r: "show", "1 2 3": "number", "0 Esc": "all", f: "f", q: "q", h: "h", t: "t", "?": "help",
};

/**
 * The index of the board that an arrow key leads to from the board at `from`, among `number` boards in rows of
 * `columns`. From -1 it is the first board; if the key leads to no board, it is `from` itself.
 */
function beside(key, from, number, columns) {
  if (from < 0) return 0;
  const to = from + { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  return to >= 0 && to < number ? to : from;
}

/**
 * Handle the keys. `replay(game, id)` shows a past game, `tell(sentence)` shows errors; `big`: toggle(), digit(key),
 * back() and isOn() of the view for a big screen.
 */
function initHallKeys(head, links, replay, tell, big) {
  const openList = keyList();
  const showPhones = phonesDialog(tell);
  const phones = () => (leads() ? showPhones() : tell(whyNot()));
  addresses = addressDialog(tell, { pair: showPhones });
  const help = () => openList(leads() ? KEYS : Object.fromEntries(Object.entries(KEYS).filter(([key]) => key !== PHONES_KEY)));
  const full = () => toggleFullScreen(tell);
  const tool = (name, face, act) => {
    const words = say(`room.${name}`);
    return button(face, { "data-view-tool": name, "aria-label": words, title: words }, act);
  };
  const fullButton = tool("full", sign("full"), full);
  const showing = (act) => () => {
    act();
    showButton.setAttribute("aria-pressed", big.isOn());
  };
  const toggle = showing(big.toggle);
  const showButton = tool("show", say("room.show"), toggle);
  showButton.setAttribute("aria-pressed", big.isOn());
  head.append(gamesButton((game, title, id) => replay(game, id), tell), showButton, fullButton, tool("address", "QR", addresses.show), tool("help", "?", help));
  document.addEventListener("fullscreenchange", () => fullButton.setAttribute("aria-pressed", isFullScreen()));
  const acts = { r: toggle, f: full, [ADDRESS_KEY]: addresses.show, [PHONES_KEY]: phones, t: nextTheme, "?": help, Escape: showing(big.back) };
  for (const digit of "0123456789") acts[digit] = showing(() => big.digit(digit));

  addEventListener("keydown", (event) => {
    if (!isFree(event)) return;
    const act = event.key.startsWith("Arrow") ? () => go(event.key) : acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function go(key) {
    const all = links().filter((link) => link.getClientRects().length);
    const tops = all.map((link) => link.getBoundingClientRect().top);
    const columns = tops.filter((top) => Math.abs(top - tops[0]) < 1).length;
    all[beside(key, all.indexOf(document.activeElement), all.length, columns)]?.focus();
  }
}

// The boards.

const CLOCK_MS = 100; // ms between two updates of the clocks; their times are computed from the last report
const NOTICE_MS = 6000;
const MOST_ANNOUNCED = 5;
const FOOT = 12; // px below the boards
const COLOURS = ["white", "black"];

const places = new Map(); // by key: {board, state, stones, powered, pace, news, drawn: its elements}
let order = []; // the keys of the boards, as they are listed
const unknownBoard = () => ({ state: initialState(), powered: true, pace: new Pace() });
let noticeTimer = 0;
let live = false; // whether messages are news, and no longer part of the state that comes at the connection
let addresses = null; // the dialog with the address for watchers
let came = false; // whether the boards have been shown

/** Set the boards of the hall, in this order. */
function show(boards) {
  const keys = new Set(boards.map(({ key }) => key));
  for (const [key, { drawn }] of [...places]) {
    if (keys.has(key)) continue;
    drawn.item.remove();
    places.delete(key);
  }
  for (const board of boards) {
    const before = places.get(board.key);
    if (before?.board.size === board.size) before.board = board;
    else {
      before?.drawn.item.remove();
      places.set(board.key, { board, stones: {}, drawn: draw(board), ...unknownBoard() });
    }
    refresh(places.get(board.key));
  }
  // an element that is moved loses the keyboard's focus
  boards.forEach(({ key }, at) => {
    const { item } = places.get(key).drawn;
    if ($("boards").children[at] !== item) $("boards").insertBefore(item, $("boards").children[at] ?? null);
  });
  order = boards.map(({ key }) => key);
  $("none").hidden = boards.length > 0;
  $("demo").hidden = !boards.some(({ demo }) => demo);
  lay();
}

/** Make the boards as large as the window allows; on a phone the style sheet alone places them. */
function lay() {
  const { top, width } = $("boards").getBoundingClientRect();
  const height = innerHeight - top - FOOT - $("scores").offsetHeight;
  const stage = view.stage();
  const { large, ...its } = stage === "show" ? arrangeShow(places.size, width, height) : arrange(stage === "one" ? 1 : places.size, width, height);
  const { columns, rows, beside, side, letter } = its;
  const sizes = { columns, rows, side: `${side}px`, letter: `${letter}px`, large: `${large?.side}px`, "large-letter": `${large?.letter}px` };
  $("boards").dataset.beside = beside;
  $("boards").dataset.stage = stage;
  for (const [name, value] of Object.entries(sizes)) $("boards").style.setProperty(`--${name}`, value);
  for (const its of places.values()) its.labelled = its.drawn.board.root.getBoundingClientRect().width >= LABELLED;
  places.forEach(showLabels);
}

/** Do something with the view, and show it at once. */
function act(change) {
  change(now());
  step(now());
  leadToPages();
}

/** Another board is large. */
function stageChanged() {
  places.forEach(refresh);
  lay();
}

const now = () => performance.now();
const since = () => sinceOf(new Date()).toLocaleString("sv").replace(" ", "T"); // 2026-11-21T14:04:09, like the dates of games

/** Find what is large at the time `at`, and list the results. */
function step(at) {
  if (!live) return;
  view.look(order.map((key) => factsOf(places.get(key), at)), at);
  for (const its of places.values()) setText(its.drawn.number, numberOf(its));
  tellScores(view.isOn() && view.stage() !== "one" ? order.map((key) => scoreOf(places.get(key))) : null);
}

/** The number that calls a board, if its name does not have it; else "". */
function numberOf(its) {
  const number = view.numbers()[its.board.key] ?? "";
  return nameOf(its).match(/\d+/g)?.includes(number) ? "" : number;
}

/** A board as in topOf(), and its table. */
function factsOf(its, at) {
  const { board: { key }, state: { game, groups }, pace } = its;
  const ms = runningMs(game, pace.board());
  its.news = newsAfter(its.news, { foul: foulOf(game), ms }, at);
  return { key, table: groups.names?.table, idle: isIdle(game, isHere(its)), ms, news: its.news };
}

/** A board as in resultsOf(). */
function scoreOf(its) {
  const { game: { players, result, stamp }, groups: { names: { table, event, round, ...names } = {} } } = its.state;
  const isGame = result && result.solved === undefined;
  const [black, white] = [names[players.black], names[players.white]];
  return { id: stamp?.id, date: stamp?.date, table, place: nameOf(its), event, round, black, white, result: isGame ? result : null };
}

const showLabels = ({ board: { size }, state, drawn, labelled = false }) => drawn.board.showLabels(labelled, Math.min(size, state.game.size));

/** The path of a board's page, which knows the way back to this view. A paired device gets the page on which it acts. */
function pageOf(key) {
  const asked = new URLSearchParams();
  if (isCommentator()) asked.set("view", "comment");
  else if (!roleName()) asked.set("view", "room");
  if (view.query()) asked.set(HALL, view.query());
  return `/board/${encodeURIComponent(key)}/?${asked}`;
}

const leadToPages = () => places.forEach(({ board: { key }, drawn }) => lead(drawn.link, pageOf(key)));

function draw({ key, size }) {
  const board = smallBoard(size);
  const part = (tag, name, ...children) => make(tag, { class: name }, ...children);
  const drawn = { board };
  drawn.name = part("span", "board-name");
  drawn.state = part("span", "state");
  drawn.players = COLOURS.map((colour) => {
    const [name, time] = [make("bdi", { class: "name" }), part("span", "left")];
    const captured = make("span", { class: "captured", role: "img" });
    const row = make("p", { class: "who", "data-colour": colour }, part("i", "stone"), name, captured, time);
    return { name, captured, time, row };
  });
  drawn.turn = part("p", "turn");
  drawn.line = part("p", "line-of-game");
  drawn.number = part("b", "digits");
  drawn.reasons = part("ul", "reasons");
  const wood = part("div", "wood", board.root);
  const title = make("h2", {}, drawn.number, drawn.name, drawn.state);
  drawn.link = make("a", {}, title, wood,
    part("div", "caption", drawn.players[0].row, drawn.players[1].row, drawn.turn, drawn.line, drawn.reasons));
  lead(drawn.link, pageOf(key));
  drawn.item = make("li", { "data-board": key }, drawn.link);
  return drawn;
}

const isHere = ({ board, state: { groups } }) => groups.link?.connected ?? board.connected ?? true;

function refresh(its) {
  const { board, state: { game, groups }, stones, powered, drawn } = its;
  const here = isHere(its);
  const isLarge = view.large() === board.key;
  const foul = isLarge ? foulOf(game) : "";
  drawn.item.toggleAttribute("data-large", isLarge);
  if (isLarge) drawn.link.setAttribute("aria-current", "true");
  else drawn.link.removeAttribute("aria-current");
  setLines(drawn.reasons, foul ? (game.reason?.lines ?? []).map(lineText) : []);
  nameLines(drawn.reasons, game.reason);
  drawn.item.dataset.connected = here;
  drawn.item.dataset.turn = headColour(game, { powered });
  drawn.item.dataset.over = Boolean(game.result);
  drawn.item.dataset.winner = game.result?.winner ?? "";
  drawn.name.textContent = nameOf(its);
  drawn.state.textContent = here ? "" : say("hall.away");
  for (const [at, colour] of COLOURS.entries()) {
    const { name, captured } = drawn.players[at];
    name.textContent = whoPlays(its, colour);
    const n = game.captured[colour];
    captured.textContent = game.goal ? `${n}/${game.goal}` : game.counts ? n : "";
    if (game.counts) captured.setAttribute("aria-label", capturedWords(game, n));
    else captured.removeAttribute("aria-label");
  }
  drawn.turn.textContent = headline(isLarge ? game : withoutPoints(game), { powered });
  drawn.line.textContent = gameLine(game, { countFirst: true });
  drawn.board.show(stones, lastOf(game, board.size));
  drawn.board.showEnd(game, Boolean(foul));
  showLabels(its);
  const counted = (colour) => Object.values(stones).filter((each) => each === colour).length;
  const lying = say("hall.stones", { black: counted("black"), white: counted("white") });
  drawn.board.root.setAttribute("aria-label", Object.keys(stones).length ? lying : say("hall.empty"));
  const [white, black] = COLOURS.map((colour) => whoPlays(its, colour));
  const words = [headline(game, { powered }), here ? "" : capital(say("hall.away"))];
  drawn.link.setAttribute("aria-label", say("hall.label", { board: nameOf(its), black, white, words: sentences(words) }));
  showClocks(its);
}

/** A game without the points of its winner's line: beside a small board there is no room for them, and it shows the line. */
const withoutPoints = (game) => (game.result && !FOULS.has(game.result.reason) && game.result.reason !== "open four" ? { ...game, result: { ...game.result, line: [] } } : game);

const nameOf = ({ board, state }) => placeName(board, state.groups.names?.table);

const whoPlays = ({ state: { game: { players }, groups } }, colour) => groups.names?.[players[colour]] || whoName(players[colour]) || "–";

/** The point of the last stone, or null. */
function lastOf({ moves, size }, board) {
  const point = moves.at(-1)?.point ?? PASS;
  return point === PASS ? null : onBoard(point, marginOf(board, size));
}

function showClocks({ state: { game: { clock, players } }, pace, drawn }) {
  for (const [at, colour] of COLOURS.entries()) {
    const { row, time } = drawn.players[at];
    const its = clock && players[colour] ? left(clock, players[colour], pace.board()) : null;
    const text = its ? timeText(its.ms) + (its.periods === null ? "" : ` ×${its.periods}`) : "";
    setText(time, text);
    row.dataset.runs = Boolean(its?.runs);
    row.dataset.low = Boolean(its?.low);
  }
}

function take(message) {
  if (message.type === "boards") {
    show(message.boards);
    return;
  }
  if (message.type === "ready") {
    if (setRights(message)) notice(say("notice.unpaired"));
    leadToPages();
    live = true;
    connection("open");
    step(now());
    if (!came) comeBack(); // only now, because a hidden element can't take the focus
    came = true;
    return;
  }
  if (message.type === "address") {
    addresses.moved(message);
    return;
  }
  if (message.type === "digest") {
    message.messages.forEach(take);
    return;
  }
  const place = places.get(message.board);
  if (!place) return;
  switch (message.type) {
    case "line":
      if (!takeLine(place, message.line)) return;
      break;
    case "stones":
      place.stones = message.stones;
      break;
    case "time":
      place.pace.set(message);
      break;
    case "power":
      place.powered = message.on;
      if (!message.on) place.state = interrupted(place.state);
      break;
    default:
      return;
  }
  refresh(place);
  showWayToQuiz([...places.values()].some(({ state }) => state.groups.quiz));
}

/** Show people the way to the question, but not on a big screen, where nobody can answer. */
function showWayToQuiz(isAsked) {
  $("to-quiz").hidden = !isAsked || view.isOn();
}

/** Handle the next line of a board, or of the laptop; false if the line changes nothing yet. */
function takeLine(place, line) {
  const before = place.state;
  place.state = afterLine(before, line);
  if (place.state === before) return false;
  place.pace.setNow(line.t);
  if (line.seq !== undefined) place.drawn.item.dataset.seq = line.seq;
  if (line.is?.link) place.pace.holdWhile(isCutOff(line.is.link));
  if (live && line.did?.some(({ code }) => code === "result")) announceEnd(place);
  return !place.state.coming;
}

/** Announce the result of a game. */
function announceEnd(its) {
  $("results").append(make("p", {}, say("hall.told", { board: nameOf(its), words: headline(its.state.game, its) })));
  while ($("results").children.length > MOST_ANNOUNCED) $("results").firstChild.remove();
}

/** Focus the board from which people come back; the address's fragment is its key. */
function comeBack() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (document.activeElement === document.body) places.get(key)?.drawn.link.focus();
}

/** Replay a past game on the first board that is large enough. */
function replay({ record: { size } }, id) {
  const place = [...places.values()].find(({ board }) => board.size >= size);
  if (!place) {
    notice(say("games.noBoard", { its: `${size}x${size}` }));
    return;
  }
  const link = make("a");
  lead(link, `${pageOf(place.board.key)}&past=${encodeURIComponent(id)}`);
  location.href = link.href;
}

/** Show a sentence for a moment. */
function notice(words) {
  clearTimeout(noticeTimer);
  $("notice").textContent = words;
  $("notice").hidden = false;
  noticeTimer = setTimeout(() => ($("notice").hidden = true), NOTICE_MS);
}

function connection(word, why = "") {
  document.body.dataset.connection = word;
  $("connection").textContent = why || say(`connection.${word}`);
}

await load();
fill(document);
$("missing").hidden = location.pathname === "/"; // the laptop's status for a missing board
initLanguage($("language"));
initTheme($("theme"));
const view = initShow(stageChanged, notice);
const tellScores = initScores($("scores"), since, lay);
initHallKeys($("tools"), () => [...document.querySelectorAll("#boards a")], replay, notice, {
  isOn: view.isOn,
  toggle: () => act(view.toggle),
  back: () => act(view.back),
  digit: (key) => act((at) => view.digit(key, at)),
});
lead($("to-quiz"), "/quiz");
const defs = svg("svg", { class: "unseen", "aria-hidden": "true" });
defineStones(defs);
document.body.append(defs);
setInterval(() => {
  places.forEach(showClocks);
  step(now());
}, CLOCK_MS);
addEventListener("resize", lay);
keepOpen(asking("/boards.json"), () => asking("/hall/ws"), {
  about(boards) {
    live = false;
    // the first line of a board contains its whole state
    for (const place of places.values()) Object.assign(place, unknownBoard());
    show(boards);
  },
  message: take,
  lost(why, status, isAsked) {
    connection("lost", why);
    if (why) showWayToQuiz(isAsked);
  },
});
