// Computes from the state of the game, in words for both players, what the board waits for, and what it would refuse.
// Pure.

import { shown } from "../board/points.js";
import { both, either, list, named, say, sentences } from "../words/i18n.js";
import { lessonHead, lessonHint, lessonLine, solvedWords } from "../words/lessons.js";
import {
  adviceWords, codeSentence, codeWords, outcome, sentence, stoppedWords, toMove, wishWords,
} from "../words/sentences.js";
import {
  capital, clockWords, colourName, entryName, foulName, modeName, movedWords, openingName, personName, pointList,
  ruleName, variantWords, whoName,
} from "../words/terms.js";
import { gameOf, movesBack, movesByButton, ofTurn, otherColour, OWN } from "./state.js";

// stone 6 is the first stone after any opening; the last decision determines who puts it
const LAST_TOLD = 6;
// openings without decisions, which only have a zone
const PLAIN = new Set(["free centre", "centre", "free"]);
// states that need an action before anything else
export const WRONG = new Set(["several", "refused", "disturbed"]);
// questions that a player must answer, whatever stones are on the board
const DECIDED = new Set(["choose", "keep"]);

/**
 * A player's present action: the answer that the player's new stones have begun, or else the board's question.
 */
export const doing = ({ asks }) => ({ ...asks, ...asks.answers });

/**
 * The seat that decides about the opponent's draw offer or take-back request; null if nobody does, or if new stones
 * replace the answer.
 */
function answerer({ draw, wish, asks }) {
  const from = wish?.who ?? draw;
  return from && !asks.answers ? opponent(from) : null;
}

/** The seat that must act now, or null. */
export const acts = (game) => answerer(game) ?? game.asks.who ?? null;

/** The present state in a few words, readable from the back row: "Black to move", with a name where `names` has one. */
export function headline(game, { powered }, names = {}) {
  const { result, turn, players, resuming, damaged, moves, clearing, lesson } = game;
  const its = doing(game);
  if (!powered) return say("headline.no_power");
  if (clearing) return say("page.new_game");
  if (damaged !== null) return say("headline.damaged", { number: damaged });
  if (resuming) return moves.length ? say("headline.interrupted_at", { number: moves.length }) : say("headline.interrupted");
  if (lesson) return lessonHead(lesson);
  if (result) return outcome(result);
  if (answerer(game)) return toAnswer(game, names);
  switch (its.do) {
    case "choose":
      return say("headline.decides", { who: personName(its.who, names) });
    case "offer":
      return say("headline.offers");
    case "keep":
      return say("headline.keeps");
    case "stone":
      // in some openings a player also puts the opponent's stones
      if (its.colour && players[its.colour] !== its.who) {
        const who = personName(its.who, names);
        return its.colour === "black" ? say("headline.for_black", { who }) : say("headline.for_white", { who });
      }
  }
  const seat = players[turn];
  return names[seat] ? say(`spoken.turn.${turn}`, { who: personName(seat, names) }) : turn ? toMove(turn) : "";
}

function toAnswer(game, names) {
  const who = personName(answerer(game), names);
  return game.wish ? say("headline.take_back", { who }) : say("headline.draw_offered", { who });
}

/** The stone beside the headline: "black", "white" or "". */
export function headColour(game, { powered }) {
  const { result, turn, players, resuming, clearing, lesson } = game;
  if (!powered || resuming || clearing) return "";
  if (lesson) return lesson.solved ? "" : lesson.colour;
  if (result) return result.winner ?? "";
  if (answerer(game)) return colourOf(players, answerer(game));
  const its = doing(game);
  // the tentative fifths are Black's stones, but White decides
  if (DECIDED.has(its.do)) return colourOf(players, its.who);
  return its.colour ?? turn ?? "";
}

/** The number of stones that the turn still needs: 2 at the start of a turn of two; 0 while none is wanted. */
export function stonesToPut(game) {
  const { result, hand, wanted, resuming, clearing } = game;
  if (result || resuming || clearing || answerer(game) || doing(game).do !== "stone") return 0;
  const lie = hand.state === "provisional" ? hand.new.length : 0;
  return Math.max(0, wanted - lie);
}

/** The colour that a seat has now, or "". */
export const colourOf = (players, seat) => Object.keys(players).find((colour) => players[colour] === seat) ?? "";

