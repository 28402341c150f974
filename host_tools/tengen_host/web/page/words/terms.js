// The terms of the game, and labels. Pure.

import { placeOf, shown } from "../board/points.js";
import { control } from "../game/clock.js";
import { firmware, OWN, PASS } from "../game/state.js";
import { clauses, decimal, either, list, named, say } from "./i18n.js";

export const colourName = (name) => named(`colour.${name}`, String(name));

/** A seat in words: a player, or the arbiter. */
export const whoName = (seat) => named(`seat.${seat}`, String(seat ?? ""));

export const pointList = (points) => list((points ?? []).map(shown));
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A game by its name: "Renju". */
export const gameName = (game) => named(`game.${game}`, capital(game));

/** An option of a game: "Poof". */
export const optionName = (option) => named(`variant.${option}`, capital(option));

/** The meaning of an option, in a sentence; "" if its name is enough. */
export const optionMeaning = (option) => named(`meaning.${option}`, "");

/** A value of an option, in words: "does not win". */
export const valueName = (option, value) => (value ? named(`variant.${option}.${value}`, capital(value)) : say("variant.plain"));

export const sizeWords = (size) => say("words.points", { size });

/** An entry of a menu of options, "keryo on": the option, and its new value. */
function optionEntry(entry) {
  const [option, ...rest] = entry.split(" ");
  const value = rest.join(" ");
  const words = value === "plain" ? valueName(option, "") : named(`variant.${value}`, null) ?? valueName(option, value);
  return say("variant.is", { option: optionName(option), value: words });
}

/** The game in the settings, with its size and options if they are not the usual ones: "Pente (Keryo, Poof)". */
export function variantWords({ game, size, options = {} }) {
  if (!game) return "";
  const chosen = Object.entries(options).filter(([, value]) => value);
  const choices = chosen.map(([option, value]) =>
    (value === true ? optionName(option) : say("variant.is", { option: optionName(option), value: valueName(option, value) })));
  if (size) choices.unshift(sizeWords(size));
  return choices.length ? say("words.variant", { game: gameName(game), options: list(choices) }) : gameName(game);
}

/** An opening rule by its name: "Taraguchi-10". */
export const ruleName = (rule) => named(`rule.${rule}`, capital(rule));

/** A mode, within a line: "referee". */
export const modeName = (mode) => named(`mode.${mode}`, mode);

/** A kind of foul, within a line: "double-three". */
export const foulName = (foul) => named(`foul.${foul}`, foul);

// the terms that have a picture, by the beginning of the key of their names
const TERMS = {
  "foul.": ["double-three", "double-four", "overline"],
  "shape.": ["straight four", "five", "overline", "four", "three"],
};
// letters and digits that may not continue a term; Chinese, Japanese and Korean words stand without blanks
const WITHIN_WORD = "[0-9A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff\\u1e00-\\u1eff]";

/** The parts of a text: [[part, the term that it names, or ""], ...]. */
export function termsIn(text) {
  const names = Object.entries(TERMS).flatMap(([key, terms]) => terms.map((term) => [say(key + term).toLowerCase(), term]));
  names.sort(([one], [other]) => other.length - one.length); // "straight four" before "four"
  const term = new RegExp(`(?<!${WITHIN_WORD})(${names.map(([name]) => name).join("|")})(?!${WITHIN_WORD})`, "iu");
  // a split by a group gives texts and terms in turn
  return text.split(term).map((part, at) => [part, at % 2 ? new Map(names).get(part.toLowerCase()) : ""]).filter(([part]) => part);
}

/** The opening made by three stones: "D4 Kagetsu 花月". */
export function openingName({ code, name, kanji }) {
  return [code, named(`opening.${code}`, [name, kanji].filter(Boolean).join(" "))].filter(Boolean).join(" ");
}

/** A kind of clock in words: "10 min + 5 s a move". */
export function clockWords(text) {
  const its = control(text);
  if (!its) return !text || text === "none" ? say("control.none") : text;
  const { main, increment, period, periods } = its;
  if (increment) return say("control.increment", { main, increment });
  if (!period) return say("control.main", { main });
  return say(main ? "control.periods" : "control.only_periods", { main, period, n: periods });
}

/** The title of a lesson by its number, from 1. */
export const lessonTitle = (number) => named(`lesson.${firmware().lessons[number - 1]}.title`, String(number));

/** A menu's entry as a button's text. */
export function entryName(about, entry, who) {
  if (about === "menu" && who === "arbiter" && entry === "time") return say("entry.arbiter.time");
  if (about === "way" && entry !== "1") return say("entry.way", { n: entry });
  if (about === "puzzle") return named(`entry.puzzle.${entry}`, null) ?? say("entry.puzzle", { n: entry });
  if (about === "lessons") return lessonTitle(entry);
  const seat = about === "partner" && /^(p[12]) (\d)$/.exec(entry);
  if (seat) return say("entry.partner", { who: whoName(seat[1]), level: seat[2] });
  if (about === "lamps") return say("percent", { n: entry });
  if (about === "opening") return ruleName(entry);
  if (about === "game") return named(`choice.family.${entry}`, null) ?? gameName(entry);
  if (about === "options") return optionEntry(entry);
  if (about === "mode") return capital(modeName(entry));
  const correction = about === "time" && /^(p[12]) ([+-]\d+)$/.exec(entry);
  if (correction) return say("entry.time", { who: whoName(correction[1]), minutes: correction[2] });
  const line = about === "menu" && lineName(entry);
  return named(`entry.${about}.${entry}`, line ? say("entry.claim", { line }) : capital(entry));
}

