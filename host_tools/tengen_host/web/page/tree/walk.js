// A walk in the tree, from the board's position to positions that are not on the board. The laptop sends their entries.

import { getJson, postJson } from "../connection.js";
import { otherColour, PASS, positionAt } from "../game/state.js";

const UNKNOWN = { point: "?", colour: "" };
const MOST_KEPT = 200; // most answers in memory, because a walk goes back and forth

let board = null; // the game on the board
let tree = {}; // the laptop's message for the board's position: {name, known, outline, rests}
let walk = null; // {base: a game, own: number of its moves used, line: moves after those, at: number of moves shown}
let found = null; // {known, outline} of the walk's position; {why} if there is no answer; null while waiting for it
let answers = new Map(); // by question
let changed = () => {};
let commented = null; // {position, go}: the position of a commentary, which is shown instead of the board; or null

/** `onChange(moved)` is called after each change; `moved`: whether a new position is shown, with its answer. */
export function initWalk(onChange) {
  changed = onChange;
}

/** Handle the new state of the game on the board. */
export function setBoard(game) {
  board = game;
}

/** Handle the laptop's message for the board's position. Without a tree, or if it is off, the walk ends. */
export function setTree(message) {
  tree = message;
  answers = new Map();
  if (commented && tree.name) look(false);
  if (!walk) return;
  if (tree.rests || !tree.name) leaveWalk();
  else look(false);
}

/**
 * Look at the position of a commentary instead of the board's; null: at the board again. `go(number, points)` shows this
 * number of its moves and puts further stones; null if the page only watches.
 */
export function lookAt(position, go) {
  const before = commented && JSON.stringify(question(commented.position.stones));
  commented = position && { position, go };
  if (walk || !(before || commented)) return;
  if (!commented || !tree.name) found = null;
  else if (before !== JSON.stringify(questionHere())) {
    look(false);
    return;
  }
  changed(false);
}

/** The position of a commentary that is shown, and go() for it; null if none is shown. */
export const commentedHere = () => (walk ? null : commented);

/** Whether there is a tree to walk in. */
export const mayWalk = () => Boolean(board && tree.name && !tree.rests && !commentedHere());

/** The entry for the shown position, the walk's, the commentary's or the board's: {known, outline, why}. */
export const knownHere = () => (walk || commented ? found ?? {} : tree);

/** The moves to the position, and those beyond it after going back: {moves, at, own: the number played}. */
export function walkLine() {
  const { base = board, own = base?.moves.length ?? 0, line: more = [], at: shown = own } = walk ?? {};
  const played = Array.from(base?.moves.slice(0, own) ?? [], (move) => move ?? UNKNOWN);
  return { moves: [...played, ...more], at: shown, own };
}

/** The position of the walk, in the form of replayed(); null without a walk. */
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

/** The stones of the shown position. */
const stonesHere = () => placeHere().stones;

const placeHere = () => walkPosition() ?? commented?.position ?? board;

/** Begin to walk from move `number` of the line, by default from the board's position. */
export function goTo(number = walkLine().at) {
  if (!mayWalk()) return;
  if (!walk) walk = { base: board, own: board.moves.length, line: [], at: 0 };
  walk.at = Math.max(0, Math.min(number, walk.own + walk.line.length));
  look();
}

/** Go forward by these moves, one after another. */
export function goOn(moves) {
  if (commentedHere()) commented.go?.(commented.position.number, moves.map(({ point }) => point));
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

/** Go one move back or forward. Forward means along the line after going back, else to the first continuation. */
export function stepBy(by) {
  const { moves, at: shown } = walkLine();
  if (by < 0 || shown < moves.length) return goTo(shown + by);
  const first = (knownHere().known?.continuations ?? []).find(({ point }) => point !== PASS);
  return first ? goOn([first]) : goTo();
}

/** Go to another continuation instead of the last move, `by` places further in the order of the tree. */
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
  if (commented && tree.name) look(false);
  changed(true);
}

/** Change the tree at the shown position; throws an Error with the reason if nothing was changed. */
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

/** The stones of a position for a request to the laptop: {black: "h8g7", white: "i9"}, with {of} in a commentary. */
function question(stones) {
  const of = (colour) => Object.keys(stones).filter((point) => stones[point] === colour).sort().join("");
  return { black: of("black"), white: of("white"), ...(commentedHere() && { of: "commentary" }) };
}

export const questionHere = () => question(stonesHere());

/** The side to move in the shown position, if known. */
export const turnHere = () => placeHere().turn ?? "black";

/** Request the position of the walk or the commentary and show it, at once if the answer is in memory. */
async function look(moved = true) {
  const its = question(stonesHere());
  const ready = await Promise.race([answerFor(stonesHere()), null]);
  // the old entry of the same position stays until the answer comes
  if (ready || moved) found = ready;
  changed(moved && Boolean(ready));
  if (ready) return;
  const answer = await answerFor(stonesHere());
  if (!(walk || commented) || !same(questionHere(), its)) return; // too late: people have gone to another position
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
