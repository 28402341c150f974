// The words that stand in the HTML, in the language of the page, and the choice of another.

import { make } from "./dom.js";
import { choose, followUnsaid, lang, LANGUAGES, say } from "./language.js";

// what an element's data attribute says is put there
const ATTRIBUTES = { sayLabel: "aria-label", sayPlaceholder: "placeholder", sayBefore: "data-before" };

/** Say the words of every element below `root` that names a text: data-say its own, data-say-label its label ... */
export function fill(root) {
  for (const element of root.querySelectorAll("[data-say]")) fillIn(element, say(element.dataset.say));
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const selector = `[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
    for (const element of root.querySelectorAll(selector)) element.setAttribute(attribute, say(element.dataset[name]));
  }
}

/** An element's controls and marks stay where they are; a text that goes round one has {field} in its place. */
function fillIn(element, text) {
  const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const parts = text.split("{field}");
  nodes.forEach((node, at) => {
    const [, before, after] = /^(\s*).*?(\s*)$/s.exec(node.data);
    node.data = before + (parts[at] ?? "").trim() + after;
  });
}

/** Offer the languages in a select. A mark beside it tells of texts that stand in English. */
export function followLanguage(select) {
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => {
    const option = new Option(name, code);
    option.lang = code;
    return option;
  }));
  select.value = lang();
  select.addEventListener("change", () => choose(select.value));
  const mark = make("abbr", { class: "unsaid", role: "note", hidden: "" }, LANGUAGES.en);
  select.after(mark);
  followUnsaid((n) => {
    const words = n ? say("page.unsaid", { n }) : "";
    mark.hidden = !n;
    mark.title = words;
    mark.setAttribute("aria-label", words);
  });
}
