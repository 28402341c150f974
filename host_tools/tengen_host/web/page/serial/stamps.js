// Gives each game on a board an id and a date, as hall/stamps.py does, because the board has no calendar. Pure.

import { twoDigits } from "../game/clock.js";

const FREE = ["casual", "teach"]; // the modes in which a game may be stamped again
const TOKEN = 0x10000; // the number of different ends of an id

/** A `stamp` command for this moment in local time; `token` is a number below 65536. */
export function stampOf(now, token) {
  const day = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits);
  const record = `${day.join("")}-${time[0]}${time[1]}-${token.toString(16).padStart(4, "0")}`;
  return { cmd: "stamp", record, date: `${day.join("-")}T${time.join(":")}` };
}

/** Tells when a game needs a stamp: with its first move, and again if it goes on after its end. */
export class Stamps {
  #asked = null; // the number of the last game with a request
  #ended = null; // the id of the last game that was over

  /** Whether to stamp the game in these groups of the state now. */
  wants({ game, result, moves }) {
    const id = game?.stamp?.id ?? null;
    if (result) this.#ended = id;
    else if (this.#ended && id === this.#ended) {
      this.#ended = null;
      if (FREE.includes(game.settings?.mode)) return true;
    }
    if (!(moves?.length || result) || id || game?.number === this.#asked) return false;
    this.#asked = game?.number ?? null;
    return true;
  }

  /** The board has started: its numbers begin again. */
  started() {
    this.#asked = null;
  }
}

export const anyToken = () => Math.floor(Math.random() * TOKEN);
