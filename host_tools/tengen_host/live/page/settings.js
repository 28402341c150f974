// What the next game is played by: opening with its parameters, mode, clock ...; each change goes to the board at once.

import { say } from "./language.js";
import { CLOCKS, MODES, OPENINGS, parameters } from "./openings.js";
import { gameWords } from "./sentences.js";
import { capital, clockWords, modeName, ruleName } from "./words.js";

const OTHER = "other";

const form = document.getElementById("settings");
const field = form.elements;
let known = {}; // what the board has told
let wantsOther = false; // a clock of one's own was chosen, and is not written yet

/** Let people choose; `send(line)` sends a command to the board. */
export function followSettings(send) {
  field.opening.append(...OPENINGS.map((opening) => new Option(ruleName(opening), opening)));
  field.mode.append(...MODES.map((mode) => new Option(capital(modeName(mode)), mode)));
  field.clock.append(...CLOCKS.map((clock) => new Option(clockWords(clock), clock)), new Option(say("settings.other"), OTHER));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("rules").addEventListener("open", () => {
    if (!known.opening) send({ cmd: "set" }); // with nothing to set, what is set is told
  });
  form.addEventListener("change", ({ target }) => {
    const asks = target === field.clock && target.value === OTHER;
    wantsOther = asks;
    if (asks) {
      show();
      field.other.focus();
    } else if (target === field.opening) {
      // another opening begins with its own parameters
      send({ cmd: "set", opening: target.value, fifths: 0, fixed: false, small: false });
    } else {
      send({ cmd: "set", ...changed(target) });
    }
  });
}

function changed({ name, type, value, checked }) {
  if (type === "checkbox") return { [name]: checked };
  if (name === "fifths") return { fifths: Number(value) };
  return { [name === OTHER ? "clock" : name]: value.trim() };
}

/** Show what is set for the next game. */
export function showSettings({ next, settings, moves, position }) {
  const before = known;
  known = next;
  const played = moves.length || position;
  const same = JSON.stringify(next) === JSON.stringify(settings);
  const game = gameWords(settings);
  let words = "";
  if (known.opening && !played) words = say("settings.now");
  else if (known.opening) words = same ? say("settings.this_game", { game }) : say("settings.next_game", { game });
  const place = document.getElementById("settings-words");
  if (place.textContent !== words) place.textContent = words;
  if (JSON.stringify(before) !== JSON.stringify(known)) {
    wantsOther = false;
    show();
  }
}

/** Put the form back to what the board has told, where it refused something. */
export function resetSettings() {
  wantsOther = false;
  show();
}

function show() {
  if (!known.opening) return;
  const { fifths, declared, zones } = parameters(known.opening);
  for (const name of ["opening", "mode", "move"]) field[name].value = known[name];
  for (const name of ["fixed", "small", "tiebreak"]) field[name].checked = known[name];
  field.fifths.value = known.fifths || fifths;
  const other = wantsOther || !CLOCKS.includes(known.clock);
  field.clock.value = other ? OTHER : known.clock;
  field.other.value = known.clock;
  const has = { fifths: fifths > 0, fixed: declared, small: zones, other };
  for (const label of form.querySelectorAll("[data-parameter]")) label.hidden = !has[label.dataset.parameter];
  const most = declared && !known.fixed;
  form.querySelector("[data-parameter=fifths] span").textContent = most ? say("settings.fifths_at_most") : say("page.fifths");
}
