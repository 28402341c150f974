// The board's page: passes the board's lines to the parts of the page, and commands to the board. Begin here.

import { BoardView, drawBar, Leds, spells } from "./board/board.js";
import { buzzer, initHand, initHover, initLiftAll, initPushKeys, pushButton, stoneFor } from "./board/hand.js";
import {
  initFaults, initMaintenance, initPlug, showBroken, showKinds, showMaintenance, showPlug, updateMaintenance,
} from "./board/maintenance.js";
import { initPen } from "./board/pen.js";
import { fieldView, inGame, marginOf, onBoard, shown } from "./board/points.js";
import { initTypedPoint, meaning } from "./board/typed_point.js";
import { $, button, lead } from "./browser.js";
import * as toLaptop from "./connection.js";
import { initDemonstrations } from "./dialogs/demonstrations.js";
import {
  initNewGame, initRules, initSettings, nameRules, offerGames, showNewGame, showSettings, updateNewGame,
} from "./dialogs/new_game.js";
import { initPuzzles, showPuzzles } from "./dialogs/puzzles.js";
import { initSlip, showSlip } from "./dialogs/result_slip.js";
import { initTerms } from "./dialogs/terms.js";
import {
  answerTo, bothClocks, lastMove, positionWords, speakable, speakableNames, stonesAround, stonesInRow, whatIsAsked,
  whoseTurn,
} from "./ear/announce.js";
import {
  announceClock, announceDeed, announceMissed, announceState, initAnnouncements, initSpeech, showSpeechFailure, speak,
  toggleSpeech,
} from "./ear/speech.js";
import { initArbiter, updateArbiter } from "./game/arbiter.js";
import { Pace } from "./game/clock.js";
import { dragged, drawArrow, markPoint, nextStone, touchPoint, withSigns } from "./game/commentary.js";
import { lessonOf } from "./game/defeat.js";
import { initLessons, nextPosition, offerLessons, showLesson } from "./game/lessons.js";
import * as panel from "./game/panel.js";
import { refusal } from "./game/prompts.js";
import { toLive } from "./game/replay.js";
import {
  afterLine, cleared, conditionOf, initialState, interrupted, know, unreadPoints, withLog,
} from "./game/state.js";
import { may, maySend, roleName, setRights, whyNot } from "./rights.js";
import * as room from "./room.js";
import { drawTree, initStudy, knownOnBoard, showStudy, showTree, treeMarks } from "./tree/view.js";
import { goOn, initWalk, knownHere, mayWalk, setBoard, setTree, walkPosition } from "./tree/walk.js";
import { fill, initLanguage, list, load, say, sentences } from "./words/i18n.js";
import { codeSentence, isCutOff, laptopWords, sentence } from "./words/sentences.js";
import { capital } from "./words/terms.js";

const CLOCK_MS = 50; // ms between two updates of the clocks: tenths of a second are visible

await load();
fill(document);
initLanguage($("language"));

const rulesOfGame = $("rules-of-game");
let built = ""; // the description of the board on the page
let view = null;
let leds = null;
let showHover = () => {};
let checkAim = () => {};
let state = initialState();
let game = state.game;
let powered = true;
let board = conditionOf(state.groups);
let details = panel.noNames();
let laptop = {}; // the laptop's groups as last shown
let acts = true; // whether this page may put stones
let hasHand = false; // whether stones are put and lifted on this page
let helped = false; // whether a hand of the laptop puts the stones that the board asks for
let hasPlug = false; // whether the plug can be pulled
let engine = {}; // the engine that plays
let study = {}; // what a tree knows
const pace = new Pace();
const MOST_WAYS = 5; // most continuations in an announcement
const SEATS = new Set(["p1", "p2"]);
const ANSWERS = new Set(["none", "unknown"]); // answers to a question about a win by fours
const BEGINNINGS = new Set(["started", "new_game"]);
const ANSWERS_SHOWN = new Set(["error", "probe"]); // answers that are announced like actions

const showBuzzer = buzzer($("buzzer"), $("speaker"));

