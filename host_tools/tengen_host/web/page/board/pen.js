// The pen of a commentator: a right click marks a point, a right drag draws an arrow.

const RIGHT = 2;

/** Let the right button of the mouse draw on a BoardView. `act`: may(): whether it draws now; mark(point), arrow(from, to). */
export function initPen(view, act) {
  const { root } = view;
  let from = null;

  root.addEventListener("contextmenu", (event) => act.may() && event.preventDefault());

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== RIGHT || !act.may()) return;
    from = view.pointAt(event.clientX, event.clientY);
    root.setPointerCapture(event.pointerId);
  });

  root.addEventListener("pointerup", (event) => {
    if (event.button !== RIGHT || !from) return;
    const to = view.pointAt(event.clientX, event.clientY);
    if (to === from) act.mark(from);
    else if (to) act.arrow(from, to);
    from = null;
  });

  root.addEventListener("pointercancel", () => (from = null));
}
