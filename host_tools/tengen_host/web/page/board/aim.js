// The aim of a finger: on a phone a point is smaller than a fingertip. The first tap only aims and shows the point in a
// lens; a second tap on the point, or the lens itself, puts or lifts the stone.

import { make, svg } from "../browser.js";
import { say } from "../words/i18n.js";
import { CELL } from "./board.js";

const FINGER_PX = 30; // a smaller point is hard to hit
const ACROSS = 3; // points a side that the lens shows

export class Aim {
  #view;
  #act;
  #lens = svg("svg", { "aria-hidden": "true" });
  #words = make("span");
  #button = make("button", { type: "button", class: "plain aim", hidden: "" }, this.#lens, this.#words);

  /** An aim on a BoardView in `place`; `act` has may(): whether a tap would act, draws(): whether it does not put or
   lift a stone, touch(point), show(point). */
  constructor(view, place, act) {
    this.#view = view;
    this.#act = act;
    this.point = null;
    this.lifts = false; // whether the stone on the point will be lifted
    place.append(this.#button);
    svg("use", { href: `#${view.drawing}` }, this.#lens);
    this.#button.addEventListener("click", () => this.confirm());
    // whatever happens elsewhere on the page ends the aim
    document.addEventListener("pointerdown", ({ target }) => place.contains(target) || this.at(null));
    document.addEventListener("keydown", ({ key, target }) => (key !== "Escape" && this.#button.contains(target)) || this.at(null));
  }

  /** Whether a finger must aim before it acts. */
  get isNeeded() {
    return this.#act.may() && this.#view.cellPx() < FINGER_PX;
  }

  /** Aim at a point, or with null at none. */
  at(point) {
    if (!point && !this.point) return;
    this.point = point;
    this.lifts = Boolean(this.#view.stone(point));
    this.#view.root.classList.toggle("aimed", Boolean(point));
    this.#button.hidden = !point;
    this.#act.show(point);
    if (!point) return;
    const name = this.#view.nameOf(point);
    this.#words.textContent = this.#act.draws() ? name : say(this.lifts ? "aim.lift" : "aim.put", { point: name });
    const [x, y] = this.#view.centre(point);
    const width = ACROSS * CELL;
    this.#lens.setAttribute("viewBox", `${x - width / 2} ${y - width / 2} ${width} ${width}`);
    const { side } = this.#view;
    this.#button.style.setProperty("--across", x / side);
    this.#button.dataset.low = y < side / 2; // in the half of the board without the point
  }

  /** Do at the point what the lens says. */
  confirm() {
    const { point } = this;
    this.at(null);
    this.#act.touch(point);
  }

  /** The board has changed: aim no longer if that would now do something else. */
  check() {
    if (this.point && (!this.#act.may() || this.lifts !== Boolean(this.#view.stone(this.point)))) this.at(null);
  }
}
