// The leader's form for a question about a past game: the move, the kind of question, and for a foul its point.

import { $, setText } from "../browser.js";
import { ofRecord, positionAt } from "../game/state.js";
import { say } from "../words/i18n.js";

const KINDS = ["next", "win", "foul", "why"];

let chosen = null; // {id, game, at, point}
let changed = () => {};

/** Build the form. `ask(act)` sends the leader's act; `show()` is called after each change. */
export function initPast(ask, show) {
  changed = show;
  $("past-kind").append(...KINDS.map((kind) => new Option(say(`quiz.kind.${kind}`), kind)));
  $("past-kind").addEventListener("change", update);
  $("past-move").addEventListener("input", () => stepTo(Number($("past-move").value)));
  $("past").addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ act: "ask", game: chosen.id, at: String(chosen.at), kind: $("past-kind").value, ...(chosen.point && { point: chosen.point }) });
  });
}

/** Begin a question about a game from /games/ID.json, after `at` moves; by default before the last one. */
export function beginPast(its, title, id, at = its.record.moves.length - 1) {
  const game = ofRecord(its);
  chosen = { id, game, at: 0, point: "" };
  $("past-title").textContent = title;
  $("past-move").max = game.moves.length;
  stepTo(Math.min(Math.max(0, at), game.moves.length));
  $("past-move").focus();
}

/** End it without a question; false if there is none. */
export function endPast() {
  if (!chosen) return false;
  chosen = null;
  update();
  return true;
}

/** Choose a point, for a question about a foul; false if none is wanted. */
export function pointPast(point) {
  if (!wantsPoint()) return false;
  chosen.point = point;
  update();
  return true;
}

/** Whether a point of the board may be chosen. */
export const wantsPoint = () => Boolean(chosen) && $("past-kind").value === "foul";

/** The position for the board, or null: {stones, last, turn, point}. */
export function pastPosition() {
  if (!chosen) return null;
  const { stones, last, turn } = positionAt(chosen.game, chosen.at);
  return { stones, last, turn, point: wantsPoint() ? chosen.point : "" };
}

function stepTo(at) {
  Object.assign(chosen, { at, point: "" });
  update();
}

function update() {
  $("past").hidden = !chosen;
  if (chosen) {
    $("past-move").value = chosen.at;
    setText($("past-at"), say("quiz.after", { n: chosen.at }));
  }
  changed();
}