// without a laptop the lines come from a board at a port of this computer
const { connect } = document.body.dataset.source === "serial" ? await import("./serial/source.js") : toLaptop;
const line = connect({
  description(its) {
    panel.showKind(its);
    hasPlug = its.plug;
    hasHand = its.kind !== "real";
    helped = its.helped;
    know(its);
    offerGames();
    offerLessons();
    if (built === JSON.stringify(its)) return;
    built = JSON.stringify(its);
    leds = new Leds();
    view = new BoardView($("board"), its.size, its.points, leds);
    for (const place of document.querySelectorAll("[data-bar]")) {
      const name = place.dataset.bar;
      drawBar(place, its.bars[name], leds, name === "p1" ? say("page.bar_p1") : say("page.bar_p2"));
    }
    const mayPut = () => room.leads() || (acts && hasHand && !room.whyIdle());
    const nextOn = (point) => stoneFor(game, inGame(point, marginOf(its.size, game.size), game.size));
    const hover = initHover(view, mayPut, (point) => (room.leads() ? nextStone() : chosenColour() || nextOn(point)));
    showHover = hover.show;
    checkAim = initHand(view, its.size, {
      ...hand,
      may: mayPut,
      aim(point) {
        hover.aim(point);
        if (point) hand.over(point);
      },
    });
    initPen(view, {
      may: room.leads,
      mark: (point) => inCommentary(point, markPoint),
      arrow: (from, to) => inCommentary(from, (its) => inCommentary(to, (other) => drawArrow(its, other))),
    });
    room.boardDrawn(view, its);
    showKinds(its.faults);
    $("watch-matrix").hidden = its.matrix === false;
  },

  gone() {
    pace.stop();
    panel.offerHall();
  },

  connection(word, why, isAsked) {
    panel.showConnection(word);
    room.showConnection(word, why);
    if (word === "lost" && why) $("to-quiz").hidden = !isAsked;
    if (word !== "open") showBuzzer(0);
    else panel.showWayToHall();
  },

  state({ lines, log, messages }, ready) {
    if (setRights(ready)) panel.notice(say("notice.unpaired"));
    acts = may("put");
    const before = game;
    const anew = lines.some(({ whole }) => whole);
    laptop = {};
    state = withLog(lines.reduce(afterLine, anew ? initialState() : state), log);
    const start = log.flatMap(({ did }) => did).findLast(({ code }) => BEGINNINGS.has(code))?.code;
    if (before.moves.length && !state.game.moves.length && start === "started") panel.notice(say("notice.lost"));
    panel.showLog(log, anew);
    announceMissed(before, state.game);
    log.forEach(updateMaintenance);
    pace.setNow(state.t ?? undefined);
    showState();
    messages.forEach(take);
    room.beginCommentary();
  },

  line: takeLine,

  message: take,
});

/** Send a command; false, with a notice, if that is impossible. */
function send(command) {
  const why = !maySend(command) ? whyNot() : line(command) ? "" : say("notice.no_connection");
  if (why) panel.notice(why);
  return !why;
}

/** Whether clicks on this board do nothing now; shows the reason. */
function isIdle() {
  const why = room.whyIdle();
  if (why) panel.notice(why);
  return Boolean(why);
}

const handle = (command) => isIdle() || send(command);

const hand = {
  put: (point) => inCommentary(point, touchPoint) || walkTo(point) || handle({ do: "put", point, colour: chosenColour() }),
  lift: (point) => inCommentary(point, touchPoint) || handle({ do: "lift", point }),
  slide: (from, to) => inCommentary(from, (its) => inCommentary(to, (other) => dragged(its, other))) || handle({ do: "slide", from, to }),
  draws: room.leads,
  next: nextPosition,
  over: (point) => speak(speakable(view.cell(point).getAttribute("aria-label"))),
};

// by type of message, except lines
const TAKES = {
  stones({ stones }) {
    room.layStones(stones);
    showGame();
  },
  lights({ grb, frame }) {
    leds.show(grb);
    view.showSign(spells(game, leds.ofPoints()));
    document.body.dataset.frame = frame;
  },
  power({ on }) {
    powered = on;
    if (!powered) state = interrupted(state);
    showPlug(hasPlug, powered);
    showState();
  },
  buzzer: ({ hz }) => showBuzzer(hz),
  time(message) {
    pace.set(message);
    panel.showTime(message);
  },
  faults: ({ faults }) => showBroken(faults),
  error(message) {
    room.refused();
    panel.notice(laptopWords(message));
  },
  address: room.moved,
};

function take(message) {
  TAKES[message.type]?.(message);
}

/** Take the next line: of the board, or with the laptop's own groups. */
function takeLine(line) {
  const before = state;
  state = afterLine(state, line);
  if (state === before) return;
  const { t, did = [], answer = null } = line;
  pace.setNow(t);
  const said = ANSWERS_SHOWN.has(answer?.code) ? [...did, answer] : did;
  const isNew = did.some(({ code }) => code === "new_game");
  if (isNew) panel.dropChoices();
  for (const each of said) announceDeed(each, state.game, speakableNames(details));
  panel.addDeeds({ ...line, did: said });
  updateMaintenance(line);
  updateArbiter(line);
  if (!state.coming) showState();
  if (isNew) view.toCentre(); // of this game's field
  const asked = did.findLast(({ code, state: its }) => code === "advice" && ANSWERS.has(its));
  if (asked) panel.notice(sentence(asked));
  if (panel.takeChoices(answer)) showGame();
  // the dialog for a new game itself shows why its command was refused
  if (!updateNewGame(line) && answer?.code === "error") panel.notice(codeSentence(answer.why));
}

