// The record of the game on a board, from its state, as records/from_state.py makes it. Pure.

import { EMPTY } from "../game/state.js";

/** By colour: its name in the details {p1, p2, ...}. */
const namesOf = (players, details) => ["black", "white"].map((colour) => details[players[colour]] ?? "");

/** The changes of a move besides its own stone, by point; a bomb or a neutral stone first counts as the mover's. */
function changesOf({ point, colour, changes }) {
  const [[at, was, own] = [], ...others] = changes;
  const its = at !== point || was !== EMPTY ? changes : own === colour ? others : [[point, colour, own], ...others];
  const place = ([name]) => name[0] + name.slice(1).padStart(2, "0");
  return [...its].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** If moves before a note were taken back, the note comes after the last move that remained. */
function notesOf(items) {
  let notes = [];
  for (const { n, code, ...fields } of items) {
    if (code === "taken_back") notes = notes.map(([after, ...its]) => [Math.min(after, n), ...its]);
    notes.push([n, code, fields]);
  }
  return notes;
}

/**
 * The record, with the names of records/record.py; `details`: the names of players, event, round and table. A game that
 * was over in the record `before` keeps the names from there: people may have written those of the next game.
 */
export function recordOf({ groups, game }, details, before = null) {
  const { settings, result, moves, players, stamp } = game;
  const setup = ["black", "white"].map((colour) => groups.game?.setup?.[colour] ?? []);
  const [black, white] = namesOf(players, details);
  const { event, round, table } = details;
  const named = result && before?.over ? before : { black, white, event, round, table };
  return {
    moves: moves.map(({ point }) => point), colours: moves.map(({ colour }) => colour), changes: moves.map(changesOf),
    size: game.size, game: settings.game ?? "renju", first: moves[0]?.colour ?? game.first, torus: game.torus, setup,
    rule: setup.flat().length ? "" : settings.opening ?? "", options: settings.options ?? {}, settings, players,
    over: Boolean(result), winner: result?.winner ?? null, reason: result?.reason ?? "", line: result?.line ?? [],
    id: stamp?.id ?? "", date: stamp?.date ?? "", notes: notesOf(game.record),
    black: named.black, white: named.white, event: named.event, round: named.round, table: named.table,
  };
}

/** Whether there is a game to keep: it has a stamp and a move, and is no puzzle and no lesson. */
export const isGame = ({ game: { stamp, moves, puzzle, lesson } }) => Boolean(stamp && moves.length && !puzzle && !lesson);

