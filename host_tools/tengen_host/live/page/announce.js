// What who hears the page is told: sentences, from what was done and from how the game stands. Pure.

import { EMPTY } from "./changes.js";
import { CORRECTED, lastStone, mayJudge, PASS } from "./game.js";
import { lang, list, named, say, sentences } from "./language.js";
import { failed, journalTrouble } from "./boardwords.js";
import { movesByButton } from "./openings.js";
import { shown } from "./points.js";
import { doing, entryWords, headline, hints, prompt, WRONG } from "./prompts.js";
import { gameWords, outcome, reasonTitle, sentence, wishes } from "./sentences.js";
import { laptopWords } from "./trust.js";
import { capturedByBoth, colourName, entryName, lineText, list as points, personName, stoneName, whoName } from "./words.js";

const HOUR_S = 3600;
const MINUTE_S = 60;
const COUNTED_S = [1, 2, 3, 4, 5, 10, 20, 30];
const LEAP_MS = 2000; // no clock goes down so far between two looks
const FEW = 3; // so many missing stones are told at once, of more the next one
const HAS_HAN = new Set(["ja", "zh"]);

/** A text as it can be said: the letter and the number of a point apart, and no characters that a voice can't read. */
export function toEar(text) {
  const apart = text.replace(/\b([A-S])(\d{1,2})\b/g, "$1 $2");
  return HAS_HAN.has(lang().split("-")[0]) ? apart : apart.replace(/ ?\p{Script=Han}+/gu, "");
}

/** The names of the players as they can be said, {p1, p2}; "" for one that a voice can't read. */
export const namesToEar = ({ p1, p2 }) => ({ p1: toEar(p1).trim(), p2: toEar(p2).trim() });

// What is told of these, where the sentence for the list is too long for ears, or too short.
const OWN = {
  new_game: (e, { settings }) => [settings.opening ? say("event.new_game_of", { game: gameWords(settings) }) : sentence(e)],
  move: (e, game) => [
    say("spoken.move", { colour: colourName(e.colour), point: stoneName(e) }),
    ...changesOf(e, game),
  ],
  passed: (e) => [say("spoken.passed", { colour: colourName(e.colour) })],
  set_aside: () => [say("spoken.set_aside")],
  take_back_wished: (e, game) => [wishes(whoName(e.who), e.point, lastStone(game)?.colour)],
  fault: (e) => [failed(e.cause)],
  partner: (e) => (e.state === "asks" ? [sentence(e)] : []),
  advice: (e) => (e.state === "ended" || e.state === "thinking" || e.step ? [] : [sentence(e)]), // all of it at its first step
  journal: (e) => (e.why ? [journalTrouble(e.why)] : []),
  refused: (e) => (e.who ? [sentence(e)] : []), // a refused stone is asked for, by the prompt
  clock(e, game, names) {
    if (e.cause === CORRECTED) return [sentence(e)];
    const { running, periods } = game.clock ?? {};
    const n = e.cause === "period" && periods?.[running];
    return n ? [say("spoken.period", { n, who: personName(running, names) })] : [];
  },
};

// Of these the sentence for the list is told; of all others nothing, as the state that they lead to tells it.
const TOLD = new Set([
  "started", "withdrawn", "result", "chosen", "offered", "kept", "opening",
  "draw_offered", "draw_declined", "take_back_declined", "take_back_withdrawn", "taken_back",
  "claim", "lapsed", "set_up", "puzzle", "partner_agrees", "matrix", "chatter", "intermittent", "supply", "chain", "resumed", "damage_accepted",
  "probe", "laptop",
]);

/** What is told of what was done, [{text, code}, ...]; `game` is the state after it, `names` those of the players. */
export function news(deed, game, names = {}) {
  const { code } = deed;
  const said = Object.hasOwn(OWN, code) ? OWN[code](deed, game, names) : TOLD.has(code) ? [sentence(deed, names)] : [];
  return said.filter(Boolean).map((text) => ({ text: toEar(text), code }));
}

