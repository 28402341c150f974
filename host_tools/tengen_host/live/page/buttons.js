// The board's push buttons: down while they are held, by pointer or by key.

// The firmware debounces: a tap, or the time between two, shorter than this (on the board's own clock) would be none.
const SHORTEST_MS = 80;
// A slow board falls behind an impatient finger: only so many taps wait for it.
const MOST_WAITING = 4;

/** Make an element a push button; `act` has press() and release(), `speed()` tells how fast the board's time goes. */
export function pushButton(element, act, speed) {
  let held = false; // by the finger; the board may feel it later
  let waiting = 0; // changes that the board has not felt yet
  let free = 0; // when it may feel the next

  function press() {
    if (held || waiting >= 2 * MOST_WAITING) return;
    held = true;
    inTurn(() => {
      element.classList.add("down");
      act.press();
    });
  }

  function release() {
    if (!held) return;
    held = false;
    inTurn(() => {
      element.classList.remove("down");
      act.release();
    });
  }

  function inTurn(change) {
    const now = performance.now();
    const at = Math.max(now, free);
    free = at + SHORTEST_MS / Math.min(1, speed() || 1);
    if (at === now) return change();
    waiting += 1;
    setTimeout(() => {
      waiting -= 1;
      change();
    }, at - now);
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
    if (event.detail !== 0 || held || waiting) return;
    press();
    release();
  });
}