/**
 * The game, as far as it is known: "Renju · Referee · RIF · D4 Kagetsu 花月 · stone 4"; the next game, while it waits for
 * a clear board. With `countFirst` the text begins with the stone or the number of moves, for places where the end of
 * the text may be cut off.
 */
export function gameLine({ settings, opening, asks, moves, position, result, clearing, next, puzzle, lesson }, { countFirst = false } = {}) {
  if (clearing && next.opening) {
    return say("headline.then", { game: list([variantWords(next), capital(modeName(next.mode)), ruleName(next.opening)]) });
  }
  if (puzzle) return say("puzzle.line", puzzle);
  if (lesson) return lessonLine(lesson);
  const said = settings.game ? [variantWords(settings)] : [];
  if (settings.mode) said.push(capital(modeName(settings.mode)));
  if (position) said.push(say("words.from_a_position"));
  else if (settings.opening) said.push(ruleName(settings.opening));
  if (opening) said.push(openingName(opening));
  const count = result
    ? say("words.count_of_moves", { n: moves.length })
    : asks.number ? say("words.stone_number", { number: asks.number }) : "";
  return (countFirst ? [capital(count), ...said] : [...said, count]).filter(Boolean).join(" · ");
}

/**
 * What the board waits for, as an instruction; "" if only the next stone is wanted. `stones`: the number on the board;
 * `names`: the players' names to use; `begins`: the page of a virtual board, with the button for a new game; `helped`:
 * a hand of the laptop puts the stones that the board asks for.
 */
export function prompt(game, stones, condition, { names = {}, begins = false, helped = false } = {}) {
  if (!condition.powered) return say("prompt.no_power");
  if (condition.waits) return toMend(condition);
  if (game.clearing) return stones ? say("prompt.clear", { n: stones }) : say("prompt.clear_all");
  if (game.resuming) return toResume(game);
  if (game.lesson?.solved) return solvedWords(game.lesson);
  if (game.result) return ofMenu(game, "arbiter") ?? (game.puzzle ? toGoOn(begins) : toBeginAnew(stones, begins));
  if (helped && isLaid(game)) return "";
  return beforeAll(game) ?? (helped && isPutByHelp(game) ? ofBoard(game, helped) : null) ?? ofHands(game, stones, names) ?? ofBoard(game, helped) ?? ofGame(game, names) ?? "";
}

/** Whether the position of a puzzle or lesson is being laid; a helping hand needs no prompt for that. */
export function isLaid({ puzzle, lesson, settingUp, hand }) {
  return Boolean((puzzle || lesson) && (settingUp || (hand.state === "lifting" && hand.turn.length)));
}

/** The action of the board's partner, or the task of a puzzle; null if the board itself does not play. */
function ofBoard({ partner, puzzle, lesson, advice, asks, turn, menus }, helped) {
  if (advice?.state === "thinking") return sentence({ code: "advice", ...advice });
  if (partner && partner.state !== "waits" && asks.who === partner.who) {
    return partner.state === "asks" && !helped ? toPutFor(partner) : sentence({ code: "partner", ...partner });
  }
  const its = puzzle ?? lesson;
  if (!its || Object.keys(menus).length) return null;
  const answer = its.state === "right" && its.answer; // it stays until the next stone is judged
  const values = { answer: answer && shown(answer) };
  const told = answer && say(`event.puzzle_right.${otherColour(its.colour)}`, values);
  if (turn === its.colour) return sentences([told, puzzle && say(`prompt.puzzle.${turn}`)]) || null;
  return helped || !answer ? told || null : say(`prompt.puzzle_answer.${turn}`, values);
}

/** What people do with the stones of the partner that has decided. */
function toPutFor(partner) {
  const points = pointList(partner.points);
  if (partner.do === "offer") return say("prompt.partner_offers", { points });
  return partner.do === "keep" ? say("prompt.partner_keeps", { points }) : say(`prompt.partner_asks.${partner.colour}`, { points });
}

const toGoOn = (begins) => (begins ? say("prompt.puzzle_next_here", { button: say("page.next_puzzle") }) : say("prompt.puzzle_next"));

/** Whether the board has asked for the new stone, which then needs no press. */
const isAskedFor = ({ partner, asks }) => partner?.state === "asks" && asks.who === partner.who;

