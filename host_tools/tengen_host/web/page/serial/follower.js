// Follows a board by the bytes of its console, without a gap, as device/board.py does. Pure: time is an argument.

import { Decoder, encoded, PROMPT } from "./decoder.js";

const PATIENCE_MS = 5000; // the longest answer time of a busy board
const SILENT_MS = 500; // after MicroPython's prompt, this much silence shows that the output has ended

/** `write(bytes)` sends bytes to the board. `word` begins the ids of this page's requests. */
export class Follower {
  #decoder = new Decoder();
  #last = null; // the last line
  #gathered = []; // the lines since something was lost, until the whole state is there; null: nothing is missing
  #asked = new Set(); // the ids of the requests for the whole state that may still be answered
  #count = 0;
  #write;
  #word;
  #askedAt = 0;
  #heardAt = 0;

  /** Begin at a port that has just been opened. */
  constructor(write, word, now) {
    [this.#write, this.#word, this.#heardAt] = [write, word, now];
    // ends a line that another program may have begun, and lets MicroPython show its prompt again
    write(new TextEncoder().encode("\r\n"));
    this.#lose(now);
  }

  /**
   * Read bytes. Returns what they mean, in order: {whole: [line, ...]}, lines with the whole state, or {line}, the next
   * line. While lines are missing it returns nothing, and has asked for the whole state.
   */
  take(bytes, now) {
    this.#heardAt = now;
    return this.#decoder.feed(bytes).map((line) => this.#keep(line, now)).filter(Boolean);
  }

  /** Look from time to time. Returns what is wrong: "prompt" if Tengen does not run, "silent", or "". */
  look(now) {
    if (!this.#gathered) return this.#isAtPrompt(now) ? "prompt" : "";
    if (now - this.#askedAt < PATIENCE_MS) return this.#isAtPrompt(now) ? "prompt" : "";
    this.#ask(now);
    return this.#isAtPrompt(now) ? "prompt" : "silent";
  }

  /** Ask for the whole state, because this computer may have missed lines without a later one to show it. */
  refresh = (now) => this.#lose(now);

  /** The last line of output that is none of the board's. */
  get text() {
    return this.#decoder.lastText;
  }

  #isAtPrompt = (now) => now - this.#heardAt >= SILENT_MS && this.text.startsWith(PROMPT);

  #keep(line, now) {
    const last = this.#last;
    this.#last = line;
    const isNext = line.seq === last?.seq + 1 && line.t >= last.t;
    if (last && !isNext) this.#lose(now);
    if (!this.#gathered) return { line };
    this.#gathered.push(line);
    if (!line.whole || !this.#asked.has(line.re)) return null;
    const whole = this.#gathered;
    this.#gathered = null;
    return { whole };
  }

  #lose(now) {
    this.#gathered = [];
    this.#asked.clear();
    this.#ask(now);
  }

  #ask(now) {
    const id = `${this.#word} ${++this.#count}`;
    this.#asked.add(id);
    this.#askedAt = now;
    this.#write(encoded({ cmd: "snapshot", id }));
  }
}
