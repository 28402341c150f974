// The page's one voice: a log that screen readers read as it grows, and the same sentences by the browser's speech.

import { make, remember, remembered } from "../browser.js";
import { left } from "../game/clock.js";
import { lang, LANGUAGES, say, sentences } from "../words/i18n.js";
import { counted, idlePress, missed, news, numbered, turned } from "./announce.js";

/** The names of a language's voices begin so, the best first: "zh-Hant" is spoken in Taiwan and Hong Kong. */
const SPOKEN_AS = { zh: ["zh-cn", "zh-hans", "zh-sg", "zh"], "zh-hant": ["zh-tw", "zh-hant", "zh-hk", "yue"] };

/** The voice for a language among these, those of the computer itself first; null if there is none. */
function voiceFor(voices, language) {
  const code = language.toLowerCase();
  const starts = SPOKEN_AS[code] ?? [code];
  const rank = (voice) => starts.findIndex((start) => `${voice.lang.toLowerCase().replace("_", "-")}-`.startsWith(`${start}-`));
  const fit = voices.filter((voice) => rank(voice) >= 0);
  const order = (one, other) => rank(one) - rank(other) || other.localService - one.localService || other.default - one.default;
  return fit.sort(order)[0] ?? null;
}

/** Whether this browser can speak at all. */
const canSpeak = () => Boolean(window.speechSynthesis && window.SpeechSynthesisUtterance);

export class Speech {
  on = false;
  rate = 1;
  #failed;
  #waiting = []; // {text, kind, utterance}: handed to the browser, and not ended

  /** `failed(error)` is told the browser's own word for why it does not speak: "not-allowed" ... */
  constructor(failed) {
    this.#failed = failed;
  }

  /** The browser's voice for the language, or null. */
  get voice() {
    return canSpeak() ? voiceFor(speechSynthesis.getVoices(), lang()) : null;
  }

  /**
   * Say a text while speech is on, after all that waits. `kind` "urgent" (a clock's seconds) and "own" (what somebody has
   * just asked for with a key) come first, each instead of the one of its kind before: what they cut short is said again.
   */
  utter(text, kind = "") {
    if (!this.on || !canSpeak()) return;
    // some browsers do not tell the end of what they say
    if (!speechSynthesis.speaking && !speechSynthesis.pending) this.#waiting = [];
    const stay = this.#waiting.filter((each) => !kind || each.kind !== kind);
    if (kind && this.#waiting.length) {
      this.#waiting = [];
      speechSynthesis.cancel();
      for (const each of [{ text, kind }, ...stay]) this.#hand(each.text, each.kind);
    } else this.#hand(text, kind);
  }

  /** Say nothing more of what waits. */
  stop() {
    this.#waiting = [];
    if (canSpeak()) speechSynthesis.cancel();
  }

  #hand(text, kind) {
    const utterance = new SpeechSynthesisUtterance(text);
    const { voice } = this;
    utterance.lang = voice?.lang ?? lang();
    if (voice) utterance.voice = voice;
    utterance.rate = this.rate;
    const one = { text, kind, utterance };
    const ended = () => {
      const at = this.#waiting.indexOf(one);
      if (at >= 0) this.#waiting.splice(0, at + 1); // what was before it has ended as well
    };
    utterance.onend = ended;
    utterance.onerror = ({ error }) => {
      if (!this.#waiting.includes(one)) return; // it was cancelled to make room
      ended();
      this.#failed(error);
    };
    this.#waiting.push(one);
    speechSynthesis.speak(utterance);
  }
}

// The page's one voice: a log that screen readers read on as it grows, and the same sentences to the browser's speech.

const MOST = 300; // sentences in the log
const SETTLE_MS = 150; // after so long without a change the state is no step of a longer way

const log = make("div", { id: "spoken", class: "unseen", role: "log", "aria-live": "polite" });
let blocked = () => {};
const speech = new Speech( (error) => blocked(error));

let replaying = () => false;
let last = null; // the situation of which was told last
let now = null; // ... and the present one
let facts = []; // what was told of what was done since
let pressed = null; // whose button was pressed, while nothing else has happened
let timer = 0;
let clockSeen = null; // {seat, ms}: a running clock as it was looked at last

/** Put the log into the page. `isReplay()` says whether people go through a game, `failed(error)` why nothing is spoken. */
export function initAnnouncements(place, isReplay, failed) {
  log.setAttribute("aria-label", say("spoken.title"));
  place.append(log);
  replaying = isReplay;
  blocked = failed;
}

