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

/** The star points of a board of this size: the centre, and four that stand as far in as Renju's d4. */
export function starPoints(size) {
  const far = size - 4, middle = (size - 1) / 2;
  const stars = [[3, 3], [3, far], [far, 3], [far, far]];
  if (Number.isInteger(middle)) stars.push([middle, middle]);
  return stars;
}
