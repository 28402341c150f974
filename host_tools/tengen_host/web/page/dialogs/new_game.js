// The dialog for a new game. Start sends the choice to the board; the game begins when the board is clear.

import { $, at, make, setLines, svg } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { DETAILS, rulesAddress } from "../game/panel.js";
import { isBegun, refusal, STRICT } from "../game/prompts.js";
import { allGames, firmware, gameOf, movesByButton, otherGames } from "../game/state.js";
import { may } from "../rights.js";
import { named, say } from "../words/i18n.js";
import { codeSentence, laptopWords } from "../words/sentences.js";
import {
  capital, clockWords, gameName, modeName, optionMeaning, optionName, ruleName, sizeWords, valueName,
} from "../words/terms.js";

// The board's partner. Pure.

const NO_PARTNER = "none";
const CASUAL = "casual";

/** Why the partner does not play in a game with these settings, as the board's code; null if it plays. */
function partnerRefusal({ game, size = 0, options = {}, mode }) {
  const { played, helped } = firmware();
  if (!played.includes(game)) return { code: "refused.partner_game", game, games: played };
  if (size || Object.values(options).some(Boolean)) return { code: "refused.partner_size" };
  return helped.includes(mode) ? null : { code: "refused.partner_mode", mode };
}

// The choices for a new game, before they are sent to the board: each choice, and the settings that it changes. Pure.

const NO_SILENCE = "referee"; // the mode instead of silent, for games without silent mode

/** A new opening starts with its own parameters. */
const withOpening = (opening) => ({ opening, fifths: 0, fixed: false, small: false });

/** ... and a new game with its own size, options and opening. `chosen`: the settings before. */
function withGame(name, chosen) {
  const { sizes, usual, openings, silent, passes } = gameOf(name);
  const mode = chosen.mode === "silent" && !silent ? NO_SILENCE : chosen.mode;
  const size = sizes[0] === usual ? 0 : sizes[0];
  return { game: name, size, options: {}, ...withOpening(openings[0]), mode, tiebreak: passes && chosen.tiebreak };
}

/** All options of the chosen game; missing ones get their default. */
const optionsOf = ({ game, options: chosen }) =>
  Object.fromEntries((gameOf(game)?.options ?? []).map(([option, values]) => [option, chosen?.[option] ?? values[0]]));

/** The `changes` that differ from the board's settings `present`. */
const differing = (present, changes) =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])));

// The fate of the game under way, and the commands that begin the next.

const BEGIN = { cmd: "new", wait: true };

/** The reason why this page can't begin a new game now; "" if it can. */
function cannotStart(game, stones, condition) {
  const why = refusal(BEGIN, game, condition);
  return why || (game.damaged !== null || (game.resuming && stones) ? say("trust.interrupted") : "");
}

/**
 * What happens to the game under way, and what the players must do while `stones` are on the board: a list of
 * sentences, mostly empty. `hand`: whether people put and lift stones on this page; after a game, a board without this
 * does not report its stones.
 */
function beforeStart(game, stones, hand) {
  const said = [];
  if ((game.moves.length || game.position) && !game.result) said.push(say("newgame.under_way", { n: game.moves.length }));
  if (game.result && !hand) said.push(say("newgame.when_clear"));
  else if (stones) said.push(say("newgame.clear", { n: stones }));
  return said;
}

/**
 * The commands that begin a new game with these changes of the settings. Send each command when the board has done the
 * previous one. When settings change, the board by itself restarts a game in which nothing was done, even if this game
 * still waits for a clear board.
 */
function commandsOf(game, stones, changes) {
  const set = Object.keys(changes).length ? [{ cmd: "set", ...changes }] : [];
  const begins = game.clearing || (set.length && !isBegun(game) && !stones);
  return begins ? set : [...set, BEGIN];
}

// by command: the code that reports it as done
const DONE_BY = { set: ["settings"], new: ["new_game", "clearing"] };

