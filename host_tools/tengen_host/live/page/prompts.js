// What the board waits for, in words for both players: from the state of the game, nothing else.

import { shown } from "./points.js";
import { outcome, sentence, stopped } from "./sentences.js";
import { capital, clockWords, colourName, entryName, list, moved, openingName, plural, ruleName, whoName } from "./words.js";

// stone 6 is the first after any opening: what was decided just before it has settled who puts it
const LAST_TOLD = 6;

/** What is going on, in the few words that the back row reads: "Black to move". */
export function headline({ result, expects, turn, players, resuming, moves }, { powered }) {
  if (!powered) return "No power";
  if (resuming) return moves.length ? `Interrupted at move ${moves.length}` : "Interrupted";
  if (result) return outcome(result);
  switch (expects?.do) {
    case "choose":
      return `${whoName(expects.who)} decides`;
    case "offer":
      return "Black offers fifths";
    case "keep":
      return "White keeps one fifth";
    case "stone":
      // in some openings a player puts down the other's stones too
      if (expects.colour && players[expects.colour] !== expects.who) {
        return `${whoName(expects.who)} for ${colourName(expects.colour)}`;
      }
  }
  return turn ? `${colourName(turn)} to move` : "";
}

/** Whose stone stands beside the headline: "black", "white" or "". */
export function headColour({ result, expects, turn, players, resuming }, { powered }) {
  if (!powered || resuming) return "";
  if (result) return result.winner ?? "";
  if (expects?.do === "choose") return colourOf(players, expects.who);
  return expects?.colour ?? turn ?? "";
}

/** The colour that a seat has now, or "". */
export const colourOf = (players, seat) => Object.keys(players).find((colour) => players[colour] === seat) ?? "";

/** What is played, as far as it is known: "Referee · RIF · D4 Kagetsu 花月 · stone 4". */
export function gameLine({ settings, opening, expects, moves, position, result }) {
  const said = [];
  if (settings.mode) said.push(capital(settings.mode));
  if (position) said.push("from a position");
  else if (settings.opening) said.push(ruleName(settings.opening));
  if (opening) said.push(openingName(opening));
  if (result) said.push(plural(moves.length, "move"));
  else if (expects?.n) said.push(`stone ${expects.n}`);
  return said.join(" · ");
}

/**
 * What the board waits for, as something to do; "" when nothing is wanted but the next stone. `stones` is how many
 * lie on it.
 */
export function prompt(game, stones, condition) {
  if (!condition.powered) return "The plug is pulled: plug it in to go on";
  if (condition.waits) return toMend(condition);
  if (game.resuming) return toResume(game);
  if (game.result) return stones ? "For a new game: clear the board, then press Arbiter" : "For a new game: press Arbiter";
  return ofHands(game, stones) ?? ofGame(game) ?? "";
}

function ofHands(game, stones) {
  const event = game.prompt;
  switch (event?.event) {
    case "provisional":
      return toDecide(event, game);
    case "several":
      return `Lift all but one: ${list(event.points)}`;
    case "refused":
      return `Lift ${shown(event.point)}: ${event.message}`;
    case "disturbed": {
      if (event.what === "set up") return toSetUp(event);
      const parts = moved(event) ? [moved(event).join(": ")] : [];
      if (parts.length) return [...parts, ...giveUp(stones)].join(", ");
      if (event.missing?.length) parts.push(`Put back ${list(event.missing)}`);
      if (event.extra?.length) parts.push(`${parts.length ? "take" : "Take"} away ${list(event.extra)}`);
      return [...parts, ...giveUp(stones)].join(", ");
    }
  }
  return null;
}

const ASIDE = "or hold Arbiter to set this game aside";

function toResume({ prompt }) {
  const { missing = [], extra = [] } = prompt?.event === "disturbed" ? prompt : {};
  if (!missing.length && !extra.length) return `Press a button to go on, ${ASIDE}`;
  const parts = missing.length ? [`${plural(missing.length, "stone")} to put down`] : [];
  if (extra.length) parts.push(`${list(extra)} to take away`);
  return `Put the stones as the lights show (${parts.join(", ")}), then press a button to go on; ${ASIDE}`;
}

const giveUp = (stones) => (stones ? [] : ["or press Arbiter to give this game up"]);

function toSetUp({ missing = [], extra = [] }) {
  const parts = missing.length ? [`Set up the position: ${plural(missing.length, "stone")} to put down`] : [];
  if (extra.length) parts.push(`${parts.length ? "take" : "Take"} away ${list(extra)}`);
  return parts.join(", ");
}

function ofGame(game) {
  const { expects } = game;
  switch (expects?.do) {
    case "choose":
      return question(expects);
    case "offer":
      return toOffer(game);
    case "keep":
      return toKeep(game);
    case "stone":
      return inOpening(game) ? toPlace(expects) : null;
    default:
      return game.moves.length || game.position ? null : "Put the first stone where the light is: click a point";
  }
}

const inOpening = ({ expects, settings, position }) =>
  !position && (expects.zone || (settings.opening !== "free centre" && expects.n <= LAST_TOLD));

