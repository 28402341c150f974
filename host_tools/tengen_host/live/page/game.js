// A game as events tell it, or as a record has it: one state for play and replay, and pure steps from one to the next.

import { applied, colourOf, EMPTY, net, stonesIn, undone } from "./changes.js";
import { atFirst } from "./clock.js";
import { gameOf } from "./games.js";
import { namesIn } from "./points.js";

export const PASS = "--";
const NEUTRAL = "neutral"; // a stone of nobody
export const OWN = "own"; // the kind of an ordinary stone

const PEOPLE = new Set(["p1", "p2", "arbiter"]);

const other = (colour) => (colour === "black" ? "white" : "black");

export const beginning = () => ({
  size: 15,
  first: "black", // the colour that begins
  torus: false, // whether lines go on at the opposite edge
  setup: {}, // {point: cell}: what lay on the board before the first move
  moves: [], // {point, colour, who, kind, changes}, in order; holes where nobody told
  loose: [], // the changes since the last move, which belong to the next: tentative fifths come and go
  stones: {}, // {point: cell}: what the game has on the board, whatever lies there
  turn: "black", // null when the game is over
  wanted: 1, // the stones that the turn still wants
  goal: 0, // captured stones that win; 0: none do
  captured: { black: 0, white: 0 }, // the stones that each colour has captured
  counts: false, // whether they are counted: for the goal, or without one as in Go
  standing: [], // the points of a line that wins unless the next move breaks it
  lift: [], // captured stones that still lie
  exchange: [], // stones that still have to be changed for the other colour
  press: null, // whose press says that the stones that a move has moved lie right, while only this is missing
  waiting: null, // the next player's stone, which waits for all this
  kind: OWN, // what the next stone will be: "own", "bomb" ...
  players: {}, // whose button: {black: "p1", white: "p2"}
  settings: {}, // what the game is played by: game, options, opening, mode, clock ...; {} where nobody told
  next: {}, // ... and the next one will be
  resuming: false, // whether it was interrupted, and waits for its stones and a press
  damaged: null, // after how many moves the board can't read it any more, while the arbiter has to decide
  clearing: false, // whether all stones must go, as a new game waits for a clear board
  position: false, // whether it began with a position that was set up
  expects: null, // the event that says what is expected, and from whom
  menus: {}, // the open ones: by whose, {about, entries, at}
  open: {}, // by whose: what the game has for him, [[entry, why it is not open now, or null], ...]; {} where nobody told
  offers: [], // the tentative fifths that lie; `offering` has the event that last told of them
  offering: null,
  opening: null, // {code, name, kanji}
  claim: null, // the event of the last claim since the last move
  clock: null, // what is left as of the board's time t, and whose time passes
  draw: null, // who offers one
  advice: null, // the event of a win by fours that the board looks for, or shows
  partner: null, // the event that says what the board's partner does: thinks, or asks for its stone
  puzzle: null, // the event that says how it stands with the puzzle that the game is
  wish: null, // who wishes to take a move back, which, and whether its stone was lifted for that: {who, point, lifted}
  refusal: null, // a button that did nothing, and why: {who, message}
  record: [], // the events that a result slip tells of besides the moves
  stamp: null, // {id, date}
  result: null,
  prompt: null, // the event that asks hands for something, if the last one did
  reason: null, // the event that says why the stone in question, or the one that lost, is a foul
  reasons: {}, // {number of the move: event}: what was said of moves before
});

const RECORDED = new Set(["claim", "lapsed", "taken_back", "set_up"]);
export const CORRECTED = "corrected by the arbiter";
// only these leave standing what a button was refused
const NO_ANSWER = new Set(["clock", "expects", "open", "settings", "stamped", "health", "supply", "chatter", "intermittent", "chain", "error", "journal", "dropped", "shown"]);

/** The state after an event. What an event doesn't say stays as it was. */
export function after(game, event) {
  const step = STEPS[event.event];
  const next = withReason(step ? step(game, event) : game);
  const recorded = isRecorded(event) ? { ...next, record: [...next.record, event] } : next;
  return game.refusal && recorded.refusal === game.refusal && answers(event) ? { ...recorded, refusal: null } : recorded;
}

function isRecorded({ event, cause, stopped }) {
  if (event !== "clock") return RECORDED.has(event);
  return cause === CORRECTED || Boolean(cause && (stopped === "disturbed" || stopped === "fault"));
}

const answers = ({ event, action }) => !NO_ANSWER.has(event) && action !== "release";

