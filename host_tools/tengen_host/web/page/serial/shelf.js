// The games kept in this browser, with the answers that web/games.py gives on a laptop.

import { remember, remembered, rememberedJson, saveAs } from "../browser.js";
import { plainText } from "./names.js";
import { sgfOf } from "./sgf.js";

const STORED = "tengen.game.";
const SGF = "application/x-go-sgf";

/** `words`: as for sgfOf(); `longest`: the most characters of a name. */
export class Shelf {
  #words;
  #longest;

  constructor(words, longest) {
    [this.#words, this.#longest] = [words, longest];
  }

  /** Keep a game: {record, opening, goal, counts, reasons}; false if the browser has no room for it. */
  keep(game) {
    navigator.storage?.persist?.(); // asks the browser not to clear them by itself
    const [name, text] = [STORED + game.record.id, JSON.stringify(game)];
    return remembered(name) === text || remember(name, text);
  }

  /**
   * The entries of all games, the newest first, as in /games.json. The `present` game has no remove(), because it would
   * be kept again.
   */
  entries(present) {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(STORED)).map((key) => key.slice(STORED.length));
    return ids.map((id) => this.#entry(this.game(id), present)).filter(Boolean).sort((one, other) => (one.date < other.date ? 1 : -1));
  }

  /** A game as in /games/ID.json; null if there is none, or if it is damaged. */
  game(id) {
    const game = rememberedJson(STORED + id);
    return game?.record?.id === id ? game : null;
  }

  /** Set the names of its players; returns why that was refused, {key, values}, or null. */
  rename(id, names) {
    const given = Object.entries(names).map(([colour, text]) => [colour, plainText(colour, text, this.#longest)]);
    const refused = given.find(([, { why }]) => why);
    if (refused) return refused[1].why;
    const game = this.game(id);
    Object.assign(game.record, Object.fromEntries(given.map(([colour, { text }]) => [colour, text])));
    return this.keep(game) ? null : { key: "alone.full", values: { file: fileName(game.record) } };
  }

  #entry(game, present) {
    if (!game) return null;
    const { record, opening } = game;
    const { id, date, black, white, event, round, table, rule, over, winner, reason } = record;
    return {
      id, date, black, white, event, round, table, rule, over, winner, reason,
      game: record.game === "renju" ? "" : record.game, moves: record.moves.length,
      code: opening?.code ?? "", opening: [opening?.name, opening?.kanji].filter(Boolean).join(" "),
      files: ["sgf"], file: "", ending: "", renames: true,
      ...(id !== present && { remove: () => localStorage.removeItem(STORED + id) }),
      give: () => saveAs(fileName(record), sgfOf(record, this.#words), SGF),
    };
  }
}

/** "2026-11-21 Anna - Bo.sgf". */
export function fileName({ id, date, black, white }) {
  const names = black || white ? `${black || "Black"} - ${white || "White"}` : id;
  return `${date.slice(0, 10)} ${names}.sgf`.replace(/[\\/:*?"<>|]/g, "_");
}
