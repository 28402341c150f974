// What stands before the start of a new game, in words, and what is sent to the board for it. Pure.

import { say } from "./language.js";
import { isBegun, refusal } from "./trust.js";

const BEGIN = { cmd: "new", wait: true };

/** Why no new game can be begun from this page just now; "" where it can. */
export function cannotStart(game, stones, condition) {
  const why = refusal(BEGIN, game, condition);
  return why || (game.damaged !== null || (game.resuming && stones) ? say("trust.interrupted") : "");
}

/**
 * What becomes of the game under way, and what the table must do, while `stones` lie: sentences, mostly none. `hand`: they
 * are put and lifted on this page; after the end of a game no other board tells what lies.
 */
export function beforeStart(game, stones, hand) {
  const said = [];
  if ((game.moves.length || game.position) && !game.result) said.push(say("newgame.under_way", { n: game.moves.length }));
  if (game.result && !hand) said.push(say("newgame.when_clear"));
  else if (stones) said.push(say("newgame.clear", { n: stones }));
  return said;
}

/**
 * The commands that begin a new game by these changes of the settings, each to be sent when the board has done the one
 * before. It begins a game in which nothing has been done anew by itself when its settings change; so it does one that waits
 * already for a clear board.
 */
export function commandsOf(game, stones, changes) {
  const set = Object.keys(changes).length ? [{ cmd: "set", ...changes }] : [];
  const begins = game.clearing || (set.length && !isBegun(game) && !stones);
  return begins ? set : [...set, BEGIN];
}

// by command: what is done when the board has done it
const DONE = { set: ["settings"], new: ["new_game", "clearing"] };

/** Whether the board has done a command, by what was done. */
export const hasDone = (command, did) => did.some(({ code }) => DONE[command.cmd].includes(code));
