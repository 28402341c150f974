// Announcements for people who hear the page: sentences about actions and the game's state, and answers to keys. Pure.

import { nameOf, placeOf, shown } from "../board/points.js";
import { left } from "../game/clock.js";
import { doing, entryWords, headline, hints, isLaid, menuName, permissionWords, prompt, WRONG } from "../game/prompts.js";
import { CORRECTED, EMPTY, mayJudge, movesBack, movesByButton, PASS } from "../game/state.js";
import { clauses, lang, list, named, say, sentences } from "../words/i18n.js";
import { lessonIdea, lessonLine } from "../words/lessons.js";
import {
  changedPoints, failureWords, gameWords, journalTrouble, outcome, reasonTitle, sentence, wishWords,
} from "../words/sentences.js";
import {
  capturedByBoth, colourName, lineText, personName, pointList, stoneName, whoName,
} from "../words/terms.js";

const HOUR_S = 3600;
const MINUTE_S = 60;
const COUNTED_S = [1, 2, 3, 4, 5, 10, 20, 30];
const LEAP_MS = 2000; // in ms; between two looks a running clock loses less time than this
const FEW = 3; // most missing stones announced at once; of more, only the next one
const HAS_HAN = new Set(["ja", "zh"]);

/** A text to be spoken: a point's letter and number apart, no characters that a voice can't read. */
export function speakable(text) {
  const apart = text.replace(/\b([A-S])(\d{1,2})\b/g, "$1 $2");
  return HAS_HAN.has(lang().split("-")[0]) ? apart : apart.replace(/ ?\p{Script=Han}+/gu, "");
}

/** The spoken names of the players, {p1, p2}; "" for one that a voice can't read. */
export const speakableNames = ({ p1, p2 }) => ({ p1: speakable(p1).trim(), p2: speakable(p2).trim() });

// The spoken sentences for these codes, where the list's sentence is too long or too short to hear.
const OWN = {
  new_game(e, game) {
    if (isTask(game)) return [];
    return [game.settings.opening ? say("event.new_game_of", { game: gameWords(game.settings) }) : sentence(e)];
  },
  set_up: (e, game) => (isTask(game) ? [] : [sentence(e)]),
  move: (e, game) => [
    say("spoken.move", { colour: colourName(e.colour), point: stoneName(e) }),
    ...changesOf(e, game),
  ],
  passed: (e) => [say("spoken.passed", { colour: colourName(e.colour) })],
  set_aside: (e, game) => (isTask(game) ? [] : [say("spoken.set_aside")]),
  result: (e, { lesson }) => (lesson ? [] : [sentence(e)]), // the prompt says what the stone has made
  take_back_wished: (e, game) => [wishWords(whoName(e.who), e.points, movesBack(game)[0]?.colour)],
  fault: (e) => [failureWords(e.cause)],
  advice: (e) => (e.state === "ended" || e.state === "thinking" || e.step ? [] : [sentence(e)]), // all steps at once
  // the headline says the task, and what the stone was
  lesson: (e, game) => (e.state === "given" ? [lessonLine(e), e.position === 1 ? lessonIdea(e) : "", stonesOfPosition(game)] : []),
  journal: (e) => (e.why ? [journalTrouble(e.why)] : []),
  refused: (e) => (e.who ? [sentence(e)] : []), // the prompt already asks to lift a refused stone
  clock(e, game, names) {
    if (e.cause === CORRECTED) return [sentence(e)];
    const { running, periods } = game.clock ?? {};
    const n = e.cause === "period" && periods?.[running];
    return n ? [say("spoken.period", { n, who: personName(running, names) })] : [];
  },
};

/** Whether the game is a puzzle or a lesson, which announces its own beginning. */
const isTask = ({ puzzle, lesson }) => Boolean(puzzle || lesson);

// For these codes the list's sentence is spoken; for all others nothing, because the new state is announced.
const ANNOUNCED = new Set([
  "started", "withdrawn", "chosen", "offered", "kept", "opening",
  "draw_offered", "draw_declined", "take_back_declined", "take_back_withdrawn", "taken_back",
  "claim", "lapsed", "puzzle", "partner_agrees", "matrix", "chatter", "intermittent", "supply", "chain", "resumed", "damage_accepted",
  "probe", "laptop",
]);

