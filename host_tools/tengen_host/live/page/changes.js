// Changes of a board: each is [point, was, is], with the words "empty", "black", "white", "neutral" and "common". Pure.

export const EMPTY = "empty";

/** The stones {point: cell} after these changes. */
export function applied(stones, changes) {
  const after = { ...stones };
  for (const [point, , is] of changes) {
    if (is === EMPTY) delete after[point];
    else after[point] = is;
  }
  return after;
}
