// The field of a game on a board that is larger: it lies in the middle, and has names of its own. Pure.

import { nameOf, placeOf } from "./points.js";

/** How many points lie between a game's field and the board's edge, below it and to its left. */
export const marginOf = (board, game) => Math.max(0, Math.floor((board - game) / 2));

/** The board's name of a point of the game. */
export const onBoard = (point, margin) => nameOf(...placeOf(point).map((value) => value + margin));

/** The game's name of a point of the board; "" outside its field. */
export function inGame(point, margin, size) {
  const place = placeOf(point).map((value) => value - margin);
  return place.every((value) => value >= 0 && value < size) ? nameOf(...place) : "";
}

/** Stones of the game by the board's names. */
export const stonesOnBoard = (stones, margin) =>
  Object.fromEntries(Object.entries(stones).map(([point, cell]) => [onBoard(point, margin), cell]));

/** Stones of the board by the game's names, without those outside its field. */
export const stonesInGame = (stones, margin, size) =>
  Object.fromEntries(Object.entries(stones).map(([point, cell]) => [inGame(point, margin, size), cell]).filter(([point]) => point));

/** A BoardView on which points have the game's names. */
export const fieldView = (view, margin) => ({
  side: view.side,
  layer: (name) => view.layer(name),
  centre: (point) => view.centre(onBoard(point, margin)),
  stone: (point) => view.stone(onBoard(point, margin)),
});
