// The board: lines, star points, coordinates, a light under each point and the stones upon them.

import { CELL, defineStones, drawLines, MARGIN, STONE } from "./ground.js";
import { inGame } from "./field.js";
import { say } from "./language.js";
import { letter, nameOf, placeOf, shown } from "./points.js";
import { svg } from "./svg.js";
import { placeSeen, seenAt, UNTURNED } from "./turn.js";
import { pointLabel } from "./words.js";

const LABEL = 36; // from the edge's middle to that of its letter or number
const BEYOND_RING = 60; // the same of a smaller field, which has a ring of lights CELL away
const TAG = 22; // from the lower left corner to the middle of the name of the point below the mouse
const SHADOW = "url(#stone-shadow)";
const body = (colour) => `url(#stone-${colour})`;

export class BoardView {
  #size;
  #turned = UNTURNED;
  #pixelOf;
  #lamps;
  #cells = new Map();
  #stones = new Map(); // by point: its two elements, shadow and body
  #leds = new Map();
  #layers = {};
  #colours = {};
  #last = null;
  #unread = new Map(); // by point: the mark on it
  #forbidden = {}; // by point: the foul that it would be, in words
  #field; // {margin, size}: where the game's own field lies
  #cursor; // the one point in the keyboard's tab order, as is usual for grids

  /** Draw a board of this size into `place`; `pixelOf` has the pixel under each point, by index. */
  constructor(place, size, pixelOf, leds) {
    this.#size = size;
    this.#pixelOf = pixelOf;
    this.#lamps = leds;
    this.#field = { margin: 0, size };
    this.#cursor = nameOf(Math.floor(size / 2), Math.floor(size / 2));
    // without the tabindex a browser stops at a drawing that listens for the focus, before its points
    const look = { class: "board", "data-size": size, role: "grid", tabindex: -1, "aria-label": say("page.board") };
    this.root = svg("svg", { viewBox: `0 0 ${this.side} ${this.side}`, ...look });
    this.#draw();
    place.replaceChildren(this.root);
  }

  /** The points a side. */
  get size() {
    return this.#size;
  }

