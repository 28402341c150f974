// The hand at the board: a click puts or lifts a stone, a drag slides it, the keyboard does both.

const DRAG_PX = 6; // a hand that shakes less than this clicks

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const ENDS = { Home: -1, End: 1 }; // of the row, by so many boards

/**
 * Let a hand work on a BoardView; `act` has put(point), lift(point) and slide(from, to), and over(point), which is told
 * where the keyboard's cursor has come.
 */
export function followHand(view, size, act) {
  const root = view.root;
  let grip = null; // {pointer, point, x, y, dragging} from pointerdown on

  const touch = (point) => (view.stone(point) ? act.lift(point) : act.put(point));

  function drop() {
    grip = null;
    view.carry(null);
  }

  root.addEventListener("pointerdown", (event) => {
    const point = event.target.dataset?.point;
    if (!point || event.button !== 0 || grip) return;
    grip = { pointer: event.pointerId, point, x: event.clientX, y: event.clientY, dragging: false };
    root.setPointerCapture(event.pointerId);
  });

  root.addEventListener("pointermove", (event) => {
    if (grip?.pointer !== event.pointerId) return;
    if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > DRAG_PX) grip.dragging = true;
    if (grip.dragging && view.stone(grip.point)) view.carry(grip.point, event.clientX, event.clientY);
  });

  root.addEventListener("pointerup", (event) => {
    if (grip?.pointer !== event.pointerId) return;
    const from = grip.point;
    const to = view.pointAt(event.clientX, event.clientY);
    const dragged = grip.dragging;
    drop();
    if (to === from) {
      // a stone that was dragged and brought back was not clicked
      if (!dragged || !view.stone(from)) touch(from);
      view.cursor = from;
    } else if (view.stone(from)) {
      if (to) act.slide(from, to);
      else act.lift(from);
    }
  });

  root.addEventListener("pointercancel", (event) => {
    if (grip?.pointer === event.pointerId) drop();
  });

  // the click of a screen reader comes without a pointer
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
    if (ARROWS[event.key]) moveTo(view.neighbour(view.cursor, ...ARROWS[event.key]));
    else if (ENDS[event.key]) moveTo(view.neighbour(view.cursor, ENDS[event.key] * size, 0));
    else if ((event.key === "Enter" || event.key === " ") && !event.repeat) touch(view.cursor);
    else return;
    event.preventDefault();
  });
}
