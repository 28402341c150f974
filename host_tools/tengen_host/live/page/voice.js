// The switch of the browser's speech, its rate, and what it can't do.

import { make } from "./dom.js";
import { lang, LANGUAGES, say, sentences } from "./language.js";
import { canSpeak } from "./speech.js";
import { speech } from "./spoken.js";

const KEY = "tengen-speech";
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5];

const parts = {};
let tell = () => {};

/** Add the controls to `place`; `answer(sentence)` tells how it is now. */
export function followVoice(place, answer) {
  tell = answer;
  const kept = read();
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
    if (speech.on) tell(say("speech.on"));
  });
  speech.rate = RATES.includes(kept.rate) ? kept.rate : 1;
  speech.on = kept.on === true && canSpeak();
  if (canSpeak()) speechSynthesis.addEventListener?.("voiceschanged", show); // the list of voices comes late
  show();
}

/** Speech on or off. */
export function toggleSpeech() {
  if (!canSpeak()) return tell(say("speech.none"));
  speech.on = !speech.on;
  if (!speech.on) speech.stop();
  keep();
  show();
  return tell(sentences([say(speech.on ? "speech.on" : "speech.off"), speech.on ? lacks() : ""]));
}

/** The browser has not spoken: `error` is its own word for why. */
export function speechFailed(error) {
  const words = error === "not-allowed" ? say("speech.blocked") : lacks() || say("speech.failed");
  const isNew = parts.words.textContent !== words;
  parts.words.textContent = words;
  if (isNew) tell(words); // once, as this can't be spoken either
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

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser may keep nothing
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ on: speech.on, rate: speech.rate }));
  } catch {
    // it holds for this page
  }
}
