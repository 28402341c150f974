// The mouse over the board: the point's name in a corner, and a shadow of the stone that a click would put there.

/**
 * Follow the mouse over a BoardView. `may()`: whether a click would do something; `stoneFor(point)`: what it would put on
 * an empty point, or null. Returns a function that shows it again, after anything has changed.
 */
export function followHover(view, may, stoneFor) {
  let over = null; // the point below the mouse

  function show() {
    const point = may() ? over : null;
    view.showHover(point, point && !view.stone(point) ? stoneFor(point) : null);
  }

  function see({ pointerType, buttons, target }) {
    // a finger is where it touches; and a stone that is dragged is seen itself
    const point = pointerType === "touch" || buttons ? null : target.dataset?.point ?? null;
    if (point === over) return;
    over = point;
    show();
  }

  for (const move of ["pointermove", "pointerover", "pointerup"]) view.root.addEventListener(move, see);
  view.root.addEventListener("pointerleave", () => see({ target: {} }));
  return show;
}
