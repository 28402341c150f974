// The rules of a game, in a dialog: sentences and pictures, which the server has from the games themselves.

import { answerAt } from "./answers.js";
import { button, make } from "./dom.js";
import { lang, say } from "./language.js";
import { gameName, optionName, ruleName } from "./words.js";

/** Let a button marked "?" open the rules of the game that `gameOf()` names; `tell` gets what went wrong. */
export function followRules(opener, gameOf, tell) {
  opener.addEventListener("click", async () => {
    try {
      await open(gameOf());
    } catch (error) {
      tell(say("rules.failed", { why: error.message }));
    }
  });
}

/** Name the game whose rules a button opens; with none it is not to be seen. */
export function nameRules(opener, game) {
  opener.hidden = !game;
  if (!game || opener.dataset.game === game) return;
  opener.dataset.game = game;
  const words = say("rules.open", { game: gameName(game) });
  opener.setAttribute("aria-label", words);
  opener.title = words;
}

async function open(game) {
  const dialog = dialogOf(await answerAt(`/rules/${encodeURIComponent(game)}.json?lang=${lang()}`));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal(); // which also closes at Escape, and then gives the focus back
}

function dialogOf({ game, one, sentences, headings, openings, options, pictures }) {
  const close = button(say("close"));
  const head = make("header", {}, make("h2", { id: "game-rules-title" }, gameName(game)), make("p", { class: "one" }, one), close);
  const list = make("ul", {}, ...sentences.map((text) => make("li", {}, text)));
  const figures = make("div", { class: "figures" }, ...pictures.map((text, number) => {
    const image = make("img", { src: `/rules/${encodeURIComponent(game)}/${number}.svg`, alt: text, width: 220, height: 220 });
    return make("figure", {}, image, make("figcaption", { "aria-hidden": "true" }, text));
  }));
  // what scrolls is not what has columns: columns of limited height would go on to the right
  const columns = make("div", { class: "columns" }, figures, list,
    ...choices(headings.openings, openings, ruleName), ...choices(headings.options, options, optionName));
  const content = make("div", { class: "content", tabindex: "0", role: "region", "aria-labelledby": "game-rules-title" }, columns);
  const dialog = make("dialog", { id: "game-rules", class: "health game-rules", "aria-labelledby": "game-rules-title" }, head, content);
  close.addEventListener("click", () => dialog.close());
  return dialog;
}

function choices(heading, rows, nameOf) {
  if (!rows.length) return [];
  const list = make("dl", {}, ...rows.map(([name, text]) => make("div", {}, make("dt", {}, nameOf(name)), make("dd", {}, text))));
  return [make("section", {}, make("h3", {}, heading), list)];
}
