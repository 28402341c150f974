// Writes a record (record.js) as SGF, in the form of records/sgf/games.py, which reads it back unchanged. Pure.

import { letter } from "../board/points.js";
import { control } from "../game/clock.js";
import { PASS } from "../game/state.js";

const CONTENT = { empty: "AE", black: "AB", white: "AW", neutral: "TN", common: "TO" };
const SHORT = { resignation: "R", time: "T" };
// the fields for which SGF has no property, or only a shorter one: how a reader finds them without our property TG
const KEPT = {
  id: () => "", settings: () => ({}), players: () => ({}), table: () => "", line: () => [],
  notes: (record) => (otherFifths(record).length ? [[4, "offered", { points: [record.moves[4], ...otherFifths(record)] }], [5, "kept", { point: record.moves[4] }]] : []),
  date: ({ date }) => date.slice(0, 10),
  torus: ({ options }) => options.torus === true,
  reason: ({ reason }) => (SHORT[reason] ? reason : ""),
};

/** The text of the file; `titles`: {games: {name: title}, rules: {opening: its name in RU}} (tengen_docs/board_page.py). */
export function sgfOf(record, titles) {
  const lines = record.moves.flatMap((point, at) => {
    const colour = record.colours[at][0].toUpperCase();
    return [`;${property(colour, [valueOf(point, record.size)])}`, changed(record.changes[at], record.size)];
  });
  return `(;${root(record, titles)}\n${lines.filter(Boolean).join("\n")})\n`;
}

function root(record, titles) {
  const { size, black, white, event, round, date, setup, first } = record;
  const limits = limitsOf(record.settings.clock);
  const texts = {
    FF: "4", GM: "4", CA: "UTF-8", AP: "Tengen", SZ: String(size), PB: black, PW: white, EV: event, RO: round,
    RU: rulesOf(record, titles), DT: date.slice(0, 10), RE: resultOf(record), ...limits,
  };
  const said = Object.entries(texts).filter(([, text]) => text).map(([name, text]) => property(name, [escaped(text)]));
  const lying = ["AB", "AW"].map((name, at) => setup[at].length && property(name, setup[at].map((point) => valueOf(point, size))));
  const player = (setup.flat().length || first !== "black") && property("PL", [first[0].toUpperCase()]);
  const fifths = otherFifths(record).map((point) => valueOf(point, size));
  return [...said, ...lying, fifths.length && property("FA", fifths), player, property("TG", [escaped(JSON.stringify(kept(record)))])].filter(Boolean).join("");
}

/** The tentative fifths of the last offer, except the one that was played; [] without a fifth move. */
function otherFifths({ moves, notes }) {
  const [, , { points = [] } = {}] = notes.findLast(([, kind]) => kind === "offered") ?? [];
  return moves.length > 4 ? points.filter((point) => point !== moves[4]) : [];
}

const property = (name, values) => name + values.map((value) => `[${value}]`).join("");
const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");

function valueOf(point, size) {
  return point === PASS ? "" : point[0] + letter(size - Number(point.slice(1)));
}

/** The node with the changes of a move besides its own stone; "" without any. */
function changed(changes, size) {
  const by = {};
  const add = (name, point) => (by[name] ??= []).push(valueOf(point, size));
  for (const [point, , is] of changes) {
    add(CONTENT[is], point);
    if (is === "neutral" || is === "common") add("AE", point); // SGF has no such stones
  }
  // AE comes before our own properties
  return Object.keys(by).length ? `;${Object.values(CONTENT).filter((name) => by[name]).map((name) => property(name, by[name])).join("")}` : "";
}

function rulesOf({ game, rule, options }, { games, rules }) {
  if (game === "renju") return rules[rule] ?? rule;
  const said = Object.entries(options).sort().map(([option, value]) => (value === true ? option : `${option}=${value}`));
  return [games[game] ?? game[0].toUpperCase() + game.slice(1), ...said, `opening=${rule || "none"}`].join(", ");
}

function resultOf({ over, winner, reason }) {
  if (!over) return "?";
  return winner ? `${winner[0].toUpperCase()}+${SHORT[reason] ?? ""}` : "0";
}

function limitsOf(clock) {
  const its = control(clock);
  if (!its) return {};
  const { main, increment, period, periods } = its;
  const later = periods ? `${periods}x${period} byo-yomi` : increment ? `${increment} fischer` : "";
  return { TM: String(main * 60), OT: later };
}

/** Our property TG: for each of these fields [a checksum of what a reader finds without TG, the value]. */
function kept(record) {
  const entries = Object.entries(KEPT).map(([name, found]) => [name, JSON.stringify(found(record)), record[name]]);
  const other = entries.filter(([, found, value]) => JSON.stringify(value) !== found);
  return Object.fromEntries(other.map(([name, found, value]) => [name, [crc32(new TextEncoder().encode(asInPython(found))), value]]));
}

/** JSON in the form of Python, if no text in it has a comma or a colon. */
const asInPython = (json) => json.replace(/[,:]/g, "$& ");

/** The checksum of zlib. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return ~crc >>> 0;
}
