// A studied game: who could win after each move, and what is said there. Pure: from the laptop's study to words.

import { list, say } from "./language.js";
import { shown } from "./points.js";

const PASS = "--";

/** What a study says after so many moves: {win: as the study has it, or null, words: sentences}. */
export function studiedAt({ positions, missed, overlooked, traps, turning_point: turning }, number) {
  const position = positions[number];
  if (!position) return { win: null, words: [] };
  const win = position.wins ?? position.three;
  const stops = overlooked.find(({ turn }) => turn === number - 1)?.stops ?? [];
  const words = [
    win && won(win),
    stops.length && say("study.overlooked", { points: list(stops.map(shown)) }),
    missed.some(({ turn }) => turn === number) && say("study.missed"),
    ...traps.filter(({ turn }) => turn === number).map(({ win: its }) => say("study.trap", { point: shown(its.fives[0]) })),
    turning === number && say("study.turning"),
  ];
  return { win, words: words.filter(Boolean) };
}

/** By number of moves: "black", "white" or "", who has a proved win, and whether that is the turning point. */
export const barOf = ({ positions, turning_point: turning }) =>
  positions.map((its, number) => ({ wins: winner(its), turning: turning === number }));

function winner({ wins, three, lost, colour }) {
  const other = colour === "black" ? "white" : "black";
  return (wins ?? three)?.colour ?? (lost ? other : "");
}

function won({ by, colour, line, fours, why }) {
  const points = line.filter((point) => point !== PASS).map(shown).join(" ");
  if (by === "threes") return say(`study.threes.${colour}`, { line: points });
  return why === "five" ? say(`advice.five.${colour}`, { line: points }) : say(`advice.win.${colour}`, { n: fours, line: points });
}
