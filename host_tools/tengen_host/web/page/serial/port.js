// The port of a board, by Web Serial: it is opened again by itself after each disconnection.

import { remember, remembered } from "../browser.js";

const BAUD = 115200; // USB has no baud rate, but the interface wants one
const RETRY_MS = 1000;
const KNOWN = "tengen.port"; // stored while this browser may know a board
const LOCK = "tengen.port"; // a tab holds such a lock while it has a port open
const ID = crypto.getRandomValues(new Uint32Array(1))[0].toString(16);

/** Why no port can be used in this browser, as a word like those of `on.lost`; "" if one can. */
export const whyNoSerial = () => (!window.isSecureContext ? "insecure" : "serial" in navigator ? "" : "no_serial");

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
  #isOpening = false;
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
    await this.#close();
    await this.#look();
  }

  /** Open the chosen port, else any port of a board that this browser may use. */
  async #look() {
    if (this.#port || this.#isOpening) return;
    this.#isOpening = true;
    const isBoard = (port) => Object.entries(this.#ids).every(([name, number]) => port.getInfo()[name] === number);
    const there = (await navigator.serial.getPorts()).filter(isBoard);
    there.sort((one, other) => Number(other === this.#chosen) - Number(one === this.#chosen));
    for (const port of there) if (!this.#port) await this.#open(port);
    if (!this.#port) this.#on.lost(there.length ? await whoHasIt() : this.#met ? "away" : remembered(KNOWN) ? "forgotten" : "none");
    this.#isOpening = false;
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
    remember(KNOWN, "1");
    const writer = port.writable.getWriter();
    this.#writer = writer;
    this.#on.open((bytes) => writer.write(bytes).catch(() => {})); // #read() notices a port that is gone
    this.#reading = this.#read(port);
  }

  async #read(port) {
    // after some errors the port has another stream, and goes on
    while (port === this.#port && port.readable) {
      this.#reader = port.readable.getReader();
      try {
        for (let its = await this.#reader.read(); !its.done; its = await this.#reader.read()) this.#on.bytes(its.value);
        break;
      } catch {
        // the loop's condition tells whether the port is still there
      } finally {
        this.#reader.releaseLock();
      }
    }
    if (port === this.#port) this.#lose();
  }

  #lose() {
    this.#close();
    this.#on.lost("away");
  }

  async #close() {
    const port = this.#port;
    if (!port) return;
    this.#port = null;
    this.#release();
    // a port closes only when nothing reads and writes any more
    await this.#reader?.cancel().catch(() => {});
    await this.#reading;
    this.#writer.releaseLock();
    await port.close().catch(() => {});
  }
}

/** Hold a lock of this tab; returns the function that releases it. */
const held = () => new Promise((done) => navigator.locks.request(`${LOCK} ${ID}`, () => new Promise((release) => done(release))));

/** Who has a port that can't be opened: another tab of this page, or else another program. */
async function whoHasIt() {
  const { held: locks } = await navigator.locks.query();
  return locks.some(({ name }) => name.startsWith(LOCK) && name !== `${LOCK} ${ID}`) ? "other_tab" : "taken";
}