const toPlace = ({ who, n, colour, zone }) => `${whoName(who)}: put stone ${n} (${colourName(colour)}) ${where(zone)}`;

/** A zone in words. */
function where(zone) {
  if (!zone) return "anywhere";
  const [kind, width] = zone;
  if (kind === "outside") return `outside the ${width}x${width} square`;
  return width === 1 ? "on the centre" : `within the ${width}x${width} square`;
}

function question({ ask, options }) {
  switch (ask) {
    case "swap":
      return "Swap, or no swap?";
    case "side":
      return options.includes("add") ? "Take White, take Black, or add two stones?" : "Take White, or take Black?";
    case "fifths":
      return `How many tentative fifths, ${options[0]} to ${options.at(-1)}?`;
    case "way":
      return `One fifth, or ${options.at(-1)} offers?`;
    default:
      return `${capital(options.map((option) => entryName(ask, option)).join(", or "))}?`;
  }
}

function toOffer({ expects, offers, offering }) {
  const { count, who } = expects;
  const lie = offers.length;
  if (lie > count) return `Black: ${plural(lie - count, "tentative fifth")} too many, ${lie} lie: take ${lie - count} away`;
  if (offering?.equal?.length) {
    return `Black: ${offering.equal.map(shown).join(" and ")} are equal by symmetry: move one of them (${lie} of ${count} lie)`;
  }
  if (lie === count) return `Black: all ${count} tentative fifths lie: move them, or press ${whoName(who)} to offer them`;
  return `Black: put down ${plural(count, "tentative fifth")} (${lie} of ${count} ${lie === 1 ? "lies" : "lie"})`;
}

function toKeep({ expects, offers }) {
  const press = `press ${whoName(expects.who)}`;
  if (!offers.length) return "White: put one of the tentative fifths back";
  if (offers.length === 1) return `White: ${press} to keep ${shown(offers[0])}`;
  return `White: take away all but one and ${press} (${offers.length} lie: ${list(offers)})`;
}

function toDecide({ point, foul }, game) {
  const button = game.expects?.who ?? game.players[game.turn];
  const press = button ? `press ${whoName(button)}` : "";
  if (foul) return `${capital(foul)} at ${shown(point)}, a foul: lift it${press && `, or ${press} and lose`}`;
  if (byButton(game.settings)) return `${shown(point)}: ${press} when done, or lift it`;
  return `${shown(point)}: let it rest${press && `, ${press}`}, or lift it`;
}

/** Whether a stone becomes a move by the button alone, as the board has it. */
function byButton({ move, clock = "none", mode }) {
  if (move === "auto") return clock !== "none" || mode === "referee" || mode === "silent";
  return move === "button";
}

function toMend({ faults, unproved }) {
  const them = faults.length > 1;
  const without = unproved.length ? `without ${them ? "their" : "its"} points` : "all the same";
  const mend = `Mend ${them ? "them" : "it"}, or hold Arbiter for a second to go on ${without}`;
  return [...faults.map(capital), mend].join(". ");
}

/** What else there is to know just now, a sentence each. */
export function hints(game) {
  const { expects, clock, claim, refusal, result, resuming } = game;
  const said = claim ? [sentence(claim)] : [];
  if (refusal?.who === "arbiter") said.push(sentence({ event: "refused", ...refusal }));
  if (result || resuming) return said;
  if (expects?.do === "choose") said.push(`Press ${whoName(expects.who)} for the next, hold it to take it`);
  if (expects?.play_on) said.push(`To put the next stone down is ${expects.play_on}`);
  if (expects?.declared > expects?.count) {
    said.push(`No more than ${plural(expects.count, "point")} can be unequal: so many are offered, not ${expects.declared}`);
  }
  if (clock?.stopped === "waiting") {
    const starter = expects?.who ? `, or when ${whoName(opponent(expects.who))} presses` : "";
    said.push(`The clock (${clockWords(game.settings.clock)}) begins with the first move${starter}`);
  } else if (clock?.stopped && clock.stopped !== "over") said.push(`The clock ${stopped(clock)}`);
  return said;
}

const opponent = (seat) => (seat === "p1" ? "p2" : "p1");

const ABOUT = {
  swap: () => "Swap?", side: () => "Which side?", fifths: () => "How many?", way: () => "Which way?",
  draw: (other) => `${other} offers a draw`,
  "take back": (other, { wish }) => `${other} wishes to take ${wish?.point ? shown(wish.point) : "the last move"} back`,
  resign: () => "Resign?",
  menu: () => "Menu",
};

/** What there is for one player only, or for the arbiter: "" when it is nothing. */
export function task(game, seat) {
  const { refusal, menus, draw, wish } = game;
  if (refusal?.who === seat) return capital(refusal.message);
  if (menus[seat]) {
    const { about } = menus[seat];
    return ABOUT[about]?.(whoName(opponent(seat)), game) ?? capital(about);
  }
  if (draw === seat) return "You have offered a draw";
  if (wish?.who !== seat) return "";
  if (wish.lifted) return `Put ${shown(wish.point)} back to withdraw your wish`;
  return `${whoName(opponent(seat))} decides whether ${wish.point ? shown(wish.point) : "the last move"} is taken back`;
}
