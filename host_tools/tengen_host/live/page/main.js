// The page's own composition root: messages from the board to its parts, the hand's doings to the board.

import { drawBar } from "./bar.js";
import { BoardView } from "./board.js";
import { pushButton } from "./buttons.js";
import { followCare, showCare, tellCare } from "./care.js";
import * as condition from "./condition.js";
import { connect } from "./connection.js";
import { followFaults, showBroken, showKinds } from "./faults.js";
import { after, beginning } from "./game.js";
import { followHand } from "./hand.js";
import { Leds } from "./leds.js";
import { Pace } from "./pace.js";
import * as panel from "./panel.js";
import { buzzer } from "./sound.js";
import { LOST, NO_CONNECTION } from "./words.js";

let built = ""; // the description the board on the page was built from
let view = null;
let leds = null;
let game = beginning();
let board = condition.unknown();
const pace = new Pace();

const showBuzzer = buzzer(document.getElementById("buzzer"), document.getElementById("speaker"));

const line = connect({
  description(its) {
    panel.showKind(its);
    if (built === JSON.stringify(its)) return;
    built = JSON.stringify(its);
    leds = new Leds();
    view = new BoardView(document.getElementById("board"), its.size, its.points, leds);
    for (const place of document.querySelectorAll("[data-bar]")) {
      const name = place.dataset.bar;
      drawBar(place, its.bars[name], leds, `Edge bar of ${name}`);
    }
    followHand(view, its.size, hand);
    showKinds(its.faults);
  },

  connection(word) {
    panel.showConnection(word);
    if (word !== "open") showBuzzer(0);
  },

  state(messages) {
    const events = messages.filter((message) => message.type === "event").map((message) => message.event);
    const before = game;
    game = events.reduce(after, beginning());
    board = events.reduce(condition.after, condition.unknown());
    if (before.moves.length && !game.moves.length && events.at(-1)?.event === "started") panel.notice(LOST);
    panel.showEvents(events);
    events.forEach(tellCare);
    showGame();
    delete document.body.dataset.seq;
    if (events.length) document.body.dataset.seq = events.at(-1).seq;
    for (const message of messages) if (message.type !== "event") take(message);
  },

  message: take,
});

function send(command) {
  if (!line(command)) panel.notice(NO_CONNECTION);
}

const hand = {
  put: (point) => send({ do: "put", point, colour: chosenColour() }),
  lift: (point) => send({ do: "lift", point }),
  slide: (from, to) => send({ do: "slide", from, to }),
};

function take(message) {
  switch (message.type) {
    case "stones":
      view.showStones(message.stones);
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
      tellCare(message.event);
      showGame();
      if (message.event.event === "error") panel.notice(message.event.message);
      document.body.dataset.seq = message.event.seq;
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
      panel.notice(message.message);
      break;
  }
}

function showGame() {
  panel.showGame(game, view.points().length, board);
  view.showLast(game.moves.at(-1)?.point ?? null);
  view.showUnread(condition.unread(board));
  showCare(board);
}

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

followCare((line) => send({ do: "ask", line }));

document.getElementById("clear").addEventListener("click", () => {
  for (const point of view.points()) hand.lift(point);
});
