// Sentences for the codes of the board and the laptop, for actions, and for the state of the hardware. Pure.

import { namesIn, shown } from "../board/points.js";
import { timeText } from "../game/clock.js";
import { EMPTY, otherColour } from "../game/state.js";
import { otherWire, WIRE } from "../wire.js";
import { both, clauses, decimal, either, has, list, named, say, sentences } from "./i18n.js";
import { lessonDeed } from "./lessons.js";
import {
  capital, clockWords, colourName, entryName, foulName, gameName, isolated, lineName, lineText, modeName, movedWords,
  openingName, optionName, personName, pointList, ruleName, stoneName, variantWords, whoName,
} from "./terms.js";

// menus and decisions with words for their entries
const MENUS = ["menu", "swap", "side", "way", "draw", "take back", "resign", "laptop", "damaged"];
// words for commands that a game may forbid, and for settings and fields of commands
const COMMANDS = {
  do: "task.menu", back: "page.take_back", clock: "page.correct_clocks", new: "page.new_game", setup: "page.set_up",
  stamp: "page.stamp", probe: "page.watch_matrix", puzzle: "entry.menu.puzzle", lesson: "entry.menu.lessons",
};
const SETTINGS = {
  game: "page.which_game", size: "page.size", options: "entry.menu.options", opening: "page.opening",
  fifths: "page.fifths", mode: "page.mode", clock: "page.clock", move: "page.becomes_move", brightness: "page.brightness",
  partner: "entry.menu.partner", hints: "entry.menu.hints", sound: "page.buzzer", count: "page.moves", p1: "seat.p1", p2: "seat.p2", turn: "page.to_move", date: "page.played_on",
};

/** By place in a sentence: how to write its value. At other places codes become sentences; other values stay.
   */
const BOARD_WORDS = {
  kind: (kind) => entryName("menu", kind).toLowerCase(),
  won: (word) => lineName(word) || named(`reason.${word}`, word),
  foul: foulName,
  game: gameName,
  option: optionName,
  mode: modeName,
  seat: whoName,
  who: whoName,
  point: shown,
  column: (letter) => letter.toUpperCase(),
  entry: (entry) => entryName(MENUS.find((ask) => named(`entry.${ask}.${entry}`, "")) ?? "menu", entry),
  deed: (command) => (COMMANDS[command] ? say(COMMANDS[command]) : command),
  setting: (field) => (SETTINGS[field] ? say(SETTINGS[field]) : field),
  task: (task) => named(`lesson.not.${task}`, task),
  lacks: (word) => named(`lesson.lacks.${word}`, word),
};
// by place in a sentence: the kind of each value in its list
const EACH = { kinds: "kind", games: "game", modes: "mode", points: "point", entries: "entry", options: "entry" };

/** The text of a code with its values, within a sentence; of several codes, a list. An unknown code is shown as it is.
   */
export function codeWords(why) {
  if (Array.isArray(why)) return list(why.map(codeWords));
  if (why === null || typeof why !== "object") return String(why ?? "");
  const { code, ...values } = why;
  if (!has(code)) return say("board.unknown_code", { code, values: Object.keys(values).length ? JSON.stringify(values) : "" }).trim();
  return say(code, Object.fromEntries(Object.entries(values).map(([place, value]) => [place, valueWords(place, value)])));
}

/** The text of a code as a whole sentence. */
export const codeSentence = (why) => capital(codeWords(why));

function valueWords(place, value) {
  if (Array.isArray(value)) {
    const its = value.map((each) => valueWords(EACH[place] ?? place, each));
    return place === "options" ? either(its) : list(its);
  }
  if (value === null || typeof value === "object") return codeWords(value);
  return BOARD_WORDS[place]?.(String(value)) ?? value;
}

// The words for the board itself: its faults, its settings, its reeds, the connection to it.

export const kindName = (kind, version) => say("board.kind", { kind: named(`board.kind.${kind}`, kind), version });

