// The drawing of the board: lines, star points, coordinates, a light under each point, and the stones.

import { svg } from "../browser.js";
import { say } from "../words/i18n.js";
import { pointLabel } from "../words/terms.js";
import { inGame, letter, nameOf, placeOf, placeSeen, seenAt, shown, starPoints, UNTURNED } from "./points.js";

export const CELL = 40;
export const MARGIN = 54;
export const STONE = 16.8;

/** The lines and star points of a board of this size, the same from every side, in one group. */
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

/** The shading of stones, used as url(#stone-black), -white, -neutral, -common, and url(#stone-shadow). */
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

const LABEL = 36; // distance from the edge to the middle of its letter or number
const BEYOND_RING = 60; // the same for a smaller field, which has a ring of lights at the distance CELL

/**
 * Write the letters and numbers at both ends of each line. `size`: of the game's field, `margin`: its place on the
 * board, `centre(point)`: the place of a point of the board.
 */
export function drawLabels(layer, size, margin, centre) {
  const [low, high] = [margin, margin + size - 1];
  const beyond = margin ? BEYOND_RING : LABEL;
  const label = (text, one, other) => {
    const ends = [centre(one), centre(other)];
    for (const [end, from] of [ends, [ends[1], ends[0]]]) {
      const [x, y] = end.map((value, at) => value + beyond * Math.sign(value - from[at]));
      svg("text", { x, y }, layer).textContent = text;
    }
  };
  for (let at = 0; at < size; at++) {
    label(shown(letter(at)), nameOf(low + at, low), nameOf(low + at, high));
    label(at + 1, nameOf(low, low + at), nameOf(high, low + at));
  }
}

// The board: lines, star points, coordinates, a light under each point and the stones upon them.

const TAG = 22; // distance of the hovered point's name from the lower left corner
const SHADOW = "url(#stone-shadow)";
const body = (colour) => `url(#stone-${colour})`;

/** A stone of a point at [x, y], and its shadow: [shadow, stone], each in its layer. */
export function drawStone([cx, cy], colour, point, shadows, stones) {
  const shadow = svg("circle", { class: "stone-shadow", fill: SHADOW, cx: cx + 1.6, cy: cy + 2.6, r: STONE }, shadows);
  return [shadow, svg("circle", { class: `stone ${colour}`, "data-stone": point, fill: body(colour), cx, cy, r: STONE }, stones)];
}

export class BoardView {
  drawing = "drawing"; // the id of the group with everything that is seen, for a lens

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
  #forbidden = {}; // by point: the foul that a stone there would be, in words
  #hints = []; // the points of a hint
  #field; // {margin, size}: the place of the game's own field
  #cursor; // the only point in the keyboard's tab order, as is usual for grids

  /** Draw a board of this size into `place`; `pixelOf` has the pixel under each point, by index. */
  constructor(place, size, pixelOf, leds) {
    this.#size = size;
    this.#pixelOf = pixelOf;
    this.#lamps = leds;
    this.#field = { margin: 0, size };
    this.#cursor = this.#middle;
    // without tabindex, browsers make the drawing itself a tab stop, because it listens for focus
    const look = { class: "board", "data-size": size, role: "grid", tabindex: -1, "aria-label": say("page.board") };
    this.root = svg("svg", { viewBox: `0 0 ${this.side} ${this.side}`, ...look });
    this.#draw();
    place.replaceChildren(this.root);
    this.root.addEventListener("focusin", ({ target }) => this.showCursor(target.matches(":focus-visible")));
    this.root.addEventListener("pointerdown", () => this.showCursor(false));
  }

  /** The points a side. */
  get size() {
    return this.#size;
  }

  /** The distance between two points in pixels of the screen. */
  cellPx() {
    return (CELL * this.root.getBoundingClientRect().width) / this.side;
  }

