// The board: lines, star points, coordinates, a light under each point and the stones upon them.

import { say } from "./language.js";
import { letter, nameOf, placeOf, shown, starPoints } from "./points.js";
import { svg } from "./svg.js";
import { pointLabel } from "./words.js";

export const CELL = 40;
const MARGIN = 48;
const STONE = 16.8;
const SHADOW = "url(#stone-shadow)";
const body = (colour) => `url(#stone-${colour})`;

export class BoardView {
  #size;
  #cells = new Map();
  #stones = new Map(); // by point: its two elements, shadow and body
  #leds = new Map();
  #layers = {};
  #colours = {};
  #last = null;
  #unread = new Map(); // by point: the mark on it

  /** Draw a board of this size into `place`; `pixelOf` has the pixel under each point, by index. */
  constructor(place, size, pixelOf, leds) {
    this.#size = size;
    const side = 2 * MARGIN + (size - 1) * CELL;
    this.root = svg("svg", { viewBox: `0 0 ${side} ${side}`, class: "board", role: "grid", "aria-label": say("page.board") });
    this.#defineStones();
    this.#drawGround();
    for (const name of ["marks", "shadows", "lights", "stones", "hand"]) {
      this.#layers[name] = svg("g", { class: name, "aria-hidden": "true" }, this.root);
    }
    this.#drawPoints(pixelOf, leds);
    place.replaceChildren(this.root);
  }

  /** The element of a point that takes clicks and the keyboard's focus. */
  cell(point) {
    return this.#cells.get(point);
  }

  /** The colour of the stone on a point, if there is one. */
  stone(point) {
    return this.#colours[point];
  }

