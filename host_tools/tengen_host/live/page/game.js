// What the firmware's events say of the game so far: a pure step from one state to the next.

import { atFirst } from "./clock.js";
import { namesIn } from "./points.js";

export const PASS = "--";

const other = (colour) => (colour === "black" ? "white" : "black");

export const beginning = () => ({
  moves: [], // {point, colour}, in order; holes where nobody told
  turn: "black", // null when the game is over
  players: {}, // whose button: {black: "p1", white: "p2"}
  settings: {}, // what the game is played by: opening, mode, clock ...; {} where nobody told
  next: {}, // ... and the next one will be
  resuming: false, // whether it was interrupted, and waits for its stones and a press
  damaged: null, // after how many moves the board can't read it any more, while the arbiter has to decide
  position: false, // whether it began with a position that was set up
  expects: null, // the event that says what is expected, and from whom
  menus: {}, // the open ones: by whose, {about, entries, at}
  offers: [], // the tentative fifths that lie; `offering` has the event that last told of them
  offering: null,
  opening: null, // {code, name, kanji}
  claim: null, // the event of the last claim since the last move, or of one that lapsed
  clock: null, // what is left as of the board's time t, and whose time passes
  draw: null, // who offers one
  wish: null, // who wishes to take a move back, which, and whether its stone was lifted for that: {who, point, lifted}
  refusal: null, // a button that did nothing, and why: {who, message}
  record: [], // the events that a result slip tells of besides the moves
  stamp: null, // {id, date}
  result: null,
  prompt: null, // the event that asks hands for something, if the last one did
  reason: null, // the event that says why the stone in question, or the one that lost, is a foul
});

const RECORDED = new Set(["claim", "lapsed", "taken_back", "set_up"]);
export const CORRECTED = "corrected by the arbiter";
// only these leave standing what a button was refused
const NO_ANSWER = new Set(["clock", "expects", "settings", "stamped", "health", "supply", "chatter", "intermittent", "chain", "error", "journal", "dropped"]);

/** The state after an event. What an event doesn't say stays as it was. */
export function after(game, event) {
  const step = STEPS[event.event];
  const next = step ? step(game, event) : game;
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
  settings: (game, event) => ({ ...game, next: gameSettings(event) }),
  stamped: (game, { id, date }) => ({ ...game, stamp: { id, date } }),
  expects: (game, event) => ({
    ...game, expects: event, turn: event.turn ?? null, players: event.players ?? game.players,
  }),
  menu: (game, { who, about, entries, at }) => {
    const { [who]: closed, ...menus } = game.menus;
    if (about) menus[who] = { about, entries, at };
    return { ...game, menus };
  },
  chosen: (game, { players = game.players }) => ({ ...game, players }),

  move: (game, event) => {
    const { point, colour } = event;
    return { ...placed(game, event, { point, colour }), reason: about(point, game.reason) };
  },
  passed: (game, event) => ({ ...placed(game, event, { point: PASS, colour: event.colour }), reason: null }),
  offers: (game, event) => ({ ...game, offers: event.points, offering: event, prompt: null }),
  offered: (game, event) => ({ ...game, offers: event.points, offering: null, prompt: null }),
  keep: (game, event) => ({ ...game, offers: event.points, offering: null, prompt: null }),
  opening: (game, { code, name, kanji }) => ({ ...game, opening: { code, name, kanji } }),

  clock: (game, event) => ({ ...game, clock: event }),
  claim: (game, event) => ({ ...game, claim: event }),
  lapsed: (game, event) => ({ ...game, claim: event }),
  draw_offered: (game, { who }) => ({ ...game, draw: who }),
  draw_declined: (game) => ({ ...game, draw: null }),
  take_back_wished: (game, { who, point, lifted }) => ({ ...game, wish: { who, point, lifted } }),
  take_back_declined: (game) => ({ ...game, wish: null }),
  take_back_withdrawn: (game) => ({ ...game, wish: null }),
  taken_back: (game, { moves: stand, turn, players = game.players }) => {
    // its count also has an offer of fifths, which is no move
    const moves = game.moves.slice(0, namesIn(stand).length);
    const opening = moves.length < 3 ? null : game.opening;
    return { ...game, moves, opening, turn, players, claim: null, result: null, reason: null, ...NOTHING_ASKED };
  },
  set_up: (game, { turn }) => ({ ...game, position: true, turn, moves: [], ...NOTHING_ASKED }),
  result: (game, event) => ({ ...game, turn: null, result: event, ...NOTHING_ASKED }),

  reason: (game, event) => ({ ...game, reason: event }),
  refused: (game, event) => {
    // a stone that may not lie there, or a button that did nothing
    const { who, message } = event;
    return who ? { ...game, refusal: { who, message } } : { ...game, prompt: event, reason: null };
  },
  provisional: asked,
  several: asked,
  disturbed: (game, event) => ({ ...asked(game, event), offers: event.left ?? [], offering: null }),
  withdrawn: calm,
  // which tentative fifths lie is told again
  restored: (game) => ({ ...calm(game), offers: [], offering: null }),
};

