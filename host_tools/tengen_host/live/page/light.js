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

const css = (parts) => `rgb(${parts.map(Math.round).join(", ")})`;