/** A kind of fault with its place of this sort, if it has one: "Stuck closed: H9". */
export function faultName(kind, at = null, sort = "") {
  const name = named(`fault.kind.${kind}`, capital(kind));
  if (at === null) return name;
  const place = sort === "point" ? shown(at) : sort === "mV" ? say("board.mv", { mv: at }) : at;
  return say("fault.at", { name, place });
}

/** The description of a kind of fault; `otherwise`: the board's own words. */
export const faultWords = (kind, otherwise) => named(`fault.words.${kind}`, otherwise);

/** The counters of a point's reed, in words. */
export function reedText(point, counters) {
  if (!counters) return say("reed.new", { point: shown(point) });
  const [closures, flickers, longest] = counters;
  const values = { point: shown(point), closed: say("reed.closed", { n: closures }), flickers: say("reed.flickers", { n: flickers }) };
  return longest ? say("reed.opened", { ...values, longest }) : say("reed.never_opened", values);
}

/** A contact of the matrix now; `place` is null for an always-closed contact. */
export function contactText(place, closed, edges) {
  const values = { place: place === null ? say("contact.wired_shut") : shown(place), changes: say("contact.changes", { n: edges }) };
  return closed ? say("contact.closed", values) : say("contact.open", values);
}

/** Scan rate, supply and current of a matrix that is watched. */
export function matrixFigures({ hz, mv, ma }) {
  return list([
    hz && say("figures.hz", { n: hz }),
    mv !== null && say("figures.supply", { volts: volts(mv) }),
    ma && say("figures.current", { amperes: decimal(ma / 1000, 2) }),
  ].filter(Boolean));
}

/** An example of a place of this sort. */
export const faultPlace = (sort) => named(`fault.place.${sort}`, sort);

const volts = (mv) => decimal(mv / 1000, 2);
const supplyWords = (mv) => say("board.supply_good", { volts: volts(mv) });
/** A supply that is low, or missing. */
const badSupply = ({ mv, off }) => say(off ? "board.supply_off" : "board.supply_sags", { volts: volts(mv) });
const chainWords = (fault) => say("board.lights", { fault: codeWords(fault) });

const chatterWords = (points) => say("board.ignored", { n: points.length, points: pointList(points) });

/** A restart of the firmware, by its cause. */
export const failureWords = (cause) => named(`failed.${cause}`, null) ?? say("failed", { cause });

/** The board's record of a restart: a traceback, or the part of the firmware that hung. */
const failureText = ({ cause, text }) => (cause === "watchdog" ? say("failed.stood_still", { part: text }) : text);

/** A restart in one line, with the last line of the board's record; in a traceback this is the error. */
function failureNote({ cause, text, went_on: wentOn }) {
  const point = text && failureText({ cause, text: text.trim().split("\n").at(-1) });
  const said = point ? say("event.because", { said: failureWords(cause), cause: point }) : failureWords(cause);
  return clauses([said, wentOn && say("board.went_on")]);
}

export const journalTrouble = (why) => say("board.journal", { message: codeWords(why) });

/** The number of games saved on the board, if it has counted them, and the number of the present one. */
export function gamesKept({ number, kept }) {
  const games = kept === null ? "" : say("board.keeps", { n: kept });
  return capital(clauses([games, number && say("board.present", { number })]));
}

/** The present problems of the board, a sentence each. */
export function boardNotes({ size, faults, unproved, waits, chattering, unsteady, supply, chain, failure, journal, watchdog, wire, probed }) {
  const said = probed ? [say("board.probed")] : [];
  const other = otherWire(wire);
  if (other) said.push(capital(say(`wire.${other}`, { board: wire, laptop: WIRE })));
  if (failure) said.push(failureNote(failure));
  if (journal?.why) said.push(journalTrouble(journal.why));
  if (watchdog === false) said.push(say("board.watchdog_off"));
  if (faults.length && !waits) {
    const places = unproved.length && area(unproved, size);
    said.push(places ? say("board.not_read", { places }) : sentences(faults.map(codeSentence)));
  }
  if (chattering.length) said.push(chatterWords(chattering));
  if (unsteady.length) said.push(say("board.unsteady", { places: area(unsteady, size) }));
  if (supply) said.push(badSupply(supply));
  if (chain) said.push(chainWords(chain));
  return said;
}

