// The terms of Renju in the texts of the page ("straight four"): a click on one opens its picture.

import { at, make } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { lang, say } from "../words/i18n.js";
import { capital, termsIn } from "../words/terms.js";

const GAP = 8; // px around the picture
const LEAST_ROOM = 240; // px; in less height the picture may cover other sentences than that of the term
const HEAD = 90; // px of the dialog beside its content
// signs that may not begin a line after a term, or end a line before it
const CLOSING = /^[^\p{L}\p{N}\s(\[（「『“«]+/u;
const OPENING = /[(\[（「『“«]+$/u;

/** A text as nodes, with a button for each term, which keeps the punctuation beside it in its line. */
export function withTerms(text) {
  const parts = termsIn(text);
  const nodes = [];
  let taken = 0; // letters of the present part that are beside the term before it
  parts.forEach(([words, term], at) => {
    if (!term) {
      nodes.push(words.slice(taken));
      return;
    }
    const [before] = OPENING.exec(at && !parts[at - 1][1] ? nodes.at(-1) : "") ?? [""];
    const [after] = CLOSING.exec(parts[at + 1]?.[1] ? "" : parts[at + 1]?.[0] ?? "") ?? [""];
    if (before) nodes.push(nodes.pop().slice(0, -before.length));
    const its = make("button", { type: "button", class: "term", "data-term": term, "aria-haspopup": "dialog" }, words);
    nodes.push(before || after ? make("span", { class: "whole" }, before, its, after) : its);
    taken = after.length;
  });
  return nodes;
}

/** Let the buttons of withTerms() open their pictures; `tell(sentence)` gets errors. */
export function initTerms(tell) {
  document.addEventListener("click", async ({ target }) => {
    const its = target.closest?.("button.term");
    if (!its) return;
    const { term } = its.dataset;
    try {
      open(its, (await getJson(`/rules/${lang()}/terms.json`))[term]);
    } catch (error) {
      tell(say("rules.failed", { why: error.message }));
    }
  });
}

function open(button, sentence) {
  const picture = make("img", { src: at(`/rules/terms/${encodeURIComponent(button.dataset.term)}.svg`), alt: "", width: 400, height: 400 });
  const shown = dialog("term", "aside", capital(button.textContent), [], make("div", {}, picture, make("p", {}, sentence)));
  const lay = () => layBeside(shown, button);
  addEventListener("resize", lay);
  shown.addEventListener("close", () => {
    removeEventListener("resize", lay);
    shown.remove();
  });
  lay();
  shown.showModal(); // Escape also closes it, and gives the focus back
}

/**
 * Lay a dialog below the sentences with terms or above them, where there is more room, so that they stay readable. If
 * they leave too little room, only the sentence of this term stays readable.
 */
function layBeside(shown, button) {
  const sentenceOf = (term) => (term.closest("li, p") ?? term).getBoundingClientRect();
  const around = (rects) => {
    const [top, bottom] = [Math.min(...rects.map((rect) => rect.top)), Math.max(...rects.map((rect) => rect.bottom))];
    return { top, bottom, above: top - 2 * GAP, below: innerHeight - bottom - 2 * GAP };
  };
  const terms = [...document.querySelectorAll(".panel .term")].filter((term) => term.getClientRects().length);
  let its = around(terms.map(sentenceOf));
  if (Math.max(its.above, its.below) < LEAST_ROOM) its = around([sentenceOf(button)]);
  const { left } = sentenceOf(button);
  const [room, width] = [Math.max(its.above, its.below), innerWidth - left - GAP];
  shown.dataset.flat = width > room;
  shown.style.setProperty("--side", `${room - HEAD}px`);
  const vertical = its.above > its.below ? { top: "auto", bottom: `${innerHeight - its.top + GAP}px` } : { top: `${its.bottom + GAP}px`, bottom: "auto" };
  Object.assign(shown.style, { left: `${left}px`, maxWidth: `${width}px`, maxHeight: `${room}px`, ...vertical });
}