/** Whether the new stone of a puzzle or lesson needs no prompt: it is judged, or is the answer, as soon as it rests. */
const isJudged = ({ puzzle, lesson, hand }) => Boolean(lesson || (puzzle && !hand.foul));

/** Whether the new stones are those that the board has asked for, so that a helping hand has put them. */
function isPutByHelp(game) {
  const { hand, partner, puzzle, lesson } = game;
  const points = partner?.points ?? [(puzzle ?? lesson)?.answer];
  return hand.state === "provisional" && isAskedFor(game) && hand.new.every((point) => points.includes(point));
}

function toBeginAnew(stones, begins) {
  if (begins) return stones ? say("prompt.begin_here_clear") : say("prompt.begin_here");
  return stones ? say("prompt.clear_and_press") : say("prompt.press_arbiter");
}

/** An open menu that takes the presses of the player who would have to press, or null. */
function beforeAll(game) {
  const { asks, hand, press, menus } = game;
  if (WRONG.has(hand.state)) return null;
  const who = press ?? asks.who;
  const presses = press || hand.state === "provisional" || (asks.do && asks.do !== "stone");
  return presses && menus[who]?.about !== asks.ask ? ofMenu(game, who) : null;
}

const ofMenu = ({ menus }, who) => (menus[who] ? say("prompt.menu", { who: whoName(who) }) : null);

function ofHands(game, stones, names) {
  const { hand, press } = game;
  const { state, lift, turn, refusal } = hand;
  // captured stones must be lifted before the next one counts
  if (!WRONG.has(state) && (lift.length || turn.length)) {
    return sentences([
      lift.length ? say("prompt.lift", { points: pointList(lift) }) : "",
      turn.length ? say("prompt.turn", { points: pointList(turn) }) : "",
    ]);
  }
  if (!WRONG.has(state) && press) return say("prompt.colours_right", { who: whoName(press) });
  switch (state) {
    case "provisional":
      return isJudged(game) ? null : toDecide(hand, game);
    case "several":
      return tooMany(hand, game);
    case "refused":
      return say("prompt.refused", { point: pointList([refusal.point, ...(refusal.also ?? [])]), message: codeWords(refusal.why) });
    case "disturbed": {
      if (game.settingUp) return toMatch(hand.missing, hand.extra, true);
      if (stones && isLiftedToTakeBack(game)) return say("prompt.lifted", { point: shown(hand.missing[0]), who: personName(answerer(game), names) });
      const task = movedWords(hand) ?? toRestore(hand);
      return stones ? task : say("prompt.or_give_up", { task });
    }
  }
  return null;
}

/** Whether the only thing out of place is the last stone, which its player lifted to ask for a take-back. */
const isLiftedToTakeBack = ({ wish, hand: { missing, extra, outside } }) =>
  Boolean(wish?.lifted) && missing.length === 1 && missing[0] === wish.points[0] && !extra.length && !outside;

/** Too many new stones for the turn: how many of them must be lifted. */
function tooMany({ several }, { wanted }) {
  const values = { points: pointList(several), all: several.length, wanted };
  return wanted > 1 ? say("prompt.several_of", { ...values, n: several.length - wanted }) : say("prompt.several", values);
}

function toRestore({ missing, extra, outside, new: waits }) {
  if (waits.length) {
    const others = extra.filter((point) => !waits.includes(point));
    return say("prompt.take_away_first", { n: waits.length, waits: pointList(waits), extra: pointList(others) });
  }
  const away = outside ? say("prompt.outside", { n: outside }) : "";
  return sentences([missing.length || extra.length || !away ? toMatch(missing, extra) : "", away]);
}

function toMatch(missing, extra, isSetUp = false) {
  const values = { n: missing.length, missing: pointList(missing), extra: pointList(extra) };
  if (!missing.length) return say("prompt.take_away", values);
  if (isSetUp) return extra.length ? say("prompt.set_up_take_away", values) : say("prompt.set_up", values);
  return extra.length ? say("prompt.put_back_take_away", values) : say("prompt.put_back", values);
}

function toResume({ hand: { missing, extra }, damaged }) {
  if (damaged !== null) return say("prompt.damaged", { number: damaged });
  if (!missing.length && !extra.length) return say("prompt.resume");
  const parts = missing.length ? [say("prompt.to_put_down", { n: missing.length })] : [];
  if (extra.length) parts.push(say("prompt.to_take_away", { points: pointList(extra) }));
  return say("prompt.resume_stones", { stones: list(parts) });
}