/** Points in words, with whole rows and columns: "row 7, A1". */
function area(points, size) {
  const lines = new Map();
  for (const point of points) {
    for (const line of [say("area.column", { column: shown(point[0]) }), say("area.row", { row: point.slice(1) })]) {
      lines.set(line, [...(lines.get(line) ?? []), point]);
    }
  }
  const whole = [...lines].filter(([, its]) => its.length === size);
  if (whole.length === 2 * size) return say("area.board");
  const named = new Set(whole.flatMap(([, its]) => its));
  const rest = points.filter((point) => !named.has(point)).map(shown);
  return list([...whole.map(([name]) => name), ...rest]);
}

// Sentences of the laptop, in the language of the page: each comes as {key, values, message}, with its English text.

// the values at these places are words of the laptop; others may be sentences themselves
const LAPTOP_WORDS = { fault: faultName, field: fieldName };

/** The laptop's sentence, within a line; in English if the page does not know it. */
export function laptopWords({ key, values = {}, message }) {
  if (!key || !has(key)) return message;
  return say(key, Object.fromEntries(Object.entries(values).map(([place, value]) => [place, LAPTOP_WORDS[place]?.(value) ?? (value?.message ? laptopWords(value) : value)])));
}

/** Whether the board's state is unknown, because a relay gets nothing from it. A board without its cable continues by
   itself. */
export const isCutOff = ({ connected, key }) => !connected && (key === "server.cut_off" || /^server\.silent_for_/.test(key));

/** The name of a board in the list of boards; a name given by the laptop is in the language of the page. */
const boardName = ({ name, said }) => laptopWords({ ...said, message: name });

/**
 * The place of a game in words: the table's number, if given, and the board's name, but with a number no name given by
 * the laptop. `board`: its entry in the list of boards, or null for the only one.
 */
export function placeName(board, table) {
  const its = table ? say("hall.table", { table: isolated(table) }) : "";
  return [its, board && !(its && board.said) && boardName(board)].filter(Boolean).join(" · ");
}

function fieldName(field) {
  if (field === "black" || field === "white") return say(`games.${field}`);
  if (field === "p1" || field === "p2") return whoName(field);
  return say(`slip.${field}`);
}

// The actions at the board, each as a sentence.

export const FOULS = new Set(["overline", "double-four", "double-three"]);

/** The points where a move removed a stone, and those where it changed one, as lists in words. */
export function changedPoints({ changes = [] }) {
  const pointsOf = (fits) => pointList(changes.filter(fits).map(([point]) => point));
  return { gone: pointsOf(([, , is]) => is === EMPTY), turned: pointsOf(([, was, is]) => was !== EMPTY && is !== EMPTY) };
}

