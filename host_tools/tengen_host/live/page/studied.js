// A studied game: who could win after each move, what is said there and marked. Pure: from the laptop's study to words.

import { at, OWN, PASS } from "./game.js";
import { list, say } from "./language.js";
import { laptopSays } from "./said.js";
import { shown } from "./points.js";

/** Stands in a sentence where the points of its line go. */
export const LINE = "\ufffc";

const MOST_OF_OPINION = 8; // stones of an engine's line
const NOTHING = { win: null, better: null, stops: [], engine: null };

const other = (colour) => (colour === "black" ? "white" : "black");

/**
 * What a study says after so many moves: {says: [{text, line: null, or what LINE in the text stands for}], marks: {win: as
 * the study has it, better: the stone that would have won instead of the last one, stops: the points where a threat could
 * have been stopped, engine: the point where an engine would play}}. A line is {points, colour: of its first stone, from:
 * after so many moves}.
 */
export function studiedAt({ positions, missed, overlooked, traps, turning_point: turning, engine }, number) {
  const position = positions[number];
  const before = number - 1; // moves before the last one, which is judged here
  const lost = missed.find(({ turn }) => turn === before)?.win;
  const stops = overlooked.find(({ turn }) => turn === before)?.stops ?? [];
  const win = position?.wins ?? position?.three ?? null;
  const opinion = position?.opinion;
  const says = [
    lost && { text: say("study.missed", { line: LINE }), line: { points: lost.line, colour: lost.colour, from: before } },
    stops.length && { text: say("study.overlooked", { points: list(stops.map(shown)) }) },
    turning === before && { text: say("study.turning") },
    win && { text: won(win), line: { points: win.line, colour: win.colour, from: number } },
    ...traps.filter(({ turn }) => turn === number).map(({ win: its }) => ({ text: say("study.trap", { point: shown(its.fives[0]) }) })),
    opinion && { text: opined(opinion, engine), line: { points: lineOf(opinion), colour: position.colour, from: number } },
  ];
  const better = lost && lost.line[0] !== positions[before].played ? { point: lost.line[0], colour: lost.colour } : null;
  return { says: says.filter(Boolean).map((its) => ({ line: null, ...its })), marks: { ...NOTHING, win, better, stops, engine: opinion?.point ?? null } };
}

const lineOf = ({ point, line }) => (line.length ? line.slice(0, MOST_OF_OPINION) : [point]);

function opined({ value }, engine) {
  const values = { name: engine?.name ?? "", line: LINE };
  return value === null ? say("study.opinion", values) : say("study.valued", { ...values, value: signed(value) });
}

const signed = (value) => (value > 0 ? `+${value}` : String(value));

/** By number of moves: "black", "white" or "", who has a proved win, and whether the last move was the turning point. */
export const barOf = ({ positions, turning_point: turning }) =>
  positions.map((its, number) => ({ wins: winner(its), turning: turning === number - 1 }));

function winner({ wins, three, lost, colour }) {
  return (wins ?? three)?.colour ?? (lost ? other(colour) : "");
}

function won({ by, colour, fours, why }) {
  if (by === "threes") return say(`study.threes.${colour}`, { line: LINE });
  return why === "five" ? say(`advice.five.${colour}`, { line: LINE }) : say(`advice.win.${colour}`, { n: fours, line: LINE });
}

/** By the number of a move, what is to be told of it in a list of moves: {39: ["missed", "turning"], ...}. */
export function marksOfMoves({ positions, missed, overlooked, traps, turning_point: turning }) {
  const marks = {};
  const mark = (kind, number) => (marks[number] = [...(marks[number] ?? []), kind]);
  for (const { turn } of missed) mark("missed", turn + 1);
  for (const { turn } of overlooked) mark("overlooked", turn + 1);
  for (const { turn } of traps) mark("trap", turn);
  for (const { turn, foul } of positions) if (foul) mark("foul", turn);
  if (turning !== null) mark("turning", turning + 1);
  return marks;
}

/** What is still looked for, or why it is not, in words; "" where all is known. */
export function awaited({ more, engine }) {
  if (engine?.trouble) return laptopSays(engine.trouble);
  if (more === "engine") return say("study.asking", { n: engine.done, all: engine.of });
  return more ? say("study.looking_on") : "";
}

/** The stones of a line, without passes: [{point, colour, kind, number: in the line, from 1}, ...]. */
export const stonesOf = ({ points, colour }) =>
  points.map((point, at) => ({ point, colour: at % 2 ? other(colour) : colour, kind: OWN, number: at + 1 })).filter(({ point }) => point !== PASS);

/**
 * What a position that people go through becomes up to stone `number` of a line: {stones, moves, last, reason, result,
 * walked: the stones of the line}.
 */
export function walkedAt(game, line, number) {
  const { stones, moves } = at(game, line.from);
  const walked = stonesOf(line).filter((its) => its.number <= number);
  const lie = { ...stones, ...Object.fromEntries(walked.map(({ point, colour }) => [point, colour])) };
  return { stones: lie, moves, last: null, reason: null, result: null, walked };
}
