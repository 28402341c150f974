// What was done at the board, each as a sentence.

import { EMPTY } from "./changes.js";
import { timeText } from "./clock.js";
import { coded, codedSentence } from "./coded.js";
import { both, clauses, decimal, either, named, say, sentences } from "./language.js";
import { namesIn, shown } from "./points.js";
import { badSupply, broken, failed, failureText, gamesKept, ignored, journalTrouble, supplyGood } from "./boardwords.js";
import {
  clockWords, colourName, entryName, foulName, lineName, lineText, list, modeName, moved, openingName, personName,
  ruleName, stoneName, variantWords, whoName,
} from "./words.js";

const FOULS = new Set(["overline", "double-four", "double-three"]);

// by code: an entry of `did`, or an answer that is said like one
const DONE = {
  started: (e) => say("event.started", { version: e.version ?? "" }).trim(),
  new_game: () => say("event.new_game"),
  set_aside: (e) => say("event.set_aside", { moves: namesIn(e.moves ?? "").map(shown).join(" ") }),
  provisional: (e) => {
    const values = { colour: colourName(e.colour), point: list(e.points ?? [e.point]) };
    return e.foul ? say("event.provisional_foul", { ...values, foul: foulName(e.foul) }) : say("event.provisional", values);
  },
  withdrawn: (e) => say("event.withdrawn", { point: shown(e.point) }),
  move: (e) => {
    const move = say("event.move", { number: e.n, colour: colourName(e.colour), point: stoneName(e) });
    const pointsOf = (fits) => list((e.changes ?? []).filter(fits).map(([point]) => point));
    const gone = pointsOf(([, , is]) => is === EMPTY);
    const turned = pointsOf(([, was, is]) => was !== EMPTY && is !== EMPTY);
    const whole = gone ? say("event.move_changes", { move, points: gone }) : move;
    return turned ? say("event.move_turns", { move: whole, points: turned }) : whole;
  },
  lift: ({ points, turn = [], press = null }) => sentences([
    points.length ? say("event.lift", { points: list(points) }) : "",
    turn.length ? say("event.turn", { points: list(turn) }) : "",
    press ? say("prompt.colours_right", { who: whoName(press) }) : "",
  ]) || say("event.lift_done"),
  passed: (e) => say("event.passed", { number: e.n, colour: colourName(e.colour) }),
  reason: (e) => [reasonTitle(e), ...e.lines.map(lineText)].join("\n"),
  several: (e) => say("event.several", { points: list(e.points) }),
  disturbed: (e) => {
    if (e.what === "resume") return say("event.resume_asks", { stones: difference(e) });
    if (e.what === "clear") return say("event.clearing");
    if (e.what === "set up") return say("event.set_up_asks", { stones: difference(e) });
    return moved(e) ?? say("event.disturbed", { stones: difference(e) });
  },
  clearing: (e) => (e.on ? say("event.clearing") : say("event.clearing_over")),
  restored: () => say("event.restored"),
  refused: (e) => (e.who
    ? say("event.refused_who", { who: whoName(e.who), message: coded(e.why) })
    : say("event.refused_point", { point: shown(e.point), message: coded(e.why) })),
  result: (e) => outcome(e),

  chosen: (e, names) => sentences([
    e.who ? say("event.takes", { who: personName(e.who, names), choice: choice(e) }) : say("event.taken", { choice: choice(e) }),
    say("event.sides", { black: personName(e.players.black, names), white: personName(e.players.white, names) }),
  ]),
  offers: (e) => {
    const values = { lie: e.points.length, count: e.count, points: list(e.points) };
    return clauses([say("event.offers", values), equal(e)]);
  },
  offered: (e) => say("event.offered", { points: list(e.points) }),
  keep: (e) => (e.points.length ? say("event.keep", { points: list(e.points) }) : say("event.keep_none")),
  kept: (e) => say("event.kept", { point: shown(e.point) }),
  opening: (e) => say("event.opening", { opening: openingName(e.opening) }),
  clock: (e) => {
    const said = e.stopped ? stopped(e) : say("event.clock", { p1: timeText(e.p1), p2: timeText(e.p2) });
    return say("event.because", { said, cause: causeWords(e.cause) });
  },
  draw_offered: (e, names) => say("event.draw_offered", { who: personName(e.who, names) }),
  draw_declined: () => say("event.draw_declined"),
  take_back_wished: (e, names) => wishes(personName(e.who, names), e.point),
  take_back_declined: () => say("event.take_back_declined"),
  take_back_withdrawn: (e, names) => say("event.take_back_withdrawn", { who: personName(e.who, names) }),
  taken_back: (e, names) => say("event.taken_back", { n: e.count, who: personName(e.by, names) }),
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
    ? sentences([say("event.matrix", { faults: clauses(e.faults.map(coded)) }), goingOn(e)])
    : say("event.matrix_whole")),
  chatter: (e) => (e.points.length ? ignored(e.points) : say("event.no_chatter")),
  intermittent: (e) => (e.faults.length ? say("event.matrix", { faults: clauses(e.faults.map(coded)) }) : say("event.no_intermittent")),
  supply: (e) => (e.low ? badSupply(e) : supplyGood(e.mv)),
  chain: (e) => (e.whole ? say("event.chain_whole") : broken(e.fault)),
  partner: (e) => {
    if (e.state === "thinking") return say("event.partner_thinks");
    if (e.state !== "asks") return say("event.partner_waits");
    const points = list(e.points);
    if (e.do === "offer") return say("event.partner_offers", { points });
    return e.do === "keep" ? say("event.partner_keeps", { points }) : say(`event.partner_asks.${e.colour}`, { points });
  },
  partner_agrees: () => say("event.partner_agrees"),
  advice: (e) => {
    if (e.state === "shown") return adviceWords(e);
    return say(e.state === "none" && e.about === "missed win" ? "event.advice_none_missed" : `event.advice_${e.state}`);
  },
  puzzle: (e) => {
    const { number, of, grade, colour, state, point, answer, tally } = e;
    const other = colour === "black" ? "white" : "black";
    if (state === "given") return say(`event.puzzle_given.${colour}`, { number, of, grade });
    if (state === "right") return say(`event.puzzle_right.${other}`, { answer: shown(answer) });
    if (state === "solved") return say("event.puzzle_solved", { grade, solved: tally[grade - 1][0], tried: tally[grade - 1][1] });
    const values = { point: shown(point), answer: answer && shown(answer) };
    return answer ? say(`event.puzzle_wrong.${other}`, values) : say("event.puzzle_wrong", values);
  },
  settings: () => say("event.settings"),
  button: (e) => say("event.button", { who: whoName(e.name), action: pushed(e) }),
  resuming: (e) => ((e.damaged ?? null) === null
    ? say("event.resuming", { number: e.n - 1 })
    : say("event.damaged", { number: e.damaged })),
  damage_accepted: (e) => say("event.damage_accepted", { who: whoName(e.by), number: e.after }),
  resumed: (e, names) => {
    if (e.cause) return clauses([failed(e.cause), say("board.went_on")]);
    return e.by ? say("event.resumed_by", { who: personName(e.by, names) }) : say("event.resumed");
  },
  fault: (e) => [say("event.fault", { said: failed(e.cause), count: e.count }), e.text && failureText(e)].filter(Boolean).join("\n"),
  journal: (e) => (e.why ? journalTrouble(e.why) : gamesKept(e)),
  dropped: (e) => say("event.dropped", { number: e.number }),
  probe: (e) => (e.on ? say("board.probed") : e.why ? codedSentence(e.why) : say("event.probe_over")),
  watchdog: (e) => (e.armed ? say("event.watchdog") : say("board.watchdog_off")),
  laptop: (e) => (e.allowed ? say("event.laptop") : say("event.no_laptop")),
  error: (e) => say("event.error", { message: coded(e.why) }),
};

