// The view of the board: at the table or for a room, live or in a replay; and its keys.

import { CELL } from "./board/board.js";
import { ARROWS } from "./board/hand.js";
import { drawMarks, marksOf, marksOfReplay, nameLines, numbersOf } from "./board/marks.js";
import { fieldView, inGame, marginOf, mirrored, onBoard, stonesInGame, stonesOnBoard, turned } from "./board/points.js";
import { $, button, make, setText } from "./browser.js";
import { initTheme, isFree, isFullScreen, keyList, nextTheme, progressRow, sign, toggleFullScreen } from "./controls.js";
import { addressDialog } from "./dialogs/address.js";
import { openNewGame } from "./dialogs/new_game.js";
import { PHONES_KEY, phonesDialog } from "./dialogs/phones.js";
import { gamesButton, replayOf, replayOfEnded } from "./dialogs/saved_games.js";
import { positionWords, speakable, unnumbered } from "./ear/announce.js";
import { announce } from "./ear/speech.js";
import { questionAfter } from "./game/defeat.js";
import { nextPosition } from "./game/lessons.js";
import {
  commentaryPanel, commentaryPosition, commentaryWords, COMMENT_ACTS, followsBoard, goOnFrom, isDemonstration, KEYS as COMMENT_KEYS,
  LEADS, showCommentary, takeCommentary, toLiveLine, WATCHES,
} from "./game/commentary.js";
import { askFirstHint, isFirstHintOffered, showMoves } from "./game/panel.js";
import {
  endWalk, play, replayBar, replayPanel, replayPosition, replaySaved, savedMoves, step, toFirst, toLast, toLive,
  updateReplay, walkOn,
} from "./game/replay.js";
import { beginning, ofRecord, PASS } from "./game/state.js";
import { dress, looksOf, OVERLAY, viewBoxOf } from "./overlay.js";
import { isAlone, leads as isLeader, may, whyNot } from "./rights.js";
import { toggleTreeMarks } from "./tree/view.js";
import { goBeside, goTo, leaveWalk, lookAt, stepBy, walkLine, walkPosition } from "./tree/walk.js";
import { say, sentences } from "./words/i18n.js";
import { laptopWords } from "./words/sentences.js";
import { capital, lastMoveWords } from "./words/terms.js";

const ROOM = "room";
const COMMENT = "comment";
const KEYS = {
  g: "g", r: "r", f: "f", q: "q", h: "h", n: "n", t: "t", o: "o", m: "m", "← →": "arrows", "Home End": "ends", "↓ ↑": "line", p: "p", e: "e", ", .": "walk", "j k": "beside", u: "u", d: "d", Esc: "esc",
  Tab: "tab", i: "i", b: "b", "← → ↑ ↓": "cursor", "Enter Space": "enter", "1 2 0": "buttons", v: "v",
  l: "l", w: "w", c: "c", s: "s", x: "x", y: "y", "?": "help",
};
const NOT_IN_COMMENT = ["g", "h", "p", "← →", "Home End", "↓ ↑", ", .", "j k", "1 2 0", "Esc"]; // replaced by the commentator's keys
const OF_HANDS = ["g", "i", "Enter Space", "1 2 0"]; // the keys that act on the board
const OF_LAPTOP = ["q", "d", "e", "↓ ↑", ", .", "j k", "u"]; // the keys for what only a laptop has
// the sizes of the text that fitWords() chooses from, in percent of the usual size; larger ones in the room view only
const SIZES = { least: 50, usual: 100, most: 130, step: 5 };

const asked = new URLSearchParams(location.search);
const looks = {
  room: [ROOM, OVERLAY, COMMENT].includes(asked.get("view")),
  comments: asked.get("view") === COMMENT, // whether this is the commentator's page, if it may act
  follows: asked.get("view") === COMMENT || (asked.has("commentary") && asked.get("view") !== OVERLAY), // whether this page shows a commentary
  numbers: asked.has("numbers"),
  turned: { turns: Number(asked.get("turn")) % 4 || 0, mirror: asked.has("mirror") },
};