const STEPS = {
  started: begin,
  new_game: begin,
  snapshot: fromSnapshot,
  resuming: (game, { damaged = null }) => ({ ...game, resuming: true, damaged }),
  damage_accepted: (game) => ({ ...game, damaged: null }),
  resumed: (game) => ({ ...game, resuming: false, prompt: null }),
  // what was asked of hands before is told again
  clearing: (game, { on }) => ({ ...calm(game), clearing: on }),
  settings: (game, event) => ({ ...game, next: gameSettings(event) }),
  stamped: (game, { id, date }) => ({ ...game, stamp: { id, date } }),
  expects: (game, event) => ({
    ...game, expects: event, turn: event.turn ?? null, players: event.players ?? game.players, wanted: event.wanted ?? game.wanted,
  }),
  menu: (game, { who, about, entries, at }) => {
    const { [who]: closed, ...menus } = game.menus;
    if (about) menus[who] = { about, entries, at };
    return { ...game, menus };
  },
  open: (game, event) => ({ ...game, open: { ...game.open, ...byPerson(event) } }),
  chosen: (game, { players = game.players }) => ({ ...game, players }),

  move: (game, event) => ({ ...moved(game, event), reason: about(event.point, game.reason) }),
  passed: (game, event) => ({ ...moved(game, { ...event, point: PASS }), reason: null }),
  offers: (game, event) => ({ ...game, offers: event.points, offering: event, prompt: null }),
  offered: (game, event) => ({ ...changed(game, event), offers: event.points, offering: null, prompt: null }),
  keep: (game, event) => ({ ...game, offers: event.points, offering: null, prompt: null }),
  kept: changed,
  opening: (game, { code, name, kanji }) => ({ ...game, opening: { code, name, kanji } }),

  clock: (game, event) => ({ ...game, clock: event }),
  claim: (game, event) => ({ ...game, claim: event }),
  draw_offered: (game, { who }) => ({ ...game, draw: who }),
  draw_declined: (game) => ({ ...game, draw: null }),
  take_back_wished: (game, { who, point, lifted }) => ({ ...game, wish: { who, point, lifted } }),
  take_back_declined: (game) => ({ ...game, wish: null }),
  take_back_withdrawn: (game) => ({ ...game, wish: null }),
  taken_back: takenBack,
  advice: (game, event) => ({ ...game, advice: event.state === "shown" || event.state === "thinking" ? event : null }),
  partner: (game, event) => ({ ...game, partner: event }),
  puzzle: (game, event) => ({ ...game, puzzle: event }),
  set_up: (game, { board, turn }) => {
    const setup = stonesIn(board, game.size);
    return { ...game, position: true, turn, setup, stones: setup, moves: [], loose: [], reasons: {}, ...NOTHING_ASKED };
  },
  result: (game, event) => ({ ...game, turn: null, result: event, ...NOTHING_ASKED }),

  reason: (game, event) => ({ ...game, reason: event }),
  refused: (game, event) => {
    // a stone that may not lie there, or a button that did nothing
    const { who, message } = event;
    return who ? { ...game, refusal: { who, message } } : { ...game, prompt: event, reason: null };
  },
  provisional: asked,
  several: asked,
  kind: (game, { kind }) => ({ ...game, kind }),
  lift: (game, { points, turn = [], press = null, provisional = null }) => ({
    ...calm(game), lift: points, exchange: turn, press, waiting: provisional,
  }),
  disturbed: (game, event) => ({
    ...asked(game, event), offers: event.left ?? [], offering: null, lift: event.lift ?? game.lift,
    exchange: event.turn ?? game.exchange,
  }),
  withdrawn: calm,
  // which tentative fifths lie is told again
  restored: (game) => ({ ...calm(game), offers: [], offering: null }),
};

const NOTHING_ASKED = {
  prompt: null, draw: null, wish: null, offers: [], offering: null, standing: [], lift: [], exchange: [], press: null,
  waiting: null,
};

// of the firmware's words: what was refused for the stones that lay there
const FOR_STONES = /empty board/;

/** The state where no stone lies on the board: what was refused because of stones would be refused no longer. */
export function cleared(game) {
  return game.refusal && FOR_STONES.test(game.refusal.message) ? { ...game, refusal: null } : game;
}

/** The state when the power is cut: the board has kept what it has told. */
export function interrupted(game) {
  const clock = game.clock && { ...game.clock, stopped: game.clock.stopped ?? "resume" };
  return { ...game, clock, menus: {}, open: {}, resuming: true };
}

