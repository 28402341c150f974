// The list of the page's keys, which the key "?" opens.

import { button, make } from "./dom.js";
import { say } from "./language.js";

/**
 * Put the dialog on the page. Returns open(keys, more), which shows these keys: {"← →": "arrows"} is what `keys.arrows`
 * says. Below them it has a button for each of `more`, {words: act}, which closes the list.
 */
export function keyList() {
  const rows = make("dl");
  const others = make("p", { class: "more-help" });
  const close = button(say("close"));
  const head = make("header", {}, make("h2", { id: "keys-title" }, say("keys.title")), close);
  const dialog = make("dialog", { id: "keys", class: "health keys", "aria-labelledby": "keys-title" }, head, rows, others);
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return (keys, more = {}) => {
    rows.replaceChildren(...Object.entries(keys).flatMap(([key, name]) => [
      make("dt", {}, ...key.split(" ").map((each) => make("kbd", {}, each))),
      make("dd", {}, say(`keys.${name}`)),
    ]));
    others.replaceChildren(...Object.entries(more).map(([words, act]) => {
      const other = button(words);
      other.addEventListener("click", () => {
        dialog.close();
        act();
      });
      return other;
    }));
    dialog.showModal();
  };
}
