// A code with values, as the board sends it, in the words of the page: {code: "refused.no_more_back", n: 3}.

import { either, has, list as listed, named, say } from "./language.js";
import { capital, entryName, gameName, lineName, list, modeName, optionName, whoName } from "./words.js";

// the menus and decisions that have words for their entries
const ASKED = ["menu", "swap", "side", "way", "draw", "take back", "resign", "laptop", "damaged"];

const many = (name) => (its) => listed(its.map(name));
const kindName = (kind) => entryName("menu", kind).toLowerCase();

// what stands at these places of a sentence; at any other, codes are said and all else stands as it is
const PLACES = {
  kind: kindName,
  kinds: many(kindName),
  won: (word) => lineName(word) || named(`reason.${word}`, word),
  game: gameName,
  games: many(gameName),
  option: optionName,
  mode: modeName,
  modes: many(modeName),
  seat: whoName,
  who: whoName,
  points: list,
  options: (its) => either(its.map(choiceName)),
  entry: choiceName,
  entries: many(choiceName),
  column: (letter) => letter.toUpperCase(),
};

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
  if (value === null || typeof value === "object" && !(place in PLACES)) return coded(value);
  return place in PLACES ? PLACES[place](value) : value;
}

function choiceName(option) {
  const about = ASKED.find((ask) => named(`entry.${ask}.${option}`, ""));
  return entryName(about ?? "menu", option);
}
