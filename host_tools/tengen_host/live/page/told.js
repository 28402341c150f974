// The events that the page has been told since the whole state came: after a cut it asks only for what followed.

const BEGINNINGS = new Set(["started", "snapshot"]); // history.py: what came before one of them counts no more
const MOST = 8000; // more than the laptop keeps

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let its = byte;
  for (let bit = 0; bit < 8; bit += 1) its = its & 1 ? (its >>> 1) ^ 0xedb88320 : its >>> 1;
  return its;
});

/** The CRC-32 of a text of ASCII, as zlib has it, going on from that of the text before. */
export function crc32(text, before = 0) {
  let crc = ~before;
  for (let at = 0; at < text.length; at += 1) crc = (crc >>> 8) ^ CRC[(crc ^ text.charCodeAt(at)) & 0xff];
  return ~crc >>> 0;
}

export class Told {
  #messages = [];
  #mark = null; // of the texts of all events since the last beginning; null while none was told

  /** Keep a message that is an event; `text`: as it came. */
  keep(message, text) {
    if (BEGINNINGS.has(message.event.event)) this.#mark = crc32(text);
    else if (this.#mark !== null) this.#mark = crc32(text, this.#mark);
    this.#messages.push(message);
    if (this.#messages.length > MOST) this.forget();
  }

  forget() {
    this.#messages = [];
    this.#mark = null;
  }

  messages() {
    return [...this.#messages];
  }

  /** What the page says of them when it connects again: the last one's number and the mark; "" where it has none. */
  query() {
    return this.#mark === null ? "" : `?since=${this.#messages.at(-1).event.seq}.${this.#mark}`;
  }
}
