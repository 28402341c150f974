// The list of games, and the state of a board and its game, from its lines or from a record. Pure.

// The games and other lists of the firmware, as described by the laptop (web/known.py).

let games = [];
let others = []; // games that can't be played here
let lists = { modes: [], clocks: [], partners: [], played: [], helped: [], openings: {}, repeated: [], lessons: [] };

/**
 * Set the lists; the games are: [{name, sizes, openings, options: [[option, values], ...], silent, passes, fouls, line,
 * special, specials, broken}, ...], each list with its default first. Sizes larger than the board's `size` are removed;
 * `usual` is the game's default size.
 */
export function know({ games: all = [], firmware: its = lists, size }) {
  lists = its;
  const fit = all.map((game) => ({ ...game, usual: game.sizes[0], sizes: game.sizes.filter((its) => its <= size) }));
  games = fit.filter(({ sizes, broken }) => sizes.length && !broken);
  others = fit.filter((game) => !games.includes(game)).map((game) => ({ ...game, smallest: game.usual }));
}

/** The lists of the firmware: {modes, clocks, partners, played, helped, openings, repeated, lessons}. */
export const firmware = () => lists;

export const allGames = () => games;

/** The games that need a larger board, of at least `smallest` points a side, and the games that are `broken`. */
export const otherGames = () => others;

/** A game by its name; undefined if unknown. */
export const gameOf = (name) => games.find((game) => game.name === name);

/** Whether, with these settings, a stone becomes a move by its player's button, not by resting. */
export function movesByButton({ move, mode, clock = "none" }) {
  return move === "auto" ? clock !== "none" || mode === "referee" || mode === "silent" : move === "button";
}

// The stones on the board.

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

// A game from the groups of a board or from a record: the same state for play and replay. Pure.

export const PASS = "--";
const NEUTRAL = "neutral"; // a neutral stone or a bomb
export const OWN = "own"; // the kind of an ordinary stone

const LISTS = ["new", "replies", "takes", "lifted", "missing", "extra", "lift", "turn", "several", "equal", "offers", "left"];

const listOf = (its) => (Array.isArray(its) ? its : []);

/** The group `hand` with all its fields: how the stones on the board differ from the game. Too many stones come first.
   */
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
  torus: false, // whether lines continue at the opposite edge
  setup: {}, // {point: cell}: the stones on the board before the first move
  position: false, // whether it began with a position that was set up
  moves: [], // {point, colour, who, kind, changes: all, its own stone first}, in order
  stones: {}, // {point: cell}: the stones of the game, whatever is really on the board
  turn: "black", // null when the game is over
  wanted: 1, // the number of stones that the turn still needs
  goal: 0, // the number of captured stones that wins; 0: none
  captured: { black: 0, white: 0 }, // the stones that each colour has captured
  counts: false, // whether captured stones are counted: for the goal, or without a goal as in Go
  standing: [], // the points of a line that wins unless the next move breaks it
  asks: { options: [] }, // the group `asks`: the expected action, and who is asked
  hand: handOf({}),
  press: null, // the seat that must confirm the changed stones by a press
  players: {}, // the button of each colour: {black: "p1", white: "p2"}
  settings: {}, // the game's settings: game, options, opening, mode, clock ...; {} if unknown
  next: {}, // the settings of the next game
  resuming: false, // whether it was interrupted, and waits for its stones and a press
  settingUp: false, // whether it waits for the stones of a position
  clearing: false, // whether all stones must be taken off, because a new game waits for a clear board
  damaged: null, // the number of readable moves of a damaged game, until the arbiter decides
  menus: {}, // open menus by seat: {about, entries, at}
  open: {}, // by seat: its entries, [[entry, why it is not possible now, or null], ...]; undefined if unknown
  offers: [], // the tentative fifths on the board
  opening: null, // {code, name, kanji}
  claim: null, // the last claim since the last move, as in the record
  clock: null, // the group `clock`: the remaining times at the board's time t, and the running clock
  draw: null, // the seat that offers a draw
  advice: null, // a win by fours that the board searches for, or shows
  partner: null, // the action of the board's partner: it thinks, or asks for its stone
  puzzle: null, // the state of the puzzle, if the game is one
  lesson: null, // the state of the lesson's position, if the game is one
  learned: [], // the numbers of the lessons that were finished
  wish: null, // a request to take moves back: {who, points: of the stones that go, the last first, lifted: whether it was lifted}
  refusal: null, // a button that did nothing, and why: {who, why}
  record: [], // further entries of a result slip
  stamp: null, // {id, date}
  result: null,
  saved: false, // whether the laptop has saved it
  reason: null, // why the present stone, or the losing one, is a foul: {point, foul, lines}
  reasons: {}, // {number of the move: the same for earlier moves}
});

export const CORRECTED = "corrected";

// words of the firmware: refusals because of the stones on the board
const FOR_STONES = "refused.stones_lie";

