// The games that there are, and the state of a board and its game: from the lines that it sends, or from a record. Pure.

// The games that there are, as the laptop describes them.

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

/** Whether a stone becomes a move by its player's button, not by lying there: as the board decides it by these settings. */
export function movesByButton({ move, mode, clock = "none" }) {
  return move === "auto" ? clock !== "none" || mode === "referee" || mode === "silent" : move === "button";
}

// What stands on the board.

export const EMPTY = "empty";

/** The stones {point: cell} after these changes. */
function applied(stones, changes) {
  const after = { ...stones };
  for (const [point, , is] of changes) {
    if (is === EMPTY) delete after[point];
    else after[point] = is;
  }
  return after;
}

// A game as the groups of a board say it or as a record has it: one state for play and replay. Pure.

export const PASS = "--";
const NEUTRAL = "neutral"; // a stone of nobody
export const OWN = "own"; // the kind of an ordinary stone

const LISTS = ["new", "replies", "takes", "lifted", "missing", "extra", "lift", "turn", "several", "equal", "offers", "left"];

const listOf = (its) => (Array.isArray(its) ? its : []);

/** The group `hand`, what lies on the board as against the game, with all its fields. Too many stones are to be said first. */
function handOf(hand) {
  const its = Object.fromEntries(LISTS.map((name) => [name, listOf(hand[name])]));
  const { state = "calm", colour = null, kind = OWN, foul = null, refusal = null, outside = 0 } = hand;
  return { ...its, state: its.several.length && state !== "offering" ? "several" : state, colour, kind, foul, refusal, outside };
}

/** Black for White, and White for Black. */
export const otherColour = (colour) => (colour === "black" ? "white" : "black");

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
    const colour = colours?.[at] ?? (at % 2 ? otherColour(first) : first);
    const own = point === PASS ? [] : [[point, EMPTY, colour]];
    const given = changes[at] ?? [];
    const whole = given.length && own.length && given[0][0] === point && given[0][1] === EMPTY;
    // a stone of nobody is told by its changes alone
    const kind = whole && given[0][2] === NEUTRAL ? special : OWN;
    return { point, colour, who: null, kind, changes: whole ? given : [...own, ...given] };
  });
}

/** A kept game, as /games/ID.json has it: {record, goal, counts, reasons: {point, foul, lines} or null for each move}. */
export function ofRecord({ record, goal = 0, counts = goal > 0, reasons = [] }) {
  const { first = "black", size = 15, torus = false, game: name, options = {}, settings = {} } = record;
  const [black = [], white = []] = record.setup ?? [];
  const setup = Object.fromEntries([...black.map((point) => [point, "black"]), ...white.map((point) => [point, "white"])]);
  const moves = movesOf(record.moves, first, record.colours, record.changes ?? [], gameOf(name)?.special);
  const explained = Object.entries(reasons).filter(([, reason]) => reason?.lines?.length);
  const game = { ...beginning(), size, first, torus, goal, counts, setup, moves, captured: capturedBy(moves), turn: null };
  game.stones = positionAt(game, moves.length).stones;
  // a list begins at 0, moves at 1
  game.reasons = Object.fromEntries(explained.map(([number, reason]) => [Number(number) + (Array.isArray(reasons) ? 1 : 0), reason]));
  game.settings = { ...settings, game: name, options };
  game.result = record.over ? { winner: record.winner ?? null, reason: record.reason ?? "", line: record.line ?? [] } : null;
  return game;
}

/**
 * What stands after move `number` of a game, 0 for its beginning: {number, size, stones: {point: cell}, moves: those so
 * far, move: the last one, last: its point or null, turn: whose it was then, or null, goal, captured: by each colour until then, or null where the moves do
 * not tell it, reason, result: only at the end}.
 */
export function positionAt(game, number) {
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
    captured: isCounted(game) ? capturedBy(moves) : null,
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
    for (const was of gone) captured[otherColour(was)] += 1;
  }
  return captured;
}