/** Show the present state. */
function showState() {
  game = state.game;
  board = conditionOf(state.groups, powered);
  setBoard(game);
  showLaptops(state.groups);
  showGame();
  if (state.seq !== null) document.body.dataset.seq = state.seq;
}

/** Show the laptop's own groups that have changed. */
function showLaptops({ names, engine: player, study: tree, forbidden, link, commentary, quiz }) {
  const changed = (name, its) => !(name in laptop && laptop[name] === its) && ((laptop[name] = its), true);
  if (changed("names", names)) panel.showNames((details = { ...panel.noNames(), ...names }));
  const engineChanged = changed("engine", player);
  if (engineChanged) panel.showEngine((engine = player ?? {}), acts);
  if (changed("commentary", commentary)) room.showLine(commentary ?? null);
  if (changed("study", tree) || engineChanged) takeStudy(tree ?? {});
  $("to-quiz").hidden = !quiz;
  if (changed("forbidden", forbidden)) room.showForbidden(forbidden ?? {});
  if (changed("link", link)) {
    room.showLink(link ?? { connected: true, words: "" });
    pace.holdWhile(isCutOff(link ?? { connected: true }));
  }
}

function takeStudy(message) {
  setTree(message);
  study = message;
  showStudy(study, { puts: acts && hasHand, edits: acts, asks: acts && Boolean(engine.name) });
  drawKnown();
}

/** Draw the tree's marks for the shown position on the board. */
function drawKnown() {
  if (!view) return;
  const { past, size, lie } = room.inView();
  const known = past && !past.walks && !past.comments ? null : knownOnBoard();
  const its = past?.comments ? withSigns(known) : known;
  drawTree(fieldView(view, marginOf(view.size, size)), its && treeMarks(its, lie));
}

/** Go to a continuation in the tree by its point on the board, without a stone; false for other points. */
function walkTo(point) {
  if (!mayWalk() || (!walkPosition() && acts && hasHand)) return false;
  const its = inGame(point, marginOf(view.size, room.inView().size), room.inView().size);
  const next = knownHere().known?.continuations.find((each) => each.point === its);
  if (next) goOn([next]);
  return Boolean(next);
}

/** Do something with a point of the board in a commentary; false if this page does not lead one. */
function inCommentary(point, act) {
  if (!room.leads()) return false;
  const { size } = room.inView();
  const its = inGame(point, marginOf(view.size, size), size);
  if (its) act(its);
  return true;
}

/** The announcement of a position reached in the tree, or of the return to the board. */
function wordsOfWalk() {
  const past = walkPosition();
  if (!past) return say("spoken.back");
  const { known } = knownHere();
  const next = (known?.continuations ?? []).slice(0, MOST_WAYS).map(({ point }) => shown(point));
  const ways = next.length ? say("tree.ways", { points: list(next) }) : say("study.nothing");
  return say("tree.spoken", { number: past.number, said: sentences([positionWords(past, false), known?.comment ?? "", ways]) });
}

function showGame() {
  const stones = room.lyingPoints().length;
  const its = stones ? game : cleared(game);
  panel.showGame(its, stones, board, details, { begins: begins(), helped });
  nameRules(rulesOfGame, its.settings.game);
  panel.showPlayers(its, details, engine);
  panel.showTitle(its, details);
  showLesson(its, stones, board, acts && !room.isRoom());
  showPuzzles(its, board);
  panel.showRefusals(its, board);
  panel.showClocks(pace.board());
  showSettings(game);
  panel.showFirstHint(game, acts && hasHand);
  showNewGame(its, stones, board, details, acts && hasHand);
  showSlip(game, details, pace.board());
  view.showUnread(unreadPoints(board));
  view.showSign(spells(game, leds.ofPoints()));
  room.showRoom(game, details);
  showTree();
  showMaintenance(board);
  announceState(situation());
}

/** Whether this page has the button for a new game, and can take the stones away. */
const begins = () => acts && hasHand && !room.isRoom();

/** The situation for announcements (announce.js). */
function situation() {
  const stones = room.lyingPoints().length;
  return { game: stones ? game : cleared(game), stones, condition: board, acts: acts || Boolean(roleName()), names: speakableNames(details), begins: begins(), helped };
}

/** Answer a question asked by a key. */
function query(about) {
  panel.answer(answerTo(about, { ...situation(), ...room.inView(), now: pace.board() }));
}

initRules(rulesOfGame, () => rulesOfGame.dataset.game, panel.notice);
initTerms(panel.notice);
lead($("to-quiz"), "/quiz");

