// Sentences handed to the browser's speech, in their order; what can't wait comes first, and nothing is lost for it.

import { lang } from "./language.js";

/** The names of a language's voices begin so, the best first: "zh-Hant" is spoken in Taiwan and Hong Kong. */
const SPOKEN_AS = { zh: ["zh-cn", "zh-hans", "zh-sg", "zh"], "zh-hant": ["zh-tw", "zh-hant", "zh-hk", "yue"] };

/** The voice for a language among these, those of the computer itself first; null if there is none. */
export function voiceFor(voices, language) {
  const code = language.toLowerCase();
  const starts = SPOKEN_AS[code] ?? [code];
  const rank = (voice) => starts.findIndex((start) => `${voice.lang.toLowerCase().replace("_", "-")}-`.startsWith(`${start}-`));
  const fit = voices.filter((voice) => rank(voice) >= 0);
  const order = (one, other) => rank(one) - rank(other) || other.localService - one.localService || other.default - one.default;
  return fit.sort(order)[0] ?? null;
}

/** Whether this browser can speak at all. */
export const canSpeak = () => Boolean(window.speechSynthesis && window.SpeechSynthesisUtterance);

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
