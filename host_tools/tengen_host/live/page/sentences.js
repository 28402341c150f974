// The board's events, each as a sentence.

import { timeText } from "./clock.js";
import { namesIn, shown } from "./points.js";
import {
  broken, failed, gamesKept, ignored, journalTrouble, percent, PROBED, sagging, supplyGood, WATCHDOG_OFF,
  WENT_ON,
} from "./boardwords.js";
import {
  article, capital, clockWords, colourName, entryName, lineText, list, moved, openingName, plural, ruleName, whoName,
} from "./words.js";

const FOULS = new Set(["overline", "double-four", "double-three"]);

const EVENT = {
  started: (e) => `Board started: Tengen ${e.version ?? ""}`.trim(),
  new_game: (e) => ["New game", gameWords(e.settings)].filter(Boolean).join(": "),
  set_aside: (e) => `The unfinished game is given up: ${namesIn(e.moves ?? "").map(shown).join(" ")}`,
  provisional: (e) => `${colourName(e.colour)} on ${shown(e.point)}, provisional${e.foul ? `: a foul, ${e.foul}` : ""}`,
  withdrawn: (e) => `${shown(e.point)} withdrawn`,
  move: (e) => `${e.n}. ${colourName(e.colour)} ${shown(e.point)}`,
  passed: (e) => `${e.n}. ${colourName(e.colour)} passes`,
  reason: (e) => [reasonTitle(e), ...e.lines.map(lineText)].join("\n"),
  several: (e) => `Several new stones: ${list(e.points)}`,
  disturbed: (e) => {
    if (e.what === "resume") return `The interrupted game asks for its stones: ${difference(e)}`;
    if (e.what === "set up") return `The position asks for its stones: ${difference(e)}`;
    return moved(e) ? `${moved(e)[0]}: ${moved(e)[1]}` : `Disturbed: ${difference(e)}`;
  },
  restored: () => "The board matches the game again",
  refused: (e) => (e.who ? `${whoName(e.who)}: ${e.message}` : `${shown(e.point)} refused: ${e.message}`),
  result: (e) => outcome(e),

  chosen: (e) => `${e.who ? `${whoName(e.who)} takes` : "Taken"}: ${choice(e)}. ${sides(e.players)}`,
  offers: (e) => `Tentative fifths, ${e.points.length} of ${e.count}: ${list(e.points)}${equal(e)}`,
  offered: (e) => `Offered as fifth: ${list(e.points)}`,
  keep: (e) => (e.points.length ? `Of the offers there still lie ${list(e.points)}` : "Of the offers none lies any more"),
  kept: (e) => `${shown(e.point)} is kept as the fifth`,
  opening: (e) => `The opening is ${openingName(e)}`,
  clock: (e) => `${e.stopped ? `The clock ${stopped(e)}` : clockOf(e)}${e.cause ? ` (${e.cause})` : ""}`,
  draw_offered: (e) => `${whoName(e.who)} offers a draw`,
  draw_declined: () => "The draw is declined",
  take_back_wished: (e) => `${whoName(e.who)} wishes to take ${e.point ? shown(e.point) : "the last move"} back`,
  take_back_declined: () => "The move is not taken back",
  take_back_withdrawn: (e) => `${whoName(e.who)} withdraws the wish to take a move back`,
  taken_back: (e) => `${capital(plural(e.count, "move"))} taken back by ${whoName(e.by)}`,
  claim: (e) => `${whoName(e.who)} claims ${e.what === "time" ? "time" : `a ${e.what}`}: ${e.right ? "right" : "wrong"}`,
  lapsed: (e) => `Nobody claimed the ${e.what} at ${shown(e.point)}: it has lapsed`,
  set_up: (e) => `A position is set up: ${stonesOf(e.board)}; ${colourName(e.turn)} to move`,
  stamped: (e) => `The game is ${e.id}, of ${e.date.replace("T", " ")}`,

  matrix: (e) => (e.faults.length ? `Fault: ${e.faults.join("; ")}. ${goingOn(e)}` : "All rows and columns are whole"),
  chatter: (e) => (e.points.length ? ignored(e.points) : "No reed chatters any more"),
  supply: (e) => (e.low ? sagging(e.mv) : supplyGood(e.mv)),
  chain: (e) => (e.whole ? "The chain of lights is whole" : broken(e.fault)),
  settings: (e) => [`Brightness ${percent(e.brightness)}, buzzer ${e.sound ? "on" : "off"}`, gameWords(e)]
    .filter(Boolean).join("; the next game: "),
  button: (e) => `Button ${whoName(e.name)}: ${pushed(e)}`,
  resuming: (e) => `The game was interrupted at move ${namesIn(e.moves).length}: it waits for its stones and a press`,
  resumed: (e) => (e.cause ? `${failed(e.cause)}; ${WENT_ON}` : `${e.by ? `${whoName(e.by)} has pressed: t` : "T"}he game goes on`),
  fault: (e) => [`${failed(e.cause)} (fault ${e.count})`, e.text].filter(Boolean).join("\n"),
  journal: (e) => (e.message ? journalTrouble(e.message) : gamesKept(e)),
  dropped: (e) => `Game ${e.number} has made room in the journal`,
  probe: (e) => (e.on ? PROBED : capital(e.message ?? "the board was looked at for faults: it goes back to its game")),
  watchdog: (e) => (e.armed ? "The watchdog is armed" : WATCHDOG_OFF),
  laptop: (e) => (e.allowed ? "The arbiter allows the laptop to act" : "The laptop may not act in referee and silent games"),
  error: (e) => `Error: ${e.message}`,
  snapshot: (e) => `Snapshot: ${e.turn ? `${colourName(e.turn)} to move` : "the game is over"}`,
};

