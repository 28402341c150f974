// The result slip of a game: its content, the same as text, and the dialog to read, print, save and copy it.

import { $, make, saveAs, setLines } from "../browser.js";
import { left, timeText } from "../game/clock.js";
import { CORRECTED, PASS } from "../game/state.js";
import { list, say } from "../words/i18n.js";
import { causeWords, outcome, sentence } from "../words/sentences.js";
import {
  capital, clockWords, colourName, isolated, modeName, moveName, movesTitle, openingName, ruleName, variantWords,
  whoName,
} from "../words/terms.js";

const WIDTH = 64;
const COLUMNS = 8; // the number of moves in a line
const SIGNATURE = "_".repeat(24);
const POINTS = { black: ["1", "0"], white: ["0", "1"], draw: ["½", "½"] };

/**
 * The content of the slip of a game with these details at the board's time `now`: {title, rows: [[what, which], ...],
 * players: [{colour, name, captured, left, points}, ...], result, moves: [text, ...], record: [sentence, ...]}.
 */
export function slip(game, details, now) {
  const { settings, opening, result, stamp, clock, moves } = game;
  const given = ["event", "round", "table"].map((name) => [say(`slip.${name}`), isolated(details[name])]);
  const rows = given.filter(([, text]) => text);
  rows.push([say("slip.date"), stamp ? dateText(stamp.date) : say("slip.undated")]);
  if (stamp) rows.push([say("slip.game"), stamp.id]);
  if (settings.game) rows.push([say("slip.rules"), variantWords(settings)]);
  const rule = game.position ? say("words.from_a_position") : settings.opening && ruleName(settings.opening);
  const openingText = list([rule, opening && openingName(opening)].filter(Boolean));
  if (openingText) rows.push([say("slip.opening"), openingText]);
  if (settings.mode) rows.push([say("slip.mode"), capital(modeName(settings.mode))]);
  rows.push([say("slip.clock"), clockWords(settings.clock)]);
  const points = result ? POINTS[result.winner ?? "draw"] : ["", ""];
  const players = ["black", "white"].map((colour, at) => ({
    colour: colourName(colour),
    name: nameOf(game.players[colour], details),
    captured: game.counts ? say("slip.captured", { n: game.captured[colour] }) : "",
    left: clock ? leftText(left(clock, game.players[colour], now)) : "",
    points: points[at],
  }));
  return {
    title: say("page.slip"),
    rows,
    players,
    result: result ? outcome(result) : say("slip.not_finished"),
    moves: turnsOf(moves),
    record: game.record.filter(isOnSlip).map(entry),
  };
}

/** The moves as text, several stones of one turn together. */
function turnsOf(moves) {
  const turns = [];
  moves.forEach((move, at) => {
    const goes = move.point !== PASS && moves[at - 1]?.colour === move.colour;
    if (goes) turns.push(`${turns.pop()} ${moveName(move)}`);
    else turns.push(moveName(move));
  });
  return turns;
}

function isOnSlip({ code, by, cause, stopped }) {
  if (code === "clock") return cause === CORRECTED || stopped === "disturbed" || stopped === "fault";
  return code === "offered" || code === "claim" || code === "lapsed" || (code === "taken_back" && by === "arbiter");
}

function entry(item) {
  if (item.code !== "clock") return sentence(item);
  if (item.cause !== CORRECTED) return say("slip.clock_stopped", { cause: causeWords(item.cause) });
  const times = ["p1", "p2"].map((seat) => say("slip.player_left", { who: whoName(seat), left: leftText(left(item, seat, null)) }));
  return say("slip.corrected", { times: list(times) });
}

const UNDATED = "undated"; // file names are the same in all languages

/** The file name of the slip. */
const fileName = (stamp) => `tengen-${stamp?.id ?? UNDATED}.txt`;

