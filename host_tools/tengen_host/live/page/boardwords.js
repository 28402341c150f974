// The words for the board itself: what is broken in it, its settings, its reeds, the line to it.

import { shown } from "./points.js";
import { capital, list, plural } from "./words.js";

const KIND = { virtual: "virtual board", emulated: "emulated Pico" };

export const LOST = "The board has started anew: the game before is gone";

export const LOOKING = "You are looking on: only a page on the board’s own laptop can act";

export const NO_CONNECTION = "No connection to the board: nothing happened";

export const kindName = (kind, version) => `${KIND[kind] ?? kind} ${version}`;

export const CONNECTION = { connecting: "connecting", open: "connected", lost: "no connection: trying again" };

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

export const watching = (on) => (on ? "Back to the game" : "Watch the matrix");

export const WIRED_SHUT = "Wired shut";

/** A contact of the matrix, just now. */
export function contactText(place, closed, edges) {
  return `${place}: ${closed ? "closed" : "open"}, ${plural(edges, "change")}`;
}

/** Scan rate, supply and current of a matrix that is watched. */
export function figures({ hz, mv, ma }) {
  const told = [hz && `${hz} frames a second`, mv && `VSYS ${volts(mv)}`, ma && `lights about ${(ma / 1000).toFixed(2)} A`];
  return told.filter(Boolean).join(", ");
}

export const NO_TROUBLE = "None has flickered";

const PLACE = {
  point: "point: h9",
  row: "row: 7",
  column: "column: c",
  rows: "rows: 3 4",
  columns: "columns: c d",
  pixel: "pixel: 112",
  mV: "mV: 4000",
};

/** An example of a place of this sort. */
export const faultPlace = (sort) => PLACE[sort] ?? sort;

export const MEND = "Mend";

export const plug = (on) => (on ? "Pull the plug" : "Plug it in");

const volts = (mv) => `${(mv / 1000).toFixed(2)} V`;
export const supplyGood = (mv) => `The supply is good: ${volts(mv)}`;
export const sagging = (mv) => `The supply sags to ${volts(mv)}: the lights get half their current`;
export const broken = (fault) => `Lights: ${fault}`;

export function ignored(points) {
  return `Not read as long as ${points.length === 1 ? "its reed chatters" : "their reeds chatter"}: ${list(points)}`;
}

const FAILED = { watchdog: "The board was reset by its watchdog", exception: "The firmware failed and was started anew" };

/** What has happened to the firmware, by its cause. */
export const failed = (cause) => FAILED[cause] ?? `The firmware was started anew: ${cause}`;

export const WENT_ON = "the game went on by itself";

/** The same in a line, with the last line of what the board says of it: a traceback has its point there. */
function failureNote({ cause, text, wentOn }) {
  const point = text?.trim().split("\n").at(-1);
  return `${failed(cause)}${point ? ` (${point})` : ""}${wentOn ? `; ${WENT_ON}` : ""}`;
}

export const WATCHDOG_OFF = "The watchdog is off until the board is started anew";

export const PROBED = "The board is being looked at for faults: the game stands still until that is over";

export const journalTrouble = (message) => `Journal: ${message}`;

/** How many games the board keeps, as soon as it has counted them, and which of them is on it now. */
export function gamesKept({ number, kept }) {
  const games = kept === null ? "" : `The board keeps ${plural(kept, "game")}`;
  const present = number ? `this one is game ${number}` : "";
  return capital([games, present].filter(Boolean).join("; "));
}

/** How often the firmware has failed since it was put on. */
export const faultsCounted = (number) => `The firmware has failed ${number === 1 ? "once" : `${number} times`}`;

/** What is wrong with the board while the game goes on, a sentence each. */
export function notes({ size, faults, unproved, waits, chattering, supply, chain, failure, journal, watchdog, probed }) {
  const said = probed ? [PROBED] : [];
  if (failure) said.push(failureNote(failure));
  if (journal?.message) said.push(journalTrouble(journal.message));
  if (watchdog === false) said.push(WATCHDOG_OFF);
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
