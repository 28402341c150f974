// The arbiter's actions: take moves back, correct clocks, stamp the game, set up a position.

import { letter } from "../board/points.js";
import { $ } from "../browser.js";
import { announce } from "../ear/speech.js";
import { say } from "../words/i18n.js";
import { codeWords } from "../words/sentences.js";
import { timeIn } from "./clock.js";

const MARKS = { ".": ".", X: "X", O: "O", x: "X", o: "O" };
// a diagram with marks for fouls and fives can be read, too; the marked points are empty
const EMPTY = new Set("3456");

/**
 * The board text, size x size characters `.`, `X` (black) and `O` (white), the highest row first. Throws an Error with
 * the unreadable text, its line and column.
 */
export function boardText(text, size) {
  const lines = text.split(/\r\n|\r|\n/).map((line, at) => ({ line, number: at + 1 })).filter(({ line }) => line.trim());
  if (!lines.length) throw new Error(say("diagram.empty", { size, characters: size * size }));
  if (lines.length === 1) return oneLine(lines[0], size);
  const rows = lines.filter(({ line }) => !isLetters(line, size));
  if (rows.length !== size) {
    throw new Error(say("diagram.rows", { line: rows.at(-1)?.number ?? 1, size, n: rows.length }));
  }
  return rows.map((row, at) => marksOf(row, size - at, size)).join("");
}

function oneLine({ line, number }, size) {
  const indent = line.length - line.trimStart().length;
  const marks = [...line.trim()];
  const text = marks.map((mark, at) => markOf(mark, number, indent + at)).join("");
  if (marks.length === size * size) return text;
  const column = indent + Math.min(marks.length, size * size) + 1;
  throw new Error(say("diagram.characters", { line: number, column, characters: size * size, n: marks.length }));
}

function marksOf({ line, number }, row, size) {
  const words = [...line.matchAll(/\S+/g)].map((found) => ({ word: found[0], at: found.index }));
  // if the row has as many words as points, all are marks, even a 3 at the edge
  if (words.length !== 1 && words.length !== size) {
    dropNumber(words, 0, row, number);
    dropNumber(words, -1, row, number);
  }
  const marks = words.flatMap(({ word, at }) => [...word].map((mark, beside) => ({ mark, at: at + beside })));
  if (marks.length !== size) {
    const column = (marks[size]?.at ?? line.trimEnd().length) + 1;
    throw new Error(say("diagram.points", { line: number, column, row, n: marks.length, size }));
  }
  return marks.map(({ mark, at }) => (EMPTY.has(mark) ? "." : markOf(mark, number, at))).join("");
}

/** The row without its number at one end; another row's number there is an error. */
function dropNumber(words, end, row, number) {
  const { word, at } = words.at(end) ?? {};
  if (!/^\d+$/.test(word ?? "") || (EMPTY.has(word) && Number(word) !== row)) return;
  if (Number(word) !== row) {
    throw new Error(say("diagram.number", { line: number, column: at + 1, row, word }));
  }
  words.splice(end, 1);
}

function markOf(mark, number, at) {
  if (mark in MARKS) return MARKS[mark];
  throw new Error(say("diagram.mark", { line: number, column: at + 1, mark }));
}

function isLetters(line, size) {
  const letters = Array.from({ length: size }, (_, column) => letter(column)).join("");
  return line.replace(/\s/g, "").toLowerCase() === letters;
}

// A game's stamp, given by hand, of the same kind as the laptop's own stamps.

/** The stamp {record: the game's id, date} for a local time as inputs have it, "2026-11-21T14:04", and four letters; null for no time. */
function stampFor(time, token) {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(time);
  if (!found) return null;
  const [, year, month, day, hours, minutes, seconds = "00"] = found;
  const date = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}`;
  return { record: `${year}${month}${day}-${hours}${minutes}-${token}`, date };
}

const UNEVEN = "device.uneven"; // a position that waits for confirmation
let asked = null; // the set-up that the board has not answered yet

/** Build the arbiter's controls for a board of `size()`; `send(line)` sends a command, or shows the reason and returns
   false. */
export function initArbiter(send, size) {
  onSubmit("take-back", ({ count }) => send({ cmd: "back", count: count.valueAsNumber }));
  onSubmit("correct", (fields) => correct(fields, send));
  onSubmit("stamp", ({ date }) => {
    const token = [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const stamp = stampFor(date.value, token);
    if (stamp) send({ cmd: "stamp", ...stamp });
  });
  $("arbiter").addEventListener("open", () => {
    const now = new Date();
    const local = new Date(now - now.getTimezoneOffset() * 60_000);
    $("stamp").elements.date.value ||= local.toISOString().slice(0, 16);
  });
  onSubmit("set-up", (fields) => setUp(fields, send, size()));
  $("confirm").addEventListener("click", () => {
    send({ ...asked, confirm: true });
    forgetSetUp();
  });
  $("set-up").addEventListener("input", forgetSetUp);
}

function onSubmit(id, act) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act($(id).elements);
  });
}

function correct(fields, send) {
  const line = { cmd: "clock" };
  $("correct-words").textContent = "";
  for (const seat of ["p1", "p2"]) {
    const text = fields[seat].value.trim();
    if (!text) continue;
    line[seat] = timeIn(text);
    if (line[seat] === null) {
      $("correct-words").textContent = say("arbiter.no_time", { text });
      fields[seat].focus();
      return;
    }
  }
  if ("p1" in line || "p2" in line) send(line);
  for (const seat of ["p1", "p2"]) fields[seat].value = "";
}

function setUp({ diagram, turn }, send, size) {
  forgetSetUp();
  try {
    asked = { cmd: "setup", board: boardText(diagram.value, size), ...(turn.value && { turn: turn.value }) };
  } catch (error) {
    $("set-up-words").textContent = error.message;
    announce(error.message);
    return;
  }
  if (!send(asked)) asked = null;
}

function forgetSetUp() {
  asked = null;
  $("set-up-words").textContent = "";
  $("confirm").hidden = true;
}

/** Handle a line. If the board wants a confirmation of the position, ask people once. */
export function updateArbiter({ did = [], answer = null }) {
  if (!asked) return;
  if (did.some(({ code }) => code === "set_up")) forgetSetUp();
  else if (answer?.code === "error") {
    $("set-up-words").textContent = codeWords(answer.why);
    $("confirm").hidden = answer.why.code !== UNEVEN;
  }
}
