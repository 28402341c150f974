// Places the boards of the hall on one screen, each as large as possible. Pure.

const AROUND = 26; // px of a card, on both sides of its content, with the gap to the next card
const LEAST_LETTER = 14; // px
const OF_HEIGHT = 0.032; // the largest letter below a board, as a part of the height
const BELOW = { across: 19, down: 7.4 }; // letters in the width and in the height of the words below a board
const BESIDE = { across: 13, down: 16 }; // the same for the words beside it
const OF_BOARD = 0.7; // the least width of the words beside a board, as a part of the board
const GAIN = 1.05; // more columns must make the boards larger by this factor
const OF_HOLES = 1.2; // ... beside a large board, if the last row would not be full, or the cards would be half empty
const FULL = 0.7; // the least part of a card's height that is not empty

/**
 * The places for a number of boards: {columns, rows, beside: whether the words are beside each board, not below it, side: of
 * a board, letter: the height of the words}, in px. `ofHoles`: GAIN for columns that leave places empty.
 */
export function arrange(number, width, height, ofHoles = GAIN) {
  const most = OF_HEIGHT * height;
  let best = { side: 0 };
  for (let columns = 1; columns <= Math.max(1, number); columns++) {
    const [across, down] = [width / columns, height / Math.ceil(number / columns)].map((each) => each - AROUND);
    const below = Math.min(across, Math.max(down / (1 + BELOW.down / BELOW.across), down - BELOW.down * most));
    const isFull = number % columns === 0 && below * (1 + BELOW.down / BELOW.across) > FULL * down;
    if (below > (isFull ? GAIN : ofHoles) * best.side) best = { columns, beside: false, side: below, letter: Math.min(most, below / BELOW.across) };
    const words = across - down;
    if (words < OF_BOARD * down || down <= best.side) continue;
    best = { columns, beside: true, side: down, letter: Math.min(words / BESIDE.across, down / BESIDE.down) };
  }
  return { ...best, rows: Math.ceil(number / best.columns), letter: Math.max(LEAST_LETTER, best.letter) };
}

const LARGE = { below: 5.2, part: 0.5 }; // letters in the height of the words below a large board; its part of the width

/** The places for one large board and the others, small, beside it: `large`: {side, letter} as above; the others' places. */
export function arrangeShow(number, width, height) {
  const letter = Math.max(LEAST_LETTER, OF_HEIGHT * height);
  const side = Math.min(LARGE.part * width, height - AROUND - LARGE.below * letter);
  return { large: { side, letter }, ...arrange(number - 1, width - side - AROUND, height, OF_HOLES) };
}
