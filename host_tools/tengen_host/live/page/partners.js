// The board's partner: where it may sit, at which level, and in which games, as the board has it. Pure.

export const NOBODY = "none";

/** The values of the setting: the seat, and the level from 1 to 5. */
export const PARTNERS = [NOBODY, ...["p2", "p1"].flatMap((seat) => [1, 2, 3, 4, 5].map((level) => `${seat} ${level}`))];

const GAMES = new Set(["renju", "gomoku", "five"]);
const MODES = new Set(["casual", "teach"]);

/** Whether the partner plays in a game with these settings. */
export const mayPartner = ({ game, size = 0, options = {}, mode }) =>
  GAMES.has(game) && MODES.has(mode) && !size && !Object.values(options).some(Boolean);