/** Whether the board has done a command, by its reported actions. */
const hasDone = (command, did) => did.some(({ code }) => DONE_BY[command.cmd].includes(code));

// Checks a typed name like the laptop, before it is sent. Pure.

const MOST_MARKS = 4; // most combining marks on one letter, as in hall/details.py
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MARKED = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_MARKS + 1}}`, "u");

/** The reason why a detail of a game ("p1", "event" ...) can't be this text; "" if it can. */
function unfit(field, text) {
  const given = text.trim().replace(/\s+/g, " ");
  if (UNPRINTABLE.test(given)) return laptopWords({ key: "server.unprintable", values: { field } });
  return MARKED.test(given) ? laptopWords({ key: "server.too_many_marks", values: { field, most: MOST_MARKS } }) : "";
}

// The fields for a new game: game, size, options, opening with its parameters, mode, clock ...

const OTHER = "other";
const form = $("settings");
const field = form.elements;
const rulesOfChoice = $("rules-of-choice");
let known = {}; // the board's settings
let changes = {}; // the choices since then
let markChosen = () => {};
let wantsOther = false; // a custom clock is chosen, but not written yet

const draft = () => ({ ...known, ...changes });

/** Build the fields; `tell` gets the reason if rules can't be shown. */
export function initSettings(tell) {
  initAgainst();
  initRules(rulesOfChoice, () => field.game.value, tell);
  markChosen = gameChoice($("choose-game"), (name) => take(withGame(name, draft())));
  form.addEventListener("change", ({ target }) => {
    if (target.name.startsWith("named-")) return;
    if (target.name.startsWith("against-")) {
      takeAgainst();
      return;
    }
    wantsOther = target === field.clock && target.value === OTHER;
    if (wantsOther) {
      showSettingsForm();
      field.other.focus();
    } else {
      take(changed(target));
    }
  });
}

function take(its) {
  changes = { ...changes, ...its };
  showSettingsForm();
}

/** The list of games has changed. */
export const offerGames = () => showSettingsForm();

function changed({ name, type, value, checked, dataset }) {
  if (name === "game") return withGame(value, draft());
  if (name === "opening") return withOpening(value);
  if (dataset.option) return { options: { ...optionsOf(draft()), [dataset.option]: type === "checkbox" ? checked : value } };
  if (type === "checkbox") return { [name]: checked };
  if (name === "fifths" || name === "size") return { [name]: Number(value) };
  return { [name === OTHER ? "clock" : name]: value.trim() };
}

// A game against the board's partner, in the same dialog with only two fields: the person's colour, and the level.

const FIRST_PARTNER = "p2 1";
const against = {}; // its elements

function initAgainst() {
  const seats = ["p2", "p1"].map((seat) => {
    const radio = make("input", { type: "radio", name: "against-seat", value: seat });
    const colour = seat === "p2" ? "black" : "white";
    return make("label", {}, radio, make("span", {}, make("i", { class: `stone ${colour}` }), capital(say(`colour.${colour}`))));
  });
  against.level = make("select", { name: "against-level" });
  const side = make("fieldset", { class: "choice" }, make("legend", {}, say("newgame.you_play")), ...seats);
  against.fields = make("fieldset", { class: "against" }, make("legend", { class: "unseen" }, say("newgame.partner")), side,
    make("label", {}, make("span", {}, say("newgame.level")), against.level));
  form.querySelector(".fields").prepend(against.fields);
  $("against-open").addEventListener("click", openAgainst);
}

/** The partner's levels, from the values of the setting: "p2 1" ... */
const levels = () => firmware().partners.flatMap((partner) => /^p2 (\d)$/.exec(partner)?.[1] ?? []);

/** Open the dialog for a game against the board's partner, as in the last game. */
function openAgainst() {
  if (!openNewGame(true)) return;
  const [seat, level] = (Number(known.partner?.split(" ")[1]) ? known.partner : FIRST_PARTNER).split(" ");
  field["against-seat"].value = seat;
  against.level.value = level;
  takeAgainst();
  against.fields.querySelector(":checked").focus();
}

function takeAgainst() {
  const seat = field["against-seat"].value;
  // an earlier player's name would be shown as the name of the partner
  for (const each of ["p1", "p2"]) nameField(each).value = each === seat ? "" : names[each] ?? its.details[each];
  take({ partner: `${seat} ${against.level.value}`, ...(!firmware().helped.includes(known.mode) && { mode: CASUAL }) });
}

/** Begin a choice with the present settings. */
function chooseAnew() {
  changes = {};
  wantsOther = false;
  showSettingsForm();
}

/** The chosen settings that the board does not have yet. */
const changedSettings = () => differing(known, partnerRefusal(draft()) ? { ...changes, partner: NO_PARTNER } : changes);

/** Show the settings for the next game, with the choices since then. */
export function showSettings({ next }) {
  if (JSON.stringify(next) === JSON.stringify(known)) return;
  known = next;
  $("against-open").hidden = Boolean(partnerRefusal({ ...known, mode: CASUAL }));
  showSettingsForm();
}

function showSettingsForm() {
  const chosen = draft();
  if (!chosen.opening) return;
  const games = allGames();
  const { clocks, modes, partners, openings: all } = firmware();
  const { sizes = [], openings = [chosen.opening], options = [], silent = true, passes = true } = gameOf(chosen.game) ?? {};
  markChosen(chosen.game);
  offer(field.game, games.map(({ name }) => name), gameName);
  offer(field.size, sizes, sizeWords);
  offer(field.opening, openings, ruleName);
  // an engine can be kept or removed; only `--engine` adds one
  const engines = [known.partner, chosen.partner].filter((partner) => partner && !partners.includes(partner));
  offer(field.partner, [...partners, ...new Set(engines)], partnerName);
  offer(against.level, levels(), (level) => say(`newgame.level.${level}`));
  offer(field.clock, [...clocks, OTHER], (clock) => (clock === OTHER ? say("settings.other") : clockWords(clock)));
  offer(field.mode, modes.filter((mode) => silent || mode !== "silent"), (mode) => capital(modeName(mode)));
  showOptions(options, optionsOf(chosen));
  const { fifths, declared, zones } = all[chosen.opening] ?? {};
  for (const name of ["game", "opening", "mode", "move"]) field[name].value = chosen[name] ?? "";
  showPartner(chosen);
  nameRules(rulesOfChoice, games.length > 1 && field.game.value);
  field.size.value = chosen.size || sizes[0];
  for (const name of ["fixed", "small", "tiebreak", "hints"]) field[name].checked = chosen[name];
  field.fifths.value = chosen.fifths || fifths;
  showMode(chosen);
  showClock(chosen);
  const other = wantsOther || !clocks.includes(chosen.clock);
  field.clock.value = other ? OTHER : chosen.clock;
  // an empty field shows an example
  field.other.value = clocks.includes(chosen.clock) ? "" : chosen.clock;
  const has = {
    game: games.length > 1, size: sizes.length > 1, opening: openings.length > 1, fifths: fifths > 0, fixed: declared, small: zones, tiebreak: passes, other,
    hints: chosen.mode === "casual" && chosen.game === "renju",
  };
  for (const label of form.querySelectorAll("[data-parameter]")) label.hidden = !has[label.dataset.parameter];
  showCannot(silent, passes);
  const more = fifths && chosen.fifths > fifths;
  $("fifths-usual").textContent = more ? say("settings.fifths_usual", { opening: ruleName(chosen.opening), number: fifths }) : "";
  const most = declared && !chosen.fixed;
  form.querySelector("[data-parameter=fifths] span").textContent = most ? say("settings.fifths_at_most") : say("page.fifths");
}

const partnerName = (partner) => {
  if (partner === NO_PARTNER) return say("newgame.nobody");
  const [seat, level] = partner.split(" ");
  const who = Number(level) ? say("players.partner", { level }) : say("newgame.engine");
  return say(`newgame.partner.${seat}`, { who });
};

/** Explain what a mode demands from the players, and what it forbids to this page. */
function showMode({ mode, move }) {
  const words = !STRICT.has(mode) ? "" : move === "dwell" ? say("newgame.strict_dwell") : say("newgame.strict_button");
  $("mode-words").textContent = words;
}

/** Show the opponent, or explain why the partner does not play in this game. */
function showPartner(chosen) {
  const why = partnerRefusal(chosen);
  field.partner.disabled = Boolean(why);
  field.partner.value = why ? NO_PARTNER : chosen.partner ?? NO_PARTNER;
  $("partner-words").textContent = why ? codeSentence(why) : "";
}

/** Explain that a clock demands a press, unless the mode's explanation says so. */
function showClock(chosen) {
  const presses = chosen.clock !== "none" && !STRICT.has(chosen.mode) && movesByButton(chosen);
  $("clock-words").textContent = presses ? say("newgame.clock_button") : "";
}

/** Explain why the game has no silent mode, or no tie-break by the first pass. */
function showCannot(silent, passes) {
  const why = [silent ? "" : say("choice.no_silence"), passes ? "" : say("choice.no_passes")].filter(Boolean);
  setLines($("cannot"), why);
}

/** Set the values of a select, but only if they have changed, because the select may be open. */
function offer(select, values, nameOf) {
  const key = JSON.stringify(values);
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  select.replaceChildren(...values.map((value) => new Option(nameOf(value), value)));
}

/** A checkbox for each option that is on or off, a list for an option with several values. */
function showOptions(options, values) {
  const place = $("options");
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

// The dialog for a new game: who plays what; Start sends it to the board, and the game begins when the board is clear.

let its = null; // the last state of the page: {game, stones, condition, details, hand}
let waiting = []; // the commands that the board has not done yet; the first has been sent
// details of a game that has not begun yet; until it begins, the details of the last game stay unchanged
let names = {};
let clears = false; // whether this page shall take the stones away
let act = {};
const beside = make("p", { id: "new-game-beside", class: "wrong", role: "alert" }); // the mistake in the last field

/**
 * Build the dialog. `acts.ask(line)` sends a command to the board, false if it can't; `acts.give(details)`
 * gives names; `acts.clear()` takes all stones off the board.
 */
export function initNewGame(acts) {
  act = acts;
  for (const opener of document.querySelectorAll("[data-new-game]")) opener.addEventListener("click", () => openNewGame());
  $("new-game-close").addEventListener("click", () => $("new-game").close());
  $("new-game").addEventListener("close", () => (waiting = []));
  $("settings").addEventListener("submit", (event) => {
    event.preventDefault();
    start(event.submitter?.id === "clear-and-start");
  });
  $("settings").addEventListener("input", () => complain(""));
  $("new-game-stop").addEventListener("click", () => act.ask({ cmd: "new", wait: false }));
}

/**
 * Open the dialog; not for watching pages, nor in the room view. `isAgainst`: for a game against the board's partner.
 * Returns whether it is open.
 */
export function openNewGame(isAgainst = false) {
  if (!its || !may("ask.new") || document.body.dataset.view === "room") return false;
  $("new-game").dataset.against = isAgainst;
  $("new-game-title").textContent = isAgainst ? say("page.against") : say("page.new_game");
  complain("");
  chooseAnew();
  for (const name of DETAILS) nameField(name).value = names[name] ?? its.details[name];
  showStart();
  $("new-game").showModal();
  return true;
}

/** Show a game on a board in this condition, with these `stones`; `hand`: this page can take stones away. */
export function showNewGame(game, stones, condition, details, hand) {
  its = { game, stones, condition, details, hand };
  $("new-game-stop").hidden = !game.clearing;
  showStart();
}

function showStart() {
  const { game, stones, condition, hand } = its;
  const why = cannotStart(game, stones, condition);
  const lines = why ? [why] : beforeStart(game, stones, hand);
  const place = $("new-game-before");
  setLines(place, lines);
  place.classList.toggle("wrong", Boolean(why));
  for (const button of [$("start"), $("clear-and-start")]) button.setAttribute("aria-disabled", Boolean(why));
  $("clear-and-start").hidden = !stones || !hand;
}

const nameField = (name) => $("settings").elements[`named-${name}`];

function start(clear) {
  const { game, stones, condition, details } = its;
  const why = cannotStart(game, stones, condition);
  if (why) {
    complain(why);
    return;
  }
  const bad = DETAILS.find((name) => unfit(name, nameField(name).value));
  if (bad) {
    complain(unfit(bad, nameField(bad).value), nameField(bad));
    return;
  }
  names = Object.fromEntries(DETAILS.map((name) => [name, nameField(name).value]).filter(([name, value]) => value !== details[name]));
  clears = clear;
  waiting = commandsOf(game, stones, changedSettings());
  next();
}

function next() {
  if (waiting.length) {
    if (!act.ask(waiting[0])) waiting = [];
    return;
  }
  $("new-game").close();
  if (clears && its.game.clearing) act.clear();
}

/** Handle a line of the board; true if the line answers the dialog's command. */
export function updateNewGame({ did = [], answer = null }) {
  const begins = did.some(({ code }) => code === "new_game");
  if (begins && Object.keys(names).length) act.give(names);
  if (begins || did.some(({ code, on }) => code === "clearing" && !on)) names = {};
  if (!waiting.length) return false;
  if (answer?.code === "error") {
    waiting = [];
    names = {};
    complain(codeSentence(answer.why), fieldOf(answer.why));
    return true;
  }
  if (!hasDone(waiting[0], did)) return false;
  waiting.shift();
  next();
  return true;
}

// by the code of a refusal: the setting that it is about
const ABOUT = {
  "device.clock": "clock", "device.fifths": "fifths", "device.game_too_large": "game", "device.no_silence": "mode",
  "device.no_size": "size", "device.size_too_large": "size", "refused.partner_game": "partner", "refused.partner_mode": "partner",
  "refused.partner_size": "partner",
};

/** The field for a message of the board; null if it concerns no visible field. */
function fieldOf({ code, setting }) {
  const about = setting ?? ABOUT[code];
  const { clock, other, [about]: its } = $("settings").elements;
  if (its === clock && other.getClientRects().length) return other;
  return its?.getClientRects?.().length ? its : null;
}

/** Show a mistake: beside the field to correct, which gets the focus, or at the end without a field. */
function complain(words, its = null) {
  for (const each of $("settings").querySelectorAll("[aria-invalid]")) {
    each.removeAttribute("aria-invalid");
    each.removeAttribute("aria-describedby");
  }
  $("new-game-words").textContent = its ? "" : words;
  beside.textContent = its ? words : "";
  if (!its) {
    beside.remove();
    return;
  }
  const around = its.closest("details");
  if (around) around.open = true;
  its.setAttribute("aria-invalid", true);
  its.setAttribute("aria-describedby", beside.id);
  its.closest("label").after(beside);
  its.focus();
}

const SIDE = 7; // the number of points on a side of a picture's board
const CELL = 10;
const LAST = (SIDE - 1) * CELL;

// Rows from the top: X black, O white, N neutral, C common, x and o captured stones, + a forbidden point, . empty.
// `line` goes from one point to another, [column, row] from the upper left; `words` is shown in a corner.
const PICTURES = {
  renju: { rows: ".......|...X...|...X...|.......|.XX+...|.......|......." },
  five: { rows: ".......|.X...O.|..X.O..|...X...|..O.X..|.O...X.|.......", line: [[1, 1], [5, 5]] },
  gomoku: { rows: ".......|XXXXX..|.......|..OO...|...O...|.......|.......", line: [[0, 1], [4, 1]] },
  sapronov: { rows: "..X....|.......|.......|...X...|....O..|.......|......." },
  "renju-1899": { rows: ".X.....|.X..O..|....O..|.+XX...|....+OO|.......|.......", words: "1899" },
  "renju-1903": { rows: ".......|.X..OO.|.X.....|.......|.+XX...|.......|.......", words: "1903" },
  "renju-1912": { rows: ".......|..X....|..X....|.......|..+XX..|.......|.......", words: "1912" },
  "renju-1916": { rows: ".......|XXX+XX.|.......|.......|..OO...|.......|.......", words: "1916" },
  "renju-1918": { rows: ".X..X..|.X.X...|..X....|.+.XX..|.......|.......|.......", words: "1918" },
  "early-renju": { rows: ".......|.......|..XX...|..O....|....O..|.......|.......", words: "19x19" },
  pente: { rows: ".......|.O.....|..x....|...x...|....O..|.......|......." },
  ninuki: { rows: ".......|.OOOOO.|..X....|...o...|....o..|.....X.|......." },
  "anti-renju": { rows: ".......|.......|.XXX+..|...O...|..O.O..|.......|......." },
  "anti-pente": { rows: ".......|.OOO+..|.......|..OxxO.|.......|.......|......." },
  "common-centre": { rows: ".......|.O...X.|..O.X..|...C...|..X.O..|.X...O.|......." },
  "bomb-renju": { rows: ".......|.......|..xox..|..xNo..|..ox...|.......|.....O." },
  "bomb-pente": { rows: ".......|.......|..xox..|..xNo..|..ox...|.......|.OXXO.." },
  repensi: { rows: ".......|.......|.OXXO..|.......|.OOOO..|.......|......." },
  "neutral-pente": { rows: ".......|.......|..N....|...X...|....X..|.....O.|......." },
  connect6: { rows: ".......|.......|XXXXXX.|..O.O..|..OO...|.......|.......", line: [[0, 2], [5, 2]] },
  four: { rows: ".......|.......|.......|....X..|...XO..|..XOX..|.XOOXO.", line: [[1, 6], [4, 3]] },
  irensei: { rows: "..X....|.XoX...|.......|XXXXXXX|..O.O..|...O...|.......", line: [[0, 3], [6, 3]] },
};

const STONES = { X: "black", O: "white", N: "neutral", C: "common", x: "black", o: "white" };

/** The picture of a game; by default the first picture of its rules, or an empty board if the game is `broken`. */
function gamePicture({ name, broken }) {
  const drawn = PICTURES[name] ?? (broken && { rows: "" });
  if (!drawn) return make("img", { src: `/rules/${encodeURIComponent(name)}/0.svg`, alt: "", class: "game-picture" });
  const { rows, line, words } = drawn;
  const root = svg("svg", { viewBox: `-8 -8 ${LAST + 16} ${LAST + 16}`, class: "game-picture", "aria-hidden": "true" });
  for (let at = 0; at < SIDE; at++) {
    svg("path", { class: "line", d: `M${at * CELL} -5V${LAST + 5}` }, root);
    svg("path", { class: "line", d: `M-5 ${at * CELL}H${LAST + 5}` }, root);
  }
  rows.split("|").forEach((row, down) => {
    [...row].forEach((mark, across) => drawMark(root, mark, across * CELL, down * CELL));
  });
  if (line) {
    const [[x1, y1], [x2, y2]] = line.map((point) => point.map((number) => number * CELL));
    svg("line", { class: "won", x1, y1, x2, y2 }, root);
  }
  if (words) svg("text", { x: LAST + 6, y: LAST + 5 }, root).textContent = words;
  return root;
}

function drawMark(root, mark, cx, cy) {
  if (mark === "+") svg("path", { class: "forbidden", d: `M${cx - 3.4} ${cy - 3.4}l6.8 6.8m0 -6.8l-6.8 6.8` }, root);
  const colour = STONES[mark];
  if (!colour) return;
  // shaded by the gradients of the board's drawing
  svg("circle", { class: `stone ${colour}`, fill: `url(#stone-${colour})`, cx, cy, r: 4.5 }, root);
  if (mark === mark.toLowerCase()) svg("circle", { class: "taken", cx, cy, r: 5.6 }, root);
}

