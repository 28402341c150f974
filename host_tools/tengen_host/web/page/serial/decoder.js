// Finds the board's lines in the bytes of its console, as wire/codec.py does. Pure.

export const PROMPT = ">>>"; // MicroPython waits for a command
const MARK = 0x1e; // the first byte of each line of the board
const END = 0x0a;
const MOST_TEXT = 4096; // characters kept of other output
const MOST_LINE = 65536; // bytes of a line that has not ended

/** Collects bytes. `text` is all output that is no line of the board, like MicroPython's prompt. */
export class Decoder {
  text = "";
  #line = [];

  /** The lines that these bytes complete. */
  feed(bytes) {
    const found = [];
    for (const byte of bytes) {
      if (byte === MARK || this.#line.length > MOST_LINE) this.#toText();
      this.#line.push(byte);
      if (byte !== END) continue;
      const line = this.#line[0] === MARK && lineIn(this.#line);
      if (!line) {
        this.#toText();
        continue;
      }
      found.push(line);
      this.#line = [];
      this.text = ""; // what was printed before the board's own lines
    }
    return found;
  }

  /** The last line of the other output, also while it has not ended. */
  get lastText() {
    return (this.text + decoded(this.#line)).trimEnd().split("\n").at(-1);
  }

  #toText() {
    this.text = (this.text + decoded(this.#line)).slice(-MOST_TEXT);
    this.#line = [];
  }
}

const decoded = (bytes) => new TextDecoder().decode(new Uint8Array(bytes));

/** The board's line in these bytes; null for the rest of a damaged line. */
function lineIn(bytes) {
  try {
    const its = JSON.parse(decoded(bytes.slice(1)));
    const { seq, t, is = {}, did = [], answer = { code: "" } } = its;
    const right = Number.isInteger(seq) && Number.isInteger(t) && typeof is === "object" && [...did, answer].every(({ code }) => typeof code === "string");
    return right ? its : null;
  } catch {
    return null;
  }
}

/** The bytes of a command. */
export const encoded = (command) => new TextEncoder().encode(`${JSON.stringify(command)}\n`);
