// What only the arbiter does: take moves back, correct clocks, stamp the game, set up a position.

import { timeIn } from "./clock.js";
import { boardText } from "./diagram.js";
import { say } from "./language.js";
import { coded } from "./coded.js";
import { tell } from "./spoken.js";
import { stampFor } from "./stamp.js";

const UNEVEN = "device.uneven"; // a position that the board sets up if this is confirmed
const $ = (id) => document.getElementById(id);

let asked = null; // the set-up that the board has not answered yet

/** Let the arbiter act on a board of `size()`; `send(line)` sends a command to it, or says why not and is false. */
export function followArbiter(send, size) {
  onSubmit("take-back", ({ count }) => send({ cmd: "back", count: count.valueAsNumber }));
  onSubmit("correct", (fields) => correct(fields, send));
  onSubmit("stamp", ({ date }) => {
    const token = [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const stamp = stampFor(date.value, token);
    if (stamp) send({ cmd: "stamp", ...stamp });
  });
  $("arbiter").addEventListener("open", () => {
    const now = new Date();
    const local = new Date(now - now.getTimezoneOffset() * 60_000);
    $("stamp").elements.date.value ||= local.toISOString().slice(0, 16);
  });
  onSubmit("set-up", (fields) => setUp(fields, send, size()));
  $("confirm").addEventListener("click", () => {
    send({ ...asked, confirm: true });
    forget();
  });
  $("set-up").addEventListener("input", forget);
}

function onSubmit(id, act) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act($(id).elements);
  });
}

function correct(fields, send) {
  const line = { cmd: "clock" };
  $("correct-words").textContent = "";
  for (const seat of ["p1", "p2"]) {
    const text = fields[seat].value.trim();
    if (!text) continue;
    line[seat] = timeIn(text);
    if (line[seat] === null) {
      $("correct-words").textContent = say("arbiter.no_time", { text });
      fields[seat].focus();
      return;
    }
  }
  if ("p1" in line || "p2" in line) send(line);
  for (const seat of ["p1", "p2"]) fields[seat].value = "";
}

function setUp({ diagram, turn }, send, size) {
  forget();
  try {
    asked = { cmd: "setup", board: boardText(diagram.value, size), ...(turn.value && { turn: turn.value }) };
  } catch (error) {
    $("set-up-words").textContent = error.message;
    tell(error.message);
    return;
  }
  if (!send(asked)) asked = null;
}

function forget() {
  asked = null;
  $("set-up-words").textContent = "";
  $("confirm").hidden = true;
}

/** Take a line: where the board would set it up if it were sure, people are asked once whether they mean it. */
export function tellArbiter({ did = [], answer = null }) {
  if (!asked) return;
  if (did.some(({ code }) => code === "set_up")) forget();
  else if (answer?.code === "error") {
    $("set-up-words").textContent = coded(answer.why);
    $("confirm").hidden = answer.why.code !== UNEVEN;
  }
}
