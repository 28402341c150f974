// The two players on the page: name, colour, clock, what there is for them alone, and their menus as buttons.

import { left, timeText } from "./clock.js";
import { make } from "./dom.js";
import { specialsPut } from "./game.js";
import { partnerAt } from "./engineview.js";
import { gameOf } from "./games.js";
import { list, say } from "./language.js";
import { acts, colourOf, entryHint, entryWords, task } from "./prompts.js";
import { capturedWords, colourName, whoName } from "./words.js";

const SEATS = ["p1", "p2"];
const LOW_MS = 10_000;
const SAID_MS = 6000;
const NEW_GAME = "new game";
const USUAL_SIGNS = 5; // of a time without hours

const cards = new Map(); // by seat: its elements
let game = null;
let said = null; // why something that a player tried is not open: {seat, entry, words}
let saidTimer = 0;

/** Draw both players; `take(who, entry)` takes an entry of somebody's menu. */
export function followPlayers(take) {
  for (const seat of SEATS) {
    const root = document.querySelector(`.player[data-seat=${seat}]`);
    root.append(document.getElementById("player").content.cloneNode(true));
    const card = { root };
    for (const part of ["name", "seat", "left", "periods", "captured", "kinds", "task", "entries"]) card[part] = root.querySelector(`.${part}`);
    card.entries.setAttribute("aria-label", say("players.may_do", { who: whoName(seat) }));
    followEntries(card.entries, seat, take);
    // another grey button has words of its own
    for (const kind of ["pointerover", "focusin"]) card.entries.addEventListener(kind, ({ target }) => forgetBut(target.dataset.entry));
    followPressed(root, card.entries);
    cards.set(seat, card);
  }
}

/** Mark a card by the entry that has just been pressed: its answer stands where its bubble would. */
function followPressed(root, place) {
  const forget = (entry) => root.dataset.pressed !== entry && delete root.dataset.pressed;
  place.addEventListener("click", ({ target }) => {
    const { entry } = target.dataset;
    if (entry) root.dataset.pressed = entry;
  });
  for (const kind of ["pointerover", "focusin"]) place.addEventListener(kind, ({ target }) => forget(target.dataset.entry));
  place.addEventListener("focusout", () => forget());
  place.addEventListener("pointerleave", () => place.contains(document.activeElement) || forget());
}

/** Let the buttons of `place` take entries for somebody. */
export function followEntries(place, who, take) {
  place.addEventListener("click", ({ target }) => {
    const entry = target.closest("[data-entry]")?.dataset.entry;
    if (entry !== undefined) take(who, entry);
  });
}

/** Show these entries of a menu of a game as buttons, the present one marked; `at` is -1 for none. */
export function showEntries(place, who, { about, entries, at }, its) {
  const key = JSON.stringify([about, entries, entries.map((entry) => entryHint(its, about, entry))]);
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    place.replaceChildren(...entries.map((entry) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "plain" });
      Object.assign(button.dataset, { cmd: "do", who, entry });
      button.textContent = entryWords(its, who, about, entry);
      button.title = entryHint(its, about, entry);
      return button;
    }));
  }
  [...place.children].forEach((button, number) => {
    if (number === at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

/** Show the players of a game, by the names in its details; `engine` is who plays for the laptop. */
export function showPlayers(its, details, engine) {
  game = its;
  for (const [seat, card] of cards) {
    const colour = colourOf(game.players, seat);
    const [at, level] = (game.settings.partner ?? "").split(" ");
    const own = details[seat] || (at === seat ? partnerAt(level, engine) : "");
    const name = own || whoName(seat);
    const beside = [own ? whoName(seat) : "", colour && colourName(colour)];
    card.root.dataset.colour = colour;
    card.root.dataset.acts = Boolean(!game.result && !game.clearing && acts(game) === seat);
    card.root.dataset.won = Boolean(colour && game.result?.winner === colour);
    card.name.textContent = name;
    card.seat.textContent = list(beside.filter(Boolean));
    showCaptured(card.captured, game, colour);
    showKinds(card.kinds, game, colour);
    showTask(card, seat);
    const menu = game.menus[seat];
    card.entries.dataset.open = Boolean(menu);
    showEntries(card.entries, seat, menu ?? { about: "menu", entries: offered(game, seat), at: -1 }, game);
  }
}

function showTask(card, seat) {
  const why = said?.seat === seat ? said.words : "";
  set(card.task, why || task(game, seat));
  card.root.dataset.said = Boolean(why);
  card.task.dataset.kind = why || game.refusal?.who === seat ? "refused" : "";
}

/** Tell a player for a while why the entry that he has tried is not open now. */
export function sayTo(seat, entry, words) {
  forgetBut(null);
  said = { seat, entry, words };
  showTask(cards.get(seat), seat);
  saidTimer = setTimeout(() => forgetBut(null), SAID_MS);
}

function forgetBut(entry) {
  if (!said || said.entry === entry) return;
  const { seat } = said;
  clearTimeout(saidTimer);
  said = null;
  showTask(cards.get(seat), seat);
}

/**
 * The stones that this colour has captured, each as a small stone of the other colour, among as many as win; in words alone
 * where none win, as they may be many.
 */
function showCaptured(place, { goal, counts, captured }, colour) {
  const n = captured[colour] ?? 0;
  const words = counts && colour ? capturedWords({ goal }, n) : "";
  if (place.dataset.words === words) return;
  place.dataset.words = words;
  const taken = colour === "black" ? "white" : "black";
  const row = Array.from({ length: goal && Math.max(goal, n) }, (_, at) => make("i", { class: at < n ? `small ${taken}` : "small hollow" }));
  place.replaceChildren(...(words ? [make("span", { class: "stones", "aria-hidden": "true" }, ...row), words] : []));
}

/** The bombs or neutral stones that this colour has left, each as a small stone. */
function showKinds(place, its, colour) {
  const { special, specials } = gameOf(its.settings.game) ?? {};
  const n = specials && colour ? Math.max(0, specials - specialsPut(its, colour)) : 0;
  const words = specials && colour ? say(`state.left.${special}`, { n }) : "";
  if (place.dataset.words === words) return;
  place.dataset.words = words;
  const row = Array.from({ length: specials ?? 0 }, (_, at) => make("i", { class: at < n ? "small neutral" : "small hollow" }));
  place.replaceChildren(...(words ? [make("span", { class: "stones", "aria-hidden": "true" }, ...row), words] : []));
}

/** What the game has for a player besides stones, whether or not it is open now; a new game has its own dialog. */
function offered(its, seat) {
  if (its.resuming || its.clearing) return [];
  return (its.open[seat] ?? []).map(([entry]) => entry).filter((entry) => entry !== NEW_GAME);
}

/** Show the clocks at the board's time `now`. */
export function showClocks(now) {
  if (!game) return;
  const { clock } = game;
  for (const [seat, card] of cards) {
    card.root.dataset.clock = Boolean(clock);
    if (!clock) continue;
    const { ms, periods, runs } = left(clock, seat, now);
    card.root.dataset.runs = runs;
    card.root.dataset.stands = Boolean(clock.stopped && clock.stopped !== "over" && clock.running === seat);
    card.root.dataset.low = ms < LOW_MS;
    const text = timeText(ms);
    set(card.left, text);
    card.left.dataset.long = text.length > USUAL_SIGNS;
    set(card.periods, periods === null ? "" : say("players.periods", { n: periods }));
  }
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
