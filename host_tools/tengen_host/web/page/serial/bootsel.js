// Brings a board into BOOTSEL mode over its console, so that it is a drive for a UF2 file. Pure, but for the time.

import { PROMPT } from "./decoder.js";

const AGAIN_MS = 700; // Ctrl-C that comes during an interrupt of the program is lost, so it is sent again
const TRIES = 12;
// ends a line, stops a program, and leaves the prompt that programs use
const STOP = "\r\x03\x03\x02";
const LEAVE = "import machine; machine.bootloader()\r";

/**
 * Stop the program of a board and restart the chip as a drive; false if MicroPython's prompt does not appear. `write(text)`
 * sends, `lastText()` is the last line of the console's output, `wait(ms)` a promise.
 */
export async function toBootsel(write, lastText, wait) {
  for (let tries = 0; tries < TRIES; tries++) {
    write(STOP);
    await wait(AGAIN_MS);
    if (!lastText().startsWith(PROMPT)) continue;
    write(LEAVE);
    return true;
  }
  return false;
}
