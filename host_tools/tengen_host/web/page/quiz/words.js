// The words of a quiz. Pure.

import { say } from "../words/i18n.js";
import { adviceWords, reasonTitle } from "../words/sentences.js";
import { foulName, pointList } from "../words/terms.js";
import { shown } from "../board/points.js";

/** The question of the group `quiz`. */
export function questionWords({ kind, turn, point }) {
  if (kind === "foul") return say("quiz.ask.foul", { point: shown(point) });
  return say(`quiz.ask.${kind}.${turn}`, { point: shown(point) });
}

/** An answer: a point, or a choice of the kind of question. */
export function answerWords(kind, answer) {
  if (kind === "why" || answer === "none") return say(`quiz.choice.${answer}`);
  return kind === "foul" ? foulName(answer) : shown(answer);
}

const answersWords = (kind, answers) => answers.map((answer) => answerWords(kind, answer)).join(say("join.list"));

/** What the page of a device says to its `answer`, or to a `sending` one that is on its way, or "". */
export function ownWords({ state, kind, choices, right }, answer, sending) {
  if (sending) return say("quiz.sending", { answer: answerWords(kind, sending) });
  if (state === "open") return answer ? say("quiz.yours", { answer: answerWords(kind, answer) }) : say(choices.length ? "quiz.choose" : "quiz.tap");
  if (state !== "shown" || !answer) return "";
  const values = { answer: answerWords(kind, answer) };
  return right.includes(answer) ? say("quiz.you_right", values) : say("quiz.you_wrong", values);
}

/** The right answers. */
export const rightWords = ({ kind, right }) => say("quiz.right", { answer: answersWords(kind, right) });

/** How many answers there are, and how many of them are right when that is shown. */
export function countWords({ state, right, heat, sum }, n) {
  if (state === "tally") return say("quiz.of_all", { right: sum[0], n: sum[1] });
  if (state !== "shown") return say("quiz.answered", { n });
  return say("quiz.of_all", { right: right.reduce((all, answer) => all + (heat[answer] ?? 0), 0), n });
}

/** The title of the reason, the win, and the points that would have been better. */
export function explanation({ reason, win, held, better }) {
  const won = !win ? "" : win.by === "threes" ? say(`study.threes.${win.colour}`, { line: pointList(win.line) }) : adviceWords(win);
  const instead = better ? say("study.better", { point: shown(better) }) : held?.length ? say("study.held", { points: pointList(held) }) : "";
  return { title: reason ? reasonTitle(reason) : "", won, instead };
}
