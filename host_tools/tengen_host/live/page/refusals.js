// What the board says in English sentences, in the language of the page: why it refuses something, what is wrong with it.
//
// The file of English words has the board's sentences under these beginnings: what fits one of them is said by the same key
// in any language. Boards of before said the same sentences, so nothing else is asked of them.

import { either, lang, list as listed, named, say, textsOf } from "./language.js";
import { capital, entryName, gameName, lineName, list, modeName, optionName, whoName } from "./words.js";

const BEGINNINGS = ["refused.", "device."];

// What may stand at a place; anywhere else any text. Each is a pattern in which no other sentence hides.
const SHAPES = {
  n: "\\d+", number: "\\d+", width: "\\d+", count: "\\d+", lie: "\\d+", most: "\\d+", black: "\\d+", white: "\\d+",
  row: "\\d+", chip: "\\d+", pin: "\\d+", gpio: "\\d+", column: "[a-s]",
  points: "(?:[A-S]\\d+(?:, )?)+", stones: "[a-s]\\d+(?: [a-s]\\d+)*",
  seat: "player [12]", who: "p1|p2|arbiter", kind: "(?!pass\\b)\\w+", won: "(?!a five)[a-z -]+", mode: "[a-z]+", part: "[a-z]+",
  command: "\\w+", deed: "\\w+", setting: "\\w+", word: "'[^']*'|\"[^\"]*\"", variant: "(?:a torus of )?[\\w-]+",
  file: "\\w+\\.\\w+", bad: "\\w+\\.\\w+", error: ".+", wanted: "(?!.*silent mode needs ).+", least: "\\d+",
  why: "(?!\\w+ must be )(?:(?!; it is |; the ).)+",
};
// what the page calls the commands that a game may forbid it, and the fields of commands
const DEEDS = {
  do: "task.menu", back: "page.take_back", clock: "page.correct_clocks", new: "page.new_game", setup: "page.set_up",
  stamp: "page.stamp", probe: "page.watch_matrix", puzzle: "entry.menu.puzzle",
};
const SETTINGS = {
  game: "page.which_game", size: "page.size", options: "entry.menu.options", opening: "page.opening",
  fifths: "page.fifths", mode: "page.mode", clock: "page.clock", move: "page.becomes_move", brightness: "page.brightness",
  partner: "entry.menu.partner", hints: "entry.menu.hints", sound: "page.buzzer", count: "page.moves", p1: "seat.p1", p2: "seat.p2", turn: "page.to_move", date: "page.played_on",
};
const NUMBERS = { three: 3, four: 4, five: 5, six: 6, seven: 7 };
// the menus and decisions that have words for their entries
const ASKED = ["menu", "swap", "side", "way", "draw", "take back", "resign", "laptop", "damaged"];

const kindName = (kind) => entryName("menu", kind).toLowerCase();

// at these places stand words of the board's own, or other sentences
const WORDS = {
  kind: kindName,
  kinds: (kinds) => listed(kinds.split(", ").map(kindName)),
  line: (word) => NUMBERS[word] ?? word,
  won: (word) => lineName(word) || named(`reason.${word}`, word),
  game: gameName,
  variant: (words) => gameName(words.replace("a torus of ", "")),
  title: titled,
  titles: (titles) => listed(titles.split(", ").map(titled)),
  option: optionName,
  mode: modeName,
  modes: (modes) => listed(modes.split(", ").map(modeName)),
  seat: (words) => whoName(words.replace("player ", "p")),
  who: whoName,
  options: (words) => either(words.split(" or ").map(choiceName)),
  entry: (entry) => choiceName(entry.replace(/^'|'$/g, "")),
  entries: (entries) => listed(entries.split(", ").map(choiceName)),
  deed: (command) => (DEEDS[command] ? say(DEEDS[command]) : command),
  setting: (field) => (SETTINGS[field] ? say(SETTINGS[field]) : field),
  wanted: within,
  column: (letter) => letter.toUpperCase(),
  stones: (points) => list(points.split(" ")),
  why: within,
  fault: within,
};

function titled(title) {
  return gameName(textsOf("game.").find(([, text]) => text === title)?.[0].slice("game.".length) ?? title);
}

function choiceName(option) {
  const about = ASKED.find((ask) => named(`entry.${ask}.${option}`, ""));
  return entryName(about ?? "menu", option);
}

let patterns = null; // [[key, pattern], ...]

function known() {
  patterns ??= BEGINNINGS.flatMap(textsOf).flatMap(([key, text]) => {
    const forms = typeof text === "string" ? [text] : Object.values(text);
    return forms.map((form) => [key, pattern(form)]);
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

/** What the board says, in the language of the page; where the page does not know it, in the board's English, as such. */
export function boardSays(message) {
  const whole = message.replace(/, [^,]*\.\.\.$/, ""); // a long cause is cut off
  if (whole !== message) return `${boardSays(whole)} …`;
  const said = sentenceOf(message) ?? tasks(message) ?? faults(message);
  return said ?? (lang() === "en" ? message : say("board.says", { message }));
}

/** The same as a sentence of its own. */
export const boardSentence = (message) => capital(boardSays(message));

/** The same within another sentence, where what the page does not know stands as it is. */
export function within(message) {
  return sentenceOf(message) ?? message;
}

function sentenceOf(message) {
  for (const [key, fits] of known()) {
    const found = fits.exec(message);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([place, text]) => [place, WORDS[place]?.(text) ?? text]);
    return say(key, Object.fromEntries(values));
  }
  return null;
}

/** Several things to be done: "put back H8, I9, take away A1". */
function tasks(message) {
  const said = message.split(/, (?=put back |take away |turn )/).map(sentenceOf);
  return said.length > 1 && said.every(Boolean) ? listed(said) : null;
}

/** Several faults of the wiring in a row: why a clock was stopped. */
function faults(message) {
  const said = message.split(/, (?=(?:row|column|the) [^,]*\((?:595|GPIO))/).map(sentenceOf);
  return said.length > 1 && said.every(Boolean) ? listed(said) : null;
}
