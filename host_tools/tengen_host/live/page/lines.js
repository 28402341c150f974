// A foul's lines, or those that only look like one, as they are drawn over the stones. Pure.

const STEPS = { row: [1, 0], column: [0, 1], "rising diagonal": [1, 1], "falling diagonal": [1, -1] };

// as many looks as a stone has directions; a fifth line looks like the first again
export const LOOKS = 4;

/**
 * The lines of a `reason` event, in its order, the first with number 1:
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