/** The announcements of actions, [{text, code}, ...]; `game`: the state after them, `names`: the players'. */
export function news(deed, game, names = {}) {
  const { code } = deed;
  const said = Object.hasOwn(OWN, code) ? OWN[code](deed, game, names) : ANNOUNCED.has(code) ? [sentence(deed, names)] : [];
  return said.filter(Boolean).map((text) => ({ text: speakable(text), code }));
}

/** The stones of a game's position, by colour. */
function stonesOfPosition({ stones }) {
  const lie = ["black", "white"].map((colour) => [colour, Object.keys(stones).filter((point) => stones[point] === colour)]);
  const said = lie.filter(([, points]) => points.length).map(([colour, points]) => say("spoken.move", { colour: colourName(colour), point: pointList(points) }));
  return said.length ? say("lesson.stones", { stones: clauses(said) }) : "";
}

function changesOf(move, { counts, captured, goal }) {
  const { gone, turned } = changedPoints(move);
  return [
    gone && say("spoken.gone", { points: gone }),
    turned && say("spoken.turned", { points: turned }),
    gone && counts && capturedByBoth(captured, goal),
  ];
}

/** The moves of `game` that are not in `before`, for the same game: missed while there was no connection. */
export function missed(before, game) {
  const same = before.moves.length && before.moves.every((move, at) => move.point === game.moves[at]?.point);
  return same ? game.moves.slice(before.moves.length) : [];
}

/**
 * The situation, in sentences: what is asked, who is asked, why a stone is a foul, the open menus and hints. `situation`:
 * {game, stones: how many lie, condition, acts: whether this page may act, names: the players' spoken names, begins and
 * helped: as in prompts.js}.
 */
function asks({ game, stones, condition, acts, names, begins, helped }) {
  const said = [...task(game, stones, condition, { names, begins, helped }), ...reasonsOf(game)];
  if (acts && condition.powered) said.push(permissionWords(game, condition));
  for (const [seat, menu] of Object.entries(game.menus)) {
    const who = whoName(seat);
    if (!ASKED_OTHERWISE.has(menu.about)) said.push(say("spoken.menu_of", { who: personName(seat, names), about: menuName(menu.about) }));
    // the prompt may already explain how to use it
    said.push(entryOf(game, seat, names), said.includes(say("prompt.menu", { who })) ? "" : say("hint.choose", { who }));
  }
  if (condition.powered) said.push(...hints(game));
  return [...new Set(said.filter(Boolean).map(speakable))];
}

// these menus have questions of their own, or their entries explain them
const ASKED_OTHERWISE = new Set(["menu", "draw", "take back", "swap", "side", "fifths", "way"]);

/** The present entry of an open menu: "Player 2: No swap, 2 of 2". */
function entryOf(game, seat, names) {
  const { about, entries, at } = game.menus[seat];
  const values = { who: personName(seat, names), number: at + 1, all: entries.length };
  return at in entries ? say("spoken.entry", { ...values, entry: entryWords(game, seat, about, entries[at]) }) : "";
}

function task(game, stones, condition, options) {
  const { result, resuming } = game;
  const head = headline(game, condition, options.names);
  const asked = prompt(game, stones, condition, options);
  if (!condition.powered || condition.waits) return [asked];
  if (result && !game.lesson) return [outcome(result), asked];
  if (resuming) return [head, ...(toPut(game) || [asked])];
  if (doing(game).do === "choose") return [sentences([head, asked])];
  const put = options.helped && isLaid(game) ? null : toPut(game);
  if (game.lesson) return put || [head, game.lesson.solved ? asked : felt(game) || asked];
  return put || [felt(game) || asked || head];
}

/** The missing stones; only the next one, if there are too many to remember; null if none is missing. */
function toPut({ resuming, settingUp, stones, asks, turn, hand: { state, missing, extra } }) {
  if (state !== "disturbed" || !missing.length || !(resuming || settingUp || missing.length > FEW)) return null;
  const [point] = missing;
  const stone = say(`point.${stones[point] ?? asks.colour ?? turn ?? "black"}`);
  return [
    extra.length ? say("prompt.take_away", { extra: pointList(extra), missing: "" }) : "",
    say("spoken.missing", { n: missing.length, stone, point: shown(point) }),
  ];
}

/** A sentence that the board feels one new stone, which a press or time makes a move; "" in other situations. */
function felt({ hand, press, asks, players, turn, wanted, settings, menus }) {
  if (hand.state !== "provisional" || hand.foul || press) return "";
  const [point, ...more] = hand.new;
  const button = asks.who ?? players[turn];
  if (more.length || wanted > 1 || menus[button]) return "";
  if (!button || !movesByButton(settings)) return say("spoken.felt.rest", { point: shown(point) });
  return say("spoken.felt.press", { point: shown(point), who: whoName(button) });
}

