// What the next game is played by: game, size, options, opening with its parameters, mode, clock ...; each change goes to
// the board at once.

import { gameChoice } from "./choice.js";
import { make } from "./dom.js";
import { allGames, gameOf } from "./games.js";
import { say } from "./language.js";
import { CLOCKS, MODES, parameters } from "./openings.js";
import { followRules, nameRules } from "./rulesview.js";
import { gameWords } from "./sentences.js";
import { capital, clockWords, gameName, modeName, optionMeaning, optionName, ruleName, sizeWords, valueName } from "./words.js";

const OTHER = "other";
const NO_SILENCE = "referee"; // what is played instead of silent, where a game can't be played so

const form = document.getElementById("settings");
const field = form.elements;
const rulesOfChoice = document.getElementById("rules-of-choice");
let known = {}; // what the board has told
let tellChoice = () => {};
let wantsOther = false; // a clock of one's own was chosen, and is not written yet

/** Let people choose; `send(line)` sends a command to the board, `tell` gets why rules can't be shown. */
export function followSettings(send, tell) {
  followRules(rulesOfChoice, () => field.game.value, tell);
  field.clock.append(...CLOCKS.map((clock) => new Option(clockWords(clock), clock)), new Option(say("settings.other"), OTHER));
  const choose = (name) => send({ cmd: "set", ...another(gameOf(name)) });
  tellChoice = gameChoice(document.getElementById("choose-game"), choose);
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
    } else {
      send({ cmd: "set", ...changed(target) });
    }
  });
}

/** The games that there are have changed. */
export const offerGames = () => show();

function changed({ name, type, value, checked, dataset }) {
  if (name === "game") return another(gameOf(value));
  if (name === "opening") return opened(value);
  if (dataset.option) return { options: { ...optionsOf(gameOf(known.game)), [dataset.option]: type === "checkbox" ? checked : value } };
  if (type === "checkbox") return { [name]: checked };
  if (name === "fifths" || name === "size") return { [name]: Number(value) };
  return { [name === OTHER ? "clock" : name]: value.trim() };
}

/** Another opening begins with its own parameters. */
const opened = (opening) => ({ opening, fifths: 0, fixed: false, small: false });

/** ... and another game with its own size, options and opening. */
function another({ name, sizes, usual, openings, silent, passes }) {
  const mode = known.mode === "silent" && !silent ? NO_SILENCE : known.mode;
  const size = sizes[0] === usual ? 0 : sizes[0];
  return { game: name, size, options: {}, ...opened(openings[0]), mode, tiebreak: passes && known.tiebreak };
}

/** All options of a game as they are set: those that are not told have their default. */
const optionsOf = ({ options }) => Object.fromEntries(options.map(([option, values]) => [option, known.options?.[option] ?? values[0]]));

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
  tellChoice(known.game, Boolean(played));
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
  const [game, games] = [gameOf(known.game), allGames()];
  const { sizes = [], openings = [known.opening], options = [], silent = true, passes = true } = game ?? {};
  offer(field.game, games.map(({ name }) => name), gameName);
  offer(field.size, sizes, sizeWords);
  offer(field.opening, openings, ruleName);
  offer(field.mode, MODES.filter((mode) => silent || mode !== "silent"), (mode) => capital(modeName(mode)));
  showOptions(options, game ? optionsOf(game) : {});
  const { fifths, declared, zones } = parameters(known.opening);
  for (const name of ["game", "opening", "mode", "move"]) field[name].value = known[name] ?? "";
  nameRules(rulesOfChoice, games.length > 1 && field.game.value);
  field.size.value = known.size || sizes[0];
  for (const name of ["fixed", "small", "tiebreak"]) field[name].checked = known[name];
  field.fifths.value = known.fifths || fifths;
  const other = wantsOther || !CLOCKS.includes(known.clock);
  field.clock.value = other ? OTHER : known.clock;
  field.other.value = known.clock;
  const has = {
    game: games.length > 1, size: sizes.length > 1, opening: openings.length > 1, fifths: fifths > 0, fixed: declared, small: zones, tiebreak: passes, other,
  };
  for (const label of form.querySelectorAll("[data-parameter]")) label.hidden = !has[label.dataset.parameter];
  showCannot(silent, passes);
  const most = declared && !known.fixed;
  form.querySelector("[data-parameter=fifths] span").textContent = most ? say("settings.fifths_at_most") : say("page.fifths");
}

/** Say why the game has no silent mode, or nothing for who passed first. */
function showCannot(silent, passes) {
  const why = [silent ? "" : say("choice.no_silence"), passes ? "" : say("choice.no_passes")].filter(Boolean);
  document.getElementById("cannot").replaceChildren(...why.map((words) => make("li", {}, words)));
}

/** Have exactly these values in a select; one that people have open is left alone where nothing changes. */
function offer(select, values, nameOf) {
  const key = JSON.stringify(values);
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  select.replaceChildren(...values.map((value) => new Option(nameOf(value), value)));
}

/** A box to tick for each option that is on or off, and a list for one that has words. */
function showOptions(options, values) {
  const place = document.getElementById("options");
  const key = JSON.stringify(options);
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    place.replaceChildren(...options.map(([option, all]) => {
      const name = optionName(option);
      if (all[0] === false) return make("label", { class: "check", title: optionMeaning(option) }, make("input", { type: "checkbox", "data-option": option }), ` ${name}`);
      const select = make("select", { "data-option": option });
      select.append(...all.map((value) => new Option(valueName(option, value), value)));
      return make("label", {}, `${name} `, select);
    }));
  }
  for (const control of place.querySelectorAll("[data-option]")) {
    const value = values[control.dataset.option];
    if (control.type === "checkbox") control.checked = value;
    else control.value = value;
  }
}
