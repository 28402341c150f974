// The button that takes all stones off the board; it asks first where they are those of a game under way.

import { say } from "./language.js";

/** Let `button` call `lift()`: at once, or while `isUnderWay()` at a second press; `ask(sentence)` asks for that. */
export function followLiftAll(button, isUnderWay, lift, ask) {
  document.addEventListener("click", ({ target, detail }) => {
    const asked = button.dataset.asked === "true";
    if (target !== button) {
      button.dataset.asked = false;
    } else if (!asked && isUnderWay()) {
      button.dataset.asked = true;
      ask(say("page.lift_all_again", { button: say("page.lift_all") }));
    } else if (!asked || detail <= 1) { // a double click is one press
      button.dataset.asked = false;
      lift();
    }
  });
}
