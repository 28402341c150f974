// The dialog with the grades of puzzles: a button for each.

import { $, button, make, setText } from "../browser.js";
import { dialog } from "../controls.js";
import { refusal } from "../game/prompts.js";
import { say } from "../words/i18n.js";
import { entryName } from "../words/terms.js";

const GRADES = [1, 2, 3, 4, 5];

const why = make("p", { class: "wrong", role: "status" });

/**
 * Build the dialog. `ask(line)` sends a command to the board, false if that is impossible; `toBoard()` gives the
 * keyboard's focus to the board.
 */
export function initPuzzles(ask, toBoard) {
  const rows = make("ul", { class: "cards" });
  const its = dialog("grades", "lessons", say("entry.menu.puzzle"), [], make("p", {}, say("puzzle.about")), why, rows);
  rows.append(...GRADES.map((grade) => make("li", {}, button(entryName("puzzle", grade), { "data-cmd": "puzzle", "data-grade": grade }, () => {
    if (!ask({ cmd: "puzzle", grade })) return;
    its.close();
    toBoard();
  }))));
  $("puzzles").addEventListener("click", () => its.showModal());
}

/** Say why no puzzle can begin now in this game, on a board in this condition. */
export const showPuzzles = (game, condition) => setText(why, refusal({ cmd: "puzzle" }, game, condition));
