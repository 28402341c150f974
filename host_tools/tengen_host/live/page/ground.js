// What every drawn board has: its lines and star points, and the shading of its stones.

import { starPoints } from "./points.js";
import { svg } from "./svg.js";

export const CELL = 40;
export const MARGIN = 54;
export const STONE = 16.8;

/** The lines and star points of a board of this size, which are the same from every side, in a group of their own. */
export function drawLines(root, size) {
  const [first, last] = [MARGIN, MARGIN + (size - 1) * CELL];
  const ground = svg("g", { class: "ground", "aria-hidden": "true" }, root);
  for (let at = 0; at < size; at++) {
    const place = MARGIN + at * CELL;
    const edge = at === 0 || at === size - 1 ? "line edge" : "line";
    svg("path", { class: edge, d: `M${place} ${first}V${last}` }, ground);
    svg("path", { class: edge, d: `M${first} ${place}H${last}` }, ground);
  }
  for (const [column, row] of starPoints(size)) {
    svg("circle", { class: "star", cx: MARGIN + column * CELL, cy: MARGIN + row * CELL, r: 5.4 }, ground);
  }
  return ground;
}

/** The shading of stones, to be used as url(#stone-black), -white, -neutral, -common, and url(#stone-shadow). */
export function defineStones(root) {
  // light falls from the upper left
  const defs = svg("defs", {}, root);
  const shades = {
    black: [[0, "#85858d"], [0.16, "#4d4d54"], [0.55, "#222226"], [1, "#060608"]],
    white: [[0, "#ffffff"], [0.45, "#f6f3ec"], [0.8, "#d9d3c6"], [1, "#a9a191"]],
    neutral: [[0, "#e8a79b"], [0.3, "#b9584a"], [0.75, "#8a362b"], [1, "#4f1a13"]],
    common: [[0, "#c9dcef"], [0.3, "#7ba0c4"], [0.75, "#4c7197"], [1, "#263f58"]],
  };
  for (const [colour, stops] of Object.entries(shades)) {
    const shading = svg("radialGradient", { id: `stone-${colour}`, cx: 0.36, cy: 0.3, r: 0.78 }, defs);
    for (const [offset, shade] of stops) svg("stop", { offset, "stop-color": shade }, shading);
  }
  const shadow = svg("radialGradient", { id: "stone-shadow" }, defs);
  for (const [offset, opacity] of [[0, 0.6], [0.75, 0.5], [1, 0]]) {
    svg("stop", { offset, "stop-color": "#1c0c00", "stop-opacity": opacity }, shadow);
  }
}
