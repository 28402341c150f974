// A foul's lines, or those that only look like one, as they are drawn over the stones. Pure.

import { placeOf } from "./points.js";

const STEPS = { row: [1, 0], column: [0, 1], "rising diagonal": [1, 1], "falling diagonal": [1, -1] };

/**
 * The stones of one line in runs of neighbours: one run, or on a board whose lines go on at the opposite edge one for each
 * part of it.
 */
export function runsOf(stones) {
  const left = stones.map((point) => ({ point, place: placeOf(point) }));
  const runs = [];
  while (left.length) {
    const run = [left.pop()];
    for (const { place } of run) {
      for (let at = left.length - 1; at >= 0; at--) if (besides(place, left[at].place)) run.push(...left.splice(at, 1));
    }
    runs.push(run.map(({ point }) => point));
  }
  return runs;
}

const besides = (place, other) => place.every((value, axis) => Math.abs(value - other[axis]) <= 1);

// as many looks as a stone has directions; a fifth line looks like the first again
export const LOOKS = 4;

/**
 * The lines of a `reason`, in its order, the first with number 1:
 * {number, look: 1 to LOOKS, dead: whether it does not count, stones: as they lie, direction: [columns, rows] of a step,
 * lane: how far beside the stones it is drawn, 0 where no other line lies there, ends: the points that complete it,
 * killed: those where Black may not play}.
 */
export function linesOf(reason) {
  const lines = reason?.lines ?? [];
  return lines.map((line, at) => {
    const beside = lines.filter(({ direction }) => direction === line.direction);
    const places = line.at ?? line.completes.map((point) => ({ point, rule: null }));
    return {
      number: at + 1,
      look: (at % LOOKS) + 1,
      dead: line.counts === false,
      stones: line.stones,
      direction: STEPS[line.direction] ?? [0, 0],
      lane: beside.indexOf(line) - (beside.length - 1) / 2,
      ends: places.filter(({ rule }) => !rule).map(({ point }) => point),
      killed: places.filter(({ rule }) => rule).map(({ point }) => point),
    };
  });
}
