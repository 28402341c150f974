// What the hall shows large: the board on top of the view for a big screen, or a board that was called by its number.

import { say } from "../words/i18n.js";
import { DIGIT_MS, EVERY, isWhole, numbersOf, secondsIn, topOf, typedAfter } from "./stage.js";

const SHOW = "show";

/**
 * The view in the address: ?view=show, and every=20 for the seconds of each board in turn. `changed()` is called after
 * each change of what is large, `tell(sentence)` shows a notice.
 */
export function initShow(changed, tell) {
  const asked = new URLSearchParams(location.search);
  const every = secondsIn(asked.get("every") ?? String(EVERY.usual));
  if (every === null) tell(say("hall.every", { text: asked.get("every"), least: EVERY.least, most: EVERY.most }));
  let isOn = asked.get("view") === SHOW;
  let called = null; // the key of the board that was called
  let typed = { text: "", at: 0 };
  let numbers = {};
  let large = null;
  let stage = "all";

  /** Find what is large now; `boards` as for topOf(), each with its `table`. */
  function look(boards, now) {
    numbers = numbersOf(boards);
    if (typed.text && (isWhole(typed.text, Object.values(numbers)) || now - typed.at >= DIGIT_MS)) call();
    if (!(called in numbers)) called = null;
    const on = called ?? (isOn ? topOf(boards, now, 1000 * (every ?? EVERY.usual)) ?? null : null);
    const its = on === null ? "all" : called || boards.length === 1 ? "one" : SHOW;
    if (on === large && its === stage) return;
    [large, stage] = [on, its];
    changed();
  }

  function call() {
    const found = Object.keys(numbers).find((key) => numbers[key] === typed.text);
    if (found === undefined) tell(say("hall.no_number", { number: typed.text }));
    else called = found;
    typed = { text: "", at: 0 };
  }

  /** A digit was typed. */
  function digit(key, now) {
    if (key === "0" && !typed.text) return back();
    const text = typedAfter(typed.text, key, Object.values(numbers));
    if (!text) tell(say("hall.no_number", { number: typed.text + key }));
    typed = { text, at: now };
  }

  /** No board is called any more; without a called board or a typed digit, the big screen ends. */
  function back() {
    if (isOn && !called && !typed.text) toggle();
    called = null;
    typed = { text: "", at: 0 };
  }

  function toggle() {
    isOn = !isOn;
    called = null;
    typed = { text: "", at: 0 };
    const address = new URL(location.href);
    if (isOn) address.searchParams.set("view", SHOW);
    else address.searchParams.delete("view");
    history.replaceState(history.state, "", address);
  }

  /** The query of the hall's address in this view; "" in the usual view. */
  const query = () => (isOn ? new URLSearchParams({ view: SHOW, ...(asked.has("every") && { every: asked.get("every") }) }).toString() : "");

  return { look, digit, back, toggle, query, isOn: () => isOn, large: () => large, stage: () => stage, numbers: () => numbers };
}