function reasonsOf(game) {
  const { reason } = game;
  return mayJudge(game) && reason?.lines ? [reasonTitle(reason), ...reason.lines.map(lineText)] : [];
}

/**
 * The announcements for a new situation, [{text, kind}], with kinds as in speech.js: everything that was neither part
 * of `before`, the last announced situation (or null), nor in the `facts` announced since then. A change of turn after
 * a move is not announced.
 */
export function turned(before, now, facts) {
  // a new name does not change the question
  const known = new Set([...(before ? asks({ ...before, names: now.names }) : []), ...facts.map(({ text }) => text)]);
  const change = facts.findLast(({ code }) => CHANGES_TURN.has(code));
  const turn = speakable(headline(now.game, now.condition, now.names));
  if (change && isMove(change) && !now.game.lesson && now.game.moves.at(-1)?.colour !== now.game.turn) known.add(turn);
  else if (change) known.delete(turn);
  // the offer's sentence and the menu's entries have already said who decides
  if (facts.some(({ code }) => OFFERS.has(code))) known.add(turn);
  const passed = before ? passedOver(before.game, now.game, now.names) : [];
  const said = asks(now).filter((text) => !known.has(text)).map((text) => ({ text, kind: passed.includes(text) ? "own" : "" }));
  if (!before) return said;
  // only without news, because stones are also wrong for a moment while one hand makes several steps
  if (!facts.length && isWrong(before.game) && isRight(now.game)) said.unshift({ text: say("event.restored"), kind: "" });
  if (said.length || facts.length) return said;
  const closed = Object.keys(before.game.menus).filter((seat) => !now.game.menus[seat]);
  return closed.map((seat) => ({ text: say("spoken.menu_closed", { who: personName(seat, now.names) }), kind: "own" }));
}

const isWrong = ({ hand }) => WRONG.has(hand.state);
const isRight = ({ hand, result }) => hand.state !== "provisional" && !WRONG.has(hand.state) && !result;

/** The new entries in a menu that was already open: its user waits for them. */
function passedOver(before, game, names) {
  const went = Object.keys(game.menus).filter((seat) => before.menus[seat]?.about === game.menus[seat].about);
  return went.map((seat) => speakable(entryOf(game, seat, names)));
}

const CHANGES_TURN = new Set(["move", "passed", "taken_back", "chosen", "set_up", "new_game", "resumed"]);
const OFFERS = new Set(["draw_offered", "take_back_wished"]);
const isMove = ({ code }) => code === "move" || code === "passed";

/**
 * The announcement of a press that changed nothing: a menu's only entry, or, like the board's edge bar, the captured
 * stones if they are counted.
 */
export function idlePress(who, game, names) {
  const { counts, captured, goal, menus } = game;
  if (menus[who]) return speakable(entryOf(game, who, names));
  return counts ? capturedByBoth(captured, goal) : say("spoken.idle_press", { who: whoName(who) });
}

/** The seconds to announce when a clock has gone down from `before` to `ms`, in words; null for none. */
export function counted(before, ms) {
  // a clock that was set has not gone down
  if (before - ms > LEAP_MS) return null;
  const reached = COUNTED_S.find((seconds) => before > 1000 * seconds && ms <= 1000 * seconds);
  return reached ? say("spoken.seconds", { n: reached }) : null;
}

/** A time in words: "4 minutes, 32 seconds". */
function timeWords(ms) {
  const all = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / HOUR_S), Math.floor(all / MINUTE_S) % MINUTE_S, all % MINUTE_S];
  return list([
    hours && say("spoken.hours", { n: hours }),
    minutes && say("spoken.minutes", { n: minutes }),
    (seconds || all < MINUTE_S) && say("spoken.seconds", { n: seconds }),
  ].filter(Boolean));
}

/** A move by its number: "Move 3: Black G 7". */
export function numbered(move, number) {
  if (!move) return say("spoken.no_move");
  const values = { number, colour: colourName(move.colour) };
  return speakable(move.point === PASS ? say("spoken.nth_passed", values) : say("spoken.nth", { ...values, point: stoneName(move) }));
}