  points() {
    return Object.keys(this.#colours);
  }

  /** The point `columns` to the right and `rows` up, held at the edge. */
  neighbour(point, columns, rows) {
    const [column, row] = placeOf(point);
    const held = (value) => Math.min(this.#size - 1, Math.max(0, value));
    return nameOf(held(column + columns), held(row + rows));
  }

  /** The point at a place on the screen, or null off the board. */
  pointAt(clientX, clientY) {
    const at = this.#place(clientX, clientY);
    const column = Math.round((at.x - MARGIN) / CELL);
    const row = this.#size - 1 - Math.round((at.y - MARGIN) / CELL);
    const within = (value) => value >= 0 && value < this.#size;
    return within(column) && within(row) ? nameOf(column, row) : null;
  }

  /** Show exactly these stones: {"h8": "black", ...}. */
  showStones(stones) {
    for (const [point, drawn] of [...this.#stones]) {
      if (stones[point] === this.#colours[point]) continue;
      for (const element of drawn) element.remove();
      this.#stones.delete(point);
      this.#leds.get(point)?.classList.remove("covered");
    }
    const before = this.#colours;
    this.#colours = { ...stones };
    for (const [point, colour] of Object.entries(stones)) {
      if (this.#stones.has(point)) continue;
      const [x, y] = this.#centre(point);
      this.#stones.set(point, this.#drawStone(x, y, colour, point));
      this.#leds.get(point)?.classList.add("covered");
    }
    for (const point of new Set([...Object.keys(before), ...Object.keys(stones)])) this.#label(point);
  }

  /** Mark the last move's point, for those who can't see its light. */
  showLast(point) {
    const before = this.#last;
    this.#last = point;
    for (const changed of [before, point]) if (changed) this.#label(changed);
  }

  /** Mark exactly these points as not read by the board, below their lights. */
  showUnread(points) {
    for (const [point, mark] of [...this.#unread]) {
      if (points.includes(point)) continue;
      mark.remove();
      this.#unread.delete(point);
      this.#label(point);
    }
    for (const point of points) {
      if (this.#unread.has(point)) continue;
      const [x, y] = this.#centre(point);
      const arms = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
      const d = arms.map(([right, down]) => `M${x + 8 * right} ${y + 8 * down}l${9 * right} ${9 * down}`);
      const look = { class: "unread", d: d.join(""), "data-unread": point };
      this.#unread.set(point, svg("path", look, this.#layers.marks));
      this.#label(point);
    }
  }

  /** Have the stone of `point` follow the hand; null puts it back to where it lies. */
  carry(point, clientX = 0, clientY = 0) {
    this.#layers.hand.replaceChildren();
    for (const [name, drawn] of this.#stones) for (const part of drawn) part.classList.toggle("carried", name === point);
    if (!point) return;
    const { x, y } = this.#place(clientX, clientY);
    svg("circle", { class: "stone-shadow", fill: SHADOW, cx: x + 4, cy: y + 7, r: STONE }, this.#layers.hand);
    const colour = this.#colours[point];
    svg("circle", { class: `stone ${colour}`, fill: body(colour), cx: x, cy: y, r: STONE + 1 }, this.#layers.hand);
    const target = this.pointAt(clientX, clientY);
    if (target && !this.#colours[target]) {
      const [cx, cy] = this.#centre(target);
      svg("circle", { class: "target", cx, cy, r: STONE }, this.#layers.hand);
    }
  }

  #place(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }

  #centre(point) {
    const [column, row] = placeOf(point);
    return [MARGIN + column * CELL, MARGIN + (this.#size - 1 - row) * CELL];
  }

  #label(point) {
    const cell = this.#cells.get(point);
    if (!cell) return;
    const label = pointLabel(point, this.#colours[point], point === this.#last, this.#unread.has(point));
    cell.setAttribute("aria-label", label);
    cell.classList.toggle("held", point in this.#colours);
  }

  #drawStone(x, y, colour, point) {
    const under = { class: "stone-shadow", fill: SHADOW, cx: x + 1.6, cy: y + 2.6, r: STONE };
    const shadow = svg("circle", under, this.#layers.shadows);
    const look = { class: `stone ${colour}`, "data-stone": point, fill: body(colour) };
    return [shadow, svg("circle", { ...look, cx: x, cy: y, r: STONE }, this.#layers.stones)];
  }

  #drawGround() {
    const size = this.#size;
    const [first, last] = [MARGIN, MARGIN + (size - 1) * CELL];
    const ground = svg("g", { class: "ground", "aria-hidden": "true" }, this.root);
    for (let at = 0; at < size; at++) {
      const place = MARGIN + at * CELL;
      const edge = at === 0 || at === size - 1 ? "line edge" : "line";
      svg("path", { class: edge, d: `M${place} ${first}V${last}` }, ground);
      svg("path", { class: edge, d: `M${first} ${place}H${last}` }, ground);
      const mirrored = MARGIN + (size - 1 - at) * CELL;
      for (const beside of [17, last + MARGIN - 17]) {
        svg("text", { x: place, y: beside }, ground).textContent = shown(letter(at));
        svg("text", { x: beside, y: mirrored }, ground).textContent = at + 1;
      }
    }
    for (const [column, row] of starPoints(size)) {
      const [cx, cy] = this.#centre(nameOf(column, row));
      svg("circle", { class: "star", cx, cy, r: 5.4 }, ground);
    }
  }

  #drawPoints(pixelOf, leds) {
    const grid = svg("g", { class: "points" }, this.root);
    for (let row = this.#size - 1; row >= 0; row--) {
      const line = svg("g", { role: "row" }, grid);
      for (let column = 0; column < this.#size; column++) {
        const point = nameOf(column, row);
        const [x, y] = this.#centre(point);
        this.#leds.set(point, leds.addPoint(pixelOf[row * this.#size + column], point, x, y, this.#layers.lights));
        const cell = svg("rect", {
          class: "point", role: "gridcell", tabindex: -1, "data-point": point,
          x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, rx: 8,
        }, line);
        this.#cells.set(point, cell);
        this.#label(point);
      }
    }
  }

  // light falls from the upper left
  #defineStones() {
    const defs = svg("defs", {}, this.root);
    const shades = {
      black: [[0, "#75757c"], [0.22, "#45454b"], [0.6, "#202024"], [1, "#08080a"]],
      white: [[0, "#ffffff"], [0.45, "#f6f3ec"], [0.8, "#d9d3c6"], [1, "#a9a191"]],
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
}
