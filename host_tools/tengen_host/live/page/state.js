// The state of a board: what is, by groups, and what its lines say was done; and the game that the groups say. Pure.
//
// A line is {seq, t, is: {group: value}, did: [{code, ...}], more, whole, re}, or with `answer` instead of `is` and `did`
// (firmware/tengen/session/state.py). The laptop's own groups come in lines without seq: names, engine, study, lesson, link.

import { applied } from "./changes.js";
import { beginning, handOf, list, OWN } from "./game.js";

const GROWING = new Set(["moves", "record"]);

/** The state before the first line. `coming`: the groups after a line that others follow, which belong to it. */
export const unheard = () => ({ groups: {}, seq: null, t: null, coming: null, refusal: null, why: NO_WHY, game: beginning() });

/** The groups after the `is` of a line of the board's time `t`. Groups that the page does not know are kept. */
function merged(groups, is, t) {
  const next = { ...groups };
  for (const [name, its] of Object.entries(is)) {
    if (GROWING.has(name)) next[name] = [...(groups[name] ?? []).slice(0, its[0]), ...its[1]];
    else if (name === "board") next.board = applied(its.clear ? {} : groups.board ?? {}, its.changes);
    else if (typeof its === "object") next[name] = its;
  }
  // its values are of the moment when they were sent
  if (is.clock) next.clock = { t, ...is.clock };
  return next;
}

/** The state after a line. One that can't be understood changes nothing. */
export function after(state, line) {
  try {
    const { seq = state.seq, t = state.t, is = {}, did = [], more = false } = line;
    const groups = merged(state.coming ?? state.groups, is, t);
    const next = { ...state, seq, t, why: did.reduce(whyAfter, state.why), refusal: refusalAfter(state.refusal, is, did) };
    return more ? { ...next, coming: groups } : withGame({ ...next, groups, coming: null });
  } catch {
    return state;
  }
}

/** The state with what was done before, [{seq, t, did}, ...]: why earlier moves were fouls, and what was refused last. */
export function withLog(state, log) {
  const why = log.flatMap(({ did }) => did).reduce(whyAfter, state.why);
  return withGame({ ...state, why, refusal: log.reduce((before, { did }) => refusalAfter(before, {}, did), state.refusal) });
}

/** The state when the power is cut: the board has kept what it has told. */
export function interrupted(state) {
  const { open_p1, open_p2, open_arbiter, game, clock, ...groups } = state.groups;
  if (clock) groups.clock = { ...clock, stopped: clock.stopped ?? "resume" };
  return withGame({ ...state, groups: { ...groups, game: { ...game, awaits: "resume" }, menus: {} } });
}

const withGame = (state) => ({ ...state, game: gameOf(state) });

// A button that did nothing, and why: {who, message}. Only these groups, and these codes of what was done, leave it standing.

const NO_ANSWER = new Set([
  "clock", "wiring", "device", "next", "record", "open_p1", "open_p2", "open_arbiter",
  "settings", "stamped", "supply", "chatter", "intermittent", "chain", "journal", "dropped",
]);

function refusalAfter(before, is, did) {
  const refused = did.findLast(({ code, who }) => code === "refused" && who);
  const answers = did.some(({ code, action }) => !NO_ANSWER.has(code) && action !== "release");
  return refused ?? (answers || Object.keys(is).some((group) => !NO_ANSWER.has(group)) ? null : before);
}

// Why moves were fouls, or were none: {reasons: {number of the move: entry}, reason: of the stone that lies, last: move}.

const NO_WHY = { reasons: {}, reason: null, last: null };

function whyAfter(why, entry) {
  switch (entry.code) {
    case "started":
    case "new_game":
    case "set_up":
      return NO_WHY;
    case "provisional":
    case "withdrawn":
      return { ...why, reason: null };
    case "taken_back":
      return { ...why, reason: null, last: null };
    case "reason":
      return entry.point === why.last?.point ? withReason(why, why.last.n, entry) : { ...why, reason: entry };
    case "move":
    case "passed":
      return { ...withReason(why, entry.n, why.reason?.point === entry.point ? why.reason : null), reason: null, last: entry };
    default:
      return why;
  }
}

const withReason = (why, number, reason) => ({ ...why, reasons: { ...why.reasons, [number]: reason } });

// The game

const pointsOf = (setup, colour) => list(setup?.[colour]).map((point) => [point, colour]);

/** The game that a state says, as beginning() has it. */
function gameOf({ groups, refusal, why }) {
  const { game: its, asks, board, moves, captured, menus, clock, result, reason, next, advice, partner, puzzle } = groups;
  const { size = 15, first = "black", torus = false, goal = 0, counts = false, players = {}, settings = {}, setup = null } = its ?? {};
  const { stamp = null, opening = null, damaged = null, awaits = null } = its ?? {};
  const { brightness, sound, tally, ...nextGame } = next ?? {};
  const record = list(groups.record);
  const said = record.findLast(({ code }) => code === "claim" || code === "taken_back");
  const all = list(moves).map((move) => ({ who: null, kind: OWN, ...move, changes: list(move.changes) }));
  const hand = handOf(groups.hand ?? {});
  return {
    ...beginning(), size, first, torus, goal, counts, players, settings, stamp, opening, damaged, record, hand,
    setup: Object.fromEntries([...pointsOf(setup, "black"), ...pointsOf(setup, "white")]),
    position: Boolean(setup),
    resuming: awaits === "resume", clearing: awaits === "clear", settingUp: awaits === "set up",
    moves: all,
    stones: board ?? {},
    asks: { options: [], ...asks },
    turn: asks ? asks.turn ?? null : first,
    wanted: asks?.wanted ?? 1,
    standing: list(asks?.standing),
    press: asks?.press ?? null,
    draw: asks?.draw ?? null,
    wish: asks?.take_back ?? null,
    offers: asks?.do === "keep" ? hand.left : hand.offers,
    claim: said?.code === "claim" && said.n === all.length ? said : null,
    captured: captured ?? { black: 0, white: 0 },
    menus: menus ?? {},
    open: { p1: groups.open_p1, p2: groups.open_p2, arbiter: groups.open_arbiter },
    clock: clock ?? null, result: result ?? null, reason: reason ?? null, reasons: why.reasons, refusal,
    advice: advice ?? null, partner: partner ?? null, puzzle: puzzle ?? null,
    next: nextGame,
  };
}
