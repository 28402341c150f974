// The moves of a kept game as a list to go through, with marks of what a study has found.

import { make } from "./dom.js";
import { list, say } from "./language.js";
import { MARKS } from "./marksview.js";
import { svg } from "./svg.js";
import { moveName } from "./words.js";

const HALF = 10; // of the drawing of a mark

/**
 * A list whose moves are buttons; `go(number)` goes to a move, `spoken(move, number)` is how one is heard. Returns {element,
 * show(moves, number, marks), focus()}: `marks` by number, as studied.js has them; the focus goes to the move that is shown.
 */
export function moveList(go, spoken) {
  const element = make("ol", { class: "moves-of-game", "aria-label": say("page.moves"), hidden: "" });
  element.addEventListener("click", ({ target }) => {
    const move = target.closest("button");
    if (move) go(Number(move.dataset.number));
  });
  let drawn = null; // the moves, and the marks with them, that are listed

  function draw(moves, marks) {
    if (drawn?.moves === moves && drawn.marks === marks) return;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.number : null;
    drawn = { moves, marks };
    element.replaceChildren(...moves.map((move, at) => make("li", {}, row(move, at + 1, marks[at + 1] ?? [], spoken))));
    if (focused) element.children[focused - 1]?.firstChild.focus();
  }

  return {
    element,
    focus: () => element.querySelector("button:not([tabindex])")?.focus({ preventScroll: true }),
    show(moves, number, marks) {
      element.hidden = !moves;
      if (!moves) return;
      draw(moves, marks);
      const focused = element.contains(document.activeElement);
      // one of them is in the keyboard's order: Tab leads past the list, arrows through it
      const current = Math.max(number, 1);
      [...element.children].forEach(({ firstChild: its }, at) => {
        its.toggleAttribute("aria-current", at + 1 === number);
        if (at + 1 === current) its.removeAttribute("tabindex");
        else its.tabIndex = -1;
      });
      const shown = element.children[current - 1];
      if (!shown) return;
      if (focused) shown.firstChild.focus({ preventScroll: true });
      reveal(element, shown);
    },
  };
}

function row(move, number, kinds, spoken) {
  const words = kinds.map((kind) => say(`study.mark.${kind}`));
  const its = make("button", { type: "button", "data-number": number, "data-colour": move.colour, "aria-label": list([spoken(move, number), ...words]) });
  if (words.length) its.title = list(words);
  its.append(make("span", { class: "count" }, number), moveName(move), ...kinds.map(sign));
  return its;
}

function sign(kind) {
  const drawn = svg("svg", { viewBox: `0 0 ${2 * HALF} ${2 * HALF}`, class: "judged", "data-judged": kind, "aria-hidden": "true" });
  svg("path", { d: MARKS[kind](HALF, HALF) }, drawn);
  return drawn;
}

/** Scroll a list, and nothing around it, until one of its rows is seen. */
function reveal(list, row) {
  const [outer, inner] = [list, row].map((each) => each.getBoundingClientRect());
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}
