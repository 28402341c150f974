// What a tree says on the board: its continuations, marks, texts, arrows and lines. Pure: from what is known to what is drawn.

import { PASS } from "./game.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const MARKS = new Set(["triangle", "square", "circle", "cross", "selected"]);
const LONGEST = 4; // letters of a text on a point

/** Whether what is known is of games, which are counted. */
export const isOfGames = ({ black, white, draws }) => black + white + draws > 0;

/** Whether a continuation has a text on its point, and not only a mark. */
export const hasText = ({ label }) => Boolean(label) && !MARKS.has(label);

/** The sign of a continuation, on the board and in the list: the tree's text, how many games, or a letter. */
export function signOf(its, number) {
  if (hasText(its)) return its.label;
  return isOfGames(its) ? short(its.count) : LETTERS[number] ?? "";
}

/** 1234 as 1k: a point has room for four letters. */
const short = (count) => (count < 1000 ? String(count) : `${Math.round(count / 1000)}k`);

/**
 * {moves: [{point, text, best, colour}], marks: [{kind, point}], texts: [{point, text}], arrows, lines: [[from, to]]}; `stones` lie
 * there.
 */
export function treeMarks({ continuations = [], marks = {}, labels = {}, arrows = [], lines = [] } = {}, stones) {
  const most = Math.max(0, ...continuations.map((its) => (isOfGames(its) ? its.count : 0)));
  const moves = continuations.filter(({ point }) => point !== PASS && !(point in stones)).map((its, number) => ({
    point: its.point, colour: its.colour, text: cut(signOf(its, number)),
    // of games, the one that was played most
    best: its.best || (most > 0 && its.count === most),
  }));
  const taken = new Set(moves.map(({ point }) => point));
  const texts = Object.entries(labels).filter(([point, text]) => text && !taken.has(point));
  return {
    moves,
    marks: Object.entries(marks).map(([point, kind]) => ({ kind, point })),
    texts: texts.map(([point, text]) => ({ point, text: cut(text) })),
    arrows,
    lines,
  };
}

const cut = (text) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join("")}…` : text);
