// How the board is looked at: from which side, and in a mirror. Pure: points to places on the screen, and back.

/** From the side of Player 1, as Renju prints it: column a at the left, row 1 at the bottom. */
export const UNTURNED = { turns: 0, mirror: false };

/** A quarter turned clockwise as it is seen. */
export const turned = ({ turns, mirror }) => ({ turns: (turns + 1) % 4, mirror });

/** Left and right exchanged as they are seen. */
export function mirrored({ turns, mirror }) {
  // a mirror turns a quarter turn into one the other way round
  return { turns: (4 - turns) % 4, mirror: !mirror };
}

/** [across, down] of a point's [column, row], all from 0; `down` begins at the screen's top. */
export function seenAt([column, row], size, { turns, mirror }) {
  let [across, down] = [mirror ? size - 1 - column : column, size - 1 - row];
  for (let turn = 0; turn < turns; turn++) [across, down] = [size - 1 - down, across];
  return [across, down];
}

/** [column, row] of what is seen at [across, down]. */
export function placeSeen([across, down], size, { turns, mirror }) {
  for (let turn = 0; turn < turns; turn++) [across, down] = [down, size - 1 - across];
  return [mirror ? size - 1 - across : across, size - 1 - down];
}