/** The state with an empty board: without refusals because of stones. */
export function cleared(game) {
  return game.refusal && game.refusal.why?.code === FOR_STONES ? { ...game, refusal: null } : game;
}

/** The special stones that a colour has put. */
export const specialsPut = ({ moves }, colour) => moves.filter((move) => move.colour === colour && move.kind !== OWN).length;

/** Whether a judgement of a stone may be shown: not during a silent game. */
export const mayJudge = ({ settings, result }) => settings.mode !== "silent" || Boolean(result);

/** The moves of a record: `colours` and `changes` of each move, if the record has them; `changes` without the move's
   own stone. */
function movesOf(points, first, colours, changes, special = NEUTRAL) {
  return points.map((point, at) => {
    // colours alternate if the record has none
    const colour = colours?.[at] ?? (at % 2 ? otherColour(first) : first);
    const own = point === PASS ? [] : [[point, EMPTY, colour]];
    const given = changes[at] ?? [];
    const whole = given.length && own.length && given[0][0] === point && given[0][1] === EMPTY;
    // only the changes show a neutral stone or a bomb
    const kind = whole && given[0][2] === NEUTRAL ? special : OWN;
    return { point, colour, who: null, kind, changes: whole ? given : [...own, ...given] };
  });
}

/** A saved game from /games/ID.json: {record, goal, counts, reasons: {point, foul, lines} or null for each move}. */
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
 * The position after move `number` of a game, 0 for its beginning: {number, size, stones: {point: cell}, moves: those
 * so far, move: the last one, last: its point or null, turn: the side to move then, or null, goal, captured: by each
 * colour until then, or null if the moves do not show it, reason, result: only at the end}.
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
 * The number of stones that each colour has captured by these moves. Each removed stone counts for its opponent, even
 * one that its own side removed; stones removed by a bomb or a neutral stone count for nobody.
 */
function capturedBy(moves) {
  const captured = { black: 0, white: 0 };
  for (const { point, colour, changes } of moves) {
    if (changes.some(([its, , is]) => its === point && is === NEUTRAL)) continue;
    const gone = changes.filter(([, was, is]) => is === EMPTY && was in captured).map(([, was]) => was);
    // a stone that is removed at once may leave no change
    if (point !== PASS && !changes.some(([its]) => its === point)) gone.push(colour);
    for (const was of gone) captured[otherColour(was)] += 1;
  }
  return captured;
}

/** Whether captures are counted, and the moves give the count that the board reports. */
function isCounted({ counts, moves, captured }) {
  if (!counts) return false;
  const found = capturedBy(moves);
  return found.black === captured.black && found.white === captured.white;
}

/** The stones of the turn: {number: of the next stone, all}. */
export function ofTurn({ moves, turn, wanted }) {
  const begun = moves.findLastIndex((move) => move.colour !== turn || move.point === PASS);
  const put = moves.length - 1 - begun;
  return { number: put + 1, all: put + wanted };
}

/**
 * The moves that a take-back removes, the last first: the last one; against a partner also all others since the
 * person's last move. [] if one of them has no stone: a pass, or an offer.
 */
export function movesBack({ moves, asks, settings: { partner = "" } }) {
  const [nobody] = partner.split(" ");
  const first = moves.findLastIndex(({ who }) => who !== nobody);
  if (first < 0 || asks.do === "keep") return [];
  const back = moves.slice(first).reverse();
  return back.some(({ point }) => point === PASS) ? [] : back;
}

/** Whether the points of a result show a line (the winner's, or in a draw anybody's), and not a foul. */
export const isLine = ({ winner, line }, stones) => Boolean(line?.length) && (!winner || line.every((point) => stones[point] === winner));

/** The stones of a line, without passes: [{point, colour, kind, number: in the line, from 1}, ...]. */
export const stonesOf = ({ points, colour }) =>
  points.map((point, at) => ({ point, colour: at % 2 ? otherColour(colour) : colour, kind: OWN, number: at + 1 })).filter(({ point }) => point !== PASS);

// The state of a board: its groups, the actions in its lines, and the game made from the groups. Pure.
//
// A line is {seq, t, is: {group: value}, did: [{code, ...}], more, whole, re}, or with `answer` instead of `is` and
// `did` (firmware/tengen/session/state.py). The laptop's own groups come in lines without seq: names, engine, study,
// forbidden, link.

const GROWING = new Set(["moves", "record"]);

/** The state before the first line. `coming`: the groups of a message that is not complete yet. */
export const initialState = () => ({ groups: {}, seq: null, t: null, coming: null, refusal: null, why: NO_WHY, game: beginning() });

/** The groups merged with the `is` of a line of the board's time `t`. Unknown groups are stored. */
function merged(groups, is, t) {
  const next = { ...groups };
  for (const [name, its] of Object.entries(is)) {
    if (GROWING.has(name)) next[name] = [...(groups[name] ?? []).slice(0, its[0]), ...its[1]];
    else if (name === "board") next.board = applied(its.clear ? {} : groups.board ?? {}, its.changes);
    else if (typeof its === "object") next[name] = its;
  }
  // the clock's values are those of the moment when the board sent the line
  if (is.clock) next.clock = { t, ...is.clock };
  return next;
}

