// The board's push buttons: down while they are held, by pointer or by key.

// The firmware debounces: a tap shorter than this (on the board's own clock) would not be one.
const SHORTEST_MS = 80;

/** Make an element a push button; `act` has press() and release(), `speed()` tells how fast the board's time goes. */
export function pushButton(element, act, speed) {
  let since = null; // when it went down
  let timer = 0;

  function press() {
    if (since !== null) return;
    if (timer) up();
    since = performance.now();
    element.classList.add("down");
    act.press();
  }

  function release() {
    if (since === null) return;
    const wanted = SHORTEST_MS / Math.min(1, speed() || 1);
    const left = Math.max(0, since + wanted - performance.now());
    since = null;
    timer = setTimeout(up, left);
  }

  function up() {
    clearTimeout(timer);
    timer = 0;
    element.classList.remove("down");
    act.release();
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
    if (event.key === "Enter" || event.key === " ") release();
  });
  // the click of a screen reader has neither pointer nor key
  element.addEventListener("click", (event) => {
    if (event.detail !== 0 || since !== null || timer) return;
    press();
    release();
  });
}
