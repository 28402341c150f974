// The stones that really lie on a board, from the state that it reports, as wire/state.py computes them. Pure.

import { EMPTY, otherColour } from "../game/state.js";

/** What is known before the first line: {stones: {point: colour}, turn}. */
export const noStones = () => ({ stones: {}, seen: {}, turn: "black" });

/**
 * The stones in the state of a board (game/state.js). Reeds feel no colours: the colour of a stone that is no part of
 * the game is that of the stone seen there `before`, or a guess.
 */
export function stonesIn({ groups, game }, before) {
  const { hand, asks } = game;
  const cells = game.stones;
  const turn = asks.turn ?? before.turn;
  const offered = asks.do === "keep" ? hand.offers : [];
  const gone = [...hand.missing, ...hand.lifted, ...offered.filter((point) => !hand.left.includes(point))];
  const colour = groups.hand?.colour ?? (offered.length ? otherColour(turn) : turn);
  const taken = Object.fromEntries(game.moves.flatMap(({ changes }) => changes).filter(([, was]) => was !== EMPTY));
  const lift = Object.fromEntries(hand.lift.map((point) => [point, taken[point] ?? before.seen[point] ?? otherColour(turn)]));
  const out = hand.extra.filter((point) => !(point in lift) && !hand.new.includes(point));
  const slid = hand.missing.length === 1 && out.length === 1 ? cells[hand.missing[0]] : undefined;
  const extra = Object.fromEntries([...out, ...hand.several].map((point) => [point, slid ?? before.seen[point] ?? colour]));
  for (const point of [...(offered.length ? [] : hand.offers), ...hand.new]) extra[point] = colour;
  for (const point of hand.replies) extra[point] = otherColour(turn);
  const lie = Object.fromEntries(Object.entries(cells).filter(([point]) => !gone.includes(point)));
  return { stones: { ...lie, ...lift, ...extra }, seen: { ...cells, ...lift, ...extra }, turn };
}
