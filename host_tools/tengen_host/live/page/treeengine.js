// What the engine would play in the position that is shown: asked for by a button, told as its opinion.

import { tellAt } from "./answers.js";
import { make, button as plain } from "./dom.js";
import { decimal, list, say, sentences } from "./language.js";
import { shown } from "./points.js";
import { questionHere, turnHere } from "./treewalk.js";
import { capital } from "./words.js";

const parts = {};
let position = ""; // that was asked about

/** Build the button, and the place of the answer. */
export function followTreeEngine() {
  parts.ask = plain(say("tree.ask"), { "data-tree": "ask" });
  parts.ask.addEventListener("click", ask);
  parts.words = make("p", { class: "tree-opinion", role: "status" });
  parts.all = make("div", { class: "tree-engine", hidden: "" }, parts.ask, parts.words);
  return parts.all;
}

/** Show the button where an engine may be asked; an answer stays as long as its position is shown. */
export function showTreeEngine(mayAsk) {
  parts.all.hidden = !mayAsk;
  if (mayAsk && JSON.stringify(questionHere()) !== position) parts.words.textContent = "";
}

async function ask() {
  const its = questionHere();
  const about = JSON.stringify(its);
  const tell = (words) => {
    if (about === position) parts.words.textContent = words;
  };
  position = about;
  tell(say("tree.thinks"));
  parts.ask.setAttribute("aria-disabled", true);
  try {
    tell(opinion(await tellAt("study/engine", { ...its, turn: turnHere() })));
  } catch (error) {
    tell(capital(error.message));
  }
  parts.ask.removeAttribute("aria-disabled");
  if (JSON.stringify(questionHere()) !== about) parts.words.textContent = "";
}

function opinion({ name, point, line, value }) {
  return sentences([
    say("tree.opinion", { name, point: shown(point) }),
    value !== null && say("tree.value", { value: decimal(value, 0) }),
    line.length > 1 && say("tree.expects", { line: list(line.map(shown)) }),
  ]);
}