function chosenColour() {
  return document.querySelector("input[name=colour]:checked").value || null;
}

const pushed = {};
for (const element of document.querySelectorAll("[data-button]")) {
  const button = element.dataset.button;
  pushed[button] = pushButton(element, {
    press: () => send({ do: "press", button }),
    release: () => acts && line({ do: "release", button }), // the reason why nothing was pressed is already shown
  }, () => pace.now());
}
initPushKeys({ 1: pushed.p1, 2: pushed.p2, 0: pushed.arbiter }, isIdle);

initFaults({
  break: (fault, at) => send({ do: "break", fault, at }),
  mend: (fault, at) => send({ do: "mend", fault, at }),
});

initPlug((on) => send({ do: on ? "plug" : "unplug" }));

/** Send a command over the board's own link; false if the board would refuse it. */
function ask(line) {
  const why = refusal(line, game, board);
  if (!why) return send({ do: "ask", line });
  if (SEATS.has(line.who)) panel.showRefusal(line.who, line.entry, why);
  else panel.notice(why);
  return false;
}

/** Go on before the losing move of the game that has ended; the defeat is from its study. */
function tryAgain(defeat) {
  if (!ask({ cmd: "back", count: game.moves.length - defeat.turn })) return;
  panel.rememberLesson(lessonOf(defeat, game.moves.map(({ point }) => point)));
  toLive();
}

const takeEntry = (who, entry, choice) => ask({ cmd: "do", who, entry, ...(choice && { choice }) });

const meant = (text) => (room.leads() ? meaning(text, { size: room.inView().size, result: null }, {}) : meaning(text, game, room.inView().lie));

const openTypedPoint = initTypedPoint(meant, ({ do: deed, point: its }) => {
  const point = onBoard(its, marginOf(view.size, room.inView().size));
  view.cursor = point;
  view.focus(); // not on the button that had the focus before, because the next Enter would press it
  hand[deed](point);
});

/** Open the field for a point, unless nothing can be put on this board now. */
function typePoint() {
  if (!room.leads() && isIdle()) return;
  if (hasHand || room.leads()) openTypedPoint();
  else panel.notice(capital(say("server.no_hands")));
}

const openDemonstrations = initDemonstrations((demo) => room.beginWith({ demo }), () => (may("comment") ? "" : whyNot()), panel.notice);

const KEYS = {
  d: openDemonstrations,
  v: toggleSpeech,
  l: () => query(lastMove),
  w: () => query(whoseTurn),
  c: () => query(bothClocks),
  s: () => query(whatIsAsked),
  x: () => query(stonesInRow),
  y: () => query(stonesAround),
  i: typePoint,
  b: () => {
    view.focus();
    view.showCursor(true);
    hand.over(view.cursor);
  },
};

initStudy(hand.put, () => drawKnown());
initAnnouncements(document.querySelector(".panel"), room.isReplay, showSpeechFailure);
const tabOfView = room.initRoom(panel.notice, KEYS, () => {
  checkAim();
  showHover();
  drawKnown();
}, showGame, tryAgain, (act) => send({ do: "comment", ...act }));
document.querySelector(".viewing").append(button(say("demo.title"), { class: "plain act", "aria-haspopup": "dialog", "data-view-tool": "demos" }, openDemonstrations));
initSpeech(tabOfView, panel.answer);
initWalk((moved) => {
  showTree();
  room.showWalk(moved ? wordsOfWalk() : "");
});
panel.initFirstHint();
initLessons(ask, () => view.focus());
initPuzzles(ask, () => view.focus());
initArbiter(ask, () => game.size);
panel.initTabs(document.querySelector("[role=tablist]"));
initMaintenance(ask);
panel.initEngine((choice) => send({ do: "engine", choice }));
panel.initPlayers(takeEntry, showGame);
$("next-puzzle").addEventListener("click", () => ask({ cmd: "puzzle", grade: game.puzzle.grade }));
$("missed-win").addEventListener("click", ({ target }) => takeEntry(target.dataset.who, target.dataset.entry));
panel.initRefusals();
initSettings(panel.notice);
initNewGame({ ask, give: (fields) => send({ do: "details", ...fields }), clear: liftAll });
panel.initNames((fields) => send({ do: "details", ...fields }));
initSlip(() => [game, details, pace.board()]);
setInterval(() => {
  panel.showClocks(pace.board());
  announceClock(game, pace.board());
}, CLOCK_MS);

function liftAll() {
  for (const point of room.lyingPoints()) hand.lift(point);
}

/** Whether the stones on the board are those of a game under way. */
const isUnderWay = () => Boolean(game.moves.length && !game.result && !game.clearing && room.lyingPoints().length);

initLiftAll($("clear"), isUnderWay, liftAll, panel.question);
