// The answers of the room on the board: a larger circle for more answers, with their number; a right one is a square.

import { square } from "../board/marks.js";
import { STONE } from "../board/board.js";
import { svg } from "../browser.js";

const SMALLEST = 0.55; // of a stone

/** Draw the heat {point: number} on a BoardView, and the `right` points, which may have no answer. */
export function drawHeat(view, heat, right) {
  const most = Math.max(1, ...Object.values(heat));
  const layer = svg("g", { class: "heats" }, view.layer("over"));
  for (const point of new Set([...Object.keys(heat), ...right])) {
    const count = heat[point] ?? 0;
    const [x, y] = view.centre(point);
    const r = STONE * (SMALLEST + (1 - SMALLEST) * Math.sqrt(count / most));
    const look = { "data-heat": count, "data-point": point };
    if (right.includes(point)) svg("path", { class: "heat right", d: square(x, y, STONE - 1), ...look }, layer);
    else svg("circle", { class: "heat", cx: x, cy: y, r, ...look }, layer);
    svg("text", { class: "heat-count", x, y }, layer).textContent = count;
  }
}