/** A move without its number: "Black G 7". */
export function unnumbered(move) {
  const colour = colourName(move.colour);
  return speakable(move.point === PASS ? say("spoken.passed", { colour }) : say("spoken.move", { colour, point: stoneName(move) }));
}

/** The announcement of a position in a replay, with its number unless that has been said; `past` as in state.js. */
export function positionWords({ number, move, captured, goal, reason, result }, isNumbered = true) {
  const goes = move?.changes?.some(([, , is]) => is === EMPTY);
  return speakable(sentences([
    !move ? say("replay.begin") : isNumbered ? numbered(move, number) : unnumbered(move),
    goes && captured ? capturedByBoth(captured, goal) : "",
    result ? outcome(result) : "",
    ...(reason?.lines?.length ? [reasonTitle(reason), ...reason.lines.map(lineText)] : []),
  ]));
}

// Answers to keys: the last move, whose turn it is, the clocks, the question, the stones on a row. Pure.
//
// Each takes a situation as in asks(), with `lie`: the stones on the board, by the game's points; `cursor`: the game's
// point under the cursor, "" outside its field; `now`: the board's time; `past`: the shown position of a replay, or
// null.

const SEATS = ["p1", "p2"];
const NEAR = 2; // the number of points to look at in each direction

/** The answer to a query; it says so if it is about a replay or the tree. */
export function answerTo(query, situation) {
  const said = speakable(query(situation));
  const { past } = situation;
  return past ? say(past.walks ? "tree.spoken" : "spoken.in_replay", { number: past.number, said }) : said;
}

export function lastMove({ game, past }) {
  const { moves } = past ?? game;
  return past && moves.length ? unnumbered(moves.at(-1)) : numbered(moves.at(-1), moves.length);
}

export function whoseTurn({ game, condition, past, names }) {
  const { result, turn: colour } = past ?? game;
  if (result) return outcome(result);
  if (past) return colour ? say(`turn.${colour}`) : "";
  const { players, resuming, damaged } = game;
  const its = doing(game);
  const plain = condition.powered && !resuming && damaged === null && its.do === "stone" && players[colour] === its.who;
  if (!plain || !colour || !players[colour]) return headline(game, condition, names);
  return say(`spoken.turn.${colour}`, { who: personName(players[colour], names) });
}

export function bothClocks({ game: { clock }, now, past, names }) {
  if (past) return say("spoken.no_clock_then");
  if (!clock) return say("spoken.no_clock");
  const said = SEATS.map((seat) => {
    const { ms, periods } = left(clock, seat, now);
    const time = list([timeWords(ms), ...(periods === null ? [] : [say("players.periods", { n: periods })])]);
    return say("spoken.clock", { who: personName(seat, names), time });
  });
  const runs = clock.running && !clock.stopped;
  return sentences([...said, runs ? say("spoken.clock_runs", { who: personName(clock.running, names) }) : say("spoken.clock_stands")]);
}

export function whatIsAsked(situation) {
  const { past } = situation;
  if (past) return positionWords(past, false);
  return sentences(asks(situation));
}

/** The stones on the cursor's row, from left to right. */
export function stonesInRow({ lie, cursor, size }) {
  if (!cursor) return say("spoken.outside");
  const [, at] = placeOf(cursor);
  const points = Array.from({ length: size }, (_, column) => nameOf(column, at)).filter((point) => lie[point]);
  const values = { row: at + 1 };
  return points.length ? say("spoken.row", { ...values, stones: stonesOn(points, lie) }) : say("spoken.row_empty", values);
}

/** The stones around the cursor's point, and on it. */
export function stonesAround({ lie, cursor, size }) {
  if (!cursor) return say("spoken.outside");
  const [column, at] = placeOf(cursor);
  const near = (middle) => Array.from({ length: 2 * NEAR + 1 }, (_, step) => middle - NEAR + step).filter((value) => value >= 0 && value < size);
  const points = near(at).reverse().flatMap((its) => near(column).map((value) => nameOf(value, its)));
  const stand = points.filter((point) => point !== cursor && lie[point]);
  const values = { point: list([shown(cursor), say(`point.${lie[cursor] ?? "empty"}`)]) };
  return stand.length ? say("spoken.around", { ...values, stones: stonesOn(stand, lie) }) : say("spoken.around_none", values);
}

const stonesOn = (points, lie) =>
  list(points.map((point) => say("spoken.move", { colour: named(`colour.${lie[point]}`, say(`point.${lie[point]}`)), point: shown(point) })));
