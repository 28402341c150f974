// The page's own composition root: messages from the board to its parts, the hand's doings to the board.

import { namesToEar, retold, toEar } from "./announce.js";
import { followArbiter, tellArbiter } from "./arbiter.js";
import { drawBar } from "./bar.js";
import { BoardView } from "./board.js";
import { followPushKeys, pushButton } from "./buttons.js";
import { followCare, showCare, tellCare } from "./care.js";
import * as condition from "./condition.js";
import { connect } from "./connection.js";
import { followFaults, followPlug, showBroken, showKinds, showPlug } from "./faults.js";
import { fieldView, inGame, marginOf } from "./field.js";
import { followFirstHint, showFirstHint } from "./firsthint.js";
import { after, beginning, cleared, interrupted } from "./game.js";
import { knowGames } from "./games.js";
import { offerHall, showHallway, showTitle } from "./hallway.js";
import { followHand } from "./hand.js";
import { followHover } from "./hover.js";
import { list, load, say, sentences } from "./language.js";
import { fill, followLanguage } from "./languageview.js";
import { Leds } from "./leds.js";
import { followLiftAll } from "./liftall.js";
import { spells } from "./light.js";
import { followNames, nobody, showNames } from "./names.js";
import { followNewGame, showNewGame, tellNewGame } from "./newgame.js";
import { stoneFor } from "./nextstone.js";
import { Pace } from "./pace.js";
import { shown } from "./points.js";
import * as panel from "./panel.js";
import { followPlayers, sayTo, showClocks, showPlayers } from "./players.js";
import * as queries from "./queries.js";
import { boardSentence } from "./refusals.js";
import * as room from "./room.js";
import { followRules, nameRules } from "./rulesview.js";
import { followStudy, knownOnBoard, showStudy, showTree } from "./studyview.js";
import { followEngine, showEngine } from "./engineview.js";
import { isUnheard, laptopSays } from "./said.js";
import { sentence } from "./sentences.js";
import { followSettings, offerGames, showSettings } from "./settings.js";
import { followSlip, showSlip } from "./slipview.js";
import { buzzer } from "./sound.js";
import * as spoken from "./spoken.js";
import { followTabs } from "./tabs.js";
import { refusal } from "./trust.js";
import { treeMarks } from "./treemarks.js";
import { drawTree } from "./treemarksview.js";
import { followWalk, goOn, here, mayWalk, tellBoard, tellTree, walked } from "./treewalk.js";
import { followVoice, speechFailed, toggleSpeech } from "./voice.js";

const CLOCK_MS = 50; // so often are the clocks looked at: a tenth of a second is seen as it ends

await load();
fill(document);
followLanguage(document.getElementById("language"));

const rulesOfGame = document.getElementById("rules-of-game");
let built = ""; // the description the board on the page was built from
let view = null;
let leds = null;
let showHover = () => {};
let game = beginning();
let board = condition.unknown();
let details = nobody();
let acts = true; // or only looks on
let hasHand = false; // a board whose stones are put and lifted on the page
let hasPlug = false; // one that may be pulled
let engine = {}; // the engine that plays, by the laptop's message
let study = {}; // what a tree knows, by the laptop's message
const pace = new Pace();
const MOST_TOLD = 5; // continuations that are told to who hears the page
const SEATS = new Set(["p1", "p2"]);
const ANSWERS = new Set(["none", "unknown"]); // to who has asked for a win by fours
const BEGINNINGS = new Set(["started", "new_game", "snapshot"]);

const showBuzzer = buzzer(document.getElementById("buzzer"), document.getElementById("speaker"));