/** What was done as a sentence; with a code that this page does not know, or without its fields, the code and its values. */
export function sentence(deed, names = {}) {
  try {
    if (Object.hasOwn(DONE, deed.code)) return DONE[deed.code](deed, names);
  } catch {
    // a known code with fields missing is shown like an unknown one
  }
  return coded(deed);
}

/** A win by fours that the board shows: its line, why it can't be answered, and what was played instead. */
export function adviceWords({ colour, line, fours, why, foul, fives, after, played }) {
  const points = list(line);
  if (why === "five") return sentences([say(`advice.five.${colour}`, { line: points }), instead(after, played)]);
  const reason = foul ? say(`advice.foul.${foul}`, { points: list(fives) }) : say(`advice.why.${why}`, { points: either(fives.map(shown)) });
  return sentences([clauses([say(`advice.win.${colour}`, { n: fours, line: points }), reason]), instead(after, played)]);
}

const instead = (after, played) =>
  (played ? say("advice.missed", { number: after + 1, played: played === "pass" ? say("words.pass") : shown(played) }) : "");

/** Whose turn it is: "Black to move". */
export const toMove = (colour) => named(`turn.${colour}`, "");

/** A wish to take the move at a point back, whose colour may be known, or the last one. */
export function wishes(who, point, colour) {
  if (!point) return say("event.take_back_wished_last", { who });
  const values = { who, point: shown(point) };
  return colour ? say("event.take_back_wished_of", { ...values, colour: colourName(colour) }) : say("event.take_back_wished", values);
}

/** How the game has ended: "White wins: Black's double-three at G8". */
export function outcome(result) {
  const { winner, reason } = result;
  if (!winner) return say("outcome.draw", { why: named(`reason.${reason}`, reason) });
  return winner === "black" ? say("outcome.black", { why: why(result) }) : say("outcome.white", { why: why(result) });
}

function why({ winner, reason, line }) {
  const loser = winner === "black" ? "white" : "black";
  if (FOULS.has(reason)) return say(`why.${reason}`, { points: list(line) });
  if (reason === "resignation" || reason === "time") return say(`why.${reason}.${loser}`);
  if (reason === "first pass") return say("why.first pass");
  if (reason === "open four") return say(`why.open four.${loser}`, { points: list(line) });
  const what = named(`reason.${reason}`, reason);
  return line?.length ? say("why.at", { what, points: list(line) }) : what;
}

/** What a game is played by: "Renju, RIF, referee, 10 min + 5 s a move"; "" where nobody told. */
export function gameWords(settings) {
  if (!settings?.opening) return "";
  const { opening, mode, clock } = settings;
  return say("words.game", {
    game: variantWords(settings), rule: ruleName(opening), mode: modeName(mode), clock: clockWords(clock),
  });
}

/** Why a stone is a foul, or is none though it looks like one. */
export const reasonTitle = ({ point, foul }) =>
  (foul ? say(`reasons.${foul}`, { point: shown(point) }) : say("reasons.none", { point: shown(point) }));

/** Why a clock was stopped or goes on again. */
export const causeWords = (cause) => named(`cause.${cause}`, null) ?? coded(cause);

/** Why the clock stands. */
export const stopped = ({ stopped: why }) => named(`stopped.${why}`, null) ?? say("stopped", { why });

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
    missing?.length && say("event.missing", { points: list(missing) }),
    extra?.length && say("event.extra", { points: list(extra) }),
    outside && say("prompt.outside", { n: outside }),
  ]);
}
