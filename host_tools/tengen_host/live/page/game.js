// What the firmware's events say of the game so far: a pure step from one state to the next.

import { namesIn } from "./points.js";

const other = (colour) => (colour === "black" ? "white" : "black");

export const beginning = () => ({
  moves: [], // {point, colour}, in order; holes where nobody told
  turn: "black", // null when the game is over
  players: {}, // whose button: {black: "p1", white: "p2"}
  result: null,
  prompt: null, // the event that asks people for something, if the last one did
  reason: null, // the event that says why the stone in question, or the one that lost, is a foul
});

/** The state after an event. What an event doesn't say stays as it was. */
export function after(game, event) {
  switch (event.event) {
    case "started":
    case "new_game":
      return { ...beginning(), turn: event.turn ?? "black", players: event.players ?? {} };
    case "snapshot":
      return fromSnapshot(event, game.reason);
    case "move": {
      const moves = [...game.moves];
      moves[(event.n ?? moves.length + 1) - 1] = { point: event.point, colour: event.colour };
      const turn = event.turn === undefined ? other(event.colour) : event.turn;
      return { ...game, moves, turn, prompt: null, reason: about(event.point, game.reason) };
    }
    case "result":
      return { ...game, turn: null, result: event, prompt: null };
    case "reason":
      return { ...game, reason: event };
    case "provisional":
    case "several":
    case "disturbed":
    case "refused":
      return { ...game, prompt: event, reason: null };
    case "withdrawn":
    case "restored":
      return { ...game, prompt: null, reason: null };
    default:
      return game;
  }
}

const about = (point, reason) => (reason?.point === point ? reason : null);

function fromSnapshot(event, reason) {
  // colours of older moves aren't told: where a turn is one stone they alternate
  const moves = namesIn(event.moves ?? "").map((point, at) => ({ point, colour: at % 2 ? "white" : "black" }));
  const { turn = null, result = null, players = {} } = event;
  const game = { ...beginning(), moves, turn, result, players };
  // a snapshot doesn't repeat the reason
  game.reason = about(event.provisional ?? moves.at(-1)?.point, reason);
  if (event.missing?.length) game.prompt = { ...event, event: "disturbed" };
  else if (event.several?.length) game.prompt = { event: "several", points: event.several };
  else if (event.extra?.length) game.prompt = { event: "disturbed", missing: [], extra: event.extra };
  else if (event.provisional) {
    game.prompt = { event: "provisional", point: event.provisional, colour: event.turn, foul: event.foul };
  }
  return game;
}