// the looks of the overlay, which is a room view; null for a page
const overlay = asked.get("view") === OVERLAY ? looksOf(asked, (text) => CSS.supports("color", text)) : null;

let view = null;
let size = 0;
let lights = true; // whether the board reports its lights
let stones = {}; // stones on the board, whatever is shown
let game = beginning(); // the present game
let forbidden = { points: {}, dead: [] }; // points forbidden to Black now, and points that only look forbidden
let away = ""; // why the board is not connected, in words
let alone = ""; // why the page has no connection to the laptop, in words
let bannerWords = ""; // which of the two the banner shows
let notice = () => {};
let drawn = () => {};
let viewed = () => {};
let went = false; // whether the last announcement was about a replay
let lastWords = ""; // the announced text
let entered = ""; // the game that people have just opened, in words
let openKeys = () => {};
let addresses = null; // the dialog with the address for watchers
let openPhones = () => {};
let names = { black: "", white: "" }; // of the players of the present game
let commentary = null; // the laptop's group `commentary`
let comment = () => false; // sends an act of a commentary
let ledBefore = false; // whether this page led a commentary when it asked for a demonstration, and so goes back to it
let asksToLead = null; // while a commentary that this page asked for has not begun: its demonstration's name, or ""
let fromRoom = false; // whether the commentator came from the room view
let wanted = asked.get("past"); // the saved game that the hall has sent people here for
let isFitting = false; // whether a call of fitWords() is scheduled
const controls = {};

/**
 * Build the view; `noticed(sentence)` shows a notice for a moment, `keys` has further keys, `seen()` is called when
 * everything is drawn, `entered()` when people enter or leave the room view, `tryAgain(turn)` as in replay.js, `commented(act)` sends
 * an act of a commentary. Returns the tab of the view.
 */
export function initRoom(noticed, keys, seen, entered, tryAgain, commented) {
  notice = noticed;
  comment = commented;
  drawn = seen;
  viewed = entered;
  Object.assign(ACTS, keys);
  const panel = document.querySelector(".panel");
  panel.querySelector("#turn").after(make("p", { id: "latest", class: "latest" }));
  panel.querySelector(".now").after(replayPanel(tryAgain), ...commentaryPanel(comment, () => drawn(), backToGame));
  $("ask-study").addEventListener("click", askStudy);
  saving = progressRow(() => waiting?.abort());
  $("ask-study").before(saving.element);
  panel.querySelector(".tools").before(make("ul", { id: "legend", class: "forbidden-legend", "aria-label": say("marks.legend"), hidden: "" }));
  panel.querySelector(".tools").before(replayBar(onReplay, commentOn));
  controls.tools = tools();
  // at the table the tools are in a tab, because the space beside the board is needed
  controls.tab = make("section", { role: "tabpanel", id: "view", "aria-labelledby": "view-title", hidden: "" });
  const title = { type: "button", role: "tab", id: "view-title", "aria-controls": "view" };
  panel.querySelector("[role=tablist]").append(make("button", title, say("room.tools")));
  panel.querySelector(".more").append(controls.tab);
  openKeys = keyList();
  const [told, said] = [(words) => notice(words), (words) => announce(words, "own")];
  openPhones = phonesDialog(told, said);
  addresses = addressDialog(told, { pair: () => openPhones(), speak: said });
  if (overlay) dress(overlay);
  else addEventListener("keydown", take);
  addEventListener("resize", fit);
  document.addEventListener("fullscreenchange", () => controls.full.setAttribute("aria-pressed", isFullScreen()));
  apply();
  return controls.tab;
}