/** Tell a sentence: `kind` as speech.js has it. */
export function announce(text, kind = "") {
  if (!text) return;
  log.append(make("p", {}, text));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  speech.utter(text, kind);
}

/** Speak what screen readers read of themselves: what has the keyboard's focus. */
export const speak = (text) => speech.utter(text, "own");

// while people look at a replay, what happens in the game is told as such
const announceOfGame = (text, kind) => announce(replaying() ? say("spoken.meanwhile", { said: text }) : text, kind);

/** What was done has led to this game; `names` are those of its players, as they can be said. */
export function announceDeed(deed, game, names) {
  if (deed.code !== "button") pressed = null;
  else if (deed.action !== "release") pressed = deed.name;
  for (const fact of news(deed, game, names)) {
    facts.push(fact);
    announceOfGame(fact.text);
  }
}

/** The game has come from `before` to `game` while nobody listened. */
export function announceMissed(before, game) {
  const first = before.moves.length + 1;
  for (const [at, move] of missed(before, game).entries()) announceOfGame(numbered(move, first + at));
  clockSeen = null;
}

/** Things stand so; told as soon as they stay so. The situation is that of announce.js. */
export function announceState(situation) {
  now = situation;
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
}

function settle() {
  const said = turned(last, now, facts);
  if (pressed && !said.length) said.push({ text: idlePress(pressed, now.game, now.names), kind: "own" });
  [last, facts, pressed] = [now, [], null];
  for (const { text, kind } of said) announceOfGame(text, kind);
}

/** The board's time is `time`: count the last seconds of the clock that runs. */
export function announceClock({ clock }, time) {
  const seat = clock?.running;
  if (!seat || time === null || !left(clock, seat, time).runs) {
    clockSeen = null;
    return;
  }
  const { ms } = left(clock, seat, time);
  const text = clockSeen?.seat === seat && counted(clockSeen.ms, ms);
  clockSeen = { seat, ms };
  if (text) announceOfGame(text, "urgent");
}

// The switch of the browser's speech, its rate, and what it can't do.

const KEY = "tengen-speech";
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5];

const parts = {};
let showAnswer = () => {};

/** Add the controls to `place`; `answer(sentence)` tells how it is now. */
export function initSpeech(place, answer) {
  showAnswer = answer;
  const kept = JSON.parse(remembered(KEY) ?? "{}");
  parts.toggle = make("button", { type: "button", class: "plain", id: "speech", "aria-describedby": "speech-words" }, say("speech.switch"));
  parts.rate = make("select", { id: "speech-rate" });
  parts.rate.append(...RATES.map((rate) => new Option(say("speech.times", { rate }), rate)));
  parts.words = make("p", { id: "speech-words", class: "quiet" });
  const label = make("label", { for: "speech-rate" }, say("speech.rate"));
  place.append(make("section", { class: "viewing voice", "aria-label": say("speech.title") }, parts.toggle, label, parts.rate, parts.words));
  parts.toggle.addEventListener("click", toggleSpeech);
  parts.rate.addEventListener("change", () => {
    speech.rate = Number(parts.rate.value);
    keep();
    if (speech.on) showAnswer(say("speech.on"));
  });
  speech.rate = RATES.includes(kept.rate) ? kept.rate : 1;
  speech.on = kept.on === true && canSpeak();
  if (canSpeak()) speechSynthesis.addEventListener?.("voiceschanged", show); // the list of voices comes late
  show();
}

/** Speech on or off. */
export function toggleSpeech() {
  if (!canSpeak()) return showAnswer(say("speech.none"));
  speech.on = !speech.on;
  if (!speech.on) speech.stop();
  keep();
  show();
  return showAnswer(sentences([say(speech.on ? "speech.on" : "speech.off"), speech.on ? lacks() : ""]));
}

/** The browser has not spoken: `error` is its own word for why. */
export function showSpeechFailure(error) {
  const words = error === "not-allowed" ? say("speech.blocked") : lacks() || say("speech.failed");
  const isNew = parts.words.textContent !== words;
  parts.words.textContent = words;
  if (isNew) showAnswer(words); // once, as this can't be spoken either
}

/** What is missing for speech in the page's language, in a sentence; "" if nothing is. */
function lacks() {
  if (!canSpeak()) return say("speech.none");
  return speech.voice ? "" : say("speech.no_voice", { language: LANGUAGES[lang()] });
}

function show() {
  parts.toggle.setAttribute("aria-pressed", speech.on);
  parts.rate.value = speech.rate;
  parts.words.textContent = lacks();
}

const keep = () => remember(KEY, JSON.stringify({ on: speech.on, rate: speech.rate }));