// The choice of a game: all games, each with its name, a picture and a sentence.

/** Open the games with the button `open`; `choose(name)` takes one. Returns show(present name). */
function gameChoice(open, choose) {
  let chosen = "";
  const cards = make("div", { class: "cards" });
  const choice = dialog("choice", "picker", say("choice.title"), [], cards);
  open.addEventListener("click", () => {
    cards.replaceChildren(...allGames().map((game) => card(game, chosen)), ...otherGames().map((game) => card(game, chosen)));
    choice.showModal();
    cards.querySelector("[aria-current]")?.focus();
  });
  cards.addEventListener("click", ({ target }) => {
    const its = target.closest("[data-game]");
    if (!its || its.getAttribute("aria-disabled")) return;
    choice.close();
    choose(its.dataset.game);
  });
  return (name) => {
    chosen = name;
  };
}

function card(game, chosen) {
  const { name, sizes, smallest, broken } = game;
  // a game that can't be played can still get the focus, so that a screen reader can read the reason
  const why = broken ? say("choice.broken", { why: broken }) : sizes.length ? "" : say("choice.too_large", { size: smallest });
  const attributes = { type: "button", class: "card", "data-game": name };
  if (name === chosen) attributes["aria-current"] = "true";
  if (why) Object.assign(attributes, { "aria-disabled": "true", title: why });
  const words = make("span", { class: "words" }, make("b", {}, gameName(name)), make("span", {}, named(`choice.${name}`, "")));
  if (why) words.append(make("em", {}, why));
  else if (sizes.length > 1) words.append(make("small", {}, sizes.map(sizeWords).join(" · ")));
  return make("button", attributes, gamePicture(game), words);
}