const LINES = new Set(["three", "four", "five", "six", "seven"]);

/** A line that wins by its word: "four in a row"; "" for any other word. */
export const lineName = (word) => (LINES.has(word) ? named(`reason.${word}`, word) : "");

/** A move in a list of moves. */
export const moveName = (move) => (move ? (move.point === PASS ? say("words.pass") : stoneName(move)) : "?");

/** A stone by its point, and by its kind if it is special: "H8 bomb". */
export function stoneName({ point, kind = OWN }) {
  const its = kind !== OWN && named(`state.move.${kind}`, "");
  return its ? say(`state.move.${kind}`, { point: shown(point) }) : shown(point);
}

/** The last of these moves in words, with its number; "" without moves. */
export function lastMoveWords(moves) {
  const move = moves.at(-1);
  if (!move) return "";
  const values = { n: moves.length, colour: colourName(move.colour) };
  return move.point === PASS ? say("room.passed", values) : say("room.spoken", { ...values, point: stoneName(move) });
}

/** A line of a stone, as `tengen judge` says it: "three F8 G8 H8 in the row: straight four at E8 or I8". */
export function lineText(line) {
  const [shape, direction] = [named(`shape.${line.shape}`, line.shape), named(`direction.${line.direction}`, line.direction)];
  const said = say("line.in", { shape, direction, stones: line.stones.map(shown).join(" ") });
  if (line.stopped) return say("line.dead", { line: said, why: say("line.stopped", { points: list(line.stopped.map(stopName)) }) });
  if (line.shape !== "three") {
    return line.completes.length ? say("line.five_at", { line: said, points: anyOf(line.completes) }) : said;
  }
  const playable = line.at.filter(({ rule }) => !rule).map(({ point }) => point);
  const killed = line.at.filter(({ rule }) => rule).map(killing);
  if (!playable.length) return say("line.dead", { line: said, why: clauses(killed) });
  return clauses([say("line.straight_four_at", { line: said, points: anyOf(playable) }), ...killed]);
}

/** In a line's `stopped`, among the points of stones: the edge of the board. */
export const EDGE = "edge";

const stopName = (point) => (point === EDGE ? say("line.edge") : shown(point));

const anyOf = (points) => either(points.map(shown));

function killing({ point, name, rule }) {
  return say(`line.killed.${name}`, { point: shown(point), rule: named(`killing.${rule}`, rule) });
}

/** What happened to one stone of the game, and how to repair it; null if more has happened. */
export function movedWords({ missing, extra, outside }) {
  if (missing.length !== 1 || extra.length > 1 || outside) return null;
  const [[from], [to]] = [missing, extra];
  if (!to) return say("moved.lifted", { point: shown(from) });
  return areNeighbours(from, to) ? say("moved.slid", { point: shown(from), to: shown(to) }) : null;
}

const areNeighbours = (one, other) => placeOf(one).every((at, axis) => Math.abs(at - placeOf(other)[axis]) <= 1);

/** The label of a player's push button. */
export const buttonLabel = (button, colour) =>
  (colour ? say("words.button", { who: whoName(button), colour: colourName(colour) }) : whoName(button));

/** The game's id, and its date and time. */
export function stampWords({ id, date }) {
  const [day, time = ""] = date.split("T");
  return say("words.stamp", { id, day, time: time.slice(0, 5) });
}

// Hebrew, Arabic and their neighbours
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name for use in a sentence, isolated so that a right-to-left name does not reorder its neighbours. */
export const isolated = (name) => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);

/** The player at a seat, by name if {p1, p2} has it. Buttons keep their own names. */
export const personName = (seat, names) => (names?.[seat] ? isolated(names[seat]) : whoName(seat));

/** The place of the game: "Club evening · Round 3 · Table 5". */
export function occasionWords({ event, round, table }) {
  const said = [isolated(event), round && say("words.round", { round: isolated(round) }), table && say("words.table", { table: isolated(table) })];
  return said.filter(Boolean).join(" · ");
}

/** The screen reader's text for a point; `forbidden`: the foul that a stone there would be, or ""; `hint`: whether a hint names it. */
export function pointLabel(point, stone, { last, unread, forbidden, hint }) {
  const marks = [last && say("point.last"), unread && say("point.unread"), forbidden && say("point.forbidden", { foul: forbidden }), hint && say("point.hint")];
  return list([shown(point), say(`point.${stone ?? "empty"}`), ...marks.filter(Boolean)]);
}

export const movesTitle = (number) => (number ? say("words.moves", { number }) : say("page.moves"));

/** Milliseconds as m:ss.mmm. */
export function exactTime(ms) {
  const pad = (number, digits) => String(number).padStart(digits, "0");
  return `${Math.floor(ms / 60000)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(Math.floor(ms) % 1000, 3)}`;
}

/** The board's time, and its speed if it is not real time. */
export function boardTime(ms, speed) {
  const time = exactTime(ms);
  if (!speed) return time;
  if (speed > 0.95) return say("words.times_real", { time, times: decimal(speed, 1) });
  return say("words.part_real", { time, part: Math.round(1 / speed) });
}

/** The number of stones that a player has captured, and the number that wins, if any. */
export const capturedWords = ({ goal }, n) => (goal ? say("players.captured", { n, goal }) : say("slip.captured", { n }));

/** The numbers of stones that both have captured. */
export const capturedByBoth = (captured, goal) => (goal ? say("replay.captured", { ...captured, goal }) : say("replay.counted", captured));
