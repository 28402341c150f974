// What the laptop answers at its addresses, besides the line to the board.

import { say } from "./language.js";
import { laptopSays } from "./said.js";

/** The JSON at an address. Throws an Error whose message says why there is none, in the language of the page. */
export async function answerAt(address) {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!answer) throw new Error(say("server.silent"));
  if (answer.ok) return answer.json();
  const its = await answer.json().catch(() => null); // what a proxy says is no JSON
  throw new Error(its?.message ? laptopSays(its) : say("server.failed", { status: answer.status }));
}
