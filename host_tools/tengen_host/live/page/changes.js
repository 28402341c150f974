// Changes of a board: each is [point, was, is], with the words "empty", "black", "white", "neutral" and "common". Pure.

import { letter, nameOf } from "./points.js";

export const EMPTY = "empty";

const CELLS = { X: "black", O: "white", N: "neutral", C: "common" };

/** The stones {point: cell} after these changes. */
export function applied(stones, changes) {
  const after = { ...stones };
  for (const [point, , is] of changes) {
    if (is === EMPTY) delete after[point];
    else after[point] = is;
  }
  return after;
}

/** The changes that restore what was before, in the order in which they must be made. */
export const undone = (changes) => changes.map(([point, was, is]) => [point, is, was]).reverse();

/** The changes from before the first to after the last: one for each point that differs, as it came first. */
export function net(changes) {
  const points = new Map();
  for (const [point, was, is] of changes) points.set(point, [point, points.get(point)?.[1] ?? was, is]);
  return [...points.values()].filter(([, was, is]) => was !== is);
}

/** The stones of a board's text, the highest row first. */
export function stonesIn(text, size) {
  const stones = {};
  [...text].forEach((mark, at) => {
    const row = size - 1 - Math.floor(at / size);
    if (CELLS[mark] && letter(at % size)) stones[nameOf(at % size, row)] = CELLS[mark];
  });
  return stones;
}

/** The colour of a move by its mark: "X" or "O". */
export const colourOf = (mark) => CELLS[mark];