/** Whether captures are counted, and the moves come to the count that the board has told. */
function isCounted({ counts, moves, captured }) {
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

/** The stones of a line, without passes: [{point, colour, kind, number: in the line, from 1}, ...]. */
export const stonesOf = ({ points, colour }) =>
  points.map((point, at) => ({ point, colour: at % 2 ? otherColour(colour) : colour, kind: OWN, number: at + 1 })).filter(({ point }) => point !== PASS);

// The state of a board: what is, by groups, and what its lines say was done; and the game that the groups say. Pure.
//
// A line is {seq, t, is: {group: value}, did: [{code, ...}], more, whole, re}, or with `answer` instead of `is` and `did`
// (firmware/tengen/session/state.py). The laptop's own groups come in lines without seq: names, engine, study, lesson, link.

const GROWING = new Set(["moves", "record"]);

/** The state before the first line. `coming`: the groups after a line that others follow, which belong to it. */
export const initialState = () => ({ groups: {}, seq: null, t: null, coming: null, refusal: null, why: NO_WHY, game: beginning() });

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
export function afterLine(state, line) {
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

const withGame = (state) => ({ ...state, game: gameFrom(state) });

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

const setupOf = (setup, colour) => listOf(setup?.[colour]).map((point) => [point, colour]);

/** The game that a state says, as beginning() has it. */
function gameFrom({ groups, refusal, why }) {
  const { game: its, asks, board, moves, captured, menus, clock, result, reason, next, advice, partner, puzzle } = groups;
  const { size = 15, first = "black", torus = false, goal = 0, counts = false, players = {}, settings = {}, setup = null } = its ?? {};
  const { stamp = null, opening = null, damaged = null, awaits = null } = its ?? {};
  const { brightness, sound, tally, ...nextGame } = next ?? {};
  const record = listOf(groups.record);
  const said = record.findLast(({ code }) => code === "claim" || code === "taken_back");
  const all = listOf(moves).map((move) => ({ who: null, kind: OWN, ...move, changes: listOf(move.changes) }));
  const hand = handOf(groups.hand ?? {});
  return {
    ...beginning(), size, first, torus, goal, counts, players, settings, stamp, opening, damaged, record, hand,
    setup: Object.fromEntries([...setupOf(setup, "black"), ...setupOf(setup, "white")]),
    position: Boolean(setup),
    resuming: awaits === "resume", clearing: awaits === "clear", settingUp: awaits === "set up",
    moves: all,
    stones: board ?? {},
    asks: { options: [], ...asks },
    turn: asks ? asks.turn ?? null : first,
    wanted: asks?.wanted ?? 1,
    standing: listOf(asks?.standing),
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

// The board itself, as the groups of its state say it: its wiring, its supply, its journal. Pure.

/** The condition that these groups say; `powered`: whether the plug is in. */
export function conditionOf({ wiring, device, fault, next }, powered = true) {
  const { faults = [], unproved = [], waits = false, chattering = [], unsteady = [] } = wiring ?? {};
  const { size = 0, laptop = false, probed = false, journal = null, chain = null, supply = null, faults_counted = 0, watchdog = null } = device ?? {};
  return {
    size,
    powered,
    faults, // of the wiring, coded
    unproved, // the points that can't be read for them
    waits, // whether the game waits for the mending, or for the arbiter
    chattering, // the points whose reeds chatter
    unsteady, // the points of rows and columns that fail now and then: they are read all the same
    supply: supply?.low ? supply : null, // while it is low or missing: {mv, off}
    chain: chain?.fault ?? null, // what is wrong with the chain of LEDs, coded
    failure: fault ?? null, // why the firmware was restarted: {cause, text, went_on}, until another game begins
    failures: faults_counted, // how often, by the board's own count
    journal, // {number, kept, why}: the present game's, how many games or null, what is wrong, coded
    watchdog, // whether it is armed, once that was told
    probed, // whether somebody looks for its faults, and nobody plays
    laptop, // whether the arbiter allows the laptop to act in referee and silent games
    settings: next ? { brightness: next.brightness, sound: next.sound } : null,
  };
}

/** The points that the board doesn't read. */
export const unreadPoints = ({ unproved, chattering }) => [...new Set([...unproved, ...chattering])];