function tools() {
  const toggles = { room: toggleRoom, commentary: toggleCommentary, full: fullScreen, numbers: toggleNumbers };
  for (const [name, act] of Object.entries({ ...toggles, turn: turnBoard, mirror: mirrorBoard, address: () => addresses.show(), help: openHelp })) {
    const words = say(`room.${name}`);
    // all tools fit into one or two lines if these buttons have signs
    const face = { full: sign("full"), address: "QR", help: "?" }[name];
    const attributes = { "data-view-tool": name, ...(face && { "aria-label": words, title: words }) };
    controls[name] = button(face ?? words, attributes, act);
  }
  const theme = make("select", { id: "theme", "aria-label": say("room.theme") });
  initTheme(theme);
  controls.past = gamesButton(showSaved, (words) => notice(words));
  const { room, commentary: talk, full, numbers, turn, mirror, address, help } = controls;
  return make("section", { class: "viewing", "aria-label": say("room.tools") }, room, talk, full, numbers, turn, mirror, theme, address, help);
}

/** Replay a saved game; the first arguments are those that gamesButton() gives, `question` as in replaySaved(). */
function showSaved(saved, { title, about, names }, id, question = "") {
  const its = ofRecord(saved);
  if (its.size > size) {
    notice(say("games.otherSize", { its: `${its.size}x${its.size}`, size: `${size}x${size}` }));
    return;
  }
  entered = names.black && names.white ? say("replay.between", names) : say("replay.ofKept", { game: title });
  $("moves-title").click(); // the game's moves have arrived
  replaySaved(its, about, names, id, question);
}

// The game that was lost is saved some seconds after its end: the study waits for that.

let waiting = null; // an AbortController while the study waits
let saving = null; // its progressRow()

/** Replay the game that has just ended, and study it at once. */
async function askStudy() {
  if (waiting) return;
  const { stamp: { id } } = game;
  const question = questionAfter(game);
  waiting = new AbortController();
  saving.show(say("study.saving"));
  await replayOfEnded(id, waiting.signal, (...its) => {
    if (game.stamp?.id === id) showSaved(...its, question); // else another game has begun meanwhile
  }, (words) => notice(words));
  saving.show("");
  waiting = null;
}

/** A board was drawn; `description` describes it. */
export function boardDrawn(its, description) {
  view = its;
  size = description.size;
  lights = description.lights !== false;
  if (looks.turned.turns || looks.turned.mirror) view.turn(looks.turned);
  if (overlay?.crop) view.root.setAttribute("viewBox", viewBoxOf(overlay.crop, view.centre.bind(view), CELL));
  if (wanted) replayOf(wanted, showSaved, (words) => notice(words));
  wanted = null;
  apply();
}

/** Handle the stones on the board. */
export function layStones(its) {
  stones = its;
  show();
}

export const lyingPoints = () => Object.keys(stones);

/**
 * Handle the group `forbidden`: the points forbidden to Black (`points`), and points that only look forbidden (`dead`).
 */
export function showForbidden({ points = {}, dead = [] }) {
  forbidden = { points, dead: dead.map(({ point }) => point) };
  show();
}

/** The laptop has a new address for watchers. */
export const moved = (its) => overlay || addresses.moved(its);

/** Handle the group `link`, the state of the cable: {connected, words}, and the key and values of its sentence, if any.
   */
export function showLink({ connected, words, ...said }) {
  away = connected ? "" : sentences([capital(say("hall.away")), capital(laptopWords({ ...said, message: words }))]);
  document.body.dataset.link = connected ? "open" : "lost";
  showBanner();
}

/** Handle the state of the connection to the laptop: "connecting", "open" or "lost", and the reason of a refusal.
   */
export function showConnection(word, why) {
  alone = word === "lost" ? why || say("connection.away") : "";
  showBanner();
}

function showBanner() {
  // without the laptop the state of the cable is unknown
  const words = alone || away;
  const banner = $("link");
  setText(banner, words);
  if (bannerWords !== words) announce(words || say("connection.open"));
  bannerWords = words;
  banner.hidden = !words;
  fit();
}

