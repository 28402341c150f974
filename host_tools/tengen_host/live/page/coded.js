// A code with values, as the board sends it, in the words of the page: {code: "refused.no_more_back", n: 3}.

import { either, has, list as listed, named, say } from "./language.js";
import { shown } from "./points.js";
import { capital, entryName, foulName, gameName, lineName, modeName, optionName, whoName } from "./words.js";

// the menus and decisions that have words for their entries
const ASKED = ["menu", "swap", "side", "way", "draw", "take back", "resign", "laptop", "damaged"];
// what the page calls the commands that a game may forbid it, and the settings and fields of commands
const DEEDS = {
  do: "task.menu", back: "page.take_back", clock: "page.correct_clocks", new: "page.new_game", setup: "page.set_up",
  stamp: "page.stamp", probe: "page.watch_matrix", puzzle: "entry.menu.puzzle",
};
const SETTINGS = {
  game: "page.which_game", size: "page.size", options: "entry.menu.options", opening: "page.opening",
  fifths: "page.fifths", mode: "page.mode", clock: "page.clock", move: "page.becomes_move", brightness: "page.brightness",
  partner: "entry.menu.partner", hints: "entry.menu.hints", sound: "page.buzzer", count: "page.moves", p1: "seat.p1", p2: "seat.p2", turn: "page.to_move", date: "page.played_on",
};

/** What stands at these places of a sentence, by its name there; at any other, codes are said and all else is as it is. */
export const WORDS = {
  kind: (kind) => entryName("menu", kind).toLowerCase(),
  won: (word) => lineName(word) || named(`reason.${word}`, word),
  foul: foulName,
  game: gameName,
  option: optionName,
  mode: modeName,
  seat: whoName,
  who: whoName,
  point: shown,
  column: (letter) => letter.toUpperCase(),
  entry: (entry) => entryName(ASKED.find((ask) => named(`entry.${ask}.${entry}`, "")) ?? "menu", entry),
  deed: (command) => (DEEDS[command] ? say(DEEDS[command]) : command),
  setting: (field) => (SETTINGS[field] ? say(SETTINGS[field]) : field),
};
// places with several of these
const EACH = { kinds: "kind", games: "game", modes: "mode", points: "point", entries: "entry", options: "entry" };

/** What a code with its values says, within a sentence; several in a list. One that the page does not know is shown as it came. */
export function coded(why) {
  if (Array.isArray(why)) return listed(why.map(coded));
  if (why === null || typeof why !== "object") return String(why ?? "");
  const { code, ...values } = why;
  if (!has(code)) return say("board.unknown_code", { code, values: Object.keys(values).length ? JSON.stringify(values) : "" }).trim();
  return say(code, Object.fromEntries(Object.entries(values).map(([place, value]) => [place, worded(place, value)])));
}

/** The same as a sentence of its own. */
export const codedSentence = (why) => capital(coded(why));

function worded(place, value) {
  if (Array.isArray(value)) {
    const its = value.map((each) => worded(EACH[place] ?? place, each));
    return place === "options" ? either(its) : listed(its);
  }
  if (value === null || typeof value === "object") return coded(value);
  return WORDS[place]?.(String(value)) ?? value;
}
