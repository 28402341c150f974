// A small dialog to type a point: Enter puts a stone there, or lifts the stone that the game wants lifted.

import { make } from "../browser.js";
import { dialog } from "../controls.js";
import { announce } from "../ear/speech.js";
import { doing } from "../game/prompts.js";
import { say } from "../words/i18n.js";
import { codeWords } from "../words/sentences.js";
import { capital } from "../words/terms.js";
import { nameOf, placeOf, shown } from "./points.js";

const LONGEST = 40; // letters of a text that is read

/**
 * What a typed text means in a game with these stones on its field, {point: colour}: {do: "put" or "lift", point}, or
 * {why: the reason why it means nothing, in words}. Pure.
 */
export function meaning(text, game, stones) {
  const given = text.normalize("NFKC").trim();
  if (!given) return { why: say("typed.title") };
  const [, letter, number] = /^([a-z])\s*0*(\d{1,2})$/i.exec(given) ?? [];
  if (!letter) return { why: codeWords({ code: "refused.no_name_of_point", text: given }) };
  const point = letter.toLowerCase() + number;
  const last = game.size - 1;
  if (placeOf(point).some((value) => value < 0 || value > last)) {
    return { why: codeWords({ code: "refused.off_board", text: given, point: nameOf(last, last) }) };
  }
  if (point in stones) {
    return game.clearing || toLift(game).includes(point) ? { do: "lift", point } : { why: say("typed.taken", { point: shown(point) }) };
  }
  return game.result ? { why: codeWords({ code: "refused.over" }) } : { do: "put", point };
}

/** The points with stones that people must lift, or lift instead of losing. */
function toLift(game) {
  const { lift, turn, several, extra, equal, foul, refusal } = game.hand;
  const its = doing(game);
  const surplus = its.do === "keep" || (its.do === "offer" && game.offers.length > its.count) ? game.offers : [];
  const refused = refusal ? [refusal.point, ...(refusal.also ?? [])] : [];
  return [...lift, ...turn, ...several, ...extra, ...equal, ...refused, ...surplus, ...(foul ? game.hand.new : [])];
}

/**
 * Add the dialog to the page. `understood(text)` gives the meaning of a text now; `act(meaning)` does it. Returns
 * open().
 */
export function initTypedPoint(understood, act) {
  const names = { "aria-labelledby": "typed-title", "aria-describedby": "typed-words", enterkeyhint: "done" };
  const field = make("input", { type: "text", maxlength: LONGEST, spellcheck: "false", autocapitalize: "none", placeholder: "h8", ...names });
  const words = make("p", { id: "typed-words", class: "wrong", role: "alert" });
  const form = make("form", { autocomplete: "off" }, field, words);
  const its = dialog("typed", "typed", say("typed.title"), [], form);

  function complain(why) {
    words.textContent = capital(why);
    field.setAttribute("aria-invalid", Boolean(why));
    announce(words.textContent, "own");
  }

  field.addEventListener("input", () => words.textContent && complain(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const meant = understood(field.value);
    if (meant.why) {
      complain(meant.why);
      field.select();
      return;
    }
    its.close();
    act(meant);
  });
  // the board and everything else still take clicks, which also close the field
  addEventListener("pointerdown", ({ target }) => its.open && !its.contains(target) && its.close(), true);
  its.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !its.contains(relatedTarget) && its.close());
  its.addEventListener("keydown", ({ key }) => key === "Escape" && its.close());
  return () => {
    field.value = "";
    complain("");
    its.show();
    field.focus();
  };
}