/** The slip as text. */
export function slipText({ title, rows, players, result, moves, record }) {
  const lines = [title, "=".repeat(columnsOf(title)), ""];
  const labels = [...rows.map(([label]) => label), ...players.map(({ colour }) => colour), say("slip.result"), say("slip.points")];
  const width = Math.max(...labels.map(columnsOf)) + 2;
  const row = (label, text) => `${padded(label, width)}${text}`.trimEnd();
  for (const [label, text] of rows) lines.push(row(label, text));
  lines.push("");
  for (const { colour, name, captured, left: time } of players) {
    lines.push(row(colour, list([name, captured, time && say("slip.left_time", { left: time })].filter(Boolean))));
  }
  lines.push("", row(say("slip.result"), result));
  if (players[0].points) lines.push(row(say("slip.points"), players.map(({ colour, points }) => `${colour} ${points}`).join(" : ")));
  lines.push("", say("words.moves", { number: moves.length }), ...table(moves));
  if (record.length) lines.push("", say("page.on_record"), ...record.map((text) => `- ${text}`));
  lines.push("", "");
  lines.push(players.map(() => SIGNATURE).join("    "), players.map(({ colour }) => padded(colour, SIGNATURE.length)).join("    ").trimEnd());
  return `${lines.join("\n")}\n`;
}

function table(moves) {
  const columns = moves.some((move) => move.includes(" ")) ? COLUMNS / 2 : COLUMNS;
  const cell = Math.floor(WIDTH / columns);
  const lines = [];
  moves.forEach((move, at) => {
    if (at % columns === 0) lines.push("");
    lines[lines.length - 1] += padded(`${String(at + 1).padStart(3)} ${move}`, cell);
  });
  return lines.map((line) => line.trimEnd());
}

// in text columns a Chinese or Japanese letter takes two places
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
const NARROW = /[\p{M}\u2066-\u2069]/gu; // and combining marks and isolating characters take none
const columnsOf = (text) => [...text.replace(NARROW, "")].length + (text.match(WIDE)?.length ?? 0);
const padded = (text, columns) => text + " ".repeat(Math.max(0, columns - columnsOf(text)));

function nameOf(seat, details) {
  const name = details[seat];
  return name ? say("slip.name", { name: isolated(name), who: whoName(seat) }) : whoName(seat);
}

function leftText({ ms, periods }) {
  return periods === null ? timeText(ms) : say("slip.left_periods", { time: timeText(ms), n: periods });
}

const dateText = (date) => date.replace("T", " ").slice(0, 16);

// The result slip on the page: to read, print, save and copy.

/** Build the dialog; `current()` gives [game, details, now]. */
export function initSlip(current) {
  for (const id of ["show-slip", "to-slip"]) {
    $(id).addEventListener("click", () => {
      draw(slip(...current()));
      $("slip").showModal();
    });
  }
  const text = () => slipText(slip(...current()));
  $("slip-print").addEventListener("click", () => print());
  $("slip-save").addEventListener("click", () => saveAs(fileName(current()[0].stamp), text()));
  // over a network, a page without encryption has no clipboard
  $("slip-copy").hidden = !navigator.clipboard;
  $("slip-copy").addEventListener("click", () => navigator.clipboard.writeText(text()));
  $("slip-close").addEventListener("click", () => $("slip").close());
}

/** Draw the slip again if it is open, because its content has changed. */
export function showSlip(game, details, now) {
  if ($("slip").open) draw(slip(game, details, now));
}

function draw({ title, rows, players, result, moves, record }) {
  $("slip-title").textContent = title;
  $("slip-rows").replaceChildren(...rows.flatMap(([what, which]) => [make("dt", {}, what), make("dd", {}, which)]));
  $("slip-players").tBodies[0].replaceChildren(...players.map(({ colour, name, captured, left: time, points }) => {
    const more = [captured, time && say("slip.time_left", { left: time })].filter(Boolean);
    const who = make("td", {}, name, ...more.map((text) => make("small", {}, text)));
    return make("tr", {}, make("th", { scope: "row" }, colour), who, make("td", {}, points));
  }));
  $("slip-result").textContent = result;
  $("slip-moves-title").textContent = movesTitle(moves.length);
  setLines($("slip-moves"), moves);
  $("slip-record").hidden = !record.length;
  setLines($("slip-record").querySelector("ul"), record);
  $("slip-signatures").replaceChildren(...players.map(({ colour, name }) => make("p", {}, say("slip.signature", { colour, name }))));
}
