// What a tree, or a folder of games, knows from here: its words, and the continuations, each a button that puts the stone.

import { make, button as plain } from "./dom.js";
import { list, say } from "./language.js";
import { shown } from "./points.js";

const MOST = 12; // continuations that are listed; the lights show more

let put = () => {};
let last = "";

/** Let people go on in the tree; `play(point)` puts a stone. */
export function followStudy(play) {
  put = play;
}

/** Show what the laptop tells of a tree; `acts`: this page may put stones. */
export function showStudy({ name = "", known = null, rests = false } = {}, acts) {
  const key = JSON.stringify([name, known, rests, acts]);
  if (key === last) return;
  last = key;
  const place = document.getElementById("study");
  place.hidden = !name;
  const words = known ? known.comment || known.name : say(rests ? "study.rests" : "study.nothing");
  const lines = (known?.continuations ?? []).slice(0, MOST).map((its) => continuation(its, acts));
  place.replaceChildren(make("p", { class: "study-name" }, name), make("p", { class: "study-words" }, words), make("ul", {}, ...lines));
}

function continuation(its, acts) {
  const where = its.point === "--" ? say("entry.menu.pass") : shown(its.point);
  const point = acts && its.point !== "--" ? plain(where, { "data-continuation": its.point }) : make("b", { "data-continuation": its.point }, where);
  point.addEventListener("click", () => acts && put(its.point));
  if (its.best) point.dataset.best = true;
  const line = make("li", {}, point, make("span", {}, list([its.label, counted(its), its.comment].filter(Boolean))));
  return line;
}

function counted({ count, black, white, draws }) {
  const games = black + white + draws;
  return games ? say("study.games", { n: count, black, white, draws }) : say("study.positions", { n: count });
}
