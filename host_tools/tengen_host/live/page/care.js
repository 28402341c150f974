// The board itself: prove it, set its brightness and buzzer, look at its reeds.

import { followMatrix, tellMatrix } from "./matrix.js";
import { followHealth, openHealth, showHealth } from "./health.js";
import { buzzer, faultsCounted, gamesKept, percent } from "./boardwords.js";
import { sentences } from "./language.js";
import { sentence } from "./sentences.js";

const $ = (id) => document.getElementById(id);
const PROVED = ["matrix", "chain", "supply"];

const proof = new Map(); // by code: the last that proves something, in words
let reeds = {}; // what was told of them, by row: {h8: [closures, flickers, longest opening in ms], ...}

/** Let people look after the board; `send(line)` sends a command to it, like {cmd: "prove"}. */
export function followCare(ask) {
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
  followHealth();
  followMatrix(ask);
}

/** Show a board's condition. */
export function showCare({ size, settings, journal, failures }) {
  showHealth(size, reeds);
  const words = sentences([journal && gamesKept(journal), failures && faultsCounted(failures)]);
  if ($("journal-words").textContent !== words) $("journal-words").textContent = words;
  if (!settings) return;
  $("board-buzzer").setAttribute("aria-pressed", settings.sound);
  $("board-buzzer").textContent = buzzer(settings.sound);
  $("brightness").value = settings.brightness;
  showBrightness();
}

/** Take a line: what it proves is shown here too, beside the button that asked. */
export function tellCare(line) {
  const { did = [], answer = null } = line;
  tellMatrix(line);
  if (answer?.code === "health") reeds = { ...reeds, [answer.row]: answer.points };
  for (const deed of did) {
    if (deed.code === "started") {
      proof.clear();
      reeds = {};
    } else if (PROVED.includes(deed.code)) proof.set(deed.code, sentence(deed));
  }
  if (!did.length) return;
  const lines = [...proof.values()].map((text) => Object.assign(document.createElement("li"), { textContent: text }));
  $("proof").replaceChildren(...lines);
}

function showBrightness() {
  $("brightness-words").textContent = percent($("brightness").value);
}
