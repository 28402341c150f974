// The result slip on the page: to be read, printed, saved and copied.

import { fileName, slip, slipText } from "./slip.js";
import { say } from "./language.js";
import { movesTitle } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Let people open the slip; `current()` gives [game, details, now]. */
export function followSlip(current) {
  for (const id of ["show-slip", "to-slip"]) {
    $(id).addEventListener("click", () => {
      draw(slip(...current()));
      $("slip").showModal();
    });
  }
  const text = () => slipText(slip(...current()));
  $("slip-print").addEventListener("click", () => print());
  $("slip-save").addEventListener("click", () => save(fileName(current()[0].stamp), text()));
  // over a network a page that is not encrypted has none
  $("slip-copy").hidden = !navigator.clipboard;
  $("slip-copy").addEventListener("click", () => navigator.clipboard.writeText(text()));
  $("slip-close").addEventListener("click", () => $("slip").close());
}

/** Draw the slip again if it is open: what stands on it has changed. */
export function showSlip(game, details, now) {
  if ($("slip").open) draw(slip(game, details, now));
}

function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

function draw({ title, rows, players, result, moves, record }) {
  $("slip-title").textContent = title;
  $("slip-rows").replaceChildren(...rows.flatMap(([what, which]) => [element("dt", what), element("dd", which)]));
  const lines = players.map(({ colour, name, captured, left, points }) => {
    const line = document.createElement("tr");
    const head = Object.assign(element("th", colour), { scope: "row" });
    const who = element("td", name);
    if (captured) who.append(element("small", captured));
    if (left) who.append(element("small", say("slip.time_left", { left })));
    line.append(head, who, element("td", points));
    return line;
  });
  $("slip-players").tBodies[0].replaceChildren(...lines);
  $("slip-result").textContent = result;
  $("slip-moves-title").textContent = movesTitle(moves.length);
  $("slip-moves").replaceChildren(...moves.map((move) => element("li", move)));
  $("slip-record").hidden = !record.length;
  $("slip-record").querySelector("ul").replaceChildren(...record.map((text) => element("li", text)));
  $("slip-signatures").replaceChildren(...players.map(({ colour, name }) => element("p", say("slip.signature", { colour, name }))));
}

const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