// What every event carries, or what the sentence beside it says already
const KNOWN_TO_ALL = new Set(["event", "seq", "t"]);

/** One event as a sentence; of an unknown kind, its fields as they are. */
export function sentence(event) {
  const say = EVENT[event.event];
  try {
    if (say) return say(event);
  } catch {
    // a known kind with fields missing is shown like an unknown one
  }
  const fields = Object.entries(event).filter(([name]) => !KNOWN_TO_ALL.has(name));
  return [event.event, ...fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join("  ");
}

/** How the game has ended: "White wins: Black's double-three at G8". */
export function outcome(result) {
  return result.winner ? `${colourName(result.winner)} wins: ${why(result)}` : `Draw: ${result.reason}`;
}

function why(result) {
  const { reason, line } = result;
  const loser = result.winner === "black" ? "White" : "Black";
  if (FOULS.has(reason)) return `${loser}'s ${reason} at ${list(line)}`;
  switch (reason) {
    case "resignation":
      return `${loser} resigns`;
    case "time":
      return `${loser}'s time is up`;
    case "first pass":
      return "a draw goes to who passed first";
    default:
      return line?.length ? `${reason} (${list(line)})` : reason;
  }
}

/** What a game is played by: "RIF, referee, 10 min + 5 s a move"; "" where nobody told. */
export function gameWords(settings) {
  if (!settings?.opening) return "";
  const { opening, mode, clock } = settings;
  return `${ruleName(opening)}, ${mode}, ${clockWords(clock)}`;
}

/** Why a stone is a foul, or is none though it looks like one. */
export const reasonTitle = ({ point, foul }) =>
  (foul ? `Why ${shown(point)} is ${article(foul)} ${foul}:` : `Why ${shown(point)} is no double-three, though it looks like one:`);

const STOPPED = { waiting: "has not begun", over: "has stopped: the game is over" };
STOPPED.disturbed = "is stopped: the board is disturbed";
STOPPED.resume = "is stopped: the game was interrupted";
STOPPED.fault = "is stopped: the wiring has a fault";

/** Why the clock stands. */
export const stopped = ({ stopped: why }) => STOPPED[why] ?? `is stopped: ${why}`;

const clockOf = (e) =>
  `Clock: Player 1 ${timeText(e.p1)}, Player 2 ${timeText(e.p2)}${e.running ? `; ${whoName(e.running)}'s runs` : ""}`;

const choice = ({ ask, option }) => (ask === "fifths" ? plural(Number(option), "tentative fifth") : entryName(ask, option));

const sides = ({ black, white }) => `Black is ${whoName(black)}, White ${whoName(white)}`;

function equal({ equal: twins, many, points, count }) {
  if (many) return `; ${points.length - count} too many`;
  return twins?.length ? `; ${twins.map(shown).join(" and ")} are equal` : "";
}

function stonesOf(board) {
  const [black, white] = ["X", "O"].map((mark) => board.split(mark).length - 1);
  return `${black} black and ${white} white`;
}

function pushed({ action, ms }) {
  if (action === "press") return "pressed";
  if (action === "hold") return "held";
  if (action === "together") return "held together with another";
  return action === "release" ? `let go after ${(ms / 1000).toFixed(1)} s` : action ?? "";
}

function goingOn({ waits, points }) {
  if (waits) return "The game waits";
  return points?.length ? `The game goes on without ${plural(points.length, "point")}` : "The game goes on";
}

function difference(event) {
  const parts = [];
  if (event.missing?.length) parts.push(`missing ${list(event.missing)}`);
  if (event.extra?.length) parts.push(`extra ${list(event.extra)}`);
  return parts.join("; ");
}
