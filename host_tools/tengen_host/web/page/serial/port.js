// The port of a board, by Web Serial: it is opened again by itself after each disconnection.

import { remember, remembered } from "../browser.js";

const BAUD = 115200; // USB has no baud rate, but the interface wants one
const RETRY_MS = 1000;
const NAME = "tengen.port"; // stored while this browser may know a board; a tab with an open port holds such a lock
const ID = crypto.getRandomValues(new Uint32Array(1))[0].toString(16);

/** Why no port can be used in this browser, as a word like those of `on.lost`; "" if one can. */
export const whyNoSerial = () => (!window.isSecureContext ? "insecure" : "serial" in navigator ? "" : "no_serial");

/** Whether this browser has had a board. */
export const knowsBoard = () => Boolean(remembered(NAME));

/**
 * Keeps a port open. `ids`: {usbVendorId, usbProductId} of a board. `on.open(write)` is called when it is open,
 * `on.bytes(bytes)` with what comes, `on.lost(word)` when there is none: "none" (no board was ever chosen here),
 * "forgotten" (one was), "away" (unplugged), "other_tab", "taken".
 */
export class Port {
  #ids;
  #on;
  #port = null; // the open port
  #chosen = null; // the last one that people have chosen
  #reader = null;
  #reading = null;
  #writer = null;
  #looking = null; // the promise of the present search for a port, or null
  #met = false; // whether a board was open on this page
  #release = () => {};

  constructor(ids, on) {
    [this.#ids, this.#on] = [ids, on];
  }

  begin() {
    const { serial } = navigator;
    serial.addEventListener("connect", () => this.#look());
    serial.addEventListener("disconnect", ({ target }) => target === this.#port && this.#lose());
    setInterval(() => this.#look(), RETRY_MS);
    this.#look();
  }

  /** Let people choose a board. It must be called by a click. */
  async choose() {
    const port = await navigator.serial.requestPort({ filters: [this.#ids] }).catch(() => null);
    if (!port || port === this.#port) return; // nobody has chosen another one
    this.#chosen = port;
    await this.#looking?.catch(() => {}); // it may be opening another one
    if (port !== this.#port) await this.#close();
    await this.#look();
  }

  #look() {
    this.#looking ??= this.#openAny().finally(() => (this.#looking = null));
    return this.#looking;
  }

  /** Open the chosen port, else any port of a board that this browser may use. */
  async #openAny() {
    if (this.#port) return;
    const isBoard = (port) => Object.entries(this.#ids).every(([name, number]) => port.getInfo()[name] === number);
    const there = (await navigator.serial.getPorts()).filter(isBoard);
    const wanted = there.includes(this.#chosen) ? [this.#chosen] : there;
    for (const port of wanted) if (!this.#port) await this.#open(port);
    if (!this.#port) this.#on.lost(there.length ? await whoHasIt() : this.#met ? "away" : knowsBoard() ? "forgotten" : "none");
  }

  async #open(port) {
    const isOpen = await port.open({ baudRate: BAUD }).then(() => true, () => false);
    if (!isOpen) return; // it is in use, or the system does not give a new port at once
    await port.setSignals({ dataTerminalReady: true }).catch(() => {}); // without it a Pico sends nothing
    const release = await held();
    if (!port.writable) return release(); // it is gone again
    this.#port = port;
    this.#release = release;
    this.#met = true;
    remember(NAME, "1");
    const writer = port.writable.getWriter();
    this.#writer = writer;
    this.#on.open((bytes) => writer.write(bytes).catch(() => {})); // #read() notices a port that is gone
    this.#reading = this.#read(port);
  }

  async #read(port) {
    let its = null; // null after an error of the port: it then may have another stream, and goes on
    while (port === this.#port && port.readable && !its?.done) {
      const reader = port.readable.getReader();
      this.#reader = reader;
      do {
        its = await reader.read().catch(() => null);
        const bytes = its?.value;
        if (bytes) queueMicrotask(() => this.#on.bytes(bytes)); // an error of the page must not end the reading
      } while (its && !its.done);
      reader.releaseLock();
    }
    if (port === this.#port) this.#lose();
  }

  #lose() {
    this.#close();
    this.#on.lost("away");
  }

  async #close() {
    // the next port may be open before this one is closed
    const [port, reader, reading, writer] = [this.#port, this.#reader, this.#reading, this.#writer];
    if (!port) return;
    this.#port = null;
    this.#release();
    // a port closes only when nothing reads and writes any more
    await reader?.cancel().catch(() => {});
    await reading;
    writer.releaseLock();
    await port.close().catch(() => {});
  }
}

/** Hold a lock of this tab; returns the function that releases it. */
const held = () => new Promise((done) => navigator.locks.request(`${NAME} ${ID}`, () => new Promise((release) => done(release))));

/** Who has a port that can't be opened: another tab of this page, or else another program. */
async function whoHasIt() {
  const { held: locks } = await navigator.locks.query();
  return locks.some(({ name }) => name.startsWith(NAME) && name !== `${NAME} ${ID}`) ? "other_tab" : "taken";
}
