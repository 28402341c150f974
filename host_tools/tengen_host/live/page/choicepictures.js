// A small picture for each game: a corner of a board with what is the game's own.

import { svg } from "./svg.js";

const SIDE = 7; // points
const CELL = 10;
const LAST = (SIDE - 1) * CELL;

// Rows from the top: X black, O white, N nobody's, C common, x and o a stone that is taken off, + a point that is
// forbidden, . empty. `line` goes from a point to another, [column, row] from the upper left; `words` stands in a corner.
const PICTURES = {
  renju: { rows: ".......|...X...|...X...|.......|.XX+...|.......|......." },
  five: { rows: ".......|.X...O.|..X.O..|...X...|..O.X..|.O...X.|.......", line: [[1, 1], [5, 5]] },
  gomoku: { rows: ".......|XXXXX..|.......|..OO...|...O...|.......|.......", line: [[0, 1], [4, 1]] },
  sapronov: { rows: "..X....|.......|.......|...X...|....O..|.......|......." },
  "renju-1899": { rows: ".X.....|.X..O..|....O..|.+XX...|....+OO|.......|.......", words: "1899" },
  "renju-1903": { rows: ".......|.X..OO.|.X.....|.......|.+XX...|.......|.......", words: "1903" },
  "renju-1912": { rows: ".......|..X....|..X....|.......|..+XX..|.......|.......", words: "1912" },
  "renju-1916": { rows: ".......|XXX+XX.|.......|.......|..OO...|.......|.......", words: "1916" },
  "renju-1918": { rows: ".X..X..|.X.X...|..X....|.+.XX..|.......|.......|.......", words: "1918" },
  "early-renju": { rows: ".......|.......|..XX...|..O....|....O..|.......|.......", words: "19x19" },
  pente: { rows: ".......|.O.....|..x....|...x...|....O..|.......|......." },
  ninuki: { rows: ".......|.OOOOO.|..X....|...o...|....o..|.....X.|......." },
  "anti-renju": { rows: ".......|.......|.XXX+..|...O...|..O.O..|.......|......." },
  "anti-pente": { rows: ".......|.OOO+..|.......|..OxxO.|.......|.......|......." },
  "common-centre": { rows: ".......|.O...X.|..O.X..|...C...|..X.O..|.X...O.|......." },
  "bomb-renju": { rows: ".......|.......|..xox..|..xNo..|..ox...|.......|.....O." },
  "bomb-pente": { rows: ".......|.......|..xox..|..xNo..|..ox...|.......|.OXXO.." },
  repensi: { rows: ".......|.......|.OXXO..|.......|.OOOO..|.......|......." },
  "neutral-pente": { rows: ".......|.......|..N....|...X...|....X..|.....O.|......." },
  connect6: { rows: ".......|.......|XXXXXX.|..O.O..|..OO...|.......|.......", line: [[0, 2], [5, 2]] },
  four: { rows: ".......|.......|.......|....X..|...XO..|..XOX..|.XOOXO.", line: [[1, 6], [4, 3]] },
  irensei: { rows: "..X....|.XoX...|.......|XXXXXXX|..O.O..|...O...|.......", line: [[0, 3], [6, 3]] },
};

const STONES = { X: "black", O: "white", N: "neutral", C: "common", x: "black", o: "white" };

/** The picture of a game; of one that has none, an empty board. */
export function gamePicture(name) {
  const { rows, line, words } = PICTURES[name] ?? { rows: "" };
  const root = svg("svg", { viewBox: `-8 -8 ${LAST + 16} ${LAST + 16}`, class: "game-picture", "aria-hidden": "true" });
  for (let at = 0; at < SIDE; at++) {
    svg("path", { class: "line", d: `M${at * CELL} -5V${LAST + 5}` }, root);
    svg("path", { class: "line", d: `M-5 ${at * CELL}H${LAST + 5}` }, root);
  }
  rows.split("|").forEach((row, down) => {
    [...row].forEach((mark, across) => drawMark(root, mark, across * CELL, down * CELL));
  });
  if (line) {
    const [[x1, y1], [x2, y2]] = line.map((point) => point.map((number) => number * CELL));
    svg("line", { class: "won", x1, y1, x2, y2 }, root);
  }
  if (words) svg("text", { x: LAST + 6, y: LAST + 5 }, root).textContent = words;
  return root;
}

function drawMark(root, mark, cx, cy) {
  if (mark === "+") svg("path", { class: "forbidden", d: `M${cx - 3.4} ${cy - 3.4}l6.8 6.8m0 -6.8l-6.8 6.8` }, root);
  const colour = STONES[mark];
  if (!colour) return;
  // shaded as on the board, whose drawing has the shades
  svg("circle", { class: `stone ${colour}`, fill: `url(#stone-${colour})`, cx, cy, r: 4.5 }, root);
  if (mark === mark.toLowerCase()) svg("circle", { class: "taken", cx, cy, r: 5.6 }, root);
}
