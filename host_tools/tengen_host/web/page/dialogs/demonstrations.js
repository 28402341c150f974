// "Show me": the list of demonstrations, each with its own key. A commentary shows them (game/commentary.js).

import { button, make } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { say } from "../words/i18n.js";
import { laptopWords } from "../words/sentences.js";
import { capital, openingName } from "../words/terms.js";

// the groups in the order of the list, each with the keys of its demonstrations
const GROUPS = { shapes: "1234567890", own: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", openings: "abcdefghijklmnopqrstuvwxyz" };

/**
 * Build the dialog. `begin(name)` begins a demonstration, false if that is impossible; `why()`: why this page can't begin
 * one, in a sentence, or ""; `tell` gets errors. Returns the function that opens the dialog.
 */
export function initDemonstrations(begin, why, tell) {
  const lists = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, make("ol", { class: "cards" })]));
  const sections = Object.entries(lists).map(([group, list]) => {
    const title = group === "shapes" ? [] : [make("h3", {}, say(`demo.${group}`))];
    return make("section", { "data-group": group }, ...title, list);
  });
  const its = dialog("demos", "demos", say("demo.title"), [], ...sections);

  const choose = (name) => begin(name) && its.close();

  async function open() {
    const refused = why();
    if (refused) return tell(refused);
    try {
      const all = await getJson("/demonstrations.json");
      for (const [group, list] of Object.entries(lists)) {
        const entries = all.filter((entry) => entry.group === group);
        list.replaceChildren(...entries.map((entry, at) => make("li", {}, card(entry, GROUPS[group][at] ?? ""))));
        list.parentElement.hidden = !entries.length;
      }
    } catch (error) {
      return tell(error.message);
    }
    if (!its.open) its.showModal();
  }

  function card(entry, key) {
    const face = make("kbd", { "aria-hidden": "true" }, key === key.toLowerCase() ? key : `⇧${key}`);
    const words = entry.group === "openings" ? openingName({ code: entry.name }) : capital(laptopWords(entry.title));
    const its = button("", { "data-key": key, "aria-keyshortcuts": key, "data-demo": entry.name }, () => choose(entry.name));
    its.append(...(key ? [face] : []), make("span", { dir: "auto" }, words));
    return its;
  }

  its.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
    const wanted = shiftKey ? key.toUpperCase() : key.toLowerCase(); // whatever Caps Lock does
    const chosen = [...its.querySelectorAll("[data-key]")].find((each) => each.dataset.key === wanted);
    if (!chosen) return;
    event.preventDefault();
    chosen.click();
  });
  return open;
}
