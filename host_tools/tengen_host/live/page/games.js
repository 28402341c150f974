// The games that there are, as the board's description has them: the page has no list of its own.

let games = [];
let larger = []; // the games that the board has no room for

/**
 * Know these games: [{name, sizes, openings, options: [[option, values], ...], silent, passes, fouls, line,
 * special, specials}, ...], each list with its default first. Of the sizes those are left that a board of `size` has room
 * for; `usual` is the game's own.
 */
export function knowGames(all, size) {
  const fit = all.map((game) => ({ ...game, usual: game.sizes[0], sizes: game.sizes.filter((its) => its <= size) }));
  games = fit.filter(({ sizes }) => sizes.length);
  larger = fit.filter(({ sizes }) => !sizes.length).map((game) => ({ ...game, smallest: game.usual }));
}

export const allGames = () => games;

/** The games for larger boards only; `smallest` is the size that each needs. */
export const tooLarge = () => larger;

/** A game by its name; undefined if nobody told of it. */
export const gameOf = (name) => games.find((game) => game.name === name);