function ofGame(game, names) {
  if (answerer(game)) return null;
  const its = doing(game);
  switch (its.do) {
    case "choose":
      return question(its);
    case "offer":
      return toOffer(game);
    case "keep":
      return toKeep(game);
    case "stone":
      return inOpening(game) ? toPlace(its, names) : stonesOfTurn(game);
    default:
      return game.moves.length || game.position ? null : say("prompt.first_stone");
  }
}

const inOpening = ({ asks, settings, position }) =>
  !position && (asks.zone || (!PLAIN.has(settings.opening) && asks.number <= LAST_TOLD));

/** The number of stones that a turn of several still needs; null for other turns. */
function stonesOfTurn(game) {
  const { number, all } = ofTurn(game);
  if (all <= 1) return null;
  return number > 1 ? say("prompt.put_more", { n: game.wanted }) : say("prompt.put_stones", { n: game.wanted });
}

const toPlace = ({ who, number, colour, zone }, names) =>
  say("prompt.put_stone", { who: personName(who, names), number, colour: colourName(colour), where: where(zone) });

/** A zone in words. */
function where(zone) {
  if (!zone) return say("zone.anywhere");
  const [kind, width] = zone;
  if (kind === "outside") return say("zone.outside", { width });
  return width === 1 ? say("zone.centre") : say("zone.within", { width });
}

const QUESTIONS = {
  swap: () => say("question.swap"),
  side: (options) => (options.includes("add") ? say("question.side_or_add") : say("question.side")),
  fifths: (options) => say("question.fifths", { first: options[0], last: options.at(-1) }),
  way: (options) => say("question.way", { n: options.at(-1) }),
};

const question = ({ ask, options }) =>
  QUESTIONS[ask]?.(options) ?? say("question.any", { options: capital(either(options.map((option) => entryName(ask, option)))) });

function toOffer(game) {
  const { offers, hand: { equal } } = game;
  const { count, who } = doing(game);
  const lie = offers.length;
  if (lie > count) return say("offer.too_many", { n: lie - count, lie });
  if (equal.length) return say("offer.equal", { points: both(equal.map(shown)), lie, count });
  if (lie === count) return say("offer.all", { n: count, who: whoName(who) });
  return say("offer.put", { n: count, lying: say("offer.lying", { n: lie, count }) });
}

function toKeep({ asks, offers }) {
  const who = whoName(asks.who);
  if (!offers.length) return say("keep.none");
  if (offers.length === 1) return say("keep.one", { who, point: shown(offers[0]) });
  return say("keep.several", { who, n: offers.length, points: pointList(offers) });
}

function toDecide({ new: points, foul }, game) {
  const button = game.asks.who ?? game.players[game.turn];
  const point = pointList(points);
  const more = game.wanted - points.length;
  if (more > 0) return say("decide.more", { points: point, n: more });
  if (!button) return foul ? say("decide.foul_or_lift", { foul: capital(foulName(foul)), point }) : say("decide.rest_or_lift", { point });
  const who = whoName(button);
  if (points.length > 1) return say("decide.all", { points: point, who });
  if (foul) return say("decide.foul", { foul: capital(foulName(foul)), point, who });
  return movesByButton(game.settings) && !isAskedFor(game) ? say("decide.press", { point, who }) : say("decide.rest", { point, who });
}

function toMend({ faults, unproved }) {
  const n = faults.length || 1;
  return sentences([...faults.map(codeSentence), unproved.length ? say("mend.without", { n }) : say("mend.all_the_same", { n })]);
}