const NOTHING_ASKED = { prompt: null, draw: null, wish: null, offers: [], offering: null };

// of the firmware's words: what was refused for the stones that lay there
const FOR_STONES = /empty board/;

/** The state where no stone lies on the board: what was refused because of stones would be refused no longer. */
export function cleared(game) {
  return game.refusal && FOR_STONES.test(game.refusal.message) ? { ...game, refusal: null } : game;
}

/** The state when the power is cut: the board has kept what it has told. */
export function interrupted(game) {
  const clock = game.clock && { ...game.clock, stopped: game.clock.stopped ?? "resume" };
  return { ...game, clock, menus: {}, resuming: true };
}

function begin(game, { turn = "black", players = {}, settings, stamp = null }) {
  const its = settings ? gameSettings(settings) : {};
  return { ...beginning(), turn, players, stamp, settings: its, next: its, clock: atFirst(its.clock) };
}

function placed(game, event, move) {
  const moves = [...game.moves];
  moves[(event.n ?? moves.length + 1) - 1] = move;
  const turn = event.turn === undefined ? other(event.colour) : event.turn;
  return { ...game, moves, turn, claim: null, ...NOTHING_ASKED };
}

function asked(game, event) {
  return { ...game, prompt: event, reason: null };
}

function calm(game) {
  return { ...game, prompt: null, reason: null };
}

const about = (point, reason) => (reason?.point === point ? reason : null);

/** Of some settings those of the game, without the board's own and what every event has. */
function gameSettings({ event, seq, t, brightness, sound, ...its }) {
  return its;
}

function fromSnapshot(before, event) {
  const { turn = null, result = null, players = {}, expects = null, opening = null, stamp = null, wish = null } = event;
  const played = namesIn(event.moves ?? "");
  // only the first move's colour is told: where a turn is one stone they alternate
  const first = event.first ?? "black";
  const moves = played.map((point, at) => ({ point, colour: at % 2 ? other(first) : first }));
  const next = gameSettings(event.settings ?? {});
  const settings = event.played ?? next;
  const game = { ...beginning(), moves, turn, result, players, expects, opening, stamp, wish, settings, next };
  game.record = (event.record ?? []).filter(isRecorded);
  game.draw = event.draw_by ?? null;
  const lie = (event.board ?? "").replaceAll(".", "").length;
  game.position = lie > played.filter((point) => point !== PASS).length;
  for (const { who, about, entries, at } of event.menus ?? []) if (about) game.menus[who] = { about, entries, at };
  // its values are of the moment when the snapshot was told
  if (event.clock) game.clock = { ...event.clock, t: event.t };
  game.offers = (expects?.do === "keep" && event.left) || (event.offers ?? []);
  if (event.equal?.length) game.offering = { equal: event.equal };
  game.reason = event.reason ?? about(event.provisional ?? moves.at(-1)?.point, before.reason);
  game.resuming = event.resuming ?? false;
  game.damaged = event.damaged ?? null;
  const what = game.resuming ? "resume" : event.setting_up ? "set up" : undefined;
  if (event.refusal) game.prompt = { event: "refused", ...event.refusal, extra: event.extra };
  else if (event.several?.length && event.state !== "offering") game.prompt = { event: "several", points: event.several };
  else if (event.missing?.length && event.state !== "keeping") game.prompt = { ...event, event: "disturbed", what };
  else if (event.extra?.length) game.prompt = { event: "disturbed", what, missing: [], extra: event.extra };
  else if (event.provisional && expects?.do !== "keep") {
    game.prompt = { event: "provisional", point: event.provisional, colour: event.turn, foul: event.foul };
  }
  return game;
}
