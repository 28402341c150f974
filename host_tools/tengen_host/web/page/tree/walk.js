// A walk in the tree: from the board's position to others that are not on the board, asked of the laptop one by one.

import { getJson, postJson } from "../connection.js";
import { otherColour, PASS, positionAt } from "../game/state.js";

const UNKNOWN = { point: "?", colour: "" };
const MOST_KEPT = 200; // answers; a walk goes back and forth

let board = null; // the game on the board
let tree = {}; // what the laptop has told of the board's position: {name, known, outline, rests}
let walk = null; // {base: a game, own: so many of its moves, line: the moves after those, at: so many of all are shown}
let found = null; // {known, outline} of the walk's position; {why} where there is no answer; null while it is asked for
let answers = new Map(); // by question
let changed = () => {};

/** `onChange(moved)` is called when something else is to be shown; `moved`: another position, of which all is known. */
export function initWalk(onChange) {
  changed = onChange;
}

/** The game on the board has come to this. */
export function setBoard(game) {
  board = game;
}

/** The laptop has told of the tree at the board's position. Nobody walks in a tree that rests, or is none. */
export function setTree(message) {
  tree = message;
  answers = new Map();
  if (!walk) return;
  if (tree.rests || !tree.name) leaveWalk();
  else look(false);
}

/** Whether there is a tree in which people may walk. */
export const mayWalk = () => Boolean(board && tree.name && !tree.rests);

/** What is known of the position that is shown, the walk's or the board's: {known, outline, why}. */
export const knownHere = () => (walk ? found ?? {} : tree);

/** The moves that lead to the position, and those beyond it that people have come back from: {moves, at, own: those played}. */
export function walkLine() {
  const { base = board, own = base?.moves.length ?? 0, line: more = [], at: shown = own } = walk ?? {};
  const played = Array.from(base?.moves.slice(0, own) ?? [], (move) => move ?? UNKNOWN);
  return { moves: [...played, ...more], at: shown, own };
}

/** The position of the walk, as replayed() has that of a replay; null where nobody walks. */
export const walkPosition = () => walk && positionAfter(walk.at);

function positionAfter(number) {
  const past = positionAt(walk.base, Math.min(number, walk.own));
  const more = walk.line.slice(0, Math.max(0, number - walk.own));
  const move = more.at(-1) ?? past.move;
  const stones = { ...past.stones, ...Object.fromEntries(more.map(({ point, colour }) => [point, colour])) };
  return {
    ...past, number, stones, moves: [...past.moves, ...more], move, last: move && move.point !== PASS ? move.point : null,
    turn: move ? otherColour(move.colour) : past.turn, captured: more.length ? null : past.captured, reason: null, result: null,
    kept: false, walks: true,
  };
}

/** The stones of the position that is shown. */
const stonesHere = () => (walk ? walkPosition().stones : board.stones);

/** Begin to walk from move `number` of the line, by default from where the board is. */
export function goTo(number = walkLine().at) {
  if (!mayWalk()) return;
  if (!walk) walk = { base: board, own: board.moves.length, line: [], at: 0 };
  walk.at = Math.max(0, Math.min(number, walk.own + walk.line.length));
  look();
}

/** Go on with these moves, one after another. */
export function goOn(moves) {
  if (!mayWalk()) return;
  if (!walk) walk = { base: board, own: board.moves.length, line: [], at: board.moves.length };
  for (const { point, colour } of moves) {
    const next = walkLine().moves[walk.at];
    if (next?.point !== point || next?.colour !== colour) {
      walk.line = walk.line.slice(0, Math.max(0, walk.at - walk.own));
      walk.own = Math.min(walk.own, walk.at);
      walk.line.push({ point, colour, changes: [[point, "empty", colour]] });
    }
    walk.at += 1;
  }
  look();
}

/** One move back, or on: along the line where people have come back on it, else to the first continuation. */
export function stepBy(by) {
  const { moves, at: shown } = walkLine();
  if (by < 0 || shown < moves.length) return goTo(shown + by);
  const first = (knownHere().known?.continuations ?? []).find(({ point }) => point !== PASS);
  return first ? goOn([first]) : goTo();
}

/** To the continuation beside the one that was gone to last: `by` further in the order of the tree. */
export async function goBeside(by) {
  if (!walk || walk.at < 1) return;
  const [{ at: shown }, last] = [walk, walkPosition().move];
  const { known } = await answerFor(positionAfter(shown - 1).stones);
  const all = (known?.continuations ?? []).filter(({ point }) => point !== PASS);
  if (walk?.at !== shown || !all.length) return;
  walk.at = shown - 1;
  const now = all.findIndex(({ point }) => point === last.point);
  goOn([all[(Math.max(now, -1) + by + all.length) % all.length]]);
}

/** Back to the board. */
export function leaveWalk() {
  if (!walk) return;
  walk = null;
  found = null;
  changed(true);
}

/** Change the tree at the position that is shown; throws an Error that says why nothing was changed. */
export async function changeTree(what) {
  const its = question(stonesHere());
  const answer = await postJson("study", { ...what, ...its });
  answers = new Map();
  if (walk && same(question(stonesHere()), its)) {
    found = answer;
    changed(false);
  }
  return answer;
}

const same = (one, other) => one.black === other.black && one.white === other.white;

/** The stones of a position as the laptop is asked for it: {black: "h8g7", white: "i9"}. */
function question(stones) {
  const of = (colour) => Object.keys(stones).filter((point) => stones[point] === colour).sort().join("");
  return { black: of("black"), white: of("white") };
}

export const questionHere = () => question(stonesHere());

/** Whose turn it is in the position that is shown, as far as that is known. */
export const turnHere = () => (walk ? walkPosition().turn : board.turn) ?? "black";

/** Ask for the walk's position and show it, at once where it is known already. */
async function look(moved = true) {
  const its = question(walkPosition().stones);
  const ready = await Promise.race([answerFor(walkPosition().stones), null]);
  // what was known of the same position stays until the answer comes
  if (ready || moved) found = ready;
  changed(moved && Boolean(ready));
  if (ready) return;
  const answer = await answerFor(walkPosition().stones);
  if (!walk || !same(question(walkPosition().stones), its)) return; // people have gone on
  found = answer;
  changed(moved);
}

function answerFor(stones) {
  const query = new URLSearchParams(question(stones)).toString();
  if (!answers.has(query)) {
    if (answers.size >= MOST_KEPT) answers.clear();
    const mine = answers;
    answers.set(query, getJson(`study.json?${query}`).catch((error) => {
      mine.delete(query);
      return { why: error.message };
    }));
  }
  return answers.get(query);
}
