// A small board for the hall: its lines, its stones, a mark on the last one, and the lines that ended the game.

import { fieldView, marginOf } from "./field.js";
import { CELL, drawLines, MARGIN, STONE } from "./ground.js";
import { marksOf } from "./markers.js";
import { drawMarks } from "./marksview.js";
import { placeOf } from "./points.js";
import { svg } from "./svg.js";

const AROUND = 22; // beyond the outer lines: a small board has no labels

const ENDS = new Set(["foul"]); // of the marks that a large board has

/**
 * A board of this size without stones. show(stones, last): {h8: "black"}, and the last move's point or null;
 * showEnd(game): the line that has won, or what makes the foul that has lost; nothing before a game's end.
 */
export function smallBoard(size) {
  const [first, side] = [MARGIN - AROUND, 2 * AROUND + (size - 1) * CELL];
  const root = svg("svg", { viewBox: `${first} ${first} ${side} ${side}`, class: "board small", role: "img" });
  drawLines(root, size);
  const layer = svg("g", {}, root);
  const layers = { zones: svg("g", {}, root), over: svg("g", { class: "over" }, root) };
  const centre = (point) => {
    const [column, row] = placeOf(point);
    return [MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL];
  };
  const view = { side: first + side, layer: (name) => layers[name], centre, stone: () => "" };
  return { root, show, showEnd };

  function showEnd(game) {
    const { points, lines, five } = marksOf(game);
    const over = Boolean(game.result);
    drawMarks(fieldView(view, marginOf(size, game.size)), {
      points: over ? points.filter(({ kind }) => ENDS.has(kind)) : [],
      zone: null,
      lines: over ? lines : [],
      five: over ? five : [],
      standing: [],
    }, {}, game.size);
  }

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
