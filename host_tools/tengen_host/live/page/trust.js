// What the board would refuse: what is not open now; and in referee and silent games a laptop acts only where the arbiter
// has allowed it.

import { say } from "./language.js";
import { codedSentence } from "./coded.js";

/** In games of these modes a laptop acts only where the arbiter has allowed it. */
export const STRICT = new Set(["referee", "silent"]);
const CHANGES_A_GAME = new Set(["do", "back", "clock", "new", "setup", "puzzle", "probe"]);
const BEGINS_A_GAME = new Set(["new", "setup", "puzzle", "probe"]);
const LAPTOP = "laptop";
// the arbiter's entries that are commands of the link
const ENTRIES = { new: "new game", back: "take back", clock: "time" };

/** Whether anything has been done in the game. */
export const isBegun = ({ moves, position, result, clock }) => Boolean(moves.length || position || result || clock?.running);

/** Whether the game is of a mode in which the laptop may not act by itself, and something has been done in it. */
const isGuarded = (game) => STRICT.has(game.settings.mode) && isBegun(game);

/** Why the board would not take a command, like {cmd: "do", who: "p1", entry: "pass"}; "" where it may. */
export function refusal(command, game, { laptop }) {
  const { cmd, who, entry } = command;
  const menu = game.menus[who];
  if (cmd === "do" && (entry === LAPTOP || (menu?.about === LAPTOP && menu.entries.includes(entry)))) {
    return say("trust.only_arbiter");
  }
  if (cmd === "do" && game.damaged !== null) return say("trust.interrupted");
  if (laptop || !CHANGES_A_GAME.has(cmd) || !isGuarded(game)) return closed(command, game);
  return game.result && BEGINS_A_GAME.has(cmd) ? closed(command, game) : forbidden(game);
}

/** Why what a command does is not open now, in words; "" where it is, or where the board has not told. */
function closed({ cmd, who, entry, wait }, { open, menus }) {
  // a new game may always wait for a clear board
  if (wait !== undefined) return "";
  if (cmd === "do" && menus[who]?.entries.includes(entry)) return "";
  const [whose, its] = cmd === "do" ? [who, entry] : ["arbiter", ENTRIES[cmd]];
  const [, why] = open[whose]?.find(([offered]) => offered === its) ?? [];
  return why ? codedSentence(why) : "";
}

/**
 * Whether this page may act in the game, in words; "" where there is nothing to be said of it, or where to hold Arbiter
 * means something else just now.
 */
export function laptopWords(game, { laptop, waits }) {
  if (game.result || game.resuming || waits || !isGuarded(game)) return "";
  return laptop ? say("trust.allowed") : forbidden(game);
}

function forbidden({ settings: { mode }, resuming }) {
  if (resuming) return say("trust.interrupted");
  return mode === "silent" ? say("trust.silent") : say("trust.referee");
}