// by code of an entry of `did`, or of an answer that is shown like one
const DONE = {
  started: (e) => say("event.started", { version: e.version ?? "" }).trim(),
  new_game: () => say("event.new_game"),
  set_aside: (e) => say("event.set_aside", { moves: namesIn(e.moves ?? "").map(shown).join(" ") }),
  provisional: (e) => {
    const values = { colour: colourName(e.colour), point: pointList(e.points ?? [e.point]) };
    return e.foul ? say("event.provisional_foul", { ...values, foul: foulName(e.foul) }) : say("event.provisional", values);
  },
  withdrawn: (e) => say("event.withdrawn", { point: shown(e.point) }),
  move: (e) => {
    const move = say("event.move", { number: e.n, colour: colourName(e.colour), point: stoneName(e) });
    const { gone, turned } = changedPoints(e);
    const whole = gone ? say("event.move_changes", { move, points: gone }) : move;
    return turned ? say("event.move_turns", { move: whole, points: turned }) : whole;
  },
  lift: ({ points, turn = [], press = null }) => sentences([
    points.length ? say("event.lift", { points: pointList(points) }) : "",
    turn.length ? say("event.turn", { points: pointList(turn) }) : "",
    press ? say("prompt.colours_right", { who: whoName(press) }) : "",
  ]) || say("event.lift_done"),
  passed: (e) => say("event.passed", { number: e.n, colour: colourName(e.colour) }),
  reason: (e) => [reasonTitle(e), ...e.lines.map(lineText)].join("\n"),
  several: (e) => say("event.several", { points: pointList(e.points) }),
  disturbed: (e) => {
    if (e.what === "resume") return say("event.resume_asks", { stones: difference(e) });
    if (e.what === "clear") return say("event.clearing");
    if (e.what === "set up") return say("event.set_up_asks", { stones: difference(e) });
    return movedWords(e) ?? say("event.disturbed", { stones: difference(e) });
  },
  clearing: (e) => (e.on ? say("event.clearing") : say("event.clearing_over")),
  restored: () => say("event.restored"),
  refused: (e) => (e.who
    ? say("event.refused_who", { who: whoName(e.who), message: codeWords(e.why) })
    : say("event.refused_point", { point: shown(e.point), message: codeWords(e.why) })),
  result: (e) => outcome(e),

  chosen: (e, names) => sentences([
    e.who ? say("event.takes", { who: personName(e.who, names), choice: choice(e) }) : say("event.taken", { choice: choice(e) }),
    say("event.sides", { black: personName(e.players.black, names), white: personName(e.players.white, names) }),
  ]),
  offers: (e) => {
    const values = { lie: e.points.length, count: e.count, points: pointList(e.points) };
    return clauses([say("event.offers", values), equal(e)]);
  },
  offered: (e) => say("event.offered", { points: pointList(e.points) }),
  keep: (e) => (e.points.length ? say("event.keep", { points: pointList(e.points) }) : say("event.keep_none")),
  kept: (e) => say("event.kept", { point: shown(e.point) }),
  opening: (e) => say("event.opening", { opening: openingName(e.opening) }),
  clock: (e) => {
    const said = e.stopped ? stoppedWords(e) : say("event.clock", { p1: timeText(e.p1), p2: timeText(e.p2) });
    return say("event.because", { said, cause: causeWords(e.cause) });
  },
  draw_offered: (e, names) => say("event.draw_offered", { who: personName(e.who, names) }),
  draw_declined: () => say("event.draw_declined"),
  take_back_wished: (e, names) => wishWords(personName(e.who, names), e.points),
  take_back_declined: () => say("event.take_back_declined"),
  take_back_withdrawn: (e, names) => say("event.take_back_withdrawn", { who: personName(e.who, names) }),
  taken_back: (e, names) => {
    const said = say("event.taken_back", { n: e.count, who: personName(e.by, names) });
    return e.removed?.length ? say("event.of_points", { said, points: pointList(e.removed) }) : said;
  },
  claim: (e, names) => {
    const values = { who: personName(e.who, names), what: named(`claim.${e.what}`, lineName(e.what) || e.what) };
    return e.right ? say("event.claim_right", values) : say("event.claim_wrong", values);
  },
  lapsed: (e) => say("event.lapsed", { what: named(`claim.lapsed.${e.what}`, lineName(e.what) || e.what), point: shown(e.point) }),
  set_up: (e) => sentences([say("event.set_up"), toMove(e.turn)]),
  stamped: (e) => {
    const [day, time = ""] = e.date.split("T");
    return say("event.stamped", { id: e.id, day, time }).trim();
  },

  matrix: (e) => (e.faults.length
    ? sentences([say("event.matrix", { faults: clauses(e.faults.map(codeWords)) }), goingOn(e)])
    : say("event.matrix_whole")),
  chatter: (e) => (e.points.length ? chatterWords(e.points) : say("event.no_chatter")),
  intermittent: (e) => (e.faults.length ? say("event.matrix", { faults: clauses(e.faults.map(codeWords)) }) : say("event.no_intermittent")),
  supply: (e) => (e.low ? badSupply(e) : supplyWords(e.mv)),
  chain: (e) => (e.whole ? say("event.chain_whole") : chainWords(e.fault)),
  partner: (e) => {
    if (e.state === "thinking") return say("event.partner_thinks");
    if (e.state !== "asks") return say("event.partner_waits");
    return codeSentence({ code: `refused.partner_${{ offer: "offers", keep: "keeps" }[e.do] ?? "plays"}`, points: e.points });
  },
  partner_agrees: () => say("event.partner_agrees"),
  advice: (e) => {
    if (e.state === "shown") return adviceWords(e);
    return say(e.state === "none" && e.about === "missed win" ? "event.advice_none_missed" : `event.advice_${e.state}`);
  },
  puzzle: (e) => {
    const { number, of, grade, colour, state, solved, point, answer, tally } = e;
    const other = otherColour(colour);
    if (state === "given") return say(`event.puzzle_given.${colour}`, { number, of, grade });
    if (solved || state === "failed") return say("puzzle.tally", { grade, solved: tally[grade - 1][0], tried: tally[grade - 1][1] });
    if (state === "right") return say(`event.puzzle_right.${other}`, { answer: shown(answer) });
    const values = { point: shown(point), answer: answer && shown(answer) };
    return answer ? say(`event.puzzle_wrong.${other}`, values) : say("event.puzzle_wrong", values);
  },
  lesson: (e) => lessonDeed(e),
  settings: () => say("event.settings"),
  button: (e) => say("event.button", { who: whoName(e.name), action: pushed(e) }),
  resuming: (e) => ((e.damaged ?? null) === null
    ? say("event.resuming", { number: e.n - 1 })
    : say("event.damaged", { number: e.damaged })),
  damage_accepted: (e) => say("event.damage_accepted", { who: whoName(e.by), number: e.after }),
  resumed: (e, names) => {
    if (e.cause) return clauses([failureWords(e.cause), say("board.went_on")]);
    return e.by ? say("event.resumed_by", { who: personName(e.by, names) }) : say("event.resumed");
  },
  fault: (e) => [say("event.fault", { said: failureWords(e.cause), count: e.count }), e.text && failureText(e)].filter(Boolean).join("\n"),
  journal: (e) => (e.why ? journalTrouble(e.why) : gamesKept(e)),
  dropped: (e) => say("event.dropped", { number: e.number }),
  probe: (e) => (e.on ? say("board.probed") : e.why ? codeSentence(e.why) : say("event.probe_over")),
  watchdog: (e) => (e.armed ? say("event.watchdog") : say("board.watchdog_off")),
  laptop: (e) => (e.allowed ? say("event.laptop") : say("event.no_laptop")),
  error: (e) => say("event.error", { message: codeWords(e.why) }),
};

