// The colour of a light on the screen, from the three bytes that the firmware sent for it.

// A WS2812B gives light in proportion to its byte; a screen, like the eye, does not. Without this,
// a light at 10 of 255, plain to see in a room, would be black on the page.
const GAMMA = 2.2;

const perceived = (part) => Math.pow(part, 1 / GAMMA);

/**
 * What a pixel looks like: {on, colour, core, strength}: its colour as "rgb(...)", that of its dazzling middle, and how
 * strong it is, 0 to 1. `grb` is six hex digits in the order of the wire: green, red, blue.
 */
export function lightOf(grb) {
  const [green, red, blue] = [0, 2, 4].map((at) => parseInt(grb.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  if (!most) return { on: false, colour: "rgb(0, 0, 0)", core: "rgb(0, 0, 0)", strength: 0 };
  const strength = perceived(most / 255);
  const full = [red, green, blue].map((value) => 255 * perceived(value / most));
  const whiter = 0.25 + 0.45 * strength; // a light dazzles the more, the stronger it is
  return {
    on: true,
    colour: css(full),
    core: css(full.map((value) => value + (255 - value) * whiter)),
    strength,
  };
}

const FEWEST = 6; // points of a sign: a "1", of which some lie below stones
const RING = 4; // so bright, of 255, is the ring around the field of a smaller game

/**
 * Whether these lights spell a sign: where the game has a menu open, or a result that no stones show, and enough of the
 * board's points are lit in one and the same white. While stones are put down in answer to a menu they show those.
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
