// The list of the page's keys, which the key "?" opens.

import { button, make } from "./dom.js";
import { say } from "./language.js";

/** Put the dialog on the page. Returns open(keys), which shows these: {"← →": "arrows"} is what `keys.arrows` says. */
export function keyList() {
  const rows = make("dl");
  const close = button(say("close"));
  const head = make("header", {}, make("h2", { id: "keys-title" }, say("keys.title")), close);
  const dialog = make("dialog", { id: "keys", class: "health keys", "aria-labelledby": "keys-title" }, head, rows);
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  return (keys) => {
    rows.replaceChildren(...Object.entries(keys).flatMap(([key, name]) => [
      make("dt", {}, ...key.split(" ").map((each) => make("kbd", {}, each))),
      make("dd", {}, say(`keys.${name}`)),
    ]));
    dialog.showModal();
  };
}
