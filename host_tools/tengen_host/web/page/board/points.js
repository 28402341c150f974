// Points and their names: h8 is column h (left to right), number 8 (bottom to top). Index = (number - 1) * size + column.
// Pure.

const LETTERS = "abcdefghijklmnopqrs";

export const letter = (column) => LETTERS[column];

export const nameOf = (column, row) => LETTERS[column] + (row + 1);

/** [column, row] of a point's name, both from 0. */
export const placeOf = (name) => [LETTERS.indexOf(name[0]), Number(name.slice(1)) - 1];

/** The name as shown on screens: H8. */
export const shown = (name) => name.toUpperCase();

/** The names in a text like "h8i9g7". */
export const namesIn = (text) => text.match(/[a-s]\d+|--/g) ?? [];

/**
 * The star points of a board of this size: the centre, four like Renju's d4 (on a small board c3), and on a large board
 * those between them.
 */
export function starPoints(size) {
  const near = size < 13 ? 2 : 3, far = size - 1 - near, middle = (size - 1) / 2;
  const whole = Number.isInteger(middle);
  const lines = far - near < 3 ? [] : whole && size >= 19 ? [near, middle, far] : [near, far];
  const stars = lines.flatMap((column) => lines.map((row) => [column, row]));
  const has = stars.some(([column, row]) => column === middle && row === middle);
  return whole && !has ? [...stars, [middle, middle]] : stars;
}

// The field of a game on a larger board. The field is in the middle, and its points have their own names. Pure.

/** The number of points between a game's field and the board's edge, below it and to its left. */
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

/** A BoardView that uses the game's names of points. */
export const fieldView = (view, margin) => ({
  side: view.side,
  layer: (name) => view.layer(name),
  centre: (point) => view.centre(onBoard(point, margin)),
  stone: (point) => view.stone(onBoard(point, margin)),
});

// The view of the board: its side, and whether it is mirrored. Pure functions from points to places on the screen, and
// back.

/** From the side of Player 1, as Renju prints it: column a at the left, row 1 at the bottom. */
export const UNTURNED = { turns: 0, mirror: false };

/** Rotated clockwise by a quarter turn, as seen. */
export const turned = ({ turns, mirror }) => ({ turns: (turns + 1) % 4, mirror });

/** Left and right exchanged, as seen. */
export function mirrored({ turns, mirror }) {
  // seen in a mirror, a quarter turn goes the other way
  return { turns: (4 - turns) % 4, mirror: !mirror };
}

/** [across, down] of a point's [column, row], all from 0; `down` begins at the screen's top. */
export function seenAt([column, row], size, { turns, mirror }) {
  let [across, down] = [mirror ? size - 1 - column : column, size - 1 - row];
  for (let turn = 0; turn < turns; turn++) [across, down] = [size - 1 - down, across];
  return [across, down];
}

/** [column, row] of the point at [across, down]. */
export function placeSeen([across, down], size, { turns, mirror }) {
  for (let turn = 0; turn < turns; turn++) [across, down] = [down, size - 1 - across];
  return [mirror ? size - 1 - across : across, size - 1 - down];
}
