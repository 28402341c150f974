// What the laptop would refuse of a name that somebody has written, before it is sent. Pure.

import { laptopSays } from "./said.js";

const MOST_MARKS = 4; // combining marks on one letter, as live/details.py has it
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const MARKED = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_MARKS + 1}}`, "u");

/** Why a detail of a game ("p1", "event" ...) can't be this text, in a sentence; "" where it can. */
export function unfit(field, text) {
  const given = text.trim().replace(/\s+/g, " ");
  if (UNPRINTABLE.test(given)) return laptopSays({ key: "server.unprintable", values: { field } });
  return MARKED.test(given) ? laptopSays({ key: "server.too_many_marks", values: { field, most: MOST_MARKS } }) : "";
}
