// What is chosen for a new game, before the board is told: from one choice to the settings that it changes. Pure.

import { gameOf } from "./games.js";

const NO_SILENCE = "referee"; // what is played instead of silent, where a game can't be played so

/** Another opening begins with its own parameters. */
export const withOpening = (opening) => ({ opening, fifths: 0, fixed: false, small: false });

/** ... and another game with its own size, options and opening. `chosen`: the settings before. */
export function withGame(name, chosen) {
  const { sizes, usual, openings, silent, passes } = gameOf(name);
  const mode = chosen.mode === "silent" && !silent ? NO_SILENCE : chosen.mode;
  const size = sizes[0] === usual ? 0 : sizes[0];
  return { game: name, size, options: {}, ...withOpening(openings[0]), mode, tiebreak: passes && chosen.tiebreak };
}

/** All options of the chosen game: those that are not told have their default. */
export const optionsOf = ({ game, options: chosen }) =>
  Object.fromEntries((gameOf(game)?.options ?? []).map(([option, values]) => [option, chosen?.[option] ?? values[0]]));

/** Those of `changes` by which the board's settings `told` would become others. */
export const differing = (told, changes) =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(told[name])));
