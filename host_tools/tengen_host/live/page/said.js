// Sentences of the laptop, in the language of the page: each comes as {key, values, message}, with its English text.

import { faultName } from "./boardwords.js";
import { has, say } from "./language.js";
import { apart, whoName } from "./words.js";

// at these places stand words of the laptop's own, or other sentences
const WORDS = { fault: faultName, field: fieldName, why: laptopSays };

/** What the laptop says, as within a line; in English where the page does not know the sentence. */
export function laptopSays({ key, values = {}, message }) {
  if (!key || !has(key)) return message;
  return say(key, Object.fromEntries(Object.entries(values).map(([place, value]) => [place, WORDS[place]?.(value) ?? value])));
}

/** Whether nobody knows how a board goes on: a relay hears nothing of it. Without its cable it goes on by itself. */
export const isUnheard = ({ connected, key }) => !connected && (key === "server.cut_off" || /^server\.silent_for_/.test(key));

/** The name of a board in the list of boards: one that the laptop has given it is in the language of the page. */
export const boardName = ({ name, said }) => laptopSays({ ...said, message: name });

/**
 * Where a game is played, in words: the table's number where one is given, and the board's name, but with a number not one
 * that the laptop has made up. `board` as in the list of boards, or null for the only one.
 */
export function placeName(board, table) {
  const its = table ? say("hall.table", { table: apart(table) }) : "";
  return [its, board && !(its && board.said) && boardName(board)].filter(Boolean).join(" · ");
}

function fieldName(field) {
  if (field === "black" || field === "white") return say(`games.${field}`);
  if (field === "p1" || field === "p2") return whoName(field);
  return say(`slip.${field}`);
}