  /** How wide the drawing is, in its own units: a cell is CELL of them. */
  get side() {
    return 2 * MARGIN + (this.#size - 1) * CELL;
  }

  /** Draw all of it again, as seen from another side, as turn.js has it; what others drew upon it is gone. */
  turn(turned) {
    this.#turned = turned;
    const [stones, unread] = [this.#colours, [...this.#unread.keys()]];
    const focused = this.root.contains(document.activeElement);
    this.#colours = {};
    for (const drawn of [this.#stones, this.#unread, this.#leds, this.#cells]) drawn.clear();
    this.root.replaceChildren();
    this.#draw();
    this.showStones(stones);
    this.showUnread(unread);
    if (focused) this.focus();
  }

  /** The point of the keyboard's cursor, from which arrows move on. */
  get cursor() {
    return this.#cursor;
  }

  set cursor(point) {
    this.cell(this.#cursor).setAttribute("tabindex", -1);
    this.#cursor = point;
    this.cell(point).setAttribute("tabindex", 0);
  }

  /** Give the keyboard's focus to the cursor's point. */
  focus() {
    this.cell(this.#cursor).focus();
  }

  /** A layer to draw upon: "zones" below the stones, "tree" and "over" above them. */
  layer(name) {
    return this.#layers[name];
  }

  /** Where a point's middle is in the drawing. */
  centre(point) {
    return this.#centre(point);
  }

  /** The element of a point that takes clicks and the keyboard's focus. */
  cell(point) {
    return this.#cells.get(point);
  }

  /** The colour of the stone on a point, if there is one. */
  stone(point) {
    return this.#colours[point];
  }

  /** The point `columns` to the right and `rows` up as it is seen, held at the edge. */
  neighbour(point, columns, rows) {
    const [across, down] = seenAt(placeOf(point), this.#size, this.#turned);
    const held = (value) => Math.min(this.#size - 1, Math.max(0, value));
    return nameOf(...placeSeen([held(across + columns), held(down - rows)], this.#size, this.#turned));
  }

  /** The point at a place on the screen, or null off the board. */
  pointAt(clientX, clientY) {
    const at = this.#place(clientX, clientY);
    const seen = [at.x, at.y].map((place) => Math.round((place - MARGIN) / CELL));
    const within = seen.every((value) => value >= 0 && value < this.#size);
    return within ? nameOf(...placeSeen(seen, this.#size, this.#turned)) : null;
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

  /** Frame the field of a game that is smaller than the board, with its own letters and numbers; elsewhere is no frame. */
  showField(margin, size) {
    if (margin === this.#field.margin && size === this.#field.size) return;
    this.#field = { margin, size };
    this.#drawField();
    for (const point of this.#cells.keys()) this.#label(point);
  }

  /** Mark the last move's point, for those who can't see its light. */
  showLast(point) {
    const before = this.#last;
    this.#last = point;
    for (const changed of [before, point]) if (changed) this.#label(changed);
  }

  /** Have wood and stones recede, so that the sign which the lights spell can be read; or bring them back. */
  showSign(on) {
    this.root.classList.toggle("spells", on);
  }

  /** Have these points called forbidden: {point: the foul in words}. */
  showForbidden(fouls) {
    const before = this.#forbidden;
    this.#forbidden = fouls;
    for (const point of new Set([...Object.keys(before), ...Object.keys(fouls)])) if (before[point] !== fouls[point]) this.#label(point);
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

  /** Show the name of the point below the mouse, and below its light a ghost of the stone `colour`; null: none. */
  showHover(point, colour) {
    const layer = this.#layers.hover;
    layer.replaceChildren();
    this.root.classList.toggle("ghosted", Boolean(point && colour));
    if (!point) return;
    if (colour) {
      const [cx, cy] = this.#centre(point);
      svg("circle", { class: `ghost ${colour}`, "data-ghost": point, fill: body(colour), cx, cy, r: STONE }, layer);
    }
    const { margin, size } = this.#field;
    const [x, y] = [TAG, this.side - TAG];
    svg("rect", { class: "tag", x: x - 19, y: y - 12, width: 38, height: 24, rx: 6 }, layer);
    svg("text", { class: "tagged", x, y }, layer).textContent = shown(inGame(point, margin, size) || point);
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
    return seenAt(placeOf(point), this.#size, this.#turned).map((place) => MARGIN + place * CELL);
  }

  #label(point) {
    const cell = this.#cells.get(point);
    if (!cell) return;
    const { margin, size } = this.#field;
    const marks = { last: point === this.#last, unread: this.#unread.has(point), forbidden: this.#forbidden[point] };
    const label = pointLabel(inGame(point, margin, size) || point, this.#colours[point], marks);
    cell.setAttribute("aria-label", label);
    cell.classList.toggle("held", point in this.#colours);
  }

  #drawStone(x, y, colour, point) {
    const under = { class: "stone-shadow", fill: SHADOW, cx: x + 1.6, cy: y + 2.6, r: STONE };
    const shadow = svg("circle", under, this.#layers.shadows);
    const look = { class: `stone ${colour}`, "data-stone": point, fill: body(colour) };
    return [shadow, svg("circle", { ...look, cx: x, cy: y, r: STONE }, this.#layers.stones)];
  }

  #draw() {
    defineStones(this.root);
    this.#drawGround();
    for (const name of ["field", "zones", "marks", "hover", "shadows", "shade", "lights", "names", "stones", "tree", "over", "hand"]) {
      this.#layers[name] = svg("g", { class: name, "aria-hidden": "true" }, this.root);
    }
    svg("rect", { x: 0, y: 0, width: this.side, height: this.side, rx: 4 }, this.#layers.shade);
    this.#drawPoints();
    this.#drawField();
  }

  #drawField() {
    const { margin, size } = this.#field;
    // the names are above the lights: a ring of lights lies around the field
    const [layer, names] = [this.#layers.field, this.#layers.names];
    for (const each of [layer, names]) each.replaceChildren();
    if (size === this.#size) return;
    const [low, high] = [margin, margin + size - 1];
    const ends = [this.#centre(nameOf(low, low)), this.#centre(nameOf(high, high))];
    const [x, y] = [0, 1].map((axis) => Math.min(ends[0][axis], ends[1][axis]) - CELL / 2);
    svg("rect", { class: "frame", "data-field": size, x, y, width: size * CELL, height: size * CELL, rx: 8 }, layer);
    for (let at = 0; at < size; at++) {
      this.#drawLabel(shown(letter(at)), nameOf(low + at, low), nameOf(low + at, high), names, BEYOND_RING);
      this.#drawLabel(at + 1, nameOf(low, low + at), nameOf(high, low + at), names, BEYOND_RING);
    }
  }

  #drawGround() {
    const ground = drawLines(this.root, this.#size);
    const far = this.#size - 1;
    for (let at = 0; at <= far; at++) {
      this.#drawLabel(shown(letter(at)), nameOf(at, 0), nameOf(at, far), ground);
      this.#drawLabel(at + 1, nameOf(0, at), nameOf(far, at), ground);
    }
  }

  /** Write a line's letter or number beyond both its ends. */
  #drawLabel(text, one, other, ground, beyond = LABEL) {
    const ends = [this.#centre(one), this.#centre(other)];
    for (const [end, from] of [ends, [ends[1], ends[0]]]) {
      const [x, y] = end.map((value, at) => value + beyond * Math.sign(value - from[at]));
      svg("text", { x, y }, ground).textContent = text;
    }
  }

  #drawPoints() {
    const grid = svg("g", { class: "points" }, this.root);
    for (let down = 0; down < this.#size; down++) {
      const line = svg("g", { role: "row" }, grid);
      for (let across = 0; across < this.#size; across++) {
        const [column, row] = placeSeen([across, down], this.#size, this.#turned);
        const point = nameOf(column, row);
        const [x, y] = this.#centre(point);
        const pixel = this.#pixelOf[row * this.#size + column];
        this.#leds.set(point, this.#lamps.addPoint(pixel, point, x, y, this.#layers.lights));
        const cell = svg("rect", {
          class: "point", role: "gridcell", tabindex: point === this.#cursor ? 0 : -1, "data-point": point,
          x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, rx: 8,
        }, line);
        this.#cells.set(point, cell);
        this.#label(point);
      }
    }
  }
}
