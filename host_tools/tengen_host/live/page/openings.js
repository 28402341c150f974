// What can be chosen for a game, and which parameters an opening has, as the board knows them.

const DECLARED = { yamaguchi: 12, "soosyrv-8": 8 };
const OFFERED = { rif: 2, swap: 2, "taraguchi-10": 10 };
const ZONED = new Set(["rif", "swap", "yamaguchi", "soosyrv-8", "taraguchi-10", "tarannikov"]);

export const MODES = ["casual", "referee", "silent", "teach"];

export const CLOCKS = ["none", "5", "10", "10+5", "15+10", "30", "30+30", "45/30x3", "60+30", "135+30"];

/**
 * What an opening takes: {fifths: the number that is its own, or 0 where it has none; declared: whether a player
 * declares it, up to that; zones: whether there are super zones}.
 */
export function parameters(opening) {
  const declared = opening in DECLARED;
  return { fifths: DECLARED[opening] ?? OFFERED[opening] ?? 0, declared, zones: ZONED.has(opening) };
}

/** Whether a stone becomes a move by its player's button, not by lying there: as the board decides it by these settings. */
export function movesByButton({ move, mode, clock = "none" }) {
  return move === "auto" ? clock !== "none" || mode === "referee" || mode === "silent" : move === "button";
}
