// What the laptop answers at its addresses, besides the line to the board.

import { say } from "./language.js";
import { laptopSays } from "./said.js";

/**
 * The JSON at an address. Throws an Error whose message says why there is none, in the language of the page; its `status`
 * is that of the answer, if there was one.
 */
export const answerAt = (address) => answerTo(address, {});

/** The same of an address that takes `told`. */
export const tellAt = (address, told) =>
  answerTo(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(told) });

async function answerTo(address, request) {
  const answer = await fetch(address, { cache: "no-store", ...request }).catch(() => null);
  if (!answer) throw new Error(say("server.silent"));
  if (answer.ok) return answer.json();
  const its = await answer.json().catch(() => null); // what a proxy says is no JSON
  const why = new Error(its?.message ? laptopSays(its) : say("server.failed", { status: answer.status }));
  throw Object.assign(why, { status: answer.status });
}

/** Why the laptop has no place for this page, in a sentence; "" if it has one, or does not answer. */
export async function noSeat() {
  const its = await answerAt("/seat.json").catch(() => null);
  return its?.message ? say("connection.refused", { why: laptopSays(its) }) : "";
}
