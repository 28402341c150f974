// The board itself, as the groups of its state say it: its wiring, its supply, its journal. Pure.

/** The condition that these groups say; `powered`: whether the plug is in. */
export function conditionOf({ wiring, device, fault, next }, powered = true) {
  const { faults = [], unproved = [], waits = false, chattering = [], unsteady = [] } = wiring ?? {};
  const { size = 0, laptop = false, probed = false, journal = null, chain = null, supply = null, faults_counted = 0, watchdog = null } = device ?? {};
  return {
    size,
    powered,
    faults, // of the wiring, coded
    unproved, // the points that can't be read for them
    waits, // whether the game waits for the mending, or for the arbiter
    chattering, // the points whose reeds chatter
    unsteady, // the points of rows and columns that fail now and then: they are read all the same
    supply: supply?.low ? supply : null, // while it is low or missing: {mv, off}
    chain: chain?.fault ?? null, // what is wrong with the chain of LEDs, coded
    failure: fault ?? null, // why the firmware was restarted: {cause, text, went_on}, until another game begins
    failures: faults_counted, // how often, by the board's own count
    journal, // {number, kept, why}: the present game's, how many games or null, what is wrong, coded
    watchdog, // whether it is armed, once that was told
    probed, // whether somebody looks for its faults, and nobody plays
    laptop, // whether the arbiter allows the laptop to act in referee and silent games
    settings: next ? { brightness: next.brightness, sound: next.sound } : null,
  };
}

/** The points that the board doesn't read. */
export const unread = ({ unproved, chattering }) => [...new Set([...unproved, ...chattering])];
