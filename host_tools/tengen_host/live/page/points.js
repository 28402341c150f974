// Points and their names: h8 is column h (left to right), number 8 (bottom to top). Index = (number - 1) * size + column.

const LETTERS = "abcdefghijklmnopqrs";

export const letter = (column) => LETTERS[column];

export const nameOf = (column, row) => LETTERS[column] + (row + 1);

/** [column, row] of a point's name, both from 0. */
export const placeOf = (name) => [LETTERS.indexOf(name[0]), Number(name.slice(1)) - 1];

/** As screens show it: H8. */
export const shown = (name) => name.toUpperCase();

/** The names in a text like "h8i9g7". */
export const namesIn = (text) => text.match(/[a-s]\d+|--/g) ?? [];

/**
 * The star points of a board of this size: the centre, four that stand as far in as Renju's d4 (on a small board c3), and
 * on a large one those between them.
 */
export function starPoints(size) {
  const near = size < 13 ? 2 : 3, far = size - 1 - near, middle = (size - 1) / 2;
  const whole = Number.isInteger(middle);
  const lines = far - near < 3 ? [] : whole && size >= 19 ? [near, middle, far] : [near, far];
  const stars = lines.flatMap((column) => lines.map((row) => [column, row]));
  const has = stars.some(([column, row]) => column === middle && row === middle);
  return whole && !has ? [...stars, [middle, middle]] : stars;
}
