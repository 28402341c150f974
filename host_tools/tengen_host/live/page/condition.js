// What the firmware's events say of the board itself: a pure step from one state to the next.

export const unknown = () => ({
  size: 0,
  faults: [], // of the wiring, in words
  unproved: [], // the points that can't be read for them
  waits: false, // whether the game waits for the mending, or for the arbiter
  chattering: [], // the points whose reeds chatter
  supply: null, // while it sags: {mv}
  chain: null, // what is wrong with the chain of LEDs, in words
  settings: null, // {brightness, sound}, once they were told
  health: {}, // by row: {h8: [closures, flickers, longest opening in ms], ...}
});

/** The state after an event. */
export function after(condition, event) {
  switch (event.event) {
    case "started":
      return { ...unknown(), size: event.size ?? 0 };
    case "snapshot": {
      const { size, faults = [], unproved = [], waits = false, chattering = [], settings = null } = event;
      return { ...condition, size, faults, unproved, waits, chattering, settings };
    }
    case "matrix":
      return { ...condition, faults: event.faults, unproved: event.points ?? [], waits: Boolean(event.waits) };
    case "chatter":
      return { ...condition, chattering: event.points };
    case "supply":
      return { ...condition, supply: event.low ? { mv: event.mv } : null };
    case "chain":
      return { ...condition, chain: event.whole ? null : event.fault };
    case "settings":
      return { ...condition, settings: { brightness: event.brightness, sound: event.sound } };
    case "health":
      return { ...condition, health: { ...condition.health, [event.row]: event.points } };
    default:
      return condition;
  }
}

/** The points that the board doesn't read. */
export const unread = ({ unproved, chattering }) => [...new Set([...unproved, ...chattering])];
