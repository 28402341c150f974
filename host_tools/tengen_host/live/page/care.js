// The board itself: prove it, set its brightness and buzzer, look at its reeds.

import { followMatrix, tellMatrix } from "./matrix.js";
import { followHealth, openHealth, showHealth } from "./health.js";
import { buzzer, faultsCounted, gamesKept, percent } from "./boardwords.js";
import { sentences } from "./language.js";
import { sentence } from "./sentences.js";

const $ = (id) => document.getElementById(id);
const PROVED = ["matrix", "chain", "supply"];

let ask = () => {};
let asked = false; // for settings that nobody has told yet
const proof = new Map(); // the last of each kind of event that proves something, in words

/** Let people look after the board; `send(line)` sends a command to it, like {cmd: "prove"}. */
export function followCare(send) {
  ask = send;
  $("prove").addEventListener("click", () => ask({ cmd: "prove" }));
  $("ask-health").addEventListener("click", () => {
    openHealth();
    ask({ cmd: "health" });
  });
  $("board-buzzer").addEventListener("click", () => {
    ask({ cmd: "set", sound: $("board-buzzer").getAttribute("aria-pressed") !== "true" });
  });
  $("brightness").addEventListener("input", showBrightness);
  $("brightness").addEventListener("change", () => ask({ cmd: "set", brightness: $("brightness").valueAsNumber }));
  $("care").addEventListener("open", askSettings);
  followHealth();
  followMatrix(send);
}

/** Show a board's condition. */
export function showCare({ size, settings, health, journal, failures }) {
  showHealth(size, health);
  const words = sentences([journal && gamesKept(journal), failures && faultsCounted(failures)]);
  if ($("journal-words").textContent !== words) $("journal-words").textContent = words;
  if (!settings) {
    askSettings();
    return;
  }
  asked = true;
  $("board-buzzer").setAttribute("aria-pressed", settings.sound);
  $("board-buzzer").textContent = buzzer(settings.sound);
  $("brightness").value = settings.brightness;
  showBrightness();
}

/** Take an event: what it proves is shown here too, beside the button that asked. */
export function tellCare(event) {
  tellMatrix(event);
  if (event.event === "started") {
    proof.clear();
    asked = false;
  } else if (PROVED.includes(event.event)) proof.set(event.event, sentence(event));
  else return;
  const lines = [...proof.values()].map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  $("proof").replaceChildren(...lines);
}

function askSettings() {
  if (asked || $("care").hidden) return;
  asked = true;
  ask({ cmd: "set" }); // with nothing to set, what is set is told
}

function showBrightness() {
  $("brightness-words").textContent = percent($("brightness").value);
}