// The rules of a game, in a dialog: sentences and pictures, computed by the server from the games themselves.

/** A button that opens the rules of the game `gameOf()`; `tell` gets errors. */
export function initRules(opener, gameOf, tell) {
  opener.addEventListener("click", async () => {
    try {
      await open(gameOf());
    } catch (error) {
      tell(say("rules.failed", { why: error.message }));
    }
  });
}

/** Set the game of a rules button; without a game hide it. */
export function nameRules(opener, game) {
  opener.hidden = !game;
  if (!game || opener.dataset.game === game) return;
  opener.dataset.game = game;
  const words = say("rules.open", { game: gameName(game) });
  opener.setAttribute("aria-label", words);
  opener.title = words;
}

async function open(game) {
  const rules = rulesOf(await getJson(rulesAddress(game)));
  rules.addEventListener("close", () => rules.remove());
  rules.showModal(); // Escape also closes it, and gives the focus back
}

function rulesOf({ game, one, goal, sentences, headings, openings, options, pictures }) {
  const list = make("ul", {}, ...sentences.map((text) => make("li", {}, text)));
  const figures = make("div", { class: "figures" }, ...pictures.map((text, number) => {
    const image = make("img", { src: at(`/rules/${encodeURIComponent(game)}/${number}.svg`), alt: text, width: 220, height: 220 });
    return make("figure", {}, image, make("figcaption", { "aria-hidden": "true" }, text));
  }));
  // the scrolling element has no columns itself: columns of limited height would continue to the right
  const columns = make("div", { class: "columns" }, make("p", { class: "goal" }, goal), figures, list,
    ...choices(headings.openings, openings, ruleName), ...choices(headings.options, options, optionName));
  const content = make("div", { class: "content", tabindex: "0", role: "region", "aria-labelledby": "game-rules-title" }, columns);
  return dialog("game-rules", "game-rules", gameName(game), [make("p", { class: "one" }, one)], content);
}

function choices(heading, rows, nameOf) {
  if (!rows.length) return [];
  const list = make("dl", {}, ...rows.map(([name, text]) => make("div", {}, make("dt", {}, nameOf(name)), make("dd", {}, text))));
  return [make("section", {}, make("h3", {}, heading), list)];
}
