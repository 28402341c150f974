// The page's own composition root: lines and messages from the board to its parts, the hand's doings to the board.

import { namesToEar, retold, toEar } from "./announce.js";
import { followArbiter, tellArbiter } from "./arbiter.js";
import { drawBar } from "./bar.js";
import { BoardView } from "./board.js";
import { followPushKeys, pushButton } from "./buttons.js";
import { followCare, showCare, tellCare } from "./care.js";
import { conditionOf, unread } from "./condition.js";
import { connect } from "./connection.js";
import { followFaults, followPlug, showBroken, showKinds, showPlug } from "./faults.js";
import { fieldView, inGame, marginOf } from "./field.js";
import { followFirstHint, showFirstHint } from "./firsthint.js";
import { cleared } from "./game.js";
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
import { codedSentence } from "./coded.js";
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
import { after, interrupted, unheard, withLog } from "./state.js";
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
let state = unheard();
let game = state.game;
let powered = true;
let board = conditionOf(state.groups);
let details = nobody();
let told = {}; // the laptop's groups as they were shown last
let acts = true; // or only looks on
let hasHand = false; // a board whose stones are put and lifted on the page
let hasPlug = false; // one that may be pulled
let engine = {}; // the engine that plays
let study = {}; // what a tree knows
const pace = new Pace();
const MOST_TOLD = 5; // continuations that are told to who hears the page
const SEATS = new Set(["p1", "p2"]);
const ANSWERS = new Set(["none", "unknown"]); // to who has asked for a win by fours
const BEGINNINGS = new Set(["started", "new_game"]);
const SAID = new Set(["error", "probe"]); // answers that are said like what was done

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

  state({ lines, log, messages }, mayAct) {
    acts = mayAct;
    document.body.dataset.looksOn = !acts;
    const before = game;
    const anew = lines.some(({ whole }) => whole);
    told = {};
    state = withLog(lines.reduce(after, anew ? unheard() : state), log);
    const start = log.flatMap(({ did }) => did).findLast(({ code }) => BEGINNINGS.has(code))?.code;
    if (before.moves.length && !state.game.moves.length && start === "started") panel.notice(say("notice.lost"));
    panel.showLog(log, anew);
    spoken.hearMissed(before, state.game);
    log.forEach(tellCare);
    pace.hear(state.t ?? undefined);
    showState();
    messages.forEach(take);
  },

  line: hear,

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
    case "power":
      powered = message.on;
      if (!powered) state = interrupted(state);
      showPlug(hasPlug, powered);
      showState();
      break;
    case "buzzer":
      showBuzzer(message.hz);
      break;
    case "time":
      pace.tell(message);
      panel.showTime(message);
      break;
    case "faults":
      showBroken(message.faults);
      break;
    case "error":
      panel.notice(laptopSays(message));
      break;
  }
}

/** Take the next line: of the board, or with the laptop's own groups. */
function hear(line) {
  const before = state;
  state = after(state, line);
  if (state === before) return;
  const { t, did = [], answer = null } = line;
  pace.hear(t);
  const said = SAID.has(answer?.code) ? [...did, answer] : did;
  for (const each of said) spoken.hearDeed(each, state.game, namesToEar(details));
  panel.addDeeds({ ...line, did: said });
  tellCare(line);
  tellArbiter(line);
  if (!state.coming) showState();
  const asked = did.findLast(({ code, state: its }) => code === "advice" && ANSWERS.has(its));
  if (asked) panel.notice(sentence(asked));
  // what the dialog was refused it says itself
  if (!tellNewGame(line) && answer?.code === "error") panel.notice(codedSentence(answer.why));
}

/** Show what the state says now. */
function showState() {
  game = state.game;
  board = conditionOf(state.groups, powered);
  tellBoard(game);
  showLaptops(state.groups);
  showGame();
  if (state.seq !== null) document.body.dataset.seq = state.seq;
}

/** Show the laptop's own groups, where they are others than before. */
function showLaptops({ names, engine: seated, study: tree, lesson, link }) {
  const changed = (name, its) => !(name in told && told[name] === its) && ((told[name] = its), true);
  if (changed("names", names)) showNames((details = { ...nobody(), ...names }));
  const sits = changed("engine", seated);
  if (sits) showEngine((engine = seated ?? {}), acts);
  if (changed("study", tree) || sits) takeStudy(tree ?? {});
  if (changed("lesson", lesson)) room.showForbidden(lesson ?? {});
  if (changed("link", link)) {
    room.showLink(link ?? { connected: true, words: "" });
    pace.unheard(isUnheard(link ?? { connected: true }));
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
  view.showUnread(unread(board));
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