/** The present hints, a sentence each. */
export function hints(game) {
  const { asks, hand, clock, claim, refusal, result, resuming, clearing } = game;
  const said = claim ? [sentence(claim)] : [];
  if (refusal?.who === "arbiter") said.push(sentence(refusal));
  said.push(...notInMenus(game));
  if (game.advice?.state === "shown") said.push(adviceWords(game.advice));
  if (game.puzzle && !clearing) said.push(...ofPuzzle(game));
  if (game.lesson?.hint?.length && !game.lesson.solved) said.push(lessonHint(game.lesson));
  if (game.saved && result && !clearing) said.push(say("hint.saved", { button: say("games.open") }));
  if (result || resuming || clearing) return said;
  if (game.standing.length) said.push(stands(game));
  if (hand.takes.length) said.push(say("hint.takes", { points: pointList(hand.takes) }));
  if (hand.replies.length) said.push(say("hint.reply", { points: pointList(hand.new), replies: pointList(hand.replies) }));
  if (hand.state === "lifting" && hand.new.length) said.push(waits(game));
  if (hand.kind !== OWN) said.push(named(`hint.kind.${hand.kind}`, entryName("menu", hand.kind)));
  const does = doing(game);
  if (asks.answers) said.push(begun(does));
  else if (game.menus[answerer(game)]) said.push(say("hint.choose", { who: whoName(answerer(game)) }));
  else if (asks.do === "choose") said.push(say("hint.choose", { who: whoName(asks.who) }));
  if (asks.play_on && !asks.answers) said.push(say("hint.play_on", { option: option(asks) }));
  if (does.declared > does.count) said.push(say("hint.unequal", { n: does.count, declared: does.declared }));
  if (clock?.stopped === "waiting") {
    const its = clockWords(game.settings.clock);
    said.push(asks.who
      ? say("hint.clock_begins_or", { clock: its, who: whoName(opponent(asks.who)) })
      : say("hint.clock_begins", { clock: its }));
  } else if (clock?.stopped && clock.stopped !== "over") said.push(stoppedWords(clock));
  return said;
}

/** How many fours a puzzle takes, until it is over or its solution is shown, and how many of its grade are solved. */
function ofPuzzle({ puzzle: { grade, fours, tally }, result, advice }) {
  const [solved, tried] = tally[grade - 1];
  return [result || advice ? "" : say("puzzle.fours", { n: fours }), tried ? say("puzzle.tally", { grade, solved, tried }) : ""].filter(Boolean);
}

/** The reason why an open menu lacks an entry of other games. */
function notInMenus({ menus, settings }) {
  const { arbiter, ...players } = menus;
  const why = [];
  if (arbiter?.about === "mode" && !arbiter.entries.includes("silent")) why.push(say("choice.no_silence"));
  const own = Object.values(players).some(({ about }) => about === "menu");
  if (own && gameOf(settings.game)?.passes === false) why.push(codeSentence({ code: "refused.no_passes", game: settings.game }));
  return why;
}

/** What must happen before the next player's stone counts. */
function waits({ hand, press }) {
  const point = shown(hand.new.at(-1));
  if (press) return say("hint.waits_press", { point, who: whoName(press) });
  return hand.lift.length ? say("hint.waits", { point }) : say("hint.waits_turn", { point });
}

/** The line that wins unless the next move breaks it. */
function stands({ standing, stones }) {
  const points = pointList(standing);
  return stones[standing[0]] === "black" ? say("hint.standing.black", { points }) : say("hint.standing.white", { points });
}

/** The answer given by new stones, and how to return to the question. */
const begun = ({ option: its, do: what }) => named(what === "keep" ? "begun.keep" : `begun.${its}`, its);

/** The stones that the next stone captures, in a sentence. */
const option = ({ play_on }) => named(`option.${play_on}`, play_on);

const opponent = (seat) => (seat === "p1" ? "p2" : "p1");

/** The subject of a menu: "Resign?", "Mode". */
export const menuName = (about) => named(`task.${about}`, entryName("menu", about));

// the arbiter chooses a number of moves after this entry
const backBy = (game, who, about, entry) => (who !== "arbiter" && about === "menu" && entry === "take back" ? movesBack(game) : []);

/** The words of a menu's entry in the present situation: a take-back names its stones, a puzzle shows its solution. */
export function entryWords(game, who, about, entry) {
  if (game.puzzle && about === "menu" && entry === "win") return say("entry.solution");
  if (game.lesson && about === "menu" && entry === "end") return say("lesson.end");
  const back = backBy(game, who, about, entry);
  return back.length ? say("players.take_back", { point: both(back.map(({ point }) => shown(point))) }) : entryName(about, entry, who);
}

/** The effect of a menu's entry, if its words do not explain it; else "". */
export function entryHint(game, who, about, entry) {
  const back = backBy(game, who, about, entry);
  const stones = back.map(({ point, colour }) => say("players.stone", { point: shown(point), colour: colourName(colour) }));
  return back.length ? say("players.last_moves", { n: back.length, stones: list(stones) }) : "";
}

