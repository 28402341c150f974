// The terms of Renju in the texts of the page ("straight four"): a click on one opens its picture.

import { make } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { lang, say } from "../words/i18n.js";
import { capital, termsIn } from "../words/terms.js";

/** A text as nodes, with a button for each term. */
export const withTerms = (text) =>
  termsIn(text).map(([words, term]) => (term ? make("button", { type: "button", class: "term", "data-term": term, "aria-haspopup": "dialog" }, words) : words));

/** Let the buttons of withTerms() open their pictures; `tell(sentence)` gets errors. */
export function initTerms(tell) {
  document.addEventListener("click", async ({ target }) => {
    const { term } = target.closest?.("button.term")?.dataset ?? {};
    if (!term) return;
    try {
      open(term, target.textContent, (await getJson(`/rules/terms.json?lang=${lang()}`))[term]);
    } catch (error) {
      tell(say("rules.failed", { why: error.message }));
    }
  });
}

function open(term, name, sentence) {
  const picture = make("img", { src: `/rules/terms/${encodeURIComponent(term)}.svg`, alt: "", width: 400, height: 400 });
  const shown = dialog("term", "aside", capital(name), [], picture, make("p", {}, sentence));
  shown.addEventListener("close", () => shown.remove());
  shown.showModal(); // Escape also closes it, and gives the focus back
}