/** An action as a sentence; for an unknown code, or missing fields, the code and its values. */
export function sentence(deed, names = {}) {
  try {
    if (Object.hasOwn(DONE, deed.code)) return DONE[deed.code](deed, names);
  } catch {
    // a known code with fields missing is shown like an unknown one
  }
  return codeWords(deed);
}

/** A win by fours that the board shows: its line, why no answer helps, and the move played instead. */
export function adviceWords({ colour, line, fours, why, foul, fives, after, played }) {
  const points = pointList(line);
  if (why === "five") return sentences([say(`advice.five.${colour}`, { line: points }), instead(after, played)]);
  const reason = foul ? say(`advice.foul.${foul}`, { points: pointList(fives) }) : say(`advice.why.${why}`, { points: either(fives.map(shown)) });
  return sentences([clauses([say(`advice.win.${colour}`, { n: fours, line: points }), reason]), instead(after, played)]);
}

const instead = (after, played) =>
  (played ? say("advice.missed", { number: after + 1, played: played === "pass" ? say("words.pass") : shown(played) }) : "");

/** Whose turn it is: "Black to move". */
export const toMove = (colour) => named(`turn.${colour}`, "");

/** A wish to take back the moves at these points (the colour of a single one may be known), or the last move. */
export function wishWords(who, points = [], colour = "") {
  if (!points.length) return say("event.take_back_wished_last", { who });
  const values = { who, point: both(points.map(shown)) };
  return colour && points.length === 1 ? say("event.take_back_wished_of", { ...values, colour: colourName(colour) }) : say("event.take_back_wished", values);
}