function changesOf({ changes = [] }, { counts, captured, goal }) {
  const pointsOf = (fits) => points(changes.filter(fits).map(([point]) => point));
  const gone = pointsOf(([, , is]) => is === EMPTY);
  const turned = pointsOf(([, was, is]) => was !== EMPTY && is !== EMPTY);
  return [
    gone && say("spoken.gone", { points: gone }),
    turned && say("spoken.turned", { points: turned }),
    gone && counts && capturedByBoth(captured, goal),
  ];
}

/** The moves that `game` has more than `before`, where it is the same game: what was missed while there was no line. */
export function missed(before, game) {
  const same = before.moves.length && before.moves.every((move, at) => move.point === game.moves[at]?.point);
  return same ? game.moves.slice(before.moves.length) : [];
}

/**
 * How things stand, a sentence each: what is asked and of whom, why a stone is a foul, the open menus and what else there
 * is to know. `situation`: {game, stones: how many lie, condition, acts: whether this page may act, names: those of the
 * players, as they can be said, begins: as prompts.js has it}.
 */
export function asks({ game, stones, condition, acts, names, begins }) {
  const said = [...task(game, stones, condition, { names, begins }), ...reasonsOf(game)];
  if (acts && condition.powered) said.push(laptopWords(game, condition));
  for (const [seat, menu] of Object.entries(game.menus)) {
    const who = whoName(seat);
    if (!TOLD_OTHERWISE.has(menu.about)) said.push(say("spoken.menu_of", { who: personName(seat, names), about: menuName(menu.about) }));
    // the prompt may have told already how one goes through it
    said.push(entryOf(game, seat, names), said.includes(say("prompt.menu", { who })) ? "" : say("hint.choose", { who }));
  }
  if (condition.powered) said.push(...hints(game));
  return [...new Set(said.filter(Boolean).map(toEar))];
}

// what these menus are about is asked in sentences of its own, or their entries say it
const TOLD_OTHERWISE = new Set(["menu", "draw", "take back", "swap", "side", "fifths", "way"]);

/** What a menu is about: "Resign?", "Mode". */
const menuName = (about) => named(`task.${about}`, entryName("menu", about));

/** The present entry of an open menu: "Player 2: No swap, 2 of 2". */
function entryOf(game, seat, names) {
  const { about, entries, at } = game.menus[seat];
  const values = { who: personName(seat, names), number: at + 1, all: entries.length };
  return at in entries ? say("spoken.entry", { ...values, entry: entryWords(game, seat, about, entries[at]) }) : "";
}

function task(game, stones, condition, told) {
  const { result, resuming } = game;
  const head = headline(game, condition, told.names);
  const asked = prompt(game, stones, condition, told);
  if (!condition.powered || condition.waits) return [asked];
  if (result) return [outcome(result), asked];
  if (resuming) return [head, ...(toPut(game) || [asked])];
  if (doing(game).do === "choose") return [sentences([head, asked])];
  return toPut(game) || [felt(game) || asked || head];
}

/** Which stones are missing, and where so many are that nobody remembers them, the next one alone; null if it is not so. */
function toPut({ resuming, settingUp, stones, asks, turn, hand: { state, missing, extra } }) {
  if (state !== "disturbed" || !missing.length || !(resuming || settingUp || missing.length > FEW)) return null;
  const [point] = missing;
  const stone = say(`point.${stones[point] ?? asks.colour ?? turn ?? "black"}`);
  return [
    extra.length ? say("prompt.take_away", { extra: points(extra), missing: "" }) : "",
    say("spoken.missing", { n: missing.length, stone, point: shown(point) }),
  ];
}

/** That the board feels one new stone, which a press or time makes a move; "" where it is more than that. */
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
  return mayJudge(game) && reason?.lines?.length ? [reasonTitle(reason), ...reason.lines.map(lineText)] : [];
}

/**
 * What is to be told now that things stand so: what did not stand when `before` was told (null: never), and was not in
 * these `news` since: [{text, kind}], kinds as speech.js has them. That it is the other's turn after a move nobody needs
 * to be told.
 */
