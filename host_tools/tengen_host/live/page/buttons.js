// The board's push buttons: down while they are held, by pointer or by key.

import { isFree } from "./keyboard.js";

// The firmware debounces: a tap, or the time between two, shorter than this (on the board's own clock) would be none.
const SHORTEST_MS = 80;
// It takes a second for a hold. A slow board gets that much of its own time, and a finger that was patient no more.
const HOLD_MS = 1200;
// A slow board falls behind an impatient finger: only so many taps wait for it.
const MOST_WAITING = 4;
// How fast a board's time goes is not known for long.
const LOOK_AGAIN_MS = 250;

/**
 * Make an element a push button; `act` has press() and release(), `boardTime()` gives the board's own time in ms. Returns
 * {press, release}: the same for a finger that is elsewhere.
 */
export function pushButton(element, act, boardTime) {
  const waiting = []; // changes that the board has not felt yet
  let timer = 0;
  let heldSince = null; // by the finger; the board may feel it later
  let pressed = 0; // when the board felt the last press, and the last change of all
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
    event.preventDefault(); // or a long-held space would click as well
    release();
  });
  // the click of a screen reader has neither pointer nor key
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || heldSince !== null || waiting.length) return;
    press();
    release();
  });

  return { press, release };
}

/** Let keys push buttons from anywhere on the page: {"1": what pushButton has returned, ...}; `idle()` is true where none may. */
export function followPushKeys(pushed, idle) {
  addEventListener("keydown", (event) => {
    const its = Object.hasOwn(pushed, event.key) && pushed[event.key];
    if (!its || !isFree(event)) return;
    event.preventDefault();
    if (!event.repeat && !idle()) its.press();
  });
  addEventListener("keyup", ({ key }) => Object.hasOwn(pushed, key) && pushed[key].release());
  addEventListener("blur", () => Object.values(pushed).forEach((its) => its.release()));
}
