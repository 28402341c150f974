// An edge bar: the row of lights before a player.

import { svg } from "./svg.js";

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
