// What may be broken on purpose: choose it, say where, break it, mend it.

import { brokenTitle, faultName, faultPlace, faultWords, plug } from "./boardwords.js";
import { say } from "./language.js";

const $ = (id) => document.getElementById(id);

let kinds = []; // {name, at, words, default}, as the board describes them
let broken = []; // {kind, at}
let powered = true;

/** Let people break and mend; `act` has break(kind, at) and mend(kind, at), with `at` null where there is no place. */
export function followFaults(act) {
  $("fault").addEventListener("change", showKind);
  $("break").addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, at } = described($("fault").value);
    act.break(name, at === "nothing" ? null : $("fault-at").value.trim() || null);
  });
  $("broken").addEventListener("click", (event) => {
    const fault = broken[event.target.dataset.number];
    if (fault) act.mend(fault.kind, fault.at);
  });
  $("mend-all").addEventListener("click", () => {
    for (const fault of broken) act.mend(fault.kind, fault.at);
  });
}

/** Let people pull the board's plug and put it in, where it has one for them; `act(on)` does it. */
export function followPlug(act) {
  $("plug").addEventListener("click", () => act(!powered));
}

export function showPlug(has, on) {
  powered = on;
  $("plug").hidden = !has;
  $("plug").textContent = plug(on);
}

/** Offer these kinds; where there are none, as on a real board, there is nothing to see. */
export function showKinds(all) {
  kinds = all;
  $("faults-title").hidden = !kinds.length;
  $("fault").replaceChildren(...kinds.map(({ name }) => new Option(faultName(name), name)));
  if (kinds.length) showKind();
}

/** List what is broken. */
export function showBroken(faults) {
  const focused = $("broken").contains(document.activeElement) || document.activeElement === $("mend-all");
  broken = faults;
  $("faults-title").textContent = brokenTitle(broken.length);
  $("mend-all").hidden = broken.length < 2;
  $("broken").replaceChildren(...broken.map(row));
  // what was mended with the keyboard took the focus with it
  if (focused && document.activeElement === document.body) ($("broken").querySelector("button") ?? $("fault")).focus();
}

const described = (kind) => kinds.find(({ name }) => name === kind);

function showKind() {
  const { at, words, default: usual } = described($("fault").value);
  $("fault-words").textContent = faultWords($("fault").value, words);
  $("fault-at").hidden = at === "nothing";
  $("fault-at").value = usual ?? "";
  $("fault-at").placeholder = faultPlace(at);
}

function row({ kind, at }, number) {
  const line = document.createElement("li");
  const mend = document.createElement("button");
  Object.assign(mend, { type: "button", className: "plain", textContent: say("fault.mend") });
  mend.dataset.number = number;
  const name = faultName(kind, at, described(kind).at);
  mend.setAttribute("aria-label", say("fault.mend_it", { name }));
  line.append(name, mend);
  return line;
}