/** Show the present game, or its position in the replay. */
export function showRoom(its, { p1, p2 }) {
  game = its;
  const by = { p1, p2 };
  names = { black: by[game.players.black] ?? "", white: by[game.players.white] ?? "" };
  updateReplay(game);
  setText($("latest"), lastMoveWords(game.moves));
  show();
}

/** The reason why clicks on the board do nothing now, in a sentence; "" if they act. */
export function whyIdle() {
  const why = onlyLooks();
  if (leads()) return say("commentary.idle");
  if (walkPosition()) return say("tree.walks");
  return replayPosition() && !looksOn() ? say("room.replays") : why;
}

const looksOn = () => document.body.dataset.looksOn === "true";

/** Whether this page shows a commentary if there is one. At a table where clicks act, it shows the board itself. */
const follows = () => looks.follows && (looks.room || looksOn());

const mayComment = () => document.body.dataset.comments === "true";

/** The reason why nobody can act on the board from this page, in a sentence; "" if people can. */
function onlyLooks() {
  if (looksOn()) return whyNot();
  return looks.room ? say("room.onlyShows") : "";
}

/** The shown position of the tree, of a replay or of a commentary; null for the live game. */
const elsewhere = () => walkPosition() ?? replayPosition() ?? (roleHere() ? commentaryPosition() : null);

/** What this page is for the shown commentary: LEADS, WATCHES, or "" if it shows none. */
function roleHere() {
  if (!commentary || !follows() || walkPosition() || replayPosition()) return "";
  return looks.comments && mayComment() ? LEADS : WATCHES;
}

/** Whether clicks on the board draw a commentary. */
export const leads = () => roleHere() === LEADS;

/** Handle the laptop's group `commentary`; null: there is none. */
export function showLine(message) {
  const before = commentary;
  commentary = message;
  const moved = takeCommentary(message);
  const begins = Boolean(message) && asksToLead === (message.demo ?? "");
  asksToLead = null;
  if (begins) lead();
  offerCommentary();
  lookAtCommentary();
  show();
  if (message ? !roleHere() : !before || !follows()) return;
  if (!(moved && followsBoard())) announce(commentaryWords(before, names), "own");
  else if (begins) announce(say("commentary.opened"), "own");
}

/** Let tree and engine look at the commentary's position. */
function lookAtCommentary() {
  const role = roleHere();
  lookAt(role ? commentaryPosition() : null, role === LEADS ? goOnFrom : null);
}

/** Begin or leave the commentator's view; a page that only shows begins or ends to follow a commentary. */
function toggleCommentary() {
  const watches = !mayComment() || (looks.room && !looks.comments && (commentary || looks.follows));
  if (watches && !commentary && !looks.follows) return notice(isAlone() ? whyNot() : say("commentary.none"));
  if (!watches && !commentary) return beginWith({});
  if (!watches && !looks.comments) {
    lead();
    return announce(say("commentary.opened"), "own");
  }
  went = false;
  if (watches) [looks.follows, looks.comments] = [!looks.follows, false];
  else {
    looks.room = fromRoom;
    looks.comments = looks.follows = false;
    toLive();
    comment({ act: "end" });
  }
  showCommentaryHere();
  return announce(say(looks.follows ? "commentary.followed" : "spoken.back"), "own");
}

/** Show the game's position in the commentary; leave one that shows it already, or that began with a demonstration. */
function backToGame() {
  if (followsBoard() || (isDemonstration() && !ledBefore)) toggleCommentary();
  else toLiveLine();
}

/** Ask the laptop to begin a commentary, and show the commentator's view when it begins; false if that is impossible. */
export function beginWith(its) {
  if (!comment({ act: "begin", ...its })) return false;
  if (!isDemonstration()) ledBefore = leads();
  asksToLead = its.demo ?? "";
  return true;
}

/** The laptop has refused a command of this page. */
export const refused = () => (asksToLead = null);

function showCommentaryHere() {
  apply();
  lookAtCommentary();
  viewed();
}

/** Comment on a stored game, or with "" on the game on the board, from move `at`. */
const commentOn = (id, at) => beginWith({ game: id, at: String(at) });

