// A game as it can be gone through move by move: of the events of the present one, or of a kept one. Pure.

import { after as gameAfter, beginning, PASS } from "./game.js";
import { mayJudge } from "./markers.js";
import { letter, nameOf, namesIn } from "./points.js";

const COLOUR_OF = { X: "black", O: "white" };
const other = (colour) => (colour === "black" ? "white" : "black");

/** What the present game's events come to: {game, size, setup: {point: colour}, reasons: {number of the move: event}}. */
export const untold = () => ({ game: beginning(), size: 15, setup: {}, reasons: {} });

/** ... after an event. */
export function after(told, event) {
  const game = gameAfter(told.game, event);
  switch (event.event) {
    case "started":
    case "new_game":
      return { game, size: event.size ?? told.size, setup: {}, reasons: {} };
    case "set_up":
      return { ...told, game, setup: stonesOf(event.board, told.size), reasons: {} };
    case "snapshot": {
      const size = event.size ?? told.size;
      const setup = stonesOf(event.board ?? "", size);
      for (const point of namesIn(event.moves ?? "")) delete setup[point];
      return withReason({ game, size, setup, reasons: {} });
    }
    case "taken_back":
      return { ...told, game, reasons: upTo(told.reasons, game.moves.length) };
    default:
      return withReason({ ...told, game });
  }
}

function withReason(told) {
  const { moves, reason } = told.game;
  // while it may still be lifted it is no move, and belongs to none
  if (!reason || moves.at(-1)?.point !== reason.point) return told;
  return { ...told, reasons: { ...told.reasons, [moves.length]: reason } };
}

const upTo = (reasons, number) => Object.fromEntries(Object.entries(reasons).filter(([its]) => Number(its) <= number));

/** {h8: "black"} of a board's text, the highest row first. */
function stonesOf(board, size) {
  const stones = {};
  [...board].forEach((mark, at) => {
    const row = size - 1 - Math.floor(at / size);
    if (COLOUR_OF[mark] && letter(at % size)) stones[nameOf(at % size, row)] = COLOUR_OF[mark];
  });
  return stones;
}

/** The tale of the present game: {size, setup, moves: [{point, colour}], reasons, result}, in a silent one unjudged. */
export function present({ game, size, setup, reasons }) {
  return { size, setup, moves: game.moves, reasons: mayJudge(game) ? reasons : {}, result: game.result };
}

/** The tale of a kept game, as /games/ID.json has it: {record, reasons: a `reason` event or null for each move}. */
export function ofRecord({ record, reasons = [] }) {
  const first = record.first ?? "black";
  const [black = [], white = []] = record.setup ?? [];
  const setup = {};
  for (const point of black) setup[point] = "black";
  for (const point of white) setup[point] = "white";
  const told = Object.entries(reasons).filter(([, reason]) => reason?.lines?.length);
  // a list begins at 0, moves at 1
  const by = Object.fromEntries(told.map(([at, reason]) => [Number(at) + (Array.isArray(reasons) ? 1 : 0), reason]));
  const result = record.over ? { winner: record.winner ?? null, reason: record.reason ?? "", line: record.line ?? [] } : null;
  return {
    size: record.size ?? 15,
    setup,
    moves: record.moves.map((point, at) => ({ point, colour: at % 2 ? other(first) : first })),
    reasons: by,
    result,
  };
}

/**
 * What stands after move `number` of a tale, 0 for its beginning: {number, stones: {point: colour}, moves: those so far,
 * move: the last one, last: its point or null, reason, result: only at the end}.
 */
export function at(tale, number) {
  const held = Math.max(0, Math.min(number, tale.moves.length));
  const moves = tale.moves.slice(0, held);
  const stones = { ...tale.setup };
  for (const move of moves) if (move && move.point !== PASS) stones[move.point] = move.colour;
  const move = moves.at(-1) ?? null;
  return {
    number: held,
    stones,
    moves,
    move,
    last: move && move.point !== PASS ? move.point : null,
    reason: tale.reasons[held] ?? null,
    result: held === tale.moves.length ? tale.result : null,
  };
}
