// "Learn Renju": the dialog with the lessons, and the parts of the present lesson in the panel.

import { $, button, make, setText } from "../browser.js";
import { dialog } from "../controls.js";
import { say } from "../words/i18n.js";
import { lessonIdea } from "../words/lessons.js";
import { entryName, lessonTitle } from "../words/terms.js";
import { refusal } from "./prompts.js";
import { firmware } from "./state.js";

const ENTRIES = ["next", "hint", "again", "end"]; // the entries of a player's menu in a lesson

const idea = make("p", { id: "idea", class: "idea" });
const acts = make("div", { id: "lesson-acts", class: "row act" });
const rows = make("ol", { class: "cards" });
const before = make("p", { id: "lessons-before", role: "status" });
let its = null; // the last game on the page
let mayAct = false;
let ask = () => false;
let focusBoard = () => {};
let list = null;

/**
 * Build dialog and buttons. `send(line)` sends a command to the board, false if that is impossible; `toBoard()` gives
 * the keyboard's focus to the board.
 */
export function initLessons(send, toBoard) {
  [ask, focusBoard] = [send, toBoard];
  $("turn").before(idea);
  document.querySelector(".prompts").after(acts);
  for (const entry of ENTRIES) {
    acts.append(button(entry === "end" ? say("lesson.end") : entryName("menu", entry), { "data-cmd": "do", "data-entry": entry }, () => {
      if (take(entry)) focusBoard();
    }));
  }
  list = dialog("lessons", "lessons", say("entry.menu.lessons"), [], make("p", {}, say("lesson.about")), before, rows);
  $("learn").addEventListener("click", () => list.showModal());
}

/** The list of lessons has come. */
export function offerLessons() {
  const { lessons } = firmware();
  if (rows.children.length !== lessons.length) rows.replaceChildren(...lessons.map((_, at) => make("li", {}, lessonCard(at + 1))));
}

function lessonCard(number) {
  const card = button(lessonTitle(number), { "data-cmd": "lesson", "data-number": number }, () => {
    if (!ask({ cmd: "lesson", number })) return;
    list.close();
    focusBoard(); // otherwise Enter would open the dialog again
  });
  card.append(make("span"));
  return card;
}

/** Take an entry of the pupil's menu; false if that is impossible. */
const take = (entry) => ask({ cmd: "do", who: pupil(its), entry });

/** The seat of the side to play in the lesson. */
const pupil = ({ lesson, players }) => players[lesson.colour] ?? "p1";

/** The entries of the pupil's menu. */
const offers = (game) => (game.open[pupil(game)] ?? []).map(([entry]) => entry);

/** Go on after a solved position; false if none is here, or if it is the last one. */
export const nextPosition = () => Boolean(mayAct && its?.lesson?.solved && offers(its).includes("next") && take("next"));

/** Show the game's lesson; `stones`: the number on the board; `acting`: this page may act. */
export function showLesson(game, stones, condition, acting) {
  [its, mayAct] = [game, acting];
  const { lesson, learned } = game;
  const solved = Boolean(lesson?.solved);
  document.body.dataset.lesson = !lesson ? "" : solved ? "solved" : "open";
  idea.hidden = !lesson || solved;
  acts.hidden = !lesson;
  setText(idea, lesson ? lessonIdea(lesson) : "");
  const offered = lesson ? offers(game).filter((entry) => entry !== "hint" || !solved) : [];
  for (const each of acts.children) {
    each.dataset.who = lesson ? pupil(game) : "p1";
    each.hidden = !offered.includes(each.dataset.entry);
  }
  const why = refusal({ cmd: "lesson", number: 1 }, game, condition);
  before.classList.toggle("wrong", Boolean(why));
  setText(before, why || (stones && !lesson ? say("lesson.stones_lie") : ""));
  for (const each of rows.querySelectorAll("button")) showCard(each, learned, lesson);
}

function showCard(card, learned, lesson) {
  const number = Number(card.dataset.number);
  card.dataset.learned = learned.includes(number);
  setText(card.lastElementChild, learned.includes(number) ? say("lesson.learned") : lesson?.number === number ? say("lesson.present") : "");
  if (lesson?.number === number) card.setAttribute("aria-current", "true");
  else card.removeAttribute("aria-current");
}