/** Show the commentator's view. */
function lead() {
  leaveWalk();
  went = false;
  if (!looks.comments) fromRoom = looks.room;
  looks.room = looks.comments = looks.follows = true;
  toLive();
  showCommentaryHere();
}

/** The page has its role: begin the commentary that its address asks for. */
export function beginCommentary() {
  if (looks.comments && mayComment() && !commentary) comment({ act: "begin" });
  offerCommentary();
}

/** Show the button where a commentary may be begun, or followed if there is one; and whether it is. */
function offerCommentary() {
  controls.commentary.hidden = !commentary && !follows() && (!mayComment() || looks.room);
  controls.commentary.setAttribute("aria-pressed", follows());
}

/** People went to another position, or back to the game; or a study has new results for the position. */
function onReplay() {
  if (replayPosition()) leaveWalk();
  lookAtCommentary();
  show();
  const past = replayPosition();
  const words = past ? positionSpoken(past) : went ? say("spoken.back") : "";
  // a screen reader reads a focused stone by itself
  const isRead = past?.walked.length && document.activeElement.closest(".studied");
  if (words && words !== lastWords && !isRead) announce(words, past ? "own" : undefined);
  lastWords = words;
  went = Boolean(past);
  entered = "";
}

function positionSpoken(past) {
  if (past.walked.length) return unnumbered(past.walked.at(-1));
  return sentences([entered && speakable(entered), positionWords(past), ...past.said.map(speakable)]);
}

/** The situation for answers: {past, size, lie, cursor}, for answerTo(). */
export function inView() {
  const past = elsewhere();
  const { size: its } = past ?? game;
  const margin = marginOf(size, its);
  return { past, size: its, lie: past ? past.stones : stonesInGame(stones, margin, its), cursor: inGame(view.cursor, margin, its) };
}

export const isRoom = () => looks.room;

export const isReplay = () => Boolean(elsewhere()) && !(roleHere() && followsBoard());

/** People went to a position of the tree, or back to the board; `words`: its announcement. */
export function showWalk(words) {
  if (walkPosition() && replayPosition()) toLive();
  show();
  announce(words, "own");
}

function show() {
  if (!view) return;
  const past = elsewhere();
  showCommentary(roleHere(), game, names, size);
  const its = past ?? game;
  const margin = marginOf(size, its.size);
  view.showField(margin, Math.min(its.size, size));
  view.showStones(past ? stonesOnBoard(past.stones, margin) : stones);
  const last = past ? past.last : game.moves.at(-1)?.point;
  view.showLast(last && last !== PASS ? onBoard(last, margin) : null);
  const marks = past ? marksOfReplay(past) : marksOf(game, forbidden.points, forbidden.dead);
  const lie = past ? past.stones : stonesInGame(stones, margin, its.size);
  // a lesson shows shapes, too, because its pupil does not know the lights yet
  document.body.dataset.marks = looks.room || !lights || Boolean(game.lesson);
  document.body.dataset.lines = marks.lines.length + marks.five.length + marks.standing.length;
  drawMarks(fieldView(view, margin), marks, looks.numbers ? numbersOf(its.moves, lie) : {}, its.size);
  nameLines($("reasons"), game.reason);
  for (const its of document.querySelectorAll(":is(#retold, #commentary) ul.reasons")) nameLines(its, past?.reason);
  const fouls = marks.points.filter(({ kind, text }) => kind === "forbidden" && text);
  const hints = marks.points.filter(({ kind }) => kind === "hint").map(({ point }) => onBoard(point, margin));
  view.showForbidden(Object.fromEntries(fouls.map(({ point, text }) => [onBoard(point, margin), say(`marks.${text}`)])), hints);
  showLegend(marks.points);
  showMoves(past?.kept ? past.moves : game.moves);
  drawn();
  fit();
}

