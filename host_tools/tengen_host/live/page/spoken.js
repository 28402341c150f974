// The moves as text, for who hears the page: a log that a screen reader reads on as it grows.

import { make } from "./dom.js";
import { PASS } from "./game.js";
import { shown } from "./points.js";
import { say } from "./language.js";
import { colourName } from "./words.js";

/** A log of the moves that nobody sees. */
export function spokenMoves() {
  const list = make("div", { id: "spoken", class: "unseen", role: "log", "aria-live": "polite", "aria-label": say("room.moves") });
  let told = [];

  /** Show these moves: only what has come to be is read out. */
  return (moves) => {
    const texts = Array.from(moves, (move, at) => sentenceOf(move, at + 1));
    if (texts.join("\n") === told.join("\n")) return list;
    const grows = told.length > 0 && told.every((text, at) => texts[at] === text);
    // a whole game at once, or fewer than before, would be read out from its beginning
    list.setAttribute("aria-live", grows || texts.length <= 1 ? "polite" : "off");
    const kept = grows ? told.length : 0;
    if (!kept) list.replaceChildren();
    for (const text of texts.slice(kept)) list.append(make("p", {}, text));
    told = texts;
    return list;
  };
}

function sentenceOf(move, n) {
  if (!move) return `${n}. ?`;
  const colour = colourName(move.colour);
  return move.point === PASS ? say("room.passed", { n, colour }) : say("room.spoken", { n, colour, point: shown(move.point) });
}
