// The words for the board itself: what is broken in it, its settings, its reeds, the line to it.

import { clauses, decimal, list as listed, named, say, sentences } from "./language.js";
import { shown } from "./points.js";
import { coded, codedSentence } from "./coded.js";
import { capital, list } from "./words.js";

export const kindName = (kind, version) => say("board.kind", { kind: named(`board.kind.${kind}`, kind), version });

export const connection = (word) => say(`connection.${word}`);

export const sound = (on) => (on ? say("page.sound_on") : say("page.sound_off"));

export const brokenTitle = (number) => (number ? say("fault.title", { number }) : say("page.faults"));

/** A kind of fault, with its place, of this sort, where it has one: "Stuck closed: H9". */
export function faultName(kind, at = null, sort = "") {
  const name = named(`fault.kind.${kind}`, capital(kind));
  if (at === null) return name;
  const place = sort === "point" ? shown(at) : sort === "mV" ? say("board.mv", { mv: at }) : at;
  return say("fault.at", { name, place });
}

/** What a kind of fault is, in words; `otherwise` in the board's own. */
export const faultWords = (kind, otherwise) => named(`fault.words.${kind}`, otherwise);

export const percent = (number) => say("percent", { n: number });

export const buzzer = (on) => (on ? say("board.buzzer_on") : say("board.buzzer_off"));

/** What a point's reed has been through. */
export function reedText(point, counters) {
  if (!counters) return say("reed.new", { point: shown(point) });
  const [closures, flickers, longest] = counters;
  const values = { point: shown(point), closed: say("reed.closed", { n: closures }), flickers: say("reed.flickers", { n: flickers }) };
  return longest ? say("reed.opened", { ...values, longest }) : say("reed.never_opened", values);
}

export const watching = (on) => (on ? say("board.back_to_game") : say("page.watch_matrix"));

/** A contact of the matrix, just now; `place` is null where it is wired shut. */
export function contactText(place, closed, edges) {
  const values = { place: place === null ? say("contact.wired_shut") : shown(place), changes: say("contact.changes", { n: edges }) };
  return closed ? say("contact.closed", values) : say("contact.open", values);
}

/** Scan rate, supply and current of a matrix that is watched. */
export function figures({ hz, mv, ma }) {
  return listed([
    hz && say("figures.hz", { n: hz }),
    mv !== null && say("figures.supply", { volts: volts(mv) }),
    ma && say("figures.current", { amperes: decimal(ma / 1000, 2) }),
  ].filter(Boolean));
}

/** An example of a place of this sort. */
export const faultPlace = (sort) => named(`fault.place.${sort}`, sort);

export const plug = (on) => (on ? say("board.pull_plug") : say("board.plug_in"));

const volts = (mv) => decimal(mv / 1000, 2);
export const supplyGood = (mv) => say("board.supply_good", { volts: volts(mv) });
/** A supply that is low, or missing. */
export const badSupply = ({ mv, off }) => say(off ? "board.supply_off" : "board.supply_sags", { volts: volts(mv) });
export const broken = (fault) => say("board.lights", { fault: coded(fault) });

export const ignored = (points) => say("board.ignored", { n: points.length, points: list(points) });

/** What has happened to the firmware, by its cause. */
export const failed = (cause) => named(`failed.${cause}`, null) ?? say("failed", { cause });

/** What the board has kept of it: a traceback, or the part of the firmware that stood still. */
export const failureText = ({ cause, text }) => (cause === "watchdog" ? say("failed.stood_still", { part: text }) : text);

/** The same in a line, with the last line of what the board has kept of it: a traceback has its point there. */
function failureNote({ cause, text, went_on: wentOn }) {
  const point = text && failureText({ cause, text: text.trim().split("\n").at(-1) });
  const said = point ? say("event.because", { said: failed(cause), cause: point }) : failed(cause);
  return clauses([said, wentOn && say("board.went_on")]);
}

export const journalTrouble = (why) => say("board.journal", { message: coded(why) });

/** How many games the board keeps, as soon as it has counted them, and which of them is on it now. */
export function gamesKept({ number, kept }) {
  const games = kept === null ? "" : say("board.keeps", { n: kept });
  return capital(clauses([games, number && say("board.present", { number })]));
}

/** How often the firmware has failed since it was put on. */
export const faultsCounted = (number) => say("board.failures", { n: number });

/** What is wrong with the board while the game goes on, a sentence each. */
export function notes({ size, faults, unproved, waits, chattering, unsteady, supply, chain, failure, journal, watchdog, probed }) {
  const said = probed ? [say("board.probed")] : [];
  if (failure) said.push(failureNote(failure));
  if (journal?.why) said.push(journalTrouble(journal.why));
  if (watchdog === false) said.push(say("board.watchdog_off"));
  if (faults.length && !waits) {
    const places = unproved.length && area(unproved, size);
    said.push(places ? say("board.not_read", { places }) : sentences(faults.map(codedSentence)));
  }
  if (chattering.length) said.push(ignored(chattering));
  if (unsteady.length) said.push(say("board.unsteady", { places: area(unsteady, size) }));
  if (supply) said.push(badSupply(supply));
  if (chain) said.push(broken(chain));
  return said;
}

/** Points, with whole rows and columns as such: "row 7, A1". */
function area(points, size) {
  const lines = new Map();
  for (const point of points) {
    for (const line of [say("area.column", { column: shown(point[0]) }), say("area.row", { row: point.slice(1) })]) {
      lines.set(line, [...(lines.get(line) ?? []), point]);
    }
  }
  const whole = [...lines].filter(([, its]) => its.length === size);
  if (whole.length === 2 * size) return say("area.board");
  const named = new Set(whole.flatMap(([, its]) => its));
  const rest = points.filter((point) => !named.has(point)).map(shown);
  return listed([...whole.map(([name]) => name), ...rest]);
}