function showLegend(marks) {
  const named = marks.map(({ kind, text }) => (kind === "forbidden" ? text : kind === "dead" ? kind : ""));
  const kinds = [...new Set(named)].filter(Boolean).sort();
  const legend = $("legend");
  legend.hidden = !kinds.length;
  if (legend.dataset.kinds === kinds.join()) return;
  legend.dataset.kinds = kinds.join();
  const sign = (kind) => make("i", { class: `sign-${kind}`, "aria-hidden": "true" }, kind === "dead" ? "33" : kind);
  legend.replaceChildren(...kinds.map((kind) => make("li", {}, sign(kind), say(`marks.${kind}`))));
}

// Looks, stored in the address so that they survive a reload

function toggleRoom() {
  looks.room = !looks.room;
  looks.comments = false;
  view?.showCursor(false); // the audience needs no cursor until somebody moves it
  showCommentaryHere();
}

const fullScreen = () => toggleFullScreen((words) => notice(words));

function toggleNumbers() {
  looks.numbers = !looks.numbers;
  apply();
}

const turnBoard = () => lookFrom(turned(looks.turned));
const mirrorBoard = () => lookFrom(mirrored(looks.turned));

function lookFrom(side) {
  looks.turned = side;
  view?.turn(side);
  apply();
}

function openHelp() {
  const keys = { ...KEYS };
  if (leads()) {
    for (const key of NOT_IN_COMMENT) delete keys[key];
    Object.assign(keys, COMMENT_KEYS);
  }
  if (onlyLooks()) {
    for (const key of OF_HANDS) delete keys[key];
    if (looksOn()) delete keys.d;
    if (looksOn() && !looks.room && may("ask.new")) keys.g = KEYS.g;
    keys.b = "b_looks";
  }
  if (isAlone()) for (const key of OF_LAPTOP) delete keys[key];
  if (!isLeader()) delete keys[PHONES_KEY];
  openKeys(keys, !isRoom() && isFirstHintOffered() ? { [say("firsthint.again")]: askFirstHint } : {});
}

function beginPairing() {
  if (isLeader()) openPhones();
  else notice(whyNot());
}

function beginGame() {
  const why = may("ask.new") ? (isRoom() ? onlyLooks() : "") : whyNot();
  // without a laptop nothing is known of a game before the first board
  const unknown = isAlone() && document.body.dataset.seq === undefined ? away : "";
  if (why || unknown) notice(why || unknown);
  else openNewGame();
}

function apply() {
  const { turns, mirror } = looks.turned;
  document.body.dataset.view = looks.room ? ROOM : "table";
  layTools();
  controls.room.setAttribute("aria-pressed", looks.room && !looks.comments);
  offerCommentary();
  controls.numbers.setAttribute("aria-pressed", looks.numbers);
  controls.mirror.setAttribute("aria-pressed", mirror);
  controls.full.setAttribute("aria-pressed", isFullScreen());
  const address = new URL(location.href);
  const set = (name, value) => (value ? address.searchParams.set(name, value) : address.searchParams.delete(name));
  if (!overlay) set("view", looks.room && (looks.comments ? COMMENT : ROOM));
  set("commentary", looks.follows && !looks.comments && 1);
  set("numbers", looks.numbers && 1);
  set("turn", turns);
  set("mirror", mirror && 1);
  set("past", wanted); // a reload shows the live game
  if (address.href !== location.href) history.replaceState(history.state, "", address);
  show();
}

/** Move the tools to the view's place; keep the keyboard's focus. */
function layTools() {
  const { tools: its, tab, past, help } = controls;
  if (its.parentElement && looks.room === (its.parentElement !== tab)) return;
  if (looks.room) document.querySelector(".panel > .replay").before(savedMoves());
  else $("moves-panel").append(savedMoves());
  const focused = [its, past].some((part) => part.contains(document.activeElement)) ? document.activeElement : null;
  if (looks.room) document.querySelector(".panel > .tools").before(its);
  else tab.append(its);
  // at the table the past games are beside the button for a new game, which the room view hides
  if (looks.room) help.before(past);
  else document.querySelector(".begins").append(past);
  focused?.focus();
}

