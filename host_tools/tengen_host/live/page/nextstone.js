// What a stone would be that a hand puts on a point now: as the virtual board gives it its colour. Pure.

import { OWN } from "./game.js";
import { movesByButton } from "./openings.js";
import { nameOf } from "./points.js";

const opposite = { black: "white", white: "black" };
const COMMON_CENTRE = "common-centre";

/** The cell that a stone put on a point of the game would be: one that belongs there, or the next; null after the end. */
export function stoneFor(game, point) {
  const { stones, asks, turn, hand, settings, size, result, offers } = game;
  if (point in stones) return stones[point];
  if (result || !turn) return null;
  const middle = (size - 1) / 2;
  if (settings.game === COMMON_CENTRE && point === nameOf(middle, middle)) return "common";
  if (hand.kind !== OWN) return "neutral";
  if (asks.do !== "keep") return awaitsReply(game) ? opposite[turn] : turn;
  // White's next stone may lie only beside the one fifth that is kept
  return offers.length === 1 ? opposite[turn] : null;
}

/** Whether all stones of the turn lie and wait for the button, so that the next one is the opponent's. */
function awaitsReply({ hand, settings, wanted }) {
  const lie = hand.state === "provisional" ? hand.new.length : 0;
  return movesByButton(settings) && wanted > 0 && lie >= wanted;
}