/** A text for only one player, or for the arbiter; "" if there is none. */
export function task(game, seat) {
  const { refusal } = game;
  // the question is still shown, because a refused button does not answer it
  return sentences([refusal?.who === seat ? codeSentence(refusal.why) : "", asked(game, seat)]);
}

/** The question to a player, or what he waits for. */
function asked(game, seat) {
  const { menus, draw, wish } = game;
  const other = whoName(opponent(seat));
  if (menus[seat]) {
    const { about, entries, at } = menus[seat];
    if (about === "draw") return say("event.draw_offered", { who: other });
    if (about === "take back") return wishWords(other, wish?.points, movesBack(game)[0]?.colour);
    // the room view has no buttons that show the present entry
    if (about === "menu" && at in entries) return say("task.entry", { entry: entryWords(game, seat, about, entries[at]), number: at + 1, all: entries.length });
    return menuName(about);
  }
  if (draw === seat) return say("task.draw_offered");
  if (wish?.who !== seat) return "";
  const points = wish.points.map(shown);
  if (wish.lifted) return say("task.withdraw", { point: points[0] });
  return points.length ? say("task.wish", { who: other, point: both(points) }) : say("task.wish_last", { who: other });
}

// What the board would refuse: what is not possible now, and what a laptop may not do in a strict game. (The server
// decides whether this page may act at all.)

/** In these modes a laptop may act only if the arbiter has allowed it. */
export const STRICT = new Set(["referee", "silent"]);
const CHANGES_A_GAME = new Set(["do", "back", "clock", "new", "setup", "puzzle", "lesson", "probe"]);
const BEGINS_A_GAME = new Set(["new", "setup", "puzzle", "lesson", "probe"]);
const LAPTOP = "laptop";
// commands of the link by the entry of the arbiter's menu that is refused for the same reason
const ENTRIES = { new: "new game", back: "take back", clock: "time", lesson: "lessons", puzzle: "lessons" };

/** Whether anything has been done in the game. */
export const isBegun = ({ moves, position, result, clock }) => Boolean(moves.length || position || result || clock?.running);

/** Whether the laptop needs permission in this game: a strict mode, and something has been done. */
const isGuarded = (game) => STRICT.has(game.settings.mode) && isBegun(game);

/** The reason why the board would refuse a command, like {cmd: "do", who: "p1", entry: "pass"}; "" if it may accept it.
   */
export function refusal(command, game, { laptop }) {
  const { cmd, who, entry } = command;
  const menu = game.menus[who];
  if (cmd === "do" && (entry === LAPTOP || (menu?.about === LAPTOP && menu.entries.includes(entry)))) {
    return say("trust.only_arbiter");
  }
  if (cmd === "do" && game.damaged !== null) return say("trust.interrupted");
  // the lifted stone is the request already
  if (cmd === "do" && entry === "take back" && game.wish?.lifted && game.wish.who === who) return say("task.withdraw", { point: shown(game.wish.points[0]) });
  if (laptop || !CHANGES_A_GAME.has(cmd) || !isGuarded(game)) return closed(command, game);
  return game.result && BEGINS_A_GAME.has(cmd) ? closed(command, game) : forbidden(game);
}

/** The reason why a command is not possible now, in words; "" if it is, or if the board has not reported it. */
function closed({ cmd, who, entry, wait }, { open, menus }) {
  // a new game can always wait for a clear board
  if (wait !== undefined) return "";
  if (cmd === "do" && menus[who]?.entries.includes(entry)) return "";
  const [whose, its] = cmd === "do" ? [who, entry] : ["arbiter", ENTRIES[cmd]];
  const [, why] = open[whose]?.find(([offered]) => offered === its) ?? [];
  return why ? codeSentence(why) : "";
}

/**
 * Whether this page may act in the game, in words; "" if there is nothing to say, or if holding Arbiter now means
 * something else.
 */
export function permissionWords(game, { laptop, waits }) {
  if (game.result || game.resuming || waits || !isGuarded(game)) return "";
  return laptop ? say("trust.allowed") : forbidden(game);
}

function forbidden({ settings: { mode }, resuming }) {
  if (resuming) return say("trust.interrupted");
  return mode === "silent" ? say("trust.silent") : say("trust.referee");
}