// Keys

const ACTS = {
  Enter: nextPosition, g: beginGame, r: toggleRoom, n: () => nextPosition() || toggleNumbers(), f: fullScreen, q: () => addresses.show(), [PHONES_KEY]: beginPairing, t: nextTheme, o: turnBoard, m: mirrorBoard, e: toggleCommentary, p: play, "?": openHelp,
  ArrowLeft: () => (walkPosition() ? stepBy(-1) : step(-1)), ArrowRight: () => (walkPosition() ? stepBy(1) : step(1)), ArrowUp: () => walkOn(-1), ArrowDown: () => walkOn(1),
  Home: () => (walkPosition() ? goTo(0) : toFirst()), End: () => (walkPosition() ? goTo(walkLine().moves.length) : toLast()),
  ",": () => stepBy(-1), ".": () => stepBy(1), j: () => goBeside(1), k: () => goBeside(-1), u: toggleTreeMarks,
};

const acts = () => (leads() ? { ...ACTS, ...COMMENT_ACTS } : ACTS);

function take(event) {
  const { key, target } = event;
  if (!isFree(event) || (key === "Enter" && target.closest?.("button, a, summary"))) return;
  if (key === "Escape" && walkPosition()) leaveWalk();
  else if (key === "Escape" && !endWalk() && replayPosition()) toLive();
  else if (key === "Escape" && leads()) backToGame();
  else if (key === "Escape" && roleHere()) toggleCommentary();
  // on the board the arrows move the cursor, in a list they scroll
  const act = key in ARROWS && target.closest?.("[data-point], [tabindex='0']") ? null : acts()[key.length === 1 ? key.toLowerCase() : key];
  if (!act) return;
  const done = act();
  if (done === false) return;
  if (typeof done === "string") announce(done, "own");
  event.preventDefault();
}

/** Fit the words once after all present changes, and not before people see them: the layout takes longer than
   everything else. */
function fit() {
  if (isFitting || overlay || document.body.dataset.connection === "connecting") return;
  isFitting = true;
  queueMicrotask(fitWords);
}

/** Make the words as large as they fit: question and clocks are visible without scrolling. */
function fitWords() {
  isFitting = false;
  const panel = document.querySelector(".panel");
  const fits = (size) => {
    panel.style.setProperty("--scale", size / 100);
    return !isCut(panel);
  };
  const { least, usual, most, step } = SIZES;
  // a search by halves, because each try is a layout
  let [fitting, last] = [least, looks.room ? most : usual];
  if (fits(last)) return;
  while (last - fitting > step) {
    const size = step * Math.round((fitting + last) / 2 / step);
    if (fits(size)) fitting = size;
    else last = size;
  }
  fits(fitting);
}

/** Whether the panel is higher than its place beside the board; or, if it lies below, whether the prompt is off screen.
   */
function isCut(panel) {
  if (getComputedStyle(panel).display === "flex") return panel.scrollHeight > panel.clientHeight || isCommentaryCut();
  if (replayPosition()?.kept || roleHere()) return false; // no question is shown there
  const ends = [...panel.querySelectorAll(".now > :not(.game-head)")].map((part) => part.getBoundingClientRect().bottom);
  return Math.max(...ends) + panel.scrollTop + scrollY > document.documentElement.clientHeight;
}

/** Whether words of the commentary are outside its card; tree and engine, which follow them, may scroll. */
function isCommentaryCut() {
  const card = $("commentary");
  if (card.hidden) return false;
  const ends = [...card.children].filter((part) => part.id !== "study").map((part) => part.getBoundingClientRect().bottom);
  const end = card.getBoundingClientRect().bottom - card.clientTop - parseFloat(getComputedStyle(card).paddingBottom);
  return card.scrollWidth > card.clientWidth || Math.max(...ends) + card.scrollTop > end;
}