const line = connect({
  description(its) {
    panel.showKind(its);
    hasPlug = its.plug;
    hasHand = its.kind !== "real";
    knowGames(its.games ?? [], its.size);
    offerGames();
    if (built === JSON.stringify(its)) return;
    built = JSON.stringify(its);
    leds = new Leds();
    view = new BoardView(document.getElementById("board"), its.size, its.points, leds);
    for (const place of document.querySelectorAll("[data-bar]")) {
      const name = place.dataset.bar;
      drawBar(place, its.bars[name], leds, name === "p1" ? say("page.bar_p1") : say("page.bar_p2"));
    }
    followHand(view, its.size, hand);
    const nextOn = (point) => stoneFor(game, inGame(point, marginOf(its.size, game.size), game.size));
    showHover = followHover(view, () => acts && hasHand && !room.idle(), (point) => chosenColour() || nextOn(point));
    room.boardDrawn(view, its);
    showKinds(its.faults);
    document.getElementById("watch-matrix").hidden = its.matrix === false;
  },

  gone() {
    pace.stand();
    offerHall();
  },

  connection(word, why) {
    panel.showConnection(word);
    room.showConnection(word, why);
    if (word !== "open") showBuzzer(0);
    else showHallway();
  },

  state(messages, mayAct) {
    acts = mayAct;
    engine = {};
    showEngine(engine, acts);
    takeStudy({});
    document.body.dataset.looksOn = !acts;
    const events = messages.filter((message) => message.type === "event").map((message) => message.event);
    const before = game;
    game = events.reduce(after, beginning());
    board = events.reduce(condition.after, condition.unknown());
    const start = events.filter(({ event }) => BEGINNINGS.has(event)).at(-1)?.event;
    if (before.moves.length && !game.moves.length && start === "started") panel.notice(say("notice.lost"));
    panel.showEvents(events);
    spoken.hearMissed(before, game);
    events.forEach(tellCare);
    room.beginAgain();
    pace.hear(events.at(-1)?.t);
    showGame();
    delete document.body.dataset.seq;
    if (events.length) document.body.dataset.seq = events.at(-1).seq;
    for (const message of messages) if (message.type !== "event") take(message);
  },

  message: take,
});

/** Send a command; false, with a notice, where that is impossible. */
function send(command) {
  const why = !acts ? say("notice.looking") : line(command) ? "" : say("notice.no_connection");
  if (why) panel.notice(why);
  return !why;
}

function handle(command) {
  const why = room.idle();
  if (why) panel.notice(why);
  else send(command);
}

const hand = {
  put: (point) => walkTo(point) || handle({ do: "put", point, colour: chosenColour() }),
  lift: (point) => handle({ do: "lift", point }),
  slide: (from, to) => handle({ do: "slide", from, to }),
  over: (point) => spoken.speak(toEar(view.cell(point).getAttribute("aria-label"))),
};

function take(message) {
  switch (message.type) {
    case "stones":
      room.layStones(message.stones);
      showGame();
      break;
    case "lights":
      leds.show(message.grb);
      view.showSign(spells(game, leds.ofPoints()));
      document.body.dataset.frame = message.frame;
      break;
    case "event":
      game = after(game, message.event);
      board = condition.after(board, message.event);
      spoken.hearEvent(message.event, game, namesToEar(details));
      panel.addEvent(message.event);
      pace.hear(message.event.t);
      tellCare(message.event);
      tellArbiter(message.event);
      showGame();
      if (ANSWERS.has(message.event.state) && message.event.event === "advice") panel.notice(sentence(message.event));
      // what the dialog was refused it says itself
      if (!tellNewGame(message.event) && message.event.event === "error") panel.notice(boardSentence(message.event.message));
      document.body.dataset.seq = message.event.seq;
      break;
    case "forbidden":
      room.showForbidden(message);
      break;
    case "link":
      room.showLink(message);
      pace.unheard(isUnheard(message));
      break;
    case "power":
      board = condition.power(board, message.on);
      if (!message.on) game = interrupted(game);
      showPlug(hasPlug, message.on);
      showGame();
      break;
    case "buzzer":
      showBuzzer(message.hz);
      break;
    case "time":
      pace.tell(message);
      panel.showTime(message);
      break;
    case "details": {
      const { type, ...fields } = message;
      details = fields;
      showNames(details);
      showGame();
      break;
    }
    case "engine":
      engine = message;
      showEngine(engine, acts);
      takeStudy(study);
      showGame();
      break;
    case "study":
      takeStudy(message);
      break;
    case "faults":
      showBroken(message.faults);
      break;
    case "error":
      panel.notice(laptopSays(message));
      break;
  }
}

function takeStudy(message) {
  tellTree(message);
  study = message;
  showStudy(study, { puts: acts && hasHand, edits: acts, asks: acts && Boolean(engine.name) });
  drawKnown();
}

/** Draw on the board what the tree says of the position that is shown. */
function drawKnown() {
  if (!view) return;
  const { past, size, lie } = room.inView();
  const known = past && !past.walks ? null : knownOnBoard();
  drawTree(fieldView(view, marginOf(view.size, size)), known && treeMarks(known, lie));
}

/** Go on in the tree where a point of the board is a continuation, and no stone is put there; false elsewhere. */
function walkTo(point) {
  if (!mayWalk() || (!walked() && acts && hasHand)) return false;
  const its = inGame(point, marginOf(view.size, room.inView().size), room.inView().size);
  const next = here().known?.continuations.find((each) => each.point === its);
  if (next) goOn([next]);
  return Boolean(next);
}

