// Decides which board of the hall is shown large, from the boards' states and the time, and which number is typed. Pure.
//
// Times are in ms; where `now` begins does not matter.

import { left } from "../game/clock.js";
import { isBegun } from "../game/prompts.js";
import { mayJudge } from "../game/state.js";
import { FOULS } from "../words/sentences.js";

const NEWS_MS = 20_000; // a board stays large for this time after its news
const LOW_MS = 20_000; // a running clock with less time is news
export const EVERY = { least: 3, usual: 15, most: 600 }; // seconds for each board in turn

/** The seconds that an address gives each board: every=20; null for another text. */
export function secondsIn(text) {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return seconds >= EVERY.least && seconds <= EVERY.most ? seconds : null;
}

/** The foul that a game shows now: a text that differs from that of any other foul of the game; "" without a foul. */
export function foulOf(game) {
  const { result, hand, reason } = game;
  if (!mayJudge(game)) return "";
  if (result) return FOULS.has(result.reason) ? `${result.line} ends the game` : "";
  return (reason?.foul && reason.point) || (hand.foul && hand.new.at(-1)) || "";
}

/** The time of the running clock at the board's time `now`; null if none runs, or if a further period follows. */
export function runningMs({ clock, result }, now) {
  const running = clock?.running && !result && left(clock, clock.running, now);
  return running?.runs && (running.periods ?? 1) <= 1 ? running.ms : null;
}

/** Whether a board has nothing to show in its turn. */
export const isIdle = (game, connected) => !connected || !isBegun(game);

const NEVER = -Infinity;

/** The news of a board: `before` is null at first, and then nothing is new. {foul, foulAt, lowAt: when its clock was low}. */
export function newsAfter(before, { foul, ms }, now) {
  const { foul: known = foul, foulAt = NEVER, lowAt = NEVER } = before ?? {};
  return { foul, foulAt: foul && foul !== known ? now : foulAt, lowAt: isLow(ms) ? now : lowAt };
}

const isLow = (ms) => ms !== null && ms < LOW_MS;

/**
 * The key of the board on top; undefined without boards. `boards`: [{key, idle, ms: of the running clock, news}, ...].
 *
 * The last foul comes before the shortest clock, and the clock before the clocks that were low a moment ago. Without
 * news each board that is not idle has its turn, for `every` ms. After news the turn of the next board begins.
 */
export function topOf(boards, now, every) {
  const isNew = (at) => now - at < NEWS_MS;
  const first = (fits, rank) => boards.filter(fits).sort((one, other) => rank(one) - rank(other))[0]?.key;
  const news = first((its) => isNew(its.news.foulAt), (its) => -its.news.foulAt)
    ?? first((its) => isLow(its.ms), (its) => its.ms)
    ?? first((its) => isNew(its.news.lowAt), (its) => -its.news.lowAt);
  if (news !== undefined) return news;
  const busy = boards.some((its) => !its.idle) ? boards.filter((its) => !its.idle) : boards;
  const ends = boards.map(({ key, news: { foulAt, lowAt } }) => ({ key, at: Math.max(foulAt, lowAt) + NEWS_MS }));
  const last = ends.reduce((one, other) => (other.at > one.at ? other : one), { key: null, at: NEVER });
  const next = last.at === NEVER ? 0 : busy.findIndex((its) => its.key === last.key) + 1;
  const turns = Math.floor((last.at === NEVER ? now : now - last.at) / every);
  return busy[(next + turns) % busy.length]?.key;
}

// The number of a board, and the number that is typed.

/** {key: number} of the boards [{key, table}, ...]: the tables' numbers if each board has one, else their places. */
export function numbersOf(boards) {
  const tables = new Set(boards.map(({ table }) => table).filter((table) => /^[1-9]\d*$/.test(table ?? "")));
  return Object.fromEntries(boards.map(({ key, table }, at) => [key, tables.size === boards.length ? table : String(at + 1)]));
}

export const DIGIT_MS = 900; // a further digit may come within this time

/** The typed number after one more digit; "" if no board's number begins with it. */
export const typedAfter = (text, digit, numbers) =>
  [text + digit, digit].find((typed) => numbers.some((number) => number.startsWith(typed))) ?? "";

/** Whether no further digit can follow. */
export const isWhole = (text, numbers) => !numbers.some((number) => number !== text && number.startsWith(text));
