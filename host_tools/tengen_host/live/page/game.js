// A game as the groups of a board say it (state.js), or as a record has it: one state for play and replay. Pure.

import { applied, EMPTY } from "./changes.js";
import { gameOf } from "./games.js";

export const PASS = "--";
const NEUTRAL = "neutral"; // a stone of nobody
export const OWN = "own"; // the kind of an ordinary stone

const LISTS = ["new", "replies", "takes", "lifted", "missing", "extra", "lift", "turn", "several", "equal", "offers", "left"];

export const list = (its) => (Array.isArray(its) ? its : []);

/** The group `hand`, what lies on the board as against the game, with all its fields. Too many stones are to be said first. */
export function handOf(hand) {
  const its = Object.fromEntries(LISTS.map((name) => [name, list(hand[name])]));
  const { state = "calm", colour = null, kind = OWN, foul = null, refusal = null, outside = 0 } = hand;
  return { ...its, state: its.several.length && state !== "offering" ? "several" : state, colour, kind, foul, refusal, outside };
}

const other = (colour) => (colour === "black" ? "white" : "black");

export const beginning = () => ({
  size: 15,
  first: "black", // the colour that begins
  torus: false, // whether lines go on at the opposite edge
  setup: {}, // {point: cell}: what lay on the board before the first move
  position: false, // whether it began with a position that was set up
  moves: [], // {point, colour, who, kind, changes: all, its own stone first}, in order
  stones: {}, // {point: cell}: what the game has on the board, whatever lies there
  turn: "black", // null when the game is over
  wanted: 1, // the stones that the turn still wants
  goal: 0, // captured stones that win; 0: none do
  captured: { black: 0, white: 0 }, // the stones that each colour has captured
  counts: false, // whether they are counted: for the goal, or without one as in Go
  standing: [], // the points of a line that wins unless the next move breaks it
  asks: { options: [] }, // the group `asks`: what is expected, and from whom
  hand: handOf({}),
  press: null, // whose press says that the stones that a move has moved lie right, while only this is missing
  players: {}, // whose button: {black: "p1", white: "p2"}
  settings: {}, // what the game is played by: game, options, opening, mode, clock ...; {} where nobody told
  next: {}, // ... and the next one will be
  resuming: false, // whether it was interrupted, and waits for its stones and a press
  settingUp: false, // whether it waits for the stones of a position
  clearing: false, // whether all stones must go, as a new game waits for a clear board
  damaged: null, // after how many moves the board can't read it any more, while the arbiter has to decide
  menus: {}, // the open ones: by whose, {about, entries, at}
  open: {}, // by whose: what the game has for him, [[entry, why it is not open now, or null], ...]; undefined where nobody told
  offers: [], // the tentative fifths that lie
  opening: null, // {code, name, kanji}
  claim: null, // the last claim since the last move, as it stands in the record
  clock: null, // the group `clock`: what was left at the board's time t, and whose time passes
  draw: null, // who offers one
  advice: null, // a win by fours that the board looks for, or shows
  partner: null, // what the board's partner does: thinks, or asks for its stone
  puzzle: null, // how it stands with the puzzle that the game is
  wish: null, // who wishes to take a move back, which, and whether its stone was lifted for that: {who, point, lifted}
  refusal: null, // a button that did nothing, and why: {who, why}
  record: [], // what a result slip tells of besides the moves
  stamp: null, // {id, date}
  result: null,
  reason: null, // why the stone in question, or the one that lost, is a foul: {point, foul, lines}
  reasons: {}, // {number of the move: the same of moves before}
});

export const CORRECTED = "corrected";

// of the firmware's words: what was refused for the stones that lay there
const FOR_STONES = "refused.stones_lie";

/** The state where no stone lies on the board: what was refused because of stones would be refused no longer. */
export function cleared(game) {
  return game.refusal && game.refusal.why?.code === FOR_STONES ? { ...game, refusal: null } : game;
}

/** The stones of another kind that a colour has put. */
export const specialsPut = ({ moves }, colour) => moves.filter((move) => move.colour === colour && move.kind !== OWN).length;

/** Whether a judgement of a stone may be shown: nobody may tell the players while a silent game lasts. */
export const mayJudge = ({ settings, result }) => settings.mode !== "silent" || Boolean(result);

