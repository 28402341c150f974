// A small board for the hall: its lines, its stones, and a mark on the last one.

import { CELL, defineStones, drawLines, MARGIN, STONE } from "./ground.js";
import { placeOf } from "./points.js";
import { svg } from "./svg.js";

const AROUND = 22; // beyond the outer lines: a small board has no labels

/** A board of this size without stones, and show(stones, last): {h8: "black"}, and the last move's point or null. */
export function smallBoard(size) {
  const [first, side] = [MARGIN - AROUND, 2 * AROUND + (size - 1) * CELL];
  const root = svg("svg", { viewBox: `${first} ${first} ${side} ${side}`, class: "board small", role: "img" });
  drawLines(root, size);
  const layer = svg("g", {}, root);
  const centre = (point) => {
    const [column, row] = placeOf(point);
    return [MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL];
  };
  return { root, show };

  function show(stones, last) {
    layer.replaceChildren();
    for (const [point, colour] of Object.entries(stones)) {
      const [cx, cy] = centre(point);
      svg("circle", { class: "stone-shadow", fill: "url(#stone-shadow)", cx: cx + 1.6, cy: cy + 2.6, r: STONE }, layer);
      svg("circle", { class: `stone ${colour}`, "data-stone": point, fill: `url(#stone-${colour})`, cx, cy, r: STONE }, layer);
    }
    if (!last || !(last in stones)) return;
    const [cx, cy] = centre(last);
    svg("circle", { class: "latest-mark", "data-last": last, cx, cy, r: 7 }, layer);
  }
}