/** The position that people have walked to, as it is heard; where they are back, that. */
function wordsOfWalk() {
  const past = walked();
  if (!past) return say("spoken.back");
  const { known } = here();
  const next = (known?.continuations ?? []).slice(0, MOST_TOLD).map(({ point }) => shown(point));
  const ways = next.length ? say("tree.ways", { points: list(next) }) : say("study.nothing");
  return say("tree.spoken", { number: past.number, said: sentences([retold(past, false), known?.comment ?? "", ways]) });
}

function showGame() {
  tellBoard(game);
  const stones = room.lying().length;
  const its = stones ? game : cleared(game);
  panel.showGame(its, stones, board, details, begins());
  nameRules(rulesOfGame, its.settings.game);
  showPlayers(its, details, engine);
  showTitle(its, details);
  panel.showRefusals(its, board);
  showClocks(pace.board());
  showSettings(game);
  showFirstHint(game, acts && hasHand);
  showNewGame(its, stones, board, details, acts && hasHand);
  showSlip(game, details, pace.board());
  view.showUnread(condition.unread(board));
  view.showSign(spells(game, leds.ofPoints()));
  room.showRoom(game);
  showTree();
  showCare(board);
  spoken.hearState(situation());
}

/** Whether this page has the button for a new game, on a board whose stones it takes away. */
const begins = () => acts && hasHand && !room.isRoom();

/** What is told to who hears the page, as announce.js has it. */
function situation() {
  const stones = room.lying().length;
  return { game: stones ? game : cleared(game), stones, condition: board, acts, names: namesToEar(details), begins: begins() };
}

/** Answer a question that somebody has asked with a key. */
function query(about) {
  panel.answer(queries.answer(about, { ...situation(), ...room.inView(), now: pace.board() }));
}

followRules(rulesOfGame, () => rulesOfGame.dataset.game, panel.notice);

function chosenColour() {
  return document.querySelector("input[name=colour]:checked").value || null;
}

const pushed = {};
for (const element of document.querySelectorAll("[data-button]")) {
  const button = element.dataset.button;
  pushed[button] = pushButton(element, {
    press: () => send({ do: "press", button }),
    release: () => acts && line({ do: "release", button }), // why nothing was pressed has been said
  }, () => pace.now());
}
followPushKeys({ 1: pushed.p1, 2: pushed.p2, 0: pushed.arbiter }, () => {
  const why = room.idle();
  if (why) panel.notice(why);
  return Boolean(why);
});

followFaults({
  break: (fault, at) => send({ do: "break", fault, at }),
  mend: (fault, at) => send({ do: "mend", fault, at }),
});

followPlug((on) => send({ do: on ? "plug" : "unplug" }));

/** Send a command over the board's own link; false where the board would refuse it. */
function ask(line) {
  const why = refusal(line, game, board);
  if (!why) return send({ do: "ask", line });
  if (SEATS.has(line.who)) sayTo(line.who, line.entry, why);
  else panel.notice(why);
  return false;
}

const takeEntry = (who, entry) => ask({ cmd: "do", who, entry });

const KEYS = {
  v: toggleSpeech,
  l: () => query(queries.last),
  w: () => query(queries.turn),
  c: () => query(queries.clocks),
  s: () => query(queries.state),
  x: () => query(queries.row),
  y: () => query(queries.around),
  b: () => {
    view.focus();
    hand.over(view.cursor);
  },
};

followStudy(hand.put, () => drawKnown());
spoken.followSpoken(document.querySelector(".panel"), room.isReplay, speechFailed);
const tabOfView = room.followRoom(panel.notice, KEYS, () => {
  showHover();
  drawKnown();
}, showGame);
followVoice(tabOfView, panel.answer);
followWalk((moved) => {
  showTree();
  room.showWalk(moved ? wordsOfWalk() : "");
});
followFirstHint();
followArbiter(ask, () => game.size);
followTabs(document.querySelector("[role=tablist]"));
followCare(ask);
followEngine((choice) => send({ do: "engine", choice }));
followPlayers(takeEntry);
panel.followMenu(takeEntry);
panel.followWhys();
followSettings(panel.notice);
followNewGame({ ask, give: (fields) => send({ do: "details", ...fields }), clear: liftAll });
followNames((fields) => send({ do: "details", ...fields }));
followSlip(() => [game, details, pace.board()]);
setInterval(() => {
  showClocks(pace.board());
  spoken.hearClock(game, pace.board());
}, CLOCK_MS);

function liftAll() {
  for (const point of room.lying()) hand.lift(point);
}

/** Whether the stones that lie are those of a game under way. */
const isUnderWay = () => Boolean(game.moves.length && !game.result && !game.clearing && room.lying().length);

followLiftAll(document.getElementById("clear"), isUnderWay, liftAll, panel.question);
