// The page's one voice: a log that screen readers read on as it grows, and the same sentences to the browser's speech.

import { counted, idlePress, missed, news, numbered, turned } from "./announce.js";
import { left } from "./clock.js";
import { make } from "./dom.js";
import { say } from "./language.js";
import { Speech } from "./speech.js";

const MOST = 300; // sentences in the log
const SETTLE_MS = 150; // after so long without a change the state is no step of a longer way

const log = make("div", { id: "spoken", class: "unseen", role: "log", "aria-live": "polite" });
let blocked = () => {};
export const speech = new Speech( (error) => blocked(error));

let replaying = () => false;
let told = null; // the situation of which was told last
let now = null; // ... and the present one
let facts = []; // what was told of what was done since
let pressed = null; // whose button was pressed, while nothing else has happened
let timer = 0;
let heard = null; // {seat, ms}: a running clock as it was looked at last

/** Put the log into the page. `isReplay()` says whether people go through a game, `failed(error)` why nothing is spoken. */
export function followSpoken(place, isReplay, failed) {
  log.setAttribute("aria-label", say("spoken.title"));
  place.append(log);
  replaying = isReplay;
  blocked = failed;
}

/** Tell a sentence: `kind` as speech.js has it. */
export function tell(text, kind = "") {
  if (!text) return;
  log.append(make("p", {}, text));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  speech.utter(text, kind);
}

/** Speak what screen readers read of themselves: what has the keyboard's focus. */
export const speak = (text) => speech.utter(text, "own");

// while people look at a replay, what happens in the game is told as such
const tellOfGame = (text, kind) => tell(replaying() ? say("spoken.meanwhile", { said: text }) : text, kind);

/** What was done has led to this game; `names` are those of its players, as they can be said. */
export function hearDeed(deed, game, names) {
  if (deed.code !== "button") pressed = null;
  else if (deed.action !== "release") pressed = deed.name;
  for (const fact of news(deed, game, names)) {
    facts.push(fact);
    tellOfGame(fact.text);
  }
}

/** The game has come from `before` to `game` while nobody listened. */
export function hearMissed(before, game) {
  const first = before.moves.length + 1;
  for (const [at, move] of missed(before, game).entries()) tellOfGame(numbered(move, first + at));
  heard = null;
}

/** Things stand so; told as soon as they stay so. The situation is that of announce.js. */
export function hearState(situation) {
  now = situation;
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
}

function settle() {
  const said = turned(told, now, facts);
  if (pressed && !said.length) said.push({ text: idlePress(pressed, now.game, now.names), kind: "own" });
  [told, facts, pressed] = [now, [], null];
  for (const { text, kind } of said) tellOfGame(text, kind);
}

/** The board's time is `time`: count the last seconds of the clock that runs. */
export function hearClock({ clock }, time) {
  const seat = clock?.running;
  if (!seat || time === null || !left(clock, seat, time).runs) {
    heard = null;
    return;
  }
  const { ms } = left(clock, seat, time);
  const text = heard?.seat === seat && counted(heard.ms, ms);
  heard = { seat, ms };
  if (text) tellOfGame(text, "urgent");
}

