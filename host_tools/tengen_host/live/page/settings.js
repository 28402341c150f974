// What a new game is played by: game, size, options, opening with its parameters, mode, clock ...

import { gameChoice } from "./choice.js";
import { make } from "./dom.js";
import { differing, optionsOf, withGame, withOpening } from "./draft.js";
import { allGames, gameOf } from "./games.js";
import { say } from "./language.js";
import { CLOCKS, MODES, parameters } from "./openings.js";
import { mayPartner, NOBODY, PARTNERS } from "./partners.js";
import { followRules, nameRules } from "./rulesview.js";
import { STRICT } from "./trust.js";
import { capital, clockWords, gameName, modeName, optionMeaning, optionName, ruleName, sizeWords, valueName } from "./words.js";

const OTHER = "other";
const form = document.getElementById("settings");
const field = form.elements;
const rulesOfChoice = document.getElementById("rules-of-choice");
let known = {}; // what the board has told
let changes = {}; // what was chosen since
let tellChoice = () => {};
let wantsOther = false; // a clock of one's own was chosen, and is not written yet

const draft = () => ({ ...known, ...changes });

/** Let people choose; `tell` gets why rules can't be shown. */
export function followSettings(tell) {
  followRules(rulesOfChoice, () => field.game.value, tell);
  field.clock.append(...CLOCKS.map((clock) => new Option(clockWords(clock), clock)), new Option(say("settings.other"), OTHER));
  tellChoice = gameChoice(document.getElementById("choose-game"), (name) => take(withGame(name, draft())));
  form.addEventListener("change", ({ target }) => {
    if (target.name.startsWith("named-")) return;
    wantsOther = target === field.clock && target.value === OTHER;
    if (wantsOther) {
      show();
      field.other.focus();
    } else {
      take(changed(target));
    }
  });
}

function take(its) {
  changes = { ...changes, ...its };
  show();
}

/** The games that there are have changed. */
export const offerGames = () => show();

function changed({ name, type, value, checked, dataset }) {
  if (name === "game") return withGame(value, draft());
  if (name === "opening") return withOpening(value);
  if (dataset.option) return { options: { ...optionsOf(draft()), [dataset.option]: type === "checkbox" ? checked : value } };
  if (type === "checkbox") return { [name]: checked };
  if (name === "fifths" || name === "size") return { [name]: Number(value) };
  return { [name === OTHER ? "clock" : name]: value.trim() };
}

/** Begin to choose, from what is set. */
export function chooseAnew() {
  changes = {};
  wantsOther = false;
  show();
}

/** The settings that were chosen, and that the board does not have yet. */
export const changedSettings = () => differing(known, !mayPartner(draft()) ? { ...changes, partner: NOBODY } : changes);

/** Show what is set for the next game, but for what has been chosen since. */
export function showSettings({ next }) {
  if (JSON.stringify(next) === JSON.stringify(known)) return;
  known = next;
  show();
}

function show() {
  const chosen = draft();
  if (!chosen.opening) return;
  const games = allGames();
  const { sizes = [], openings = [chosen.opening], options = [], silent = true, passes = true } = gameOf(chosen.game) ?? {};
  tellChoice(chosen.game);
  offer(field.game, games.map(({ name }) => name), gameName);
  offer(field.size, sizes, sizeWords);
  offer(field.opening, openings, ruleName);
  // an engine can be kept or sent away; `--engine` brings it
  const engines = [known.partner, chosen.partner].filter((partner) => partner && !PARTNERS.includes(partner));
  offer(field.partner, [...PARTNERS, ...new Set(engines)], partnerName);
  offer(field.mode, MODES.filter((mode) => silent || mode !== "silent"), (mode) => capital(modeName(mode)));
  showOptions(options, optionsOf(chosen));
  const { fifths, declared, zones } = parameters(chosen.opening);
  for (const name of ["game", "opening", "mode", "move"]) field[name].value = chosen[name] ?? "";
  field.partner.value = mayPartner(chosen) ? chosen.partner ?? NOBODY : NOBODY;
  nameRules(rulesOfChoice, games.length > 1 && field.game.value);
  field.size.value = chosen.size || sizes[0];
  for (const name of ["fixed", "small", "tiebreak", "hints"]) field[name].checked = chosen[name];
  field.fifths.value = chosen.fifths || fifths;
  showMode(chosen);
  const other = wantsOther || !CLOCKS.includes(chosen.clock);
  field.clock.value = other ? OTHER : chosen.clock;
  // an empty field shows an example
  field.other.value = CLOCKS.includes(chosen.clock) ? "" : chosen.clock;
  const has = {
    game: games.length > 1, size: sizes.length > 1, opening: openings.length > 1, fifths: fifths > 0, fixed: declared, small: zones, tiebreak: passes, other,
    partner: mayPartner(chosen), hints: chosen.mode === "casual" && chosen.game === "renju",
  };
  for (const label of form.querySelectorAll("[data-parameter]")) label.hidden = !has[label.dataset.parameter];
  showCannot(silent, passes);
  const more = fifths && chosen.fifths > fifths;
  document.getElementById("fifths-usual").textContent = more ? say("settings.fifths_usual", { opening: ruleName(chosen.opening), number: fifths }) : "";
  const most = declared && !chosen.fixed;
  form.querySelector("[data-parameter=fifths] span").textContent = most ? say("settings.fifths_at_most") : say("page.fifths");
}

const partnerName = (partner) => {
  if (partner === NOBODY) return say("newgame.nobody");
  const [seat, level] = partner.split(" ");
  return say(`newgame.partner.${seat}`, { level: Number(level) ? say(`newgame.level.${level}`) : say("newgame.engine") });
};

/** Say what a mode asks of the players, and keeps from this page. */
function showMode({ mode, move }) {
  const words = !STRICT.has(mode) ? "" : move === "dwell" ? say("newgame.strict_dwell") : say("newgame.strict_button");
  document.getElementById("mode-words").textContent = words;
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
