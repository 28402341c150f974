// The hand at the board: stones by click, drag and keyboard, the ghost stone, the push buttons, the buzzer.

import { isFree } from "../controls.js";
import { movesByButton, otherColour, OWN } from "../game/state.js";
import { say } from "../words/i18n.js";
import { Aim } from "./aim.js";
import { nameOf } from "./points.js";

const DRAG_PX = 6; // pixels; a smaller movement is a click

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const ENDS = { Home: -1, End: 1 }; // keys that go to the end of the row, by a step as long as the board

/**
 * Let the mouse, a finger or the keyboard put stones on a BoardView. `act` has put(point), lift(point), slide(from,
 * to), may(): whether these would act, over(point), called with the cursor's new point, aim(point), called with the
 * point at which a finger aims, or null, next(): whether Enter has gone to a lesson's next position, and draws(): whether
 * slide() draws, for any two points, and no stone follows the hand. Returns a
 * function, which must be called after any change of the board.
 */
export function initHand(view, size, act) {
  const root = view.root;
  let grip = null; // {pointer, point, x, y, dragging, aims: whether a finger only aims, aimed: where before} from pointerdown on

  const touch = (point) => (view.stone(point) ? act.lift(point) : act.put(point));
  const aim = new Aim(view, root.parentElement, { may: act.may, draws: act.draws, touch, show: act.aim });

  function drop() {
    grip = null;
    view.carry(null);
  }

  root.addEventListener("pointerdown", (event) => {
    const point = event.target.dataset?.point;
    if (!point || event.button !== 0 || grip) return;
    grip = { pointer: event.pointerId, point, x: event.clientX, y: event.clientY, dragging: false, aims: event.pointerType === "touch" && aim.isNeeded, aimed: aim.point };
    root.setPointerCapture(event.pointerId);
  });

  root.addEventListener("pointermove", (event) => {
    if (grip?.pointer !== event.pointerId) return;
    if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > DRAG_PX) grip.dragging = true;
    if (grip.dragging && view.stone(grip.point) && !act.draws()) view.carry(grip.point, event.clientX, event.clientY);
    else if (grip.dragging && grip.aims) aimAt(view.pointAt(event.clientX, event.clientY));
  });

  /** A finger has moved: the aim follows it. */
  function aimAt(point) {
    if (!point || point === aim.point) return;
    grip.aimed = null;
    aim.at(point);
  }

  root.addEventListener("pointerup", (event) => {
    if (grip?.pointer !== event.pointerId) return;
    const from = grip.point;
    const to = view.pointAt(event.clientX, event.clientY);
    const { dragging: dragged, aims, aimed } = grip;
    drop();
    if (dragged && to && to !== from && act.draws()) act.slide(from, to);
    else if (aims && !(dragged && view.stone(from))) {
      if (to && to === aimed) aim.confirm();
      else aim.at(to);
    } else if (to === from) {
      // dragging a stone and bringing it back is not a click
      if (!dragged || !view.stone(from) || act.draws()) touch(from);
      view.cursor = from;
    } else if (view.stone(from) && !act.draws()) {
      if (to) act.slide(from, to);
      else act.lift(from);
    }
  });

  root.addEventListener("pointercancel", (event) => {
    if (grip?.pointer === event.pointerId) drop();
  });

  // a screen reader clicks without a pointer
  root.addEventListener("click", (event) => {
    const point = event.target.dataset?.point;
    if (point && event.detail === 0) touch(point);
  });

  function moveTo(point) {
    view.cursor = point;
    view.focus();
    act.over(point);
  }

  root.addEventListener("focusin", (event) => {
    const point = event.target.dataset?.point;
    if (point && point !== view.cursor) view.cursor = point;
  });

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in ARROWS || event.key in ENDS) view.showCursor(true);
    if (ARROWS[event.key]) moveTo(view.neighbour(view.cursor, ...ARROWS[event.key]));
    else if (ENDS[event.key]) moveTo(view.neighbour(view.cursor, ENDS[event.key] * size, 0));
    else if ((event.key === "Enter" || event.key === " ") && !event.repeat) (event.key === "Enter" && act.next()) || touch(view.cursor);
    else return;
    event.preventDefault();
  });

  return () => aim.check();
}

// The colour of a stone put on a point now, the same as on the virtual board. Pure.

const COMMON_CENTRE = "common-centre";

/**
 * The colour of a stone put on a point of the game: the colour of the stone that the game has there, otherwise that of
 * the next stone; null after the end of the game.
 */
export function stoneFor(game, point) {
  const { stones, asks, turn, hand, settings, size, result, offers } = game;
  if (point in stones) return stones[point];
  if (result || !turn) return null;
  const middle = (size - 1) / 2;
  if (settings.game === COMMON_CENTRE && point === nameOf(middle, middle)) return "common";
  if (hand.kind !== OWN) return "neutral";
  if (asks.do !== "keep") return awaitsReply(game) ? otherColour(turn) : turn;
  // White puts a stone only after one fifth is kept
  return offers.length === 1 ? otherColour(turn) : null;
}

/** Whether the turn has all its stones and only needs the button; then the next stone is the opponent's. */
function awaitsReply({ hand, settings, wanted }) {
  const lie = hand.state === "provisional" ? hand.new.length : 0;
  return movesByButton(settings) && wanted > 0 && lie >= wanted;
}

// The mouse over the board: the point's name in a corner, and a ghost of the stone that a click would put.

