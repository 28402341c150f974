// What a stone would be that a hand puts on a point now: as the virtual board gives it its colour. Pure.

import { OWN } from "./game.js";
import { nameOf } from "./points.js";

const opposite = { black: "white", white: "black" };
const COMMON_CENTRE = "common-centre";

/** The cell that a stone put on a point of the game would be: one that belongs there, or the next; null after the end. */
export function stoneFor(game, point) {
  const { stones, expects, turn, kind, settings, size, result, offers } = game;
  if (point in stones) return stones[point];
  if (result || !turn) return null;
  const middle = (size - 1) / 2;
  if (settings.game === COMMON_CENTRE && point === nameOf(middle, middle)) return "common";
  if (kind !== OWN) return "neutral";
  if (expects?.do !== "keep") return turn;
  // White's next stone may lie only beside the one fifth that is kept
  return offers.length === 1 ? opposite[turn] : null;
}
