// The form in which the players of a kept game get their names afterwards.

import { tellAt } from "./answers.js";
import { button, make } from "./dom.js";
import { say } from "./language.js";

const LONGEST = 60; // characters, as of a name that is given during the game
const COLOURS = ["black", "white"];

/** A form, hidden until show(entry, title); `kept()` is awaited when names were kept, `left(id)` called when it closes. */
export function namesForm(kept, left) {
  const title = make("h3", { id: "game-names-title" });
  const inputs = COLOURS.map((colour) => make("input", { name: colour, maxlength: LONGEST, autocomplete: "off", dir: "auto" }));
  const labels = COLOURS.map((colour, at) => make("label", {}, make("i", { class: `stone ${colour}` }), say(`games.${colour}`), inputs[at]));
  const keep = make("button", { type: "submit", class: "plain" }, say("games.keep_names"));
  const close = button(say("close"));
  const failed = make("div", { class: "failed", role: "alert" });
  const form = make("form", { class: "game-names", "aria-labelledby": "game-names-title" }, title, ...labels, keep, close, failed);
  let id = "";

  function hide() {
    form.hidden = true;
    left(id);
  }

  form.hidden = true;
  close.addEventListener("click", hide);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.textContent = "";
    try {
      const told = await tellAt(`/games/${encodeURIComponent(id)}/names`, Object.fromEntries(inputs.map((input) => [input.name, input.value])));
      id = told.id; // that of a game without one in its file is another by now
      await kept();
      hide();
    } catch (error) {
      failed.textContent = error.message;
    }
  });
  const show = (entry, said) => {
    id = entry.id;
    title.textContent = said;
    failed.textContent = "";
    COLOURS.forEach((colour, at) => (inputs[at].value = entry[colour] ?? ""));
    form.hidden = false;
    inputs[0].focus();
  };
  return { form, show };
}
