// The words of the page in the terms of the field: what things are called, and labels.

import { control } from "./clock.js";
import { PASS } from "./game.js";
import { shown } from "./points.js";

const COLOUR = { black: "Black", white: "White" };
const BUTTON = { p1: "Player 1", p2: "Player 2", arbiter: "Arbiter" };

export const colourName = (name) => COLOUR[name] ?? String(name);

/** Who sits there, or holds the arbiter's button. */
export const whoName = (seat) => BUTTON[seat] ?? String(seat ?? "");

export const list = (points) => (points ?? []).map(shown).join(", ");
export const plural = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const RULE = { rif: "RIF", "soosyrv-8": "Soosyrv-8", "taraguchi-10": "Taraguchi-10", "long pro": "Long Pro" };

/** An opening rule by its name: "Taraguchi-10". */
export const ruleName = (rule) => RULE[rule] ?? capital(rule);

/** The opening that three stones make: "D4 Kagetsu 花月". */
export const openingName = ({ code, name, kanji }) => [code, name, kanji].filter(Boolean).join(" ");

/** A kind of clock in words: "10 min + 5 s a move". */
export function clockWords(text) {
  const its = control(text);
  if (!its) return !text || text === "none" ? "no clock" : text;
  const { main, increment, period, periods } = its;
  if (increment) return `${main} min + ${increment} s a move`;
  if (!period) return `${main} min`;
  return `${main ? `${main} min, then ` : ""}${plural(periods, "period")} of ${period} s`;
}

const ENTRY = {
  menu: {
    five: "Claim five", foul: "Claim foul", time: "Claim time", draw: "Offer a draw",
    withdraw: "Withdraw the wish",
    lamps: "Brightness", opening: "Opening", mode: "Mode", clock: "Clock",
  },
  side: { white: "Take White", black: "Take Black", add: "Add two stones" },
  way: { 1: "One fifth" },
};

/** An entry of a menu about something, as a button says it. */
export function entryName(about, entry, who) {
  if (about === "menu" && who === "arbiter" && entry === "time") return "Correct a clock";
  const named = ENTRY[about]?.[entry];
  if (named) return named;
  if (about === "way") return `${entry} offers`;
  if (about === "lamps") return `${entry} %`;
  if (about === "opening") return ruleName(entry);
  const correction = about === "time" && /^(p[12]) ([+-]\d+)$/.exec(entry);
  return correction ? `${whoName(correction[1])} ${correction[2]} min` : capital(entry);
}

/** A move as a list of moves has it. */
export const moveName = (move) => (move ? (move.point === PASS ? "pass" : shown(move.point)) : "?");

/** A line of a foul, as `tengen judge` says it: "three F8 G8 H8 in the row: straight four at E8 or I8". */
export function lineText(line) {
  const said = `${line.shape} ${line.stones.map(shown).join(" ")} in the ${line.direction}`;
  if (line.shape !== "three") return line.completes.length ? `${said}: five at ${either(line.completes)}` : said;
  const playable = line.at.filter(({ rule }) => !rule).map(({ point }) => point);
  const killed = line.at.filter(({ rule }) => rule).map(killing);
  if (!playable.length) return `${said}: does not count: ${killed.join("; ")}`;
  return [`${said}: straight four at ${either(playable)}`, ...killed].join("; ");
}

export const article = (foul) => (foul === "overline" ? "an" : "a");

const either = (points) => points.map(shown).join(" or ");

function killing({ point, name, rule }) {
  return `at ${shown(point)} Black would make ${article(name)} ${name} (${rule})`;
}

/** What was done to one stone of the game, and what is to be done about it; null where it is more than that. */
export function moved({ what, missing, extra }) {
  if (what === "lifted") return [`${shown(missing[0])} was lifted`, "put it back"];
  if (what === "slid") return [`${shown(missing[0])} slid to ${shown(extra[0])}`, "slide it back"];
  return null;
}

/** What a player's push button says. */
export const buttonLabel = (button, colour) => (colour ? `${BUTTON[button]}, ${COLOUR[colour]}` : BUTTON[button]);

/** Which game it is, and of when. */
export const stampWords = ({ id, date }) => `Game ${id}, begun on ${date.replace("T", " at ").slice(0, 19)}`;

/** Where the game is played: "Club evening · Round 3 · Table 5". */
export function occasion({ event, round, table }) {
  return [event, round && `Round ${round}`, table && `Table ${table}`].filter(Boolean).join(" · ");
}

export const NO_TIME = "no time: write 5 (minutes), 4:30 or 1:04:30";

/** What a screen reader says of a point. */
export const pointLabel = (point, stone, isLast, isUnread) =>
  `${shown(point)}, ${stone ? `${stone} stone` : "empty"}${isLast ? ", last move" : ""}${isUnread ? ", not read" : ""}`;

export const movesTitle = (number) => (number ? `Moves (${number})` : "Moves");

/** Milliseconds as m:ss.mmm. */
export function clock(ms) {
  const pad = (number, digits) => String(number).padStart(digits, "0");
  return `${Math.floor(ms / 60000)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(Math.floor(ms) % 1000, 3)}`;
}

/** The board's time, and its speed where that isn't the world's. */
export function boardTime(ms, speed) {
  if (!speed) return clock(ms);
  const pace = speed > 0.95 ? `${speed.toFixed(1)} times real time` : `1/${Math.round(1 / speed)} of real time`;
  return `${clock(ms)}, at ${pace}`;
}
