// The version of the protocol between a board and this page (firmware/tengen/link/codec.py). Pure.

export const WIRE = 1;

/** Whether `wire` of a board's group `device` is a "newer" or "older" version; "" if it is the same, or not sent. */
export function otherWire(wire) {
  return !Number.isInteger(wire) || wire === WIRE ? "" : wire > WIRE ? "newer" : "older";
}
