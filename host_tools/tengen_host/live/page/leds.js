// The LEDs on the page, each an element with its pixel number: the frame the firmware sent is what they show.

import { lightOf } from "./light.js";
import { svg } from "./svg.js";

/** All the LEDs of a board, by pixel; board and edge bars add theirs, which then show the present frame. */
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

  /** What the lights under the points show, each as its three bytes in hex. */
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
    const led = { group, stops: [] }; // what shines is drawn when it first does: most lights of a board never do
    this.#pixels.set(pixel, led);
    return led;
  }

  // a gradient has one colour for all who use it, so each light has its own
  #glow(pixel, led) {
    const id = `glow-${pixel}`;
    const gradient = svg("radialGradient", { id }, led.group);
    for (const [offset, opacity] of [[0, 1], [0.22, 0.85], [0.55, 0.6], [0.75, 0.24], [1, 0]]) {
      led.stops.push(svg("stop", { offset, "stop-opacity": opacity }, gradient));
    }
    return id;
  }
}
