// Sentences of a study: the stones of their lines are buttons, by which people go through them on the board.

import { make } from "./dom.js";
import { say } from "./language.js";
import { shown } from "./points.js";
import { LINE, stonesOf } from "./studied.js";
import { colourName } from "./words.js";

/** A list of sentences; `walk(line, number)` goes to a stone of a line. Returns {element, show(says, walked)}. */
export function lineWords(walk) {
  const element = make("ul", { class: "hints studied" });
  let drawn = "";

  return {
    element,
    /** Show these, as studied.js has them; `walked`: {line, number} of the stone that is shown, or null. */
    show(says, walked) {
      const key = JSON.stringify(says);
      if (key !== drawn) element.replaceChildren(...says.map((its) => make("li", {}, ...sentence(its, walk))));
      drawn = key;
      element.querySelectorAll("ol").forEach((stones, at) => {
        const line = says.filter((its) => its.line)[at].line;
        const number = walked && isSame(walked.line, line) ? walked.number : 0;
        for (const stone of stones.querySelectorAll("button")) {
          stone.toggleAttribute("aria-current", Number(stone.dataset.step) === number);
          stone.dataset.lies = Number(stone.dataset.step) <= number;
        }
      });
      if (element.contains(document.activeElement)) element.querySelector("[aria-current]")?.focus();
    },
  };
}

/** A sentence as it is heard. */
export const heard = ({ text, line }) => (line ? text.replace(LINE, stonesOf(line).map(({ point }) => shown(point)).join(" ")) : text);

export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function sentence({ text, line }, walk) {
  if (!line) return [text];
  const stones = stonesOf(line).map(({ point, colour, number }) => {
    const words = say("room.spoken", { n: number, colour: colourName(colour), point: shown(point) });
    const stone = make("button", { type: "button", class: "step", "data-step": number, "data-colour": colour, "aria-label": words }, shown(point));
    const go = () => walk(line, number);
    // whoever comes with the keyboard sees each stone as he passes it
    stone.addEventListener("focus", go);
    stone.addEventListener("click", go);
    return make("li", {}, stone);
  });
  const [before, after] = text.split(LINE);
  return [before, make("ol", { class: "line-of-study", "aria-label": say("study.line") }, ...stones), after];
}
