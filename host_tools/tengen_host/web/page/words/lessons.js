// The words of the lessons "Learn Renju". Pure.

import { say, sentences } from "./i18n.js";
import { colourName, pointList } from "./terms.js";

/** The place of a position in the lessons: "Lesson 3 of 10: The straight four · position 2 of 4". */
export const lessonLine = (lesson) => say("lesson.line", { ...lesson, title: say(`lesson.${lesson.name}.title`) });

/** What the lesson is about, in two or three sentences. */
export const lessonIdea = ({ name }) => say(`lesson.${name}.idea`);

/** The task, or that it is done. */
export function lessonHead(lesson) {
  if (lesson.solved) return say(isLast(lesson) ? "lesson.done" : "lesson.right");
  return say(`lesson.task.${lesson.task}`, { colour: colourName(lesson.colour) });
}

/** Whether the position is the last one of its lesson. */
const isLast = ({ position, positions }) => position === positions;

/** What the right stone has made. */
const rightWords = ({ task }) => say(`lesson.right.${task}`);

/** After the solution: what the stone has made, and what comes next. */
export function solvedWords(lesson) {
  const { number, of } = lesson;
  const next = !isLast(lesson) ? "next_position" : number < of ? "next_lesson" : "last";
  return sentences([rightWords(lesson), say(`lesson.${next}`)]);
}

/** Where to look, with the points. */
export const lessonHint = ({ task, hint }) => say("lesson.look", { hint: say(`lesson.hint.${task}`), points: pointList(hint) });

/** The lesson's event as a sentence. */
export function lessonDeed(event) {
  if (event.state === "given") return sentences([lessonLine(event), lessonHead(event)]);
  if (event.state !== "wrong") return sentences([lessonHead(event), rightWords(event)]);
  return say("event.refused_point", { point: pointList([event.point]), message: say(`lesson.not.${event.task}`) });
}