/** The moves of a record: `colours` and `changes` are those of each, where it has them; `changes` besides its own stone. */
function movesOf(points, first, colours, changes, special = NEUTRAL) {
  return points.map((point, at) => {
    // they alternate where it has none
    const colour = colours?.[at] ?? (at % 2 ? other(first) : first);
    const own = point === PASS ? [] : [[point, EMPTY, colour]];
    const told = changes[at] ?? [];
    const whole = told.length && own.length && told[0][0] === point && told[0][1] === EMPTY;
    // a stone of nobody is told by its changes alone
    const kind = whole && told[0][2] === NEUTRAL ? special : OWN;
    return { point, colour, who: null, kind, changes: whole ? told : [...own, ...told] };
  });
}

/** A kept game, as /games/ID.json has it: {record, goal, counts, reasons: {point, foul, lines} or null for each move}. */
export function ofRecord({ record, goal = 0, counts = goal > 0, reasons = [] }) {
  const { first = "black", size = 15, torus = false, game: name, options = {}, settings = {} } = record;
  const [black = [], white = []] = record.setup ?? [];
  const setup = Object.fromEntries([...black.map((point) => [point, "black"]), ...white.map((point) => [point, "white"])]);
  const moves = movesOf(record.moves, first, record.colours, record.changes ?? [], gameOf(name)?.special);
  const told = Object.entries(reasons).filter(([, reason]) => reason?.lines?.length);
  const game = { ...beginning(), size, first, torus, goal, counts, setup, moves, captured: capturedBy(moves), turn: null };
  game.stones = at(game, moves.length).stones;
  // a list begins at 0, moves at 1
  game.reasons = Object.fromEntries(told.map(([number, reason]) => [Number(number) + (Array.isArray(reasons) ? 1 : 0), reason]));
  game.settings = { ...settings, game: name, options };
  game.result = record.over ? { winner: record.winner ?? null, reason: record.reason ?? "", line: record.line ?? [] } : null;
  return game;
}

/**
 * What stands after move `number` of a game, 0 for its beginning: {number, size, stones: {point: cell}, moves: those so
 * far, move: the last one, last: its point or null, turn: whose it was then, or null, goal, captured: by each colour until then, or null where the moves do
 * not tell it, reason, result: only at the end}.
 */
export function at(game, number) {
  const held = Math.max(0, Math.min(number, game.moves.length));
  const moves = game.moves.slice(0, held);
  const stones = applied(game.setup, moves.flatMap((move) => move.changes));
  const move = moves.at(-1) ?? null;
  return {
    number: held,
    size: game.size,
    stones,
    moves,
    move,
    last: move && move.point !== PASS ? move.point : null,
    turn: game.moves[held]?.colour ?? game.turn,
    goal: game.goal,
    captured: isTold(game) ? capturedBy(moves) : null,
    reason: (mayJudge(game) && game.reasons[held]) || null,
    result: held === game.moves.length ? game.result : null,
  };
}

/**
 * How many stones each colour has captured by these moves: whatever goes is the other's, also a stone of one's own; but
 * what a bomb or another stone of nobody removes is captured by nobody.
 */
function capturedBy(moves) {
  const captured = { black: 0, white: 0 };
  for (const { point, colour, changes } of moves) {
    if (changes.some(([its, , is]) => its === point && is === NEUTRAL)) continue;
    const gone = changes.filter(([, was, is]) => is === EMPTY && was in captured).map(([, was]) => was);
    // of a stone that goes as soon as it lies no change may be left
    if (point !== PASS && !changes.some(([its]) => its === point)) gone.push(colour);
    for (const was of gone) captured[other(was)] += 1;
  }
  return captured;
}

/** Whether captures are counted, and the moves come to the count that the board has told. */
function isTold({ counts, moves, captured }) {
  if (!counts) return false;
  const found = capturedBy(moves);
  return found.black === captured.black && found.white === captured.white;
}

/** How many stones the turn has put already, and how many it has in all: {number: of the next stone, all}. */
export function ofTurn({ moves, turn, wanted }) {
  const begun = moves.findLastIndex((move) => move.colour !== turn || move.point === PASS);
  const put = moves.length - 1 - begun;
  return { number: put + 1, all: put + wanted };
}

/** The last move, which is the one that a take-back takes; null where that takes no stone: a pass, or an offer. */
export function lastStone({ moves, asks }) {
  const move = moves.at(-1);
  return move && move.point !== PASS && asks.do !== "keep" ? move : null;
}

/** Whether the points of a result show the winner's line, or of a draw somebody's, and no fault. */
export const isLine = ({ winner, line }, stones) => Boolean(line?.length) && (!winner || line.every((point) => stones[point] === winner));
