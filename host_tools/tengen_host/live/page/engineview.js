// The engine that plays at a seat: its name, and what a person chooses where it fails.

import { button as plain } from "./dom.js";
import { say, sentences } from "./language.js";
import { laptopSays } from "./said.js";

const LEVEL = "laptop"; // of the setting, where the laptop's engine plays

const CHOICES = ["again", "own"];

const $ = (id) => document.getElementById(id);

/** Let people choose; `choose(word)` sends the choice. */
export function followEngine(choose) {
  for (const word of CHOICES) {
    const button = plain(say(`engine.${word}`), { "data-choice": word });
    button.addEventListener("click", () => choose(word));
    $("engine").append(button);
  }
}

/** Show why the game waits, if it does; `acts`: this page may choose. */
export function showEngine({ fault } = {}, acts) {
  const place = $("engine");
  const words = fault ? sentences([laptopSays(fault), say("engine.waits")]) : "";
  place.hidden = !words;
  if (place.firstElementChild.textContent !== words) place.firstElementChild.textContent = words;
  for (const button of place.querySelectorAll("[data-choice]")) button.hidden = !acts;
}

/** The name of who plays at the partner's seat, by the level of the setting. */
export const partnerAt = (level, { name } = {}) => (level === LEVEL ? name || say("newgame.engine") : say("players.partner", { level }));
