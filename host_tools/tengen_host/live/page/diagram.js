// A position as people write it, read for the board: 15 drawn lines, with or without coordinates, or one board text.

import { say } from "./language.js";
import { letter } from "./points.js";

const MARKS = { ".": ".", X: "X", O: "O", x: "X", o: "O" };
// a diagram that marks its fouls and fives is read as well: those points are empty
const EMPTY = new Set("3456");

/**
 * The board text, size x size characters `.`, `X` (black) and `O` (white), the highest row first. Throws an Error that
 * says what can't be read, with its line and column.
 */
export function boardText(text, size) {
  const lines = text.split(/\r\n|\r|\n/).map((line, at) => ({ line, number: at + 1 })).filter(({ line }) => line.trim());
  if (!lines.length) throw new Error(say("diagram.empty", { size, characters: size * size }));
  if (lines.length === 1) return oneLine(lines[0], size);
  const rows = lines.filter(({ line }) => !isLetters(line, size));
  if (rows.length !== size) {
    throw new Error(say("diagram.rows", { line: rows.at(-1)?.number ?? 1, size, n: rows.length }));
  }
  return rows.map((row, at) => marksOf(row, size - at, size)).join("");
}

function oneLine({ line, number }, size) {
  const indent = line.length - line.trimStart().length;
  const marks = [...line.trim()];
  const text = marks.map((mark, at) => markOf(mark, number, indent + at)).join("");
  if (marks.length === size * size) return text;
  const column = indent + Math.min(marks.length, size * size) + 1;
  throw new Error(say("diagram.characters", { line: number, column, characters: size * size, n: marks.length }));
}

function marksOf({ line, number }, row, size) {
  const words = [...line.matchAll(/\S+/g)].map((found) => ({ word: found[0], at: found.index }));
  // with as many words as points all are marks, even a 3 at the edge
  if (words.length !== 1 && words.length !== size) {
    dropNumber(words, 0, row, number);
    dropNumber(words, -1, row, number);
  }
  const marks = words.flatMap(({ word, at }) => [...word].map((mark, beside) => ({ mark, at: at + beside })));
  if (marks.length !== size) {
    const column = (marks[size]?.at ?? line.trimEnd().length) + 1;
    throw new Error(say("diagram.points", { line: number, column, row, n: marks.length, size }));
  }
  return marks.map(({ mark, at }) => (EMPTY.has(mark) ? "." : markOf(mark, number, at))).join("");
}

/** Without the row's number at one end; where another row's stands there, that is an error. */
function dropNumber(words, end, row, number) {
  const { word, at } = words.at(end) ?? {};
  if (!/^\d+$/.test(word ?? "") || (EMPTY.has(word) && Number(word) !== row)) return;
  if (Number(word) !== row) {
    throw new Error(say("diagram.number", { line: number, column: at + 1, row, word }));
  }
  words.splice(end, 1);
}

function markOf(mark, number, at) {
  if (mark in MARKS) return MARKS[mark];
  throw new Error(say("diagram.mark", { line: number, column: at + 1, mark }));
}

function isLetters(line, size) {
  const letters = Array.from({ length: size }, (_, column) => letter(column)).join("");
  return line.replace(/\s/g, "").toLowerCase() === letters;
}