/** The stones of another kind that a colour has put. */
export const specialsPut = ({ moves }, colour) => moves.filter((move) => move?.colour === colour && move.kind !== OWN).length;

/** Whether a judgement of a stone may be shown: nobody may tell the players while a silent game lasts. */
export const mayJudge = ({ settings, result }) => settings.mode !== "silent" || Boolean(result);

/** Of an event what it tells of each person. */
const byPerson = (event) => Object.fromEntries(Object.entries(event).filter(([who]) => PEOPLE.has(who)));

function begin(game, event) {
  const { turn = "black", first = turn, size = game.size, torus = false, goal = 0, captured, players = {}, settings, stamp = null } = event;
  const its = settings ? gameSettings(settings) : {};
  return {
    ...beginning(), size, torus, goal, counts: goal > 0 || Boolean(captured), turn, first: first ?? "black", players, stamp, settings: its,
    next: its, clock: atFirst(its.clock),
  };
}

/** The state after an event's changes of the board. */
function changed(game, { changes = [] }) {
  return { ...game, loose: [...game.loose, ...changes], stones: applied(game.stones, changes) };
}

function moved(game, event) {
  const { point, colour, who = null, kind = OWN, turn = null, wanted = 1, captured = game.captured, standing = [] } = event;
  const told = event.changes ? [...game.loose, ...event.changes] : [];
  // a fifth that is kept lay there before; boards of before told only the point
  const own = told.some(([its]) => its === point) ? [] : ownStone(point, colour);
  const whole = net([...own, ...told]);
  const moves = [...game.moves];
  moves[(event.n ?? moves.length + 1) - 1] = { point, colour, who, kind, changes: whole };
  const stones = applied(game.stones, whole);
  return { ...game, moves, stones, turn, wanted, captured, claim: null, ...NOTHING_ASKED, loose: [], standing };
}

/** The change that a stone itself is. */
const ownStone = (point, colour) => (point === PASS ? [] : [[point, EMPTY, colour]]);

function takenBack(game, event) {
  const { turn, players = game.players, captured = game.captured } = event;
  // its count also has an offer of fifths, which is no move
  const moves = game.moves.slice(0, namesIn(event.moves).length);
  const opening = moves.length < 3 ? null : game.opening;
  const reasons = Object.fromEntries(Object.entries(game.reasons).filter(([number]) => number <= moves.length));
  const asked = { claim: null, result: null, reason: null, ...NOTHING_ASKED };
  const next = { ...game, moves, loose: [], opening, turn, players, captured, reasons, ...asked };
  return { ...next, stones: event.changes ? applied(game.stones, event.changes) : at(next, moves.length).stones };
}

function asked(game, event) {
  return { ...game, prompt: event, reason: null };
}

function calm(game) {
  return { ...game, prompt: null, reason: null };
}

const about = (point, reason) => (reason?.point === point ? reason : null);

function withReason(game) {
  const { moves, reason } = game;
  // while it may still be lifted it is no move, and belongs to none
  if (!reason || moves.at(-1)?.point !== reason.point || game.reasons[moves.length] === reason) return game;
  return { ...game, reasons: { ...game.reasons, [moves.length]: reason } };
}

/** Of some settings those of the game, without the board's own and what every event has. */
function gameSettings({ event, seq, t, brightness, sound, tally, puzzle, ...its }) {
  return its;
}

/** The moves of a list: `colours` and `changes` are those of each, where they are told; `changes` besides its own stone. */
function movesOf(points, first, colours, changes, special = NEUTRAL) {
  return points.map((point, at) => {
    // boards and records of before do not tell the colours: where a turn was one stone they alternated
    const colour = colours?.[at] ?? (at % 2 ? other(first) : first);
    const own = ownStone(point, colour);
    const told = changes[at] ?? [];
    const whole = told.length && own.length && told[0][0] === point && told[0][1] === EMPTY;
    // a stone of nobody is told by its changes alone
    const kind = whole && told[0][2] === NEUTRAL ? special : OWN;
    return { point, colour, who: null, kind, changes: whole ? told : [...own, ...told] };
  });
}