/** The state after a line. An invalid line changes nothing. */
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

/** The state with the earlier log, [{seq, t, did}, ...]: why earlier moves were fouls, and the last refusal. */
export function withLog(state, log) {
  const why = log.flatMap(({ did }) => did).reduce(whyAfter, state.why);
  return withGame({ ...state, why, refusal: log.reduce((before, { did }) => refusalAfter(before, {}, did), state.refusal) });
}

/** The state after a power cut. It is the same game, because the board has saved everything that it reported. */
export function interrupted(state) {
  const { open_p1, open_p2, open_arbiter, game, clock, ...groups } = state.groups;
  if (clock) groups.clock = { ...clock, stopped: clock.stopped ?? "resume" };
  return withGame({ ...state, groups: { ...groups, game: { ...game, awaits: "resume" }, menus: {} } });
}

const withGame = (state) => ({ ...state, game: gameFrom(state) });

// A button that did nothing, and why: {who, message}. Any other group or code removes this entry.

const NO_ANSWER = new Set([
  "clock", "wiring", "device", "next", "record", "open_p1", "open_p2", "open_arbiter",
  "settings", "stamped", "supply", "chatter", "intermittent", "chain", "journal", "dropped",
]);

function refusalAfter(before, is, did) {
  const refused = did.findLast(({ code, who }) => code === "refused" && who);
  const answers = did.some(({ code, action }) => !NO_ANSWER.has(code) && action !== "release");
  return refused ?? (answers || Object.keys(is).some((group) => !NO_ANSWER.has(group)) ? null : before);
}

// Why moves were fouls, or only looked like fouls: {reasons: {number of the move: entry}, reason: of the present stone,
// last: move}.

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

/** The game in a state, with the fields of beginning(). */
function gameFrom({ groups, refusal, why }) {
  const { game: its, asks, board, moves, captured, menus, clock, result, reason, next, advice, partner, puzzle, lesson } = groups;
  const { size = 15, first = "black", torus = false, goal = 0, counts = false, players = {}, settings = {}, setup = null } = its ?? {};
  const { stamp = null, opening = null, damaged = null, awaits = null } = its ?? {};
  const { brightness, sound, tally, learned, ...nextGame } = next ?? {};
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
    wish: asks?.take_back ? { ...asks.take_back, points: listOf(asks.take_back.points) } : null,
    offers: asks?.do === "keep" ? hand.left : hand.offers,
    claim: said?.code === "claim" && said.n === all.length ? said : null,
    captured: captured ?? { black: 0, white: 0 },
    menus: menus ?? {},
    open: { p1: groups.open_p1, p2: groups.open_p2, arbiter: groups.open_arbiter },
    clock: clock ?? null, result: result ?? null, reason: reason ?? null, reasons: why.reasons, refusal,
    advice: advice ?? null, partner: partner ?? null, puzzle: puzzle ?? null, lesson: lesson ?? null, learned: listOf(lesson?.learned ?? learned),
    next: nextGame,
    saved: Boolean(result && stamp && groups.saved?.game === stamp.id),
  };
}

// The board itself, from the groups of its state: its wiring, its supply, its journal. Pure.

/** The board's condition from these groups; `powered`: whether the plug is in. */
export function conditionOf({ wiring, device, fault, next }, powered = true) {
  const { faults = [], unproved = [], waits = false, chattering = [], unsteady = [] } = wiring ?? {};
  const { size = 0, laptop = false, probed = false, journal = null, chain = null, supply = null, faults_counted = 0, watchdog = null } = device ?? {};
  return {
    size,
    powered,
    faults, // faults of the wiring, as codes
    unproved, // the points that can't be read because of them
    waits, // whether the game waits for a repair, or for the arbiter
    chattering, // the points where a reed chatters
    unsteady, // the points of rows and columns that sometimes fail, but are still read
    supply: supply?.low ? supply : null, // while the supply is low or missing: {mv, off}
    chain: chain?.fault ?? null, // the fault of the LED chain, as a code
    failure: fault ?? null, // why the firmware was restarted: {cause, text, went_on}, until another game begins
    failures: faults_counted, // how often the firmware was restarted, as the board counts it
    journal, // {number: of the present game, kept: the number of saved games or null, why: the fault, as a code}
    watchdog, // whether it is armed, if that was reported
    wire: device?.wire ?? null, // the version of the protocol
    probed, // whether somebody searches for faults, so that nobody can play
    laptop, // whether the arbiter allows the laptop to act in referee and silent games
    settings: next ? { brightness: next.brightness, sound: next.sound } : null,
  };
}

/** The points that the board does not read. */
export const unreadPoints = ({ unproved, chattering }) => [...new Set([...unproved, ...chattering])];
