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
  reason: (e) => [`Why ${shown(e.point)} is ${article(e.foul)} ${e.foul}:`, ...e.lines.map(lineText)].join("\n"),
  several: (e) => `Several new stones: ${list(e.points)}`,
  disturbed: (e) => (moved(e) ? `${moved(e)[0]}: ${moved(e)[1]}` : `Disturbed: ${difference(e)}`),
  restored: () => "The board matches the game again",
  refused: (e) => `${shown(e.point)} refused: ${e.message}`,
  result: (e) => outcome(e),
  matrix: (e) => (e.faults.length ? `Fault: ${e.faults.join("; ")}. ${goingOn(e)}` : "All rows and columns are whole"),
  chatter: (e) => (e.points.length ? ignored(e.points) : "No reed chatters any more"),
  supply: (e) => (e.low ? sagging(e.mv) : `The supply is good: ${volts(e.mv)}`),
  chain: (e) => (e.whole ? "The chain of lights is whole" : broken(e.fault)),
  settings: (e) => `Brightness ${percent(e.brightness)}, buzzer ${e.sound ? "on" : "off"}`,
  button: (e) => `Button ${BUTTON[e.name] ?? e.name ?? ""}: ${pushed(e)}`,
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

/** What was done to one stone of the game, and what is to be done about it; null where it is more than that. */
function moved({ what, missing, extra }) {
  if (what === "lifted") return [`${shown(missing[0])} was lifted`, "put it back"];
  if (what === "slid") return [`${shown(missing[0])} slid to ${shown(extra[0])}`, "slide it back"];
  return null;
}

function pushed({ action, ms }) {
  if (action === "press") return "pressed";
  if (action === "hold") return "held";
  return action === "release" ? `let go after ${(ms / 1000).toFixed(1)} s` : action ?? "";
}

function goingOn({ waits, points }) {
  if (waits) return "The game waits";
  return points?.length ? `The game goes on without ${plural(points.length, "point")}` : "The game goes on";
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const volts = (mv) => `${(mv / 1000).toFixed(2)} V`;
const broken = (fault) => `Lights: ${fault}`;
const sagging = (mv) => `The supply sags to ${volts(mv)}: the lights get half their current`;

function ignored(points) {
  return `Not read as long as ${points.length === 1 ? "its reed chatters" : "their reeds chatter"}: ${list(points)}`;
}

/** A line of a foul, as `tengen judge` says it: "three F8 G8 H8 in the row: straight four at E8 or I8". */
export function lineText(line) {
  const said = `${line.shape} ${line.stones.map(shown).join(" ")} in the ${line.direction}`;
  if (line.shape !== "three") return line.completes.length ? `${said}: five at ${either(line.completes)}` : said;
  const playable = line.at.filter(({ rule }) => !rule).map(({ point }) => point);
  const killed = line.at.filter(({ rule }) => rule).map(killing);
  if (!playable.length) return `${said}: does not count: ${killed.join("; ")}`;
  return [`${said}: straight four at ${either(playable)}`, ...killed].join("; ");
}

const article = (foul) => (foul === "overline" ? "an" : "a");

const either = (points) => points.map(shown).join(" or ");

function killing({ point, name, rule }) {
  return `at ${shown(point)} Black would make ${article(name)} ${name} (${rule})`;
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
export function prompt(game, stones, condition) {
  const event = game.prompt;
  if (condition.waits) return toMend(condition);
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
      const parts = moved(event) ? [moved(event).join(": ")] : [];
      if (parts.length) return [...parts, ...giveUp(stones)].join(", ");
      if (event.missing?.length) parts.push(`Put back ${list(event.missing)}`);
      if (event.extra?.length) parts.push(`${parts.length ? "take" : "Take"} away ${list(event.extra)}`);
      return [...parts, ...giveUp(stones)].join(", ");
    }
    default:
      return "";
  }
}

const giveUp = (stones) => (stones ? [] : ["or press Arbiter to give this game up"]);

function toMend({ faults, unproved }) {
  const them = faults.length > 1;
  const without = unproved.length ? `without ${them ? "their" : "its"} points` : "all the same";
  const mend = `Mend ${them ? "them" : "it"}, or hold Arbiter for a second to go on ${without}`;
  return [...faults.map(capital), mend].join(". ");
}

/** What is wrong with the board while the game goes on, a sentence each. */
export function notes({ size, faults, unproved, waits, chattering, supply, chain }) {
  const said = [];
  if (faults.length && !waits) {
    said.push(unproved.length ? `Not read until mended: ${area(unproved, size)}` : faults.map(capital).join(". "));
  }
  if (chattering.length) said.push(ignored(chattering));
  if (supply) said.push(sagging(supply.mv));
  if (chain) said.push(broken(chain));
  return said;
}

/** Points, with whole rows and columns as such: "row 7, A1". */
function area(points, size) {
  const lines = new Map();
  for (const point of points) {
    for (const line of [`column ${shown(point[0])}`, `row ${point.slice(1)}`]) {
      lines.set(line, [...(lines.get(line) ?? []), point]);
    }
  }
  const whole = [...lines].filter(([, its]) => its.length === size);
  if (whole.length === 2 * size) return "the whole board";
  const named = new Set(whole.flatMap(([, its]) => its));
  const rest = points.filter((point) => !named.has(point)).map(shown);
  return [...whole.map(([name]) => name), ...rest].join(", ");
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
export const pointLabel = (point, stone, isLast, isUnread) =>
  `${shown(point)}, ${stone ? `${stone} stone` : "empty"}${isLast ? ", last move" : ""}${isUnread ? ", not read" : ""}`;

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

export const percent = (number) => `${number} %`;

export const buzzer = (on) => (on ? "Buzzer on" : "Buzzer off");

const closed = (number) => `closed ${number === 1 ? "once" : `${number} times`}`;

/** What a point's reed has been through. */
export function reedText(point, counters) {
  if (!counters) return `${shown(point)}: never closed yet`;
  const [closures, flickers, longest] = counters;
  const open = longest ? `open for ${longest} ms at the longest` : "never open";
  return `${shown(point)}: ${closed(closures)}, ${plural(flickers, "flicker")}, ${open} under a stone`;
}

export const NO_TROUBLE = "None has flickered";

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