/**
 * Follow the mouse over a BoardView. `may()`: whether a click would act; `stoneFor(point)`: the stone that it would put
 * on an empty point, or null. Returns {show(), which must be called after any change of the board, aim(point): a finger
 * aims at this point, or with null at none}.
 */
export function initHover(view, may, stoneFor) {
  let over = null; // the point below the mouse
  let aimed = null;

  function show() {
    const point = may() ? aimed ?? over : null;
    view.showHover(point, point && !view.stone(point) ? stoneFor(point) : null);
  }

  function see({ pointerType, buttons, target }) {
    // a finger, or a stone that is being dragged, gets no ghost
    const point = pointerType === "touch" || buttons ? null : target.dataset?.point ?? null;
    if (point === over) return;
    over = point;
    show();
  }

  for (const move of ["pointermove", "pointerover", "pointerup"]) view.root.addEventListener(move, see);
  view.root.addEventListener("pointerleave", () => see({ target: {} }));

  function aim(point) {
    aimed = point;
    show();
  }

  return { show, aim };
}

// The button that takes all stones off the board; during a game it first asks for confirmation.

/** Let `button` call `lift()` at once, or while `isUnderWay()` after a second press, requested by `ask(sentence)`. */
export function initLiftAll(button, isUnderWay, lift, ask) {
  document.addEventListener("click", ({ target, detail }) => {
    const asked = button.dataset.asked === "true";
    if (target !== button) {
      button.dataset.asked = false;
    } else if (!asked && isUnderWay()) {
      button.dataset.asked = true;
      ask(say("page.lift_all_again", { button: say("page.lift_all") }));
    } else if (!asked || detail <= 1) { // a double click counts as only one press
      button.dataset.asked = false;
      lift();
    }
  });
}

// The board's push buttons, which are down while a pointer or a key holds them.

// ms of the board's clock: the firmware's debounce ignores a shorter tap or pause.
const SHORTEST_MS = 80;
// A hold takes a second of the board's time. On a slow board, a button that is held longer still gives only one hold.
const HOLD_MS = 1200;
// the most taps that wait for a slow board
const MOST_WAITING = 4;
// look again after this time, because the board's speed may have changed
const LOOK_AGAIN_MS = 250;

/**
 * Make an element a push button; `act` has press() and release(), `boardTime()` gives the board's own time in ms.
 * Returns {press, release}, for presses by keys.
 */
export function pushButton(element, act, boardTime) {
  const waiting = []; // changes not sent to the board yet
  let timer = 0;
  let heldSince = null; // since when a pointer or a key holds the button; the board may get the press later
  let pressed = 0; // the board's time at the last press; the next variable: at the last change
  let changed = -Infinity;

  function press() {
    if (heldSince !== null || waiting.length >= 2 * MOST_WAITING) return;
    heldSince = performance.now();
    inTurn(() => changed + SHORTEST_MS, () => {
      pressed = boardTime();
      element.classList.add("down");
      act.press();
    });
  }

  function release() {
    if (heldSince === null) return;
    const held = Math.min(HOLD_MS, Math.max(SHORTEST_MS, performance.now() - heldSince));
    heldSince = null;
    inTurn(() => pressed + held, () => {
      element.classList.remove("down");
      act.release();
    });
  }

  function inTurn(due, change) {
    waiting.push({ due, change });
    if (!timer) work();
  }

  function work() {
    timer = 0;
    while (waiting.length) {
      const left = waiting[0].due() - boardTime();
      if (left > 0) {
        timer = setTimeout(work, Math.min(left, LOOK_AGAIN_MS));
        return;
      }
      waiting.shift().change();
      changed = boardTime();
    }
  }

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
    element.addEventListener(end, release);
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  element.addEventListener("keyup", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault(); // otherwise a held space key would also click
    release();
  });
  // a click of a screen reader comes without pointer or key events
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || heldSince !== null || waiting.length) return;
    press();
    release();
  });

  return { press, release };
}

/** Let keys push buttons from anywhere on the page: {"1": result of pushButton(), ...}; not while `idle()` is true. */
export function initPushKeys(pushed, idle) {
  addEventListener("keydown", (event) => {
    const its = Object.hasOwn(pushed, event.key) && pushed[event.key];
    if (!its || !isFree(event)) return;
    event.preventDefault();
    if (!event.repeat && !idle()) its.press();
  });
  addEventListener("keyup", ({ key }) => Object.hasOwn(pushed, key) && pushed[key].release());
  addEventListener("blur", () => Object.values(pushed).forEach((its) => its.release()));
}

// The buzzer: always visible; audible after somebody switches it on.

const LOUDNESS = 0.04;

/** Returns show(hz). Browsers allow sound only after a click, so `toggle` is needed. */
export function buzzer(indicator, toggle) {
  let context = null;
  let tone = null;
  let hz = 0;
  let on = false;

  function sound() {
    if (!context) return;
    tone?.stop();
    tone = null;
    if (!on || !hz) return;
    const gain = new GainNode(context, { gain: LOUDNESS });
    tone = new OscillatorNode(context, { type: "square", frequency: hz });
    tone.connect(gain).connect(context.destination);
    tone.start();
  }

  toggle.addEventListener("click", () => {
    on = !on;
    context ??= new AudioContext();
    context.resume();
    toggle.setAttribute("aria-pressed", on);
    toggle.textContent = say(on ? "page.sound_on" : "page.sound_off");
    sound();
  });

  return (now) => {
    hz = now;
    indicator.dataset.hz = hz;
    indicator.title = hz ? say("board.hz", { hz }) : "";
    sound();
  };
}
