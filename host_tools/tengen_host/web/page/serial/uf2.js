// Checks a UF2 file for the Pico, as image/uf2.py does. Pure.

const BLOCK = 512, HEAD = 32, PAGE = 256;
const MAGIC = [0x0a324655, 0x9e5d5157], MAGIC_END = 0x0ab16f30;
const RP2040 = 0xe48bff56;
const FAMILY_PRESENT = 0x2000;
const MARKED = /tengen image ([\w.+-]{1,40}) ([0-9a-f]{12})/;

/** What a file is: {kind: "right" with Tengen in it, "foreign" without, "other" for another chip, or "not", values}. */
export function uf2Of(buffer) {
  const view = new DataView(buffer);
  if (!view.byteLength || view.byteLength % BLOCK) return { kind: "not", values: {} };
  const word = (at) => view.getUint32(at, true);
  let text = "", total = 0;
  const numbers = new Set();
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    if (word(at) !== MAGIC[0] || word(at + 4) !== MAGIC[1] || word(at + BLOCK - 4) !== MAGIC_END) return { kind: "not", values: {} };
    const family = word(at + 28);
    if (!(word(at + 8) & FAMILY_PRESENT) || family !== RP2040) {
      return { kind: "other", values: { family: `0x${family.toString(16).padStart(8, "0")}` } };
    }
    total = word(at + 24);
    if (word(at + 20) < total) numbers.add(word(at + 20));
    text += new TextDecoder("latin1").decode(new Uint8Array(buffer, at + HEAD, PAGE));
  }
  if (numbers.size !== total) return { kind: "not", values: {} };
  const [, version, build] = MARKED.exec(text) ?? [];
  return version ? { kind: "right", values: { version, build } } : { kind: "foreign", values: {} };
}
