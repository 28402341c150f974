// Why a game was lost, and the commands that begin again before the losing move. Pure.

import { nameOf, shown } from "../board/points.js";
import { either, say, sentences } from "../words/i18n.js";
import { foulName, moveName } from "../words/terms.js";
import { otherColour, OWN, positionAt } from "./state.js";

// a game that ends in another way is not lost by the stones
const LOST_BY = new Set(["five", "resignation", "overline", "double-four", "double-three"]);
const SIZE = 15; // the study knows Renju on this size only
const MOST_HELD = 8; // the most points in a sentence
const SEATS = { p1: "p2", p2: "p1" };
const MARKS = { black: "X", white: "O" };

/** Whether a person has lost this game, and a study can say why. */
export function mayAskWhy({ result, settings, size, torus, players, stamp, puzzle, lesson }) {
  if (!stamp || puzzle || lesson || !result?.winner || !LOST_BY.has(result.reason)) return false;
  if (settings.game !== "renju" || size !== SIZE || torus) return false;
  const [partner] = (settings.partner ?? "").split(" ");
  return players[otherColour(result.winner)] !== partner;
}

/** The move that lost, and what would have held, by a study's `defeat` and the `moves` of its game. */
export function defeatWords({ turn, foul, win, held, better }, moves) {
  const values = { n: turn + 1, point: moveName({ point: moves[turn], kind: OWN }) };
  return sentences([
    foul ? say("study.lost.foul", { ...values, foul: foulName(foul) }) : win ? winAllowed(win, values) : say("study.lost.somehow", values),
    better ? say("study.better", { point: shown(better.line[0]) }) : "",
    held.length ? say("study.held", { points: either(held.slice(0, MOST_HELD).map(shown)) }) : "",
  ]);
}

function winAllowed({ by, why, colour, line: [first] }, values) {
  const its = { ...values, from: shown(first) };
  if (by === "threes") return say(`study.lost.threes.${colour}`, its);
  return why === "five" ? say(`study.lost.five.${colour}`, its) : say(`study.lost.fours.${colour}`, its);
}

/**
 * How to begin again after `turn` moves of a finished game on the board: {lines: the commands for the board, in order,
 * names: the changed names of the players, or null}. Settings, names and colours stay. In a set-up position p1 has
 * Black, so after a swap partner and names change their seats.
 */
export function againFrom(game, turn, details) {
  const { stones, turn: colour } = positionAt(game, turn);
  const swapped = game.players.black === "p2";
  const { puzzle, partner = "none", ...own } = game.settings;
  const played = { ...own, partner: swapped ? partner.replace(/^p[12]/, (seat) => SEATS[seat]) : partner };
  const settings = Object.entries(played).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(game.next[name]));
  const set = settings.length ? [{ cmd: "set", ...Object.fromEntries(settings) }] : [];
  const setup = { cmd: "setup", board: boardTextOf(stones, game.size), turn: colour, confirm: true };
  return { lines: [...set, setup], names: swapped ? { p1: details.p2, p2: details.p1 } : null };
}

/** The text of a position for the command `setup`, the highest row first. */
function boardTextOf(stones, size) {
  const rows = Array.from({ length: size }, (_, down) => size - 1 - down);
  return rows.flatMap((row) => Array.from({ length: size }, (_, column) => MARKS[stones[nameOf(column, row)]] ?? ".")).join("");
}