/** The result of a game: "White wins: Black's double-three at G8"; of a puzzle: "Solved". */
export function outcome(result) {
  const { winner, reason, solved } = result;
  if (solved !== undefined) return solved ? say("outcome.solved") : say("outcome.not_solved");
  if (!winner) return say("outcome.draw", { why: named(`reason.${reason}`, reason) });
  return winner === "black" ? say("outcome.black", { why: why(result) }) : say("outcome.white", { why: why(result) });
}

function why(result) {
  const { winner, reason, line } = result;
  if (FOULS.has(reason)) return say(`why.${reason}`, { points: pointList(line) });
  if (reason === "first pass") return say("why.first pass");
  if (reason === "open four") return say(`why.open four.${otherColour(winner)}`, { points: pointList(line) });
  const what = reasonName(result);
  return line?.length ? say("why.at", { what, points: pointList(line) }) : what;
}

/** The reason of a result in a few words, without points: "double-three", "Black resigns". */
export function reasonName({ winner, reason }) {
  if (FOULS.has(reason)) return foulName(reason);
  if (winner && (reason === "resignation" || reason === "time")) return say(`why.${reason}.${otherColour(winner)}`);
  return named(`reason.${reason}`, reason);
}

/** The settings of a game: "Renju, RIF, referee, 10 min + 5 s a move"; "" if unknown. */
export function gameWords(settings) {
  if (!settings?.opening) return "";
  const { opening, mode, clock } = settings;
  return say("words.game", {
    game: variantWords(settings), rule: ruleName(opening), mode: modeName(mode), clock: clockWords(clock),
  });
}

/** Why a stone is a foul, or only looks like one; or in a lesson that `all` its lines follow, or that it makes none. */
export const reasonTitle = ({ point, foul, lines, all }) =>
  say(`reasons.${foul ?? (!all ? "none" : lines.length ? "makes" : "nothing")}`, { point: shown(point) });

/** Why a clock was stopped or runs again. */
export const causeWords = (cause) => named(`cause.${cause}`, null) ?? codeWords(cause);

/** Why the clock is stopped. */
export const stoppedWords = ({ stopped: why }) => named(`stopped.${why}`, null) ?? say("stopped", { why });

const choice = ({ ask, option }) => (ask === "fifths" ? say("event.fifths", { n: option }) : entryName(ask, option));

function equal({ equal: twins, many, points, count }) {
  if (many) return say("event.too_many", { n: points.length - count });
  return twins?.length ? say("event.equal", { points: both(twins.map(shown)) }) : "";
}

function pushed({ action, ms }) {
  if (action === "release") return say("action.release", { seconds: decimal(ms / 1000, 1) });
  return named(`action.${action}`, action ?? "");
}

function goingOn({ waits, points }) {
  if (waits) return say("event.game_waits");
  return points?.length ? say("event.goes_on_without", { n: points.length }) : say("event.goes_on");
}

function difference({ missing, extra, outside }) {
  return clauses([
    missing?.length && say("event.missing", { points: pointList(missing) }),
    extra?.length && say("event.extra", { points: pointList(extra) }),
    outside && say("prompt.outside", { n: outside }),
  ]);
}
