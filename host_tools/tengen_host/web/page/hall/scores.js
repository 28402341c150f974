// Lists the results of the round so far, below the boards of a big screen.

import { asking, make } from "../browser.js";
import { getJson } from "../connection.js";
import { say } from "../words/i18n.js";
import { reasonName } from "../words/sentences.js";
import { commonRound, resultsOf } from "./round.js";

const SCORES = { black: "1–0", white: "0–1" };
const DRAWN = "½–½";

/** Returns update(boards), for boards as in resultsOf(), or null to hide the list. `drawn()` is called after changes; `since()` as there. */
export function initScores(section, since, drawn) {
  const [title, list] = [make("h2", { id: "scores-title" }), make("ol")];
  section.append(title, list);
  let boards = null;
  let stored = []; // the games on this laptop; a game is stored some seconds after its end
  let ended = null;
  const seen = new Set(); // the ids of the games that were on the boards

  async function read() {
    stored = await getJson(asking("/games.json")).catch(() => stored);
    draw();
  }

  function draw() {
    const results = boards ? resultsOf(boards, stored, since(), seen) : [];
    const round = commonRound(boards ?? []);
    title.textContent = round ? say("hall.round", { round }) : say("hall.results");
    list.replaceChildren(...results.map(row));
    section.hidden = !results.length;
    drawn();
  }

  return (its) => {
    for (const { id } of its ?? []) seen.add(id);
    if (JSON.stringify(its) === JSON.stringify(boards)) return;
    boards = its;
    draw();
    const now = JSON.stringify(its?.map(({ id, result }) => result && id));
    if (its && now !== ended) read();
    ended = now;
  };
}

function row(its) {
  const { table, place, winner } = its;
  const of = (colour) => [
    make("i", { class: `stone ${colour}`, role: "img", "aria-label": say(`games.${colour}`) }),
    make("bdi", { class: "name", "data-won": winner === colour }, its[colour] || "–"),
  ];
  const where = table ? say("hall.table", { table }) : place;
  const at = where ? [make("small", { class: "at" }, where)] : [];
  const score = make("b", { class: "score" }, SCORES[winner] ?? DRAWN);
  return make("li", {}, ...at, ...of("black"), score, ...of("white"), make("small", { class: "why" }, reasonName(its)));
}
