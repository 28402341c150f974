// A small board, drawn without lights: in the hall, and in a corner beside a commentary.

import { svg } from "../browser.js";
import { CELL, drawLabels, drawLines, drawStone, MARGIN } from "./board.js";
import { drawMarks, marksOf } from "./marks.js";
import { fieldView, marginOf, placeOf } from "./points.js";

const AROUND = 22; // margin beyond the outer lines of a board without labels

const ENDS = new Set(["foul"]); // marks of the large board that are shown here, too

/**
 * A board of this size without stones. show(stones, last): {h8: "black"}, and the last move's point or null;
 * showEnd(game, isOpen): the winning line, or the lines of the losing foul; nothing before a game's end unless `isOpen`.
 * showLabels(on, field): the letters and numbers of a game's field of this size.
 */
export function smallBoard(size) {
  const root = svg("svg", { class: "board small", role: "img" });
  drawLines(root, size);
  const labels = svg("g", { "aria-hidden": "true" }, root);
  const layer = svg("g", {}, root);
  const layers = { zones: svg("g", {}, root), over: svg("g", { class: "over" }, root) };
  const centre = (point) => {
    const [column, row] = placeOf(point);
    return [MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL];
  };
  const view = { side: 2 * MARGIN + (size - 1) * CELL, layer: (name) => layers[name], centre, stone: () => "" };
  showLabels(false, size);
  return { root, show, showEnd, showLabels };

  function showLabels(on, field) {
    if (labels.dataset.labels === String(on && field)) return;
    labels.dataset.labels = on && field;
    const first = on ? 0 : MARGIN - AROUND;
    const side = view.side - 2 * first;
    root.setAttribute("viewBox", `${first} ${first} ${side} ${side}`);
    labels.replaceChildren();
    if (!on) return;
    const margin = marginOf(size, field);
    labels.setAttribute("class", margin ? "names" : "ground");
    drawLabels(labels, field, margin, centre);
  }

  function showEnd(game, isOpen = false) {
    const { points, lines, five } = marksOf(game);
    const over = isOpen || Boolean(game.result);
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
    for (const [point, colour] of Object.entries(stones)) drawStone(centre(point), colour, point, layer, layer);
    if (!last || !(last in stones)) return;
    const [cx, cy] = centre(last);
    svg("circle", { class: "latest-mark", "data-last": last, cx, cy, r: 7 }, layer);
  }
}
