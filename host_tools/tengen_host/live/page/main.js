// The page's own composition root: messages from the board to its parts, the hand's doings to the board.

import { followArbiter, tellArbiter } from "./arbiter.js";
import { drawBar } from "./bar.js";
import { BoardView } from "./board.js";
import { pushButton } from "./buttons.js";
import { followCare, showCare, tellCare } from "./care.js";
import * as condition from "./condition.js";
import { connect } from "./connection.js";
import { followFaults, followPlug, showBroken, showKinds, showPlug } from "./faults.js";
import { after, beginning, cleared, interrupted } from "./game.js";
import { knowGames } from "./games.js";
import { showHallway } from "./hallway.js";
import { followHand } from "./hand.js";
import { load, say } from "./language.js";
import { fill, followLanguage } from "./languageview.js";
import { Leds } from "./leds.js";
import { followNames, nobody, showNames } from "./names.js";
import { Pace } from "./pace.js";
import * as panel from "./panel.js";
import { followPlayers, showClocks, showPlayers } from "./players.js";
import { refusalWords } from "./refusals.js";
import * as room from "./room.js";
import { followRules, nameRules } from "./rulesview.js";
import { laptopSays } from "./said.js";
import { followSettings, offerGames, resetSettings, showSettings } from "./settings.js";
import { followSlip, showSlip } from "./slipview.js";
import { buzzer } from "./sound.js";
import { followTabs } from "./tabs.js";
import { refusal } from "./trust.js";
import { capital } from "./words.js";

const CLOCK_MS = 50; // so often are the clocks looked at: a tenth of a second is seen as it ends

await load();
fill(document);
followLanguage(document.getElementById("language"));

const rulesOfGame = document.getElementById("rules-of-game");
let built = ""; // the description the board on the page was built from
let view = null;
let leds = null;
let game = beginning();
let board = condition.unknown();
let details = nobody();
let acts = true; // or only looks on
let hasPlug = false; // one that may be pulled
const pace = new Pace();
const BEGINNINGS = new Set(["started", "new_game", "snapshot"]);

const showBuzzer = buzzer(document.getElementById("buzzer"), document.getElementById("speaker"));

const line = connect({
  description(its) {
    panel.showKind(its);
    hasPlug = its.plug;
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
    room.boardDrawn(view, its);
    showKinds(its.faults);
    document.getElementById("watch-matrix").hidden = its.matrix === false;
  },

  connection(word) {
    panel.showConnection(word);
    room.showConnection(word);
    if (word !== "open") showBuzzer(0);
    else showHallway();
  },

  state(messages, mayAct) {
    acts = mayAct;
    document.body.dataset.looksOn = !acts;
    const events = messages.filter((message) => message.type === "event").map((message) => message.event);
    const before = game;
    game = events.reduce(after, beginning());
    board = events.reduce(condition.after, condition.unknown());
    const start = events.filter(({ event }) => BEGINNINGS.has(event)).at(-1)?.event;
    if (before.moves.length && !game.moves.length && start === "started") panel.notice(say("notice.lost"));
    panel.showEvents(events);
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

function send(command) {
  if (!acts) panel.notice(say("notice.looking"));
  else if (!line(command)) panel.notice(say("notice.no_connection"));
}

function handle(command) {
  const why = room.idle();
  if (why) panel.notice(why);
  else send(command);
}

const hand = {
  put: (point) => handle({ do: "put", point, colour: chosenColour() }),
  lift: (point) => handle({ do: "lift", point }),
  slide: (from, to) => handle({ do: "slide", from, to }),
};

function take(message) {
  switch (message.type) {
    case "stones":
      room.layStones(message.stones);
      showGame();
      break;
    case "lights":
      leds.show(message.grb);
      document.body.dataset.frame = message.frame;
      break;
    case "event":
      game = after(game, message.event);
      board = condition.after(board, message.event);
      panel.addEvent(message.event);
      pace.hear(message.event.t);
      tellCare(message.event);
      tellArbiter(message.event);
      showGame();
      if (message.event.event === "error") refused(message.event);
      document.body.dataset.seq = message.event.seq;
      break;
    case "forbidden":
      room.showForbidden(message);
      break;
    case "link":
      room.showLink(message);
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
    case "faults":
      showBroken(message.faults);
      break;
    case "error":
      panel.notice(capital(laptopSays(message)));
      break;
  }
}

function refused({ message }) {
  panel.notice(refusalWords(message));
  resetSettings();
}

function showGame() {
  const stones = room.lying().length;
  const its = stones ? game : cleared(game);
  panel.showGame(its, stones, board, details);
  nameRules(rulesOfGame, its.settings.game);
  showPlayers(its, details);
  panel.showRefusals(its, board);
  showClocks(pace.board());
  showSettings(game);
  showSlip(game, details, pace.board());
  view.showUnread(condition.unread(board));
  room.showRoom(game);
  showCare(board);
}

followRules(rulesOfGame, () => rulesOfGame.dataset.game, panel.notice);

function chosenColour() {
  return document.querySelector("input[name=colour]:checked").value || null;
}

for (const element of document.querySelectorAll("[data-button]")) {
  const button = element.dataset.button;
  pushButton(element, {
    press: () => send({ do: "press", button }),
    release: () => send({ do: "release", button }),
  }, () => pace.now());
}

followFaults({
  break: (fault, at) => send({ do: "break", fault, at }),
  mend: (fault, at) => send({ do: "mend", fault, at }),
});

followPlug((on) => send({ do: on ? "plug" : "unplug" }));

/** Send a command over the board's own link; false where the board would refuse it. */
function ask(line) {
  const why = refusal(line, game, board);
  if (why) panel.notice(why);
  else send({ do: "ask", line });
  return !why;
}

const takeEntry = (who, entry) => ask({ cmd: "do", who, entry });

room.followRoom(panel.notice);
followTabs(document.querySelector("[role=tablist]"));
followCare(ask);
followPlayers(takeEntry);
panel.followMenu(takeEntry);
followSettings(ask, panel.notice);
followNames((fields) => send({ do: "details", ...fields }));
followArbiter(ask, () => game.size);
followSlip(() => [game, details, pace.board()]);
setInterval(() => showClocks(pace.board()), CLOCK_MS);

document.getElementById("clear").addEventListener("click", () => {
  for (const point of room.lying()) hand.lift(point);
});
