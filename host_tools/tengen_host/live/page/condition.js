// What the firmware's events say of the board itself: a pure step from one state to the next.

export const unknown = () => ({
  size: 0,
  faults: [], // of the wiring, in words
  unproved: [], // the points that can't be read for them
  waits: false, // whether the game waits for the mending, or for the arbiter
  chattering: [], // the points whose reeds chatter
  unsteady: [], // the points of rows and columns that fail now and then: they are read all the same
  supply: null, // while it is low or missing: {mv, off}
  powered: true, // whether its plug is in
  failure: null, // why the firmware was restarted: {cause, text, wentOn}, the last if a game went on by itself
  failures: 0, // how often, by the board's own count
  journal: null, // {number, kept, message}: the present game's, how many games or null, what is wrong
  watchdog: null, // whether it is armed, once that was told
  probed: false, // whether somebody looks for its faults, and nobody plays
  laptop: false, // whether the arbiter allows the laptop to act in referee and silent games
  chain: null, // what is wrong with the chain of LEDs, in words
  settings: null, // {brightness, sound}, once they were told
  health: {}, // by row: {h8: [closures, flickers, longest opening in ms], ...}
});

/** The state after an event. */
export function after(condition, event) {
  switch (event.event) {
    case "started":
      return { ...unknown(), size: event.size ?? 0, journal: event.journal ?? null };
    case "new_game":
      return { ...condition, failure: null };
    case "resumed":
      return event.cause ? { ...condition, failure: { ...condition.failure, cause: event.cause, wentOn: true } } : condition;
    case "fault":
      return { ...condition, failures: event.count, failure: { cause: event.cause, text: event.text } };
    case "journal":
      return { ...condition, journal: { number: event.number, kept: event.kept, message: event.message } };
    case "dropped":
      if (!condition.journal || condition.journal.kept === null) return condition;
      return { ...condition, journal: { ...condition.journal, kept: condition.journal.kept - 1 } };
    case "probe":
      return { ...condition, probed: event.on };
    case "watchdog":
      return { ...condition, watchdog: event.armed };
    case "snapshot": {
      const { size, faults = [], unproved = [], waits = false, chattering = [], unsteady = [], settings = null } = event;
      const { journal = null, watchdog = null, faults_counted: failures = 0, probed = false, laptop = false } = event;
      const its = { size, faults, unproved, waits, chattering, unsteady, settings, laptop, journal, watchdog, failures, probed };
      return { ...condition, ...its, supply: sagging(event.supply ?? {}), chain: broken(event.chain ?? {}) };
    }
    case "matrix":
      return { ...condition, faults: event.faults, unproved: event.points ?? [], waits: Boolean(event.waits) };
    case "chatter":
      return { ...condition, chattering: event.points };
    case "intermittent":
      return { ...condition, unsteady: event.points };
    case "laptop":
      return { ...condition, laptop: event.allowed };
    case "supply":
      return { ...condition, supply: sagging(event) };
    case "chain":
      return { ...condition, chain: broken(event) };
    case "settings":
      return { ...condition, settings: { brightness: event.brightness, sound: event.sound } };
    case "health":
      return { ...condition, health: { ...condition.health, [event.row]: event.points } };
    default:
      return condition;
  }
}

const sagging = ({ low, mv, off = false }) => (low ? { mv, off } : null);
const broken = ({ whole, fault = null }) => (whole ? null : fault);

/** The state after its plug was pulled or put in. */
export const power = (condition, on) => ({ ...condition, powered: on });

/** The points that the board doesn't read. */
export const unread = ({ unproved, chattering }) => [...new Set([...unproved, ...chattering])];
