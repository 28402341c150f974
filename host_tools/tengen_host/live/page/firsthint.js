// A hint for the first minutes at a virtual board, where the moves will be; gone for good after the first game.

import { make } from "./dom.js";
import { say } from "./language.js";
import { movesByButton } from "./openings.js";

const KEPT = "tengen.hinted";

const $ = (id) => document.getElementById(id);

let over = wasOver(); // the first game is over, or the hint was put away
let called = false; // somebody has asked for it again, and has not put it away since
let told = null; // the game, and whether stones are put on this page, as they were last told

function wasOver() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false; // some browsers keep nothing for anybody
  }
}

function end() {
  over = true;
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    // then it is gone until the page is opened again
  }
}

/** Let people put the hint away. */
export function followFirstHint() {
  $("first-hint-close").addEventListener("click", () => {
    end();
    called = false;
    show(false);
    $("moves-title").focus();
  });
}

/** Whether the hint can be asked for: stones are put on this page, and the game is known. */
export const isFirstHintOffered = () => Boolean(told?.hand && told.game.settings.mode);

/** Show the hint again, in any game and at any move, until it is put away. */
export function callFirstHint() {
  called = true;
  $("moves-title").click();
  showFirstHint(told.game, told.hand);
  $("first-hint-close").focus();
}

/** Show the hint while nothing has been done in somebody's first game; `hand`: stones are put on this page. */
export function showFirstHint(game, hand) {
  const { settings, moves, position, result, resuming } = game;
  told = { game, hand };
  if (result && hand && !over) end();
  const first = !over && !moves.length && !position && !resuming;
  const wanted = isFirstHintOffered() && (first || called);
  if (wanted) {
    const move = movesByButton(settings) ? say("firsthint.button") : say("firsthint.rests");
    const lines = [say("firsthint.click"), say("firsthint.drag"), move, say("firsthint.press"), say("firsthint.keys")];
    const list = $("first-hint").querySelector("ul");
    if (list.dataset.move !== move) {
      list.dataset.move = move;
      list.replaceChildren(...lines.map((line) => make("li", {}, line)));
    }
  }
  show(wanted);
}

function show(wanted) {
  $("first-hint").hidden = !wanted;
  $("moves").hidden = wanted;
}
