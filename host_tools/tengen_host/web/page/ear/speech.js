// The page's voice: a log for screen readers, and the same sentences by the browser's speech.

import { make, remember, remembered } from "../browser.js";
import { left } from "../game/clock.js";
import { lang, LANGUAGES, say, sentences } from "../words/i18n.js";
import { counted, idlePress, missed, news, numbered, turned } from "./announce.js";

/** The language tags of voices begin so, the best first: "zh-Hant" is spoken in Taiwan and Hong Kong. */
const SPOKEN_AS = { zh: ["zh-cn", "zh-hans", "zh-sg", "zh"], "zh-hant": ["zh-tw", "zh-hant", "zh-hk", "yue"] };

/** The voice for a language among these, local voices first; null if there is none. */
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
  #waiting = []; // {text, kind, utterance}: given to the browser, not ended yet

  /** `failed(error)` gets the browser's error word if it does not speak: "not-allowed" ... */
  constructor(failed) {
    this.#failed = failed;
  }

  /** The browser's voice for the language, or null. */
  get voice() {
    return canSpeak() ? voiceFor(speechSynthesis.getVoices(), lang()) : null;
  }

  /**
   * Speak a text if speech is on, after all waiting texts. `kind` "urgent" (a clock's seconds) and "own" (the answer to
   * a key) come first, and replace the last one of their kind; an interrupted text is spoken again.
   */
  utter(text, kind = "") {
    if (!this.on || !canSpeak()) return;
    // some browsers do not report the end of a text
    if (!speechSynthesis.speaking && !speechSynthesis.pending) this.#waiting = [];
    const stay = this.#waiting.filter((each) => !kind || each.kind !== kind);
    if (kind && this.#waiting.length) {
      this.#waiting = [];
      speechSynthesis.cancel();
      for (const each of [{ text, kind }, ...stay]) this.#hand(each.text, each.kind);
    } else this.#hand(text, kind);
  }

  /** Drop all waiting texts. */
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
      if (at >= 0) this.#waiting.splice(0, at + 1); // earlier texts have ended as well
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

// The page's voice: a log that screen readers read as it grows; the same sentences go to the browser's speech.

const MOST = 300; // sentences in the log
const SETTLE_MS = 150; // ms without a change after which a state is announced

const log = make("div", { id: "spoken", class: "unseen", role: "log", "aria-live": "polite" });
let blocked = () => {};
const speech = new Speech( (error) => blocked(error));

let replaying = () => false;
let last = null; // the last announced situation
let now = null; // ... and the present one
let facts = []; // the announcements since then
let pressed = null; // the seat of a pressed button, until something else happens
let timer = 0;
let clockSeen = null; // {seat, ms}: the running clock at the last look

/** Add the log to the page. `isReplay()`: whether the page shows a replay; `failed(error)` gets speech errors. */
export function initAnnouncements(place, isReplay, failed) {
  log.setAttribute("aria-label", say("spoken.title"));
  place.append(log);
  replaying = isReplay;
  blocked = failed;
}

/** Announce a sentence: `kind` as in speech.js. */
export function announce(text, kind = "") {
  if (!text) return;
  log.append(make("p", {}, text));
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  speech.utter(text, kind);
}

/** Speak the focused element, which screen readers read by themselves. */
export const speak = (text) => speech.utter(text, "own");

// during a replay, events of the live game are marked as such
const announceOfGame = (text, kind) => announce(replaying() ? say("spoken.meanwhile", { said: text }) : text, kind);

/** Actions have led to this game; `names` are its players' spoken names. */
export function announceDeed(deed, game, names) {
  if (deed.code !== "button") pressed = null;
  else if (deed.action !== "release") pressed = deed.name;
  for (const fact of news(deed, game, names)) {
    facts.push(fact);
    announceOfGame(fact.text);
  }
}

/** The game went from `before` to `game` while the page was not connected. */
export function announceMissed(before, game) {
  const first = before.moves.length + 1;
  for (const [at, move] of missed(before, game).entries()) announceOfGame(numbered(move, first + at));
  clockSeen = null;
}

/** A new situation (announce.js); announced when it stays for a moment. */
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

/** The board's time is `time`: announce the last seconds of the running clock. */
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

// The switch of the browser's speech, its rate, and its problems.

const KEY = "tengen-speech";
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5];

const parts = {};
let showAnswer = () => {};

/** Add the controls to `place`; `answer(sentence)` gets the new setting. */
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

/** The browser did not speak: `error` is its word for the reason. */
export function showSpeechFailure(error) {
  const words = error === "not-allowed" ? say("speech.blocked") : lacks() || say("speech.failed");
  const isNew = parts.words.textContent !== words;
  parts.words.textContent = words;
  if (isNew) showAnswer(words); // only once, because this can't be spoken either
}

/** What the browser lacks for speech in the page's language, in a sentence; "" if nothing. */
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
