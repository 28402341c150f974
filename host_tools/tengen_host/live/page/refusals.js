// Why the board refuses something, in the language of the page.
//
// The board says it in English, and the file of English words has its sentences under "refused.": what fits one of them
// is said by the same key in any language. Boards of before said the same sentences, so nothing else is asked of them.

import { either, list as listed, named, say, textsOf } from "./language.js";
import { capital, entryName, gameName, whoName } from "./words.js";

const PREFIX = "refused.";
// what may stand at a place; anywhere else any text
const NUMBER = "\\d+";
const SHAPES = {
  n: NUMBER, number: NUMBER, width: NUMBER, count: NUMBER, lie: NUMBER, points: "(?:[A-S]\\d+(?:, )?)+",
  seat: "player [12]", who: "p1|p2|arbiter", kind: "(?!pass\\b)\\w+",
};
const NUMBERS = { three: 3, four: 4, five: 5, six: 6, seven: 7 };
const ASKED = ["swap", "side", "way"]; // the decisions that have words for their options

const kindName = (kind) => entryName("menu", kind).toLowerCase();

// at these places stand words of the board's own
const WORDS = {
  kind: kindName,
  kinds: (kinds) => listed(kinds.split(", ").map(kindName)),
  line: (word) => NUMBERS[word] ?? word,
  game: gameName,
  seat: (words) => whoName(words.replace("player ", "p")),
  who: whoName,
  options: (words) => either(words.split(" or ").map(optionName)),
  entry: (entry) => entryName("menu", entry.replace(/^'|'$/g, "")),
  entries: (entries) => listed(entries.split(", ").map((entry) => entryName("menu", entry))),
};

function optionName(option) {
  const about = ASKED.find((ask) => named(`entry.${ask}.${option}`, ""));
  return about ? entryName(about, option) : option;
}

let patterns = null; // [[key, pattern], ...]

function known() {
  patterns ??= textsOf(PREFIX).flatMap(([key, text]) => {
    const forms = typeof text === "string" ? [text] : Object.values(text);
    return forms.map((form) => [key.slice(PREFIX.length), pattern(form)]);
  });
  return patterns;
}

function pattern(text) {
  const met = new Set();
  const source = text.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (met.has(part)) return `\\k<${part}>`;
    met.add(part);
    return `(?<${part}>${SHAPES[part] ?? ".+"})`;
  });
  return new RegExp(`^${source.join("")}$`);
}

/** What the board says of something that it refuses, in the language of the page; as it is where the page does not know it. */
export function refusalWords(message) {
  return sentenceOf(message) ?? tasks(message) ?? message;
}

function sentenceOf(message) {
  for (const [key, fits] of known()) {
    const found = fits.exec(message);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([place, text]) => [place, WORDS[place]?.(text) ?? text]);
    return say(`refused.${key}`, Object.fromEntries(values));
  }
  return null;
}

/** Several things to be done: "put back H8, I9, take away A1". */
function tasks(message) {
  const said = message.split(/, (?=put back |take away |turn )/).map(sentenceOf);
  return said.length > 1 && said.every(Boolean) ? listed(said) : null;
}

/** The same as a sentence of its own. */
export const refusalSentence = (message) => capital(refusalWords(message));