  /** The width of the drawing in its own units; a cell has CELL. */
  get side() {
    return 2 * MARGIN + (this.#size - 1) * CELL;
  }

  /** Draw everything again, seen from another side (points.js). Drawings of other modules are lost. */
  turn(turned) {
    this.#turned = turned;
    const [stones, unread] = [this.#colours, [...this.#unread.keys()]];
    const focused = this.root.contains(document.activeElement);
    const cursor = this.root.classList.contains("navigated");
    this.#colours = {};
    for (const drawn of [this.#stones, this.#unread, this.#leds, this.#cells]) drawn.clear();
    this.root.replaceChildren();
    this.#draw();
    this.showStones(stones);
    this.showUnread(unread);
    if (focused) this.focus();
    this.showCursor(cursor);
  }

  /** Show the focused point, because somebody walks over the board with the keyboard; or show it no longer. */
  showCursor(on) {
    this.root.classList.toggle("navigated", on);
  }

  /** The point of the keyboard's cursor. */
  get cursor() {
    return this.#cursor;
  }

  set cursor(point) {
    this.cell(this.#cursor).setAttribute("tabindex", -1);
    this.#cursor = point;
    this.cell(point).setAttribute("tabindex", 0);
  }

  get #middle() {
    const { margin, size } = this.#field;
    return nameOf(margin + Math.floor(size / 2), margin + Math.floor(size / 2));
  }

  /** Put the cursor on the middle of the field, together with the focus if a point has it. */
  toCentre() {
    const focused = this.root.contains(document.activeElement);
    this.cursor = this.#middle;
    if (focused) this.focus();
  }

  /** Give the keyboard's focus to the cursor's point. */
  focus() {
    this.cell(this.#cursor).focus();
  }

  /** A layer to draw on: "zones" below the stones, "tree" and "over" above them. */
  layer(name) {
    return this.#layers[name];
  }

  /** The middle of a point in the drawing. */
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

  /** The point `columns` to the right and `rows` up on the screen; the point at the edge if the board ends before. */
  neighbour(point, columns, rows) {
    const [across, down] = seenAt(placeOf(point), this.#size, this.#turned);
    const held = (value) => Math.min(this.#size - 1, Math.max(0, value));
    return nameOf(...placeSeen([held(across + columns), held(down - rows)], this.#size, this.#turned));
  }

  /** The point at a place on the screen; null if the place is outside the board. */
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
      this.#stones.set(point, drawStone(this.#centre(point), colour, point, this.#layers.shadows, this.#layers.stones));
      this.#leds.get(point)?.classList.add("covered");
    }
    for (const point of new Set([...Object.keys(before), ...Object.keys(stones)])) this.#label(point);
  }

  /** Frame the field of a game that is smaller than the board, with its own letters and numbers. */
  showField(margin, size) {
    if (margin === this.#field.margin && size === this.#field.size) return;
    this.#field = { margin, size };
    this.#drawField();
    for (const point of this.#cells.keys()) this.#label(point);
  }

  /** Mark the last move's point, for people who can't see its light. */
  showLast(point) {
    const before = this.#last;
    this.#last = point;
    for (const changed of [before, point]) if (changed) this.#label(changed);
  }

  /** Dim wood and stones, so that people can read a sign of lights; or end the dimming. */
  showSign(on) {
    this.root.classList.toggle("spells", on);
  }

  /** Announce these points as forbidden: {point: the foul in words}, and those as a hint. */
  showForbidden(fouls, hints) {
    const before = [...Object.keys(this.#forbidden), ...this.#hints];
    [this.#forbidden, this.#hints] = [fouls, hints];
    for (const point of new Set([...before, ...Object.keys(fouls), ...hints])) this.#label(point);
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

  /** Show the name of the hovered point, and a ghost of the stone `colour` below its light; null: none. */
  showHover(point, colour) {
    const layer = this.#layers.hover;
    layer.replaceChildren();
    this.root.classList.toggle("ghosted", Boolean(point && colour));
    if (!point) return;
    if (colour) {
      const [cx, cy] = this.#centre(point);
      svg("circle", { class: `ghost ${colour}`, "data-ghost": point, fill: body(colour), cx, cy, r: STONE }, layer);
    }
    const [x, y] = [TAG, this.side - TAG];
    svg("rect", { class: "tag", x: x - 19, y: y - 12, width: 38, height: 24, rx: 6 }, layer);
    svg("text", { class: "tagged", x, y }, layer).textContent = this.nameOf(point);
  }

  /** The name of a point in the game, as on the screen. */
  nameOf(point) {
    const { margin, size } = this.#field;
    return shown(inGame(point, margin, size) || point);
  }

  /** Let the stone of `point` follow the hand; null puts it back. */
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
    const marks = { last: point === this.#last, unread: this.#unread.has(point), forbidden: this.#forbidden[point], hint: this.#hints.includes(point) };
    const label = pointLabel(inGame(point, margin, size) || point, this.#colours[point], marks);
    cell.setAttribute("aria-label", label);
    cell.classList.toggle("held", point in this.#colours);
  }

  #draw() {
    defineStones(this.root);
    const drawing = svg("g", { id: this.drawing }, this.root);
    this.#drawGround(drawing);
    for (const name of ["field", "zones", "marks", "hover", "shadows", "shade", "lights", "names", "stones", "tree", "over", "hand"]) {
      this.#layers[name] = svg("g", { class: name, "aria-hidden": "true" }, drawing);
    }
    svg("rect", { x: 0, y: 0, width: this.side, height: this.side, rx: 4 }, this.#layers.shade);
    this.#drawPoints();
    this.#drawField();
  }

  #drawField() {
    const { margin, size } = this.#field;
    // the letters and numbers are drawn above the lights, because there is a ring of lights around the field
    const [layer, names] = [this.#layers.field, this.#layers.names];
    for (const each of [layer, names]) each.replaceChildren();
    if (size === this.#size) return;
    const [low, high] = [margin, margin + size - 1];
    const ends = [this.#centre(nameOf(low, low)), this.#centre(nameOf(high, high))];
    const [x, y] = [0, 1].map((axis) => Math.min(ends[0][axis], ends[1][axis]) - CELL / 2);
    svg("rect", { class: "frame", "data-field": size, x, y, width: size * CELL, height: size * CELL, rx: 8 }, layer);
    drawLabels(names, size, margin, (point) => this.#centre(point));
  }

  #drawGround(drawing) {
    drawLabels(drawLines(drawing, this.#size), this.#size, 0, (point) => this.#centre(point));
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

// The lights of the board and of its edge bars: the firmware's frame in screen colours.

// The light of a WS2812B is proportional to its byte, but the light of a screen is not. Without correction a light at
// 10 of 255, clearly visible in a room, would be black on the page.
const GAMMA = 2.2;

const perceived = (part) => Math.pow(part, 1 / GAMMA);

/**
 * The look of a pixel: {on, colour, core, strength}: its colour as "rgb(...)", the colour of its bright middle, its
 * strength from 0 to 1. `grb` is six hex digits in wire order: green, red, blue.
 */
function lightOf(grb) {
  const [green, red, blue] = [0, 2, 4].map((at) => parseInt(grb.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  if (!most) return { on: false, colour: "rgb(0, 0, 0)", core: "rgb(0, 0, 0)", strength: 0 };
  const strength = perceived(most / 255);
  const full = [red, green, blue].map((value) => 255 * perceived(value / most));
  const whiter = 0.25 + 0.45 * strength; // a stronger light has a whiter middle
  return {
    on: true,
    colour: css(full),
    core: css(full.map((value) => value + (255 - value) * whiter)),
    strength,
  };
}

const FEWEST = 6; // the least number of lit points of a sign: of a "1" that is partly under stones
const RING = 4; // brightness, of 255, of the ring around a smaller field

/**
 * Whether these lights spell a sign: a menu is open, or a result that no stones show, and enough points are lit in
 * exactly the same white. While stones are put in answer to a menu, the lights show these stones instead.
 */
export function spells({ menus, result }, all) {
  if (!Object.keys(menus).length && !(result && !result.line?.length)) return false;
  const whites = new Map();
  for (const grb of all) {
    const [green, red, blue] = [0, 2, 4].map((at) => parseInt(grb.slice(at, at + 2), 16));
    if (green <= RING || green !== red || red !== blue) continue;
    whites.set(grb, (whites.get(grb) ?? 0) + 1);
  }
  return Math.max(0, ...whites.values()) >= FEWEST;
}

const css = (parts) => `rgb(${parts.map(Math.round).join(", ")})`;

// The LEDs on the page, each an element with its pixel number; they show the firmware's frame.

/** All LEDs of a board, by pixel. Board and edge bars add their LEDs, which then show the present frame. */
export class Leds {
  #pixels = new Map();
  #grb = ""; // the frame that is shown

  /** A round light under the point `point`, at x, y. Its rim shows when a stone covers it. */
  addPoint(pixel, point, x, y, layer) {
    const led = this.#led(pixel, layer);
    led.group.dataset.point = point;
    const lens = svg("circle", { class: "lens", cx: x, cy: y, r: 2.3 }, led.group);
    led.kindle = () => {
      const glow = this.#glow(pixel, led);
      const [well, shine] = [svg("circle", { class: "well", cx: x, cy: y, r: 12.5 }), svg("circle", { class: "glow", cx: x, cy: y, r: 32, fill: `url(#${glow})` })];
      led.rim = svg("circle", { class: "rim", cx: x, cy: y, r: 18.4, fill: "none" });
      lens.before(well, shine, led.rim);
      led.core = svg("circle", { class: "core", cx: x, cy: y, r: 7 }, led.group);
    };
    this.#light(pixel, led);
    return led.group;
  }

  /** One light of an edge bar: a window `width` wide at x, y. */
  addWindow(pixel, x, y, width, height, layer) {
    const led = this.#led(pixel, layer);
    const box = { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 };
    const lens = svg("rect", { class: "lens", ...box }, led.group);
    led.kindle = () => {
      const glow = this.#glow(pixel, led);
      lens.before(svg("ellipse", { class: "glow", cx: x, cy: y, rx: width, ry: 2.2 * height, fill: `url(#${glow})` }));
      led.core = svg("rect", { class: "core", ...box }, led.group);
    };
    return led.group;
  }

  /** Show a frame: hex, three bytes a pixel in the order of the wire (green, red, blue). */
  show(grb) {
    this.#grb = grb;
    for (const [pixel, led] of this.#pixels) this.#light(pixel, led);
  }

  /** The lights under the points, each as three bytes in hex. */
  ofPoints() {
    return [...this.#pixels.values()].filter(({ group }) => group.dataset.point).map(({ group }) => group.dataset.grb);
  }

  #light(pixel, led) {
    const bytes = this.#grb.slice(6 * pixel, 6 * pixel + 6) || "000000";
    if (led.group.dataset.grb === bytes) return;
    led.group.dataset.grb = bytes;
    const { on, colour, core, strength } = lightOf(bytes);
    led.group.classList.toggle("on", on);
    if (!on) return;
    if (!led.core) led.kindle();
    led.group.style.setProperty("--strength", strength.toFixed(3));
    led.core.setAttribute("fill", core);
    led.rim?.setAttribute("stroke", core);
    for (const stop of led.stops) stop.setAttribute("stop-color", colour);
  }

  #led(pixel, layer) {
    const group = svg("g", { id: `led-${pixel}`, class: "led", "data-pixel": pixel, "data-grb": "000000" }, layer);
    const led = { group, stops: [] }; // a light is drawn when it first shines, because most lights never shine
    this.#pixels.set(pixel, led);
    return led;
  }

  // all users of a gradient share its colour, so each light has its own
  #glow(pixel, led) {
    const id = `glow-${pixel}`;
    const gradient = svg("radialGradient", { id }, led.group);
    for (const [offset, opacity] of [[0, 1], [0.22, 0.85], [0.55, 0.6], [0.75, 0.24], [1, 0]]) {
      led.stops.push(svg("stop", { offset, "stop-opacity": opacity }, gradient));
    }
    return id;
  }
}

// An edge bar: the row of lights before a player.

const PITCH = 32;
const HEIGHT = 32;

/** Draw the bar of these pixels, from left to right, into `place`. */
export function drawBar(place, pixels, leds, label) {
  const width = PITCH * pixels.length;
  const root = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  svg("rect", { class: "slot", x: 1, y: 6, width: width - 2, height: HEIGHT - 12, rx: 10 }, root);
  pixels.forEach((pixel, at) => leds.addWindow(pixel, PITCH * (at + 0.5), HEIGHT / 2, 21, 8, root));
  place.replaceChildren(root);
}
