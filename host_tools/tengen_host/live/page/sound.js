// The buzzer, to be seen always and to be heard after somebody asked for it.

import { say } from "./language.js";
import { sound as soundWord } from "./boardwords.js";

const LOUDNESS = 0.04;

/** Returns show(hz). Browsers let a page sound only after a click, which is what `toggle` is for. */
export function buzzer(indicator, toggle) {
  let context = null;
  let tone = null;
  let hz = 0;
  let on = false;

  function sound() {
    if (!context) return;
    tone?.stop();
    tone = null;
    if (!on || !hz) return;
    const gain = new GainNode(context, { gain: LOUDNESS });
    tone = new OscillatorNode(context, { type: "square", frequency: hz });
    tone.connect(gain).connect(context.destination);
    tone.start();
  }

  toggle.addEventListener("click", () => {
    on = !on;
    context ??= new AudioContext();
    context.resume();
    toggle.setAttribute("aria-pressed", on);
    toggle.textContent = soundWord(on);
    sound();
  });

  return (now) => {
    hz = now;
    indicator.dataset.hz = hz;
    indicator.title = hz ? say("board.hz", { hz }) : "";
    sound();
  };
}