function fromSnapshot(before, event) {
  const { turn = null, result = null, players = {}, expects = null, opening = null, stamp = null, wish = null } = event;
  const { size = before.size, first = "black", torus = false, goal = 0, standing = [], lift = [], press = null, kind = OWN } = event;
  const exchange = event.to_turn ?? [];
  // in an opening the turn may want less than the game would
  const wanted = expects?.wanted ?? event.wanted ?? 1;
  const { captured = { black: 0, white: 0 } } = event;
  const colours = event.colours && [...event.colours].map(colourOf);
  const changes = Object.entries(event.changes ?? {}).map(([number, its]) => [number - 1, its]);
  const moves = movesOf(namesIn(event.moves ?? ""), first, colours, Object.fromEntries(changes), gameOf(event.game)?.special);
  const next = gameSettings(event.settings ?? {});
  const settings = event.played ?? next;
  const game = {
    ...beginning(), size, first, torus, goal, counts: goal > 0 || Boolean(event.captured), standing, lift, exchange, press, kind, wanted, captured, moves, turn, result, players, expects,
    opening, stamp, wish, settings, next,
  };
  const lie = stonesIn(event.board ?? "", size);
  game.setup = event.setup === undefined ? applied(lie, undone(moves.flatMap((move) => move.changes))) : stonesIn(event.setup ?? "", size);
  game.position = Object.keys(game.setup).length > 0;
  const offered = expects?.do === "keep" && event.setup !== undefined ? event.offers ?? [] : [];
  game.loose = offered.flatMap((point) => ownStone(point, expects.colour ?? first));
  game.stones = applied(lie, game.loose);
  game.record = (event.record ?? []).filter(isRecorded);
  game.draw = event.draw_by ?? null;
  game.advice = event.advice ?? null;
  game.partner = event.partner ?? null;
  game.puzzle = event.puzzle ?? null;
  game.open = event.open ?? {};
  for (const { who, about, entries, at } of event.menus ?? []) if (about) game.menus[who] = { about, entries, at };
  // its values are of the moment when the snapshot was told
  if (event.clock) game.clock = { ...event.clock, t: event.t };
  game.offers = (expects?.do === "keep" && event.left) || (event.offers ?? []);
  if (event.equal?.length) game.offering = { equal: event.equal };
  game.reason = event.reason ?? about(event.provisional ?? moves.at(-1)?.point, before.reason);
  game.resuming = event.resuming ?? false;
  game.damaged = event.damaged ?? null;
  game.clearing = event.clearing ?? false;
  const what = game.clearing ? "clear" : game.resuming ? "resume" : event.setting_up ? "set up" : undefined;
  const clears = lift.length > 0 || exchange.length > 0 || press !== null;
  if (clears) game.waiting = event.provisional ?? null;
  if (event.refusal) game.prompt = { event: "refused", ...event.refusal, extra: event.extra };
  else if (event.several?.length && event.state !== "offering") game.prompt = { event: "several", points: event.several };
  else if (event.missing?.length && !["keeping", "provisional"].includes(event.state)) game.prompt = { ...event, event: "disturbed", what };
  else if (event.extra?.length || event.outside) game.prompt = { ...event, event: "disturbed", what, missing: [], waits: event.provisionals };
  else if (event.provisional && expects?.do !== "keep" && !clears) {
    const { provisional: point, provisionals: points = [point], replies = [], takes = [], foul } = event;
    game.prompt = { event: "provisional", point, points, replies, takes, colour: turn, foul };
  }
  return game;
}

/** A kept game, as /games/ID.json has it: {record, goal, counts, reasons: a `reason` event or null for each move}. */
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
  const stones = applied(game.setup, moves.flatMap((move) => move?.changes ?? []));
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
  if (!counts || Array.from(moves).some((move) => !move)) return false;
  const found = capturedBy(moves);
  return found.black === captured.black && found.white === captured.white;
}

/** How many stones the turn has put already, and how many it has in all: {number: of the next stone, all}. */
export function ofTurn({ moves, turn, wanted }) {
  const begun = moves.findLastIndex((move) => !move || move.colour !== turn || move.point === PASS);
  const put = moves.length - 1 - begun;
  return { number: put + 1, all: put + wanted };
}

/** The last move, which is the one that a take-back takes; null where that takes no stone: a pass, or an offer. */
export function lastStone({ moves, expects }) {
  const move = moves.at(-1);
  return move && move.point !== PASS && expects?.do !== "keep" ? move : null;
}

/** Whether the points of a result show the winner's line, or of a draw somebody's, and no fault. */
export const isLine = ({ winner, line }, stones) => Boolean(line?.length) && (!winner || line.every((point) => stones[point] === winner));
