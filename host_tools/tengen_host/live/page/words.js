// Every word the page makes: events, prompts and labels, in the terms of the field.

import { namesIn, shown } from "./points.js";

const COLOUR = { black: "Black", white: "White" };
const BUTTON = { p1: "Player 1", p2: "Player 2", arbiter: "Arbiter" };
const KIND = { virtual: "virtual board", emulated: "emulated Pico" };
const FOULS = new Set(["overline", "double-four", "double-three"]);

const colour = (name) => COLOUR[name] ?? String(name);
const loser = (result) => (result.winner === "black" ? "White" : "Black");
const list = (points) => (points ?? []).map(shown).join(", ");
const plural = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

const EVENT = {
  started: (e) => `Board started: Tengen ${e.version ?? ""}`.trim(),
  new_game: () => "New game",
  set_aside: (e) => `The unfinished game is given up: ${namesIn(e.moves ?? "").map(shown).join(" ")}`,
  provisional: (e) => `${colour(e.colour)} on ${shown(e.point)}, provisional${e.foul ? `: a foul, ${e.foul}` : ""}`,
  withdrawn: (e) => `${shown(e.point)} withdrawn`,
  move: (e) => `${e.n}. ${colour(e.colour)} ${shown(e.point)}`,
  several: (e) => `Several new stones: ${list(e.points)}`,
  disturbed: (e) => `Disturbed: ${difference(e)}`,
  restored: () => "The board matches the game again",
  refused: (e) => `${shown(e.point)} refused: ${e.message}`,
  result: (e) => outcome(e),
  matrix: (e) => (e.faults.length ? `Fault: ${e.faults.join("; ")}` : "The matrix is whole again"),
  button: (e) => `Button ${BUTTON[e.name] ?? e.name ?? ""}: ${e.action ?? ""}`,
  error: (e) => `Error: ${e.message}`,
  snapshot: (e) => `Snapshot: ${e.turn ? `${colour(e.turn)} to move` : "the game is over"}`,
};

// What every event carries, or what the sentence beside it says already
const KNOWN_TO_ALL = new Set(["event", "seq", "t"]);

/** One event as a sentence; of an unknown kind, its fields as they are. */
export function sentence(event) {
  const say = EVENT[event.event];
  try {
    if (say) return say(event);
  } catch {
    // a known kind with fields missing is shown like an unknown one
  }
  const fields = Object.entries(event).filter(([name]) => !KNOWN_TO_ALL.has(name));
  return [event.event, ...fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join("  ");
}

function difference(event) {
  const parts = [];
  if (event.missing?.length) parts.push(`missing ${list(event.missing)}`);
  if (event.extra?.length) parts.push(`extra ${list(event.extra)}`);
  return parts.join("; ");
}

export function outcome(result) {
  return result.winner ? `${colour(result.winner)} wins: ${why(result)}` : `Draw: ${result.reason}`;
}

function why(result) {
  const { reason, line } = result;
  if (FOULS.has(reason)) return `${loser(result)}'s ${reason} at ${list(line)}`;
  switch (reason) {
    case "resignation":
      return `${loser(result)} resigns`;
    case "time":
      return `${loser(result)}'s time is up`;
    case "first pass":
      return "a draw goes to who passed first";
    default:
      return line?.length ? `${reason} (${list(line)})` : reason;
  }
}

export const toMove = (turn) => `${colour(turn)} to move`;

/**
 * What the board waits for, as something to do; "" when nothing is wanted but the next stone. `stones` is how many
 * lie on it.
 */
export function prompt(game, stones) {
  const event = game.prompt;
  if (game.result) return stones ? "For a new game: clear the board, then press Arbiter" : "For a new game: press Arbiter";
  if (!event && !game.moves.length) return "Put the first stone where the light is: click a point";
  switch (event?.event) {
    case "provisional":
      return toDecide(event, game);
    case "several":
      return `Lift all but one: ${list(event.points)}`;
    case "refused":
      return `Lift ${shown(event.point)}: ${event.message}`;
    case "disturbed": {
      const parts = [];
      if (event.missing?.length) parts.push(`Put back ${list(event.missing)}`);
      if (event.extra?.length) parts.push(`${parts.length ? "take" : "Take"} away ${list(event.extra)}`);
      if (!stones) parts.push("or press Arbiter to give this game up");
      return parts.join(", ");
    }
    default:
      return "";
  }
}

function toDecide({ point, foul }, game) {
  const button = game.players[game.turn];
  const press = button ? `press ${BUTTON[button] ?? button}` : "";
  if (!foul) return `${shown(point)}: let it rest${press && `, ${press}`}, or lift it`;
  const name = foul[0].toUpperCase() + foul.slice(1);
  return `${name} at ${shown(point)}, a foul: lift it${press && `, or ${press} and lose`}`;
}

/** What a player's push button says. */
export const buttonLabel = (button, colour) => (colour ? `${BUTTON[button]}, ${COLOUR[colour]}` : BUTTON[button]);

export const LOST = "The board has started anew: the game before is gone";

export const NO_CONNECTION = "No connection to the board: nothing happened";

/** What a screen reader says of a point. */
export const pointLabel = (point, stone, isLast) =>
  `${shown(point)}, ${stone ? `${stone} stone` : "empty"}${isLast ? ", last move" : ""}`;

export const kindName = (kind, version) => `${KIND[kind] ?? kind} ${version}`;

export const CONNECTION = { connecting: "connecting", open: "connected", lost: "no connection: trying again" };

export const movesTitle = (number) => (number ? `Moves (${number})` : "Moves");

export const sound = (on) => (on ? "Sound on" : "Sound off");

export const brokenTitle = (number) => (number ? `Break something (${number} broken)` : "Break something");

/** A kind of fault, with its place, of this sort, where it has one: "Stuck closed: H9". */
export function faultName(kind, at = null, sort = "") {
  const name = kind[0].toUpperCase() + kind.slice(1);
  if (at === null) return name;
  return `${name}: ${sort === "point" ? shown(at) : at}${sort === "mV" ? " mV" : ""}`;
}

const PLACE = { point: "point: h9", row: "row: 7", column: "column: c", pixel: "pixel: 112", mV: "mV: 4000" };

/** An example of a place of this sort. */
export const faultPlace = (sort) => PLACE[sort] ?? sort;

export const MEND = "Mend";

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
