// The choice of a game: all that there are, each with its name, a picture and a sentence.

import { gamePicture } from "./choicepictures.js";
import { button, make } from "./dom.js";
import { allGames, tooLarge } from "./games.js";
import { named, say } from "./language.js";
import { gameName, sizeWords } from "./words.js";

/** Let people open the games with the button `open`; `choose(name)` takes one. Returns show(name now). */
export function gameChoice(open, choose) {
  let chosen = "";
  const close = button(say("close"));
  const cards = make("div", { class: "cards" });
  const head = make("header", {}, make("h2", { id: "choice-title" }, say("choice.title")), close);
  const dialog = make("dialog", { id: "choice", class: "health picker", "aria-labelledby": "choice-title" }, head, cards);
  document.body.append(dialog);
  open.addEventListener("click", () => {
    cards.replaceChildren(...allGames().map((game) => card(game, chosen)), ...tooLarge().map((game) => card(game, chosen)));
    dialog.showModal();
    cards.querySelector("[aria-current]")?.focus();
  });
  close.addEventListener("click", () => dialog.close());
  cards.addEventListener("click", ({ target }) => {
    const its = target.closest("[data-game]");
    if (!its || its.getAttribute("aria-disabled")) return;
    dialog.close();
    choose(its.dataset.game);
  });
  return (name) => {
    chosen = name;
  };
}

function card({ name, sizes, smallest }, chosen) {
  // one that does not fit stays in reach of the keyboard, so that it can say why
  const why = sizes.length ? "" : say("choice.too_large", { size: smallest });
  const attributes = { type: "button", class: "card", "data-game": name };
  if (name === chosen) attributes["aria-current"] = "true";
  if (why) Object.assign(attributes, { "aria-disabled": "true", title: why });
  const words = make("span", { class: "words" }, make("b", {}, gameName(name)), make("span", {}, named(`choice.${name}`, "")));
  if (why) words.append(make("em", {}, why));
  else if (sizes.length > 1) words.append(make("small", {}, sizes.map(sizeWords).join(" · ")));
  return make("button", attributes, gamePicture(name), words);
}