export function turned(before, now, facts) {
  // a name that is given changes nothing of what is asked
  const known = new Set([...(before ? asks({ ...before, names: now.names }) : []), ...facts.map(({ text }) => text)]);
  const change = facts.findLast(({ code }) => CHANGES_TURN.has(code));
  const turn = toEar(headline(now.game, now.condition, now.names));
  if (change && isMove(change) && now.game.moves.at(-1)?.colour !== now.game.turn) known.add(turn);
  else if (change) known.delete(turn);
  // its sentence and the entries of its menu have said who decides
  if (facts.some(({ code }) => OFFERS.has(code))) known.add(turn);
  const passed = before ? passedOver(before.game, now.game, now.names) : [];
  const said = asks(now).filter((text) => !known.has(text)).map((text) => ({ text, kind: passed.includes(text) ? "own" : "" }));
  if (!before) return said;
  // it may be done between two steps of one hand, too
  if (!facts.length && isWrong(before.game) && isRight(now.game)) said.unshift({ text: say("event.restored"), kind: "" });
  if (said.length || facts.length) return said;
  const closed = Object.keys(before.game.menus).filter((seat) => !now.game.menus[seat]);
  return closed.map((seat) => ({ text: say("spoken.menu_closed", { who: personName(seat, now.names) }), kind: "own" }));
}

const isWrong = ({ hand }) => WRONG.has(hand.state);
const isRight = ({ hand, result }) => hand.state !== "provisional" && !WRONG.has(hand.state) && !result;

/** The entries to which somebody has gone on in a menu that was open before: he waits for them. */
function passedOver(before, game, names) {
  const went = Object.keys(game.menus).filter((seat) => before.menus[seat]?.about === game.menus[seat].about);
  return went.map((seat) => toEar(entryOf(game, seat, names)));
}

const CHANGES_TURN = new Set(["move", "passed", "taken_back", "chosen", "set_up", "new_game", "resumed"]);
const OFFERS = new Set(["draw_offered", "take_back_wished"]);
const isMove = ({ code }) => code === "move" || code === "passed";

/**
 * What a press tells that changed nothing: the one entry of a menu, or as on the board's edge bar the stones captured where
 * they are counted.
 */
export function idlePress(who, game, names) {
  const { counts, captured, goal, menus } = game;
  if (menus[who]) return toEar(entryOf(game, who, names));
  return counts ? capturedByBoth(captured, goal) : say("spoken.idle_press", { who: whoName(who) });
}

/** The seconds to be told where a clock has gone down from `before` to `ms`, in words; null if none are. */
export function counted(before, ms) {
  // where it was set to another time it has not gone down
  if (before - ms > LEAP_MS) return null;
  const reached = COUNTED_S.find((seconds) => before > 1000 * seconds && ms <= 1000 * seconds);
  return reached ? say("spoken.seconds", { n: reached }) : null;
}

/** A time in words: "4 minutes, 32 seconds". */
export function timeWords(ms) {
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
  return toEar(move.point === PASS ? say("spoken.nth_passed", values) : say("spoken.nth", { ...values, point: stoneName(move) }));
}

/** A move without its number: "Black G 7". */
export function unnumbered(move) {
  const colour = colourName(move.colour);
  return toEar(move.point === PASS ? say("spoken.passed", { colour }) : say("spoken.move", { colour, point: stoneName(move) }));
}

/** What a position that people go through tells, with its number unless that has been said; `past` as game.js has it. */
export function retold({ number, move, captured, goal, reason, result }, isNumbered = true) {
  const goes = move?.changes?.some(([, , is]) => is === EMPTY);
  return toEar(sentences([
    !move ? say("replay.begin") : isNumbered ? numbered(move, number) : unnumbered(move),
    goes && captured ? capturedByBoth(captured, goal) : "",
    result ? outcome(result) : "",
    ...(reason?.lines?.length ? [reasonTitle(reason), ...reason.lines.map(lineText)] : []),
  ]));
}
