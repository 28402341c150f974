// The overlay for a stream: the room view without controls, on a transparent ground. The address has its looks.

import { make } from "./browser.js";
import { say } from "./words/i18n.js";

export const OVERLAY = "overlay";

const PARTS = ["names", "clocks", "captures", "state", "reasons"]; // what may be beside the board
const BOARD = "board"; // the board alone
const COLOURS = ["ground", "panel", "ink", "wood"];
const NONE = "none"; // a colour that is transparent
const SIZE = { least: 20, most: 100 }; // of the board, in percent of the height
const SIDES = ["left", "right"]; // of the board

/**
 * The looks in the parameters of an address: {colours: {name: a CSS colour}, parts, size, side, crop: [point, point] or
 * null, wrong: [[what is wrong, values of its sentence], ...]}. A wrong value has the default. `isColour(text)`: whether a text
 * is a CSS colour.
 */
export function looksOf(query, isColour) {
  const looks = { colours: {}, parts: PARTS, size: SIZE.most, side: SIDES[0], crop: null, wrong: [] };
  const take = (name, meaning, what, values = {}) => {
    const text = query.get(name);
    const found = text === null ? null : meaning(text.trim());
    if (text !== null && found === null) looks.wrong.push([what, { name, text, ...values }]);
    return found;
  };
  for (const name of COLOURS) {
    const colour = take(name, (text) => colourOf(text, isColour), "colour");
    if (colour !== null) looks.colours[name] = colour;
  }
  looks.parts = take("show", partsOf, "parts", { parts: [BOARD, ...PARTS].join(", ") }) ?? looks.parts;
  looks.size = take("size", sizeOf, "size", SIZE) ?? looks.size;
  looks.side = take("side", (text) => (SIDES.includes(text) ? text : null), "side") ?? looks.side;
  looks.crop = take("crop", cropOf, "crop");
  return looks;
}

/** A CSS colour: a name, or hex digits, which need no # because that begins the fragment of an address. */
function colourOf(text, isColour) {
  if (text === NONE) return "transparent";
  return [text, `#${text}`].find((each) => each && isColour(each)) ?? null;
}

function partsOf(text) {
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => part === BOARD || PARTS.includes(part))) return null;
  return PARTS.filter((part) => parts.includes(part));
}

function sizeOf(text) {
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  return size >= SIZE.least && size <= SIZE.most ? size : null;
}

function cropOf(text) {
  const corners = /^([a-s][1-9]\d?)-([a-s][1-9]\d?)$/i.exec(text);
  return corners && corners.slice(1).map((point) => point.toLowerCase());
}

const EDGE = 0.9; // cells beyond the outer points of a crop

/**
 * The viewBox that shows a part of the board. `centre(point)`: the place of a point in the drawing; `cell`: the
 * distance of two points. The part is square, because the board's place is.
 */
export function viewBoxOf(crop, centre, cell) {
  const [[left, top], [right, bottom]] = [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...crop.map((point) => centre(point)[axis]))));
  const side = Math.max(right - left, bottom - top) + 2 * EDGE * cell;
  return [(left + right - side) / 2, (top + bottom - side) / 2, side, side].join(" ");
}

/** Give the page these looks, and show what is wrong in its address. */
export function dress({ colours, parts, size, side, wrong }) {
  const { dataset, style } = document.body;
  document.documentElement.dataset.overlay = "";
  dataset.overlay = parts.join(" ");
  dataset.side = side;
  style.setProperty("--board", size / 100);
  for (const [name, colour] of Object.entries(colours)) style.setProperty(`--overlay-${name}`, colour);
  if (wrong.length) {
    document.body.append(make("ul", { class: "overlay-wrong", role: "alert" }, ...wrong.map(([what, values]) => make("li", {}, say(`overlay.${what}`, values)))));
  }
}
