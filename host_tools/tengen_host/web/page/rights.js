// What this page may do: its role and its rights, as the laptop says at each connection.

import { say } from "./words/i18n.js";

const UNPAIRED = new Set(["leader", "alone", "answer", "watcher"]);
const RESULTS = new Set(["resign", "draw", "accept", "time"]); // as in rights/table.py
const SEATS = new Set(["p1", "p2"]);
// the parts of the page that need a right, by selectors; a part with the class `act` or `entries` needs "put" without it
const PARTS = {
  "#names-title": "details.p1", "#names > form": "details.p1", "#arbiter-title": "ask.back", "#arbiter-menu": "ask.do.arbiter",
  ".begins": "ask.new", "#new-game-open": "ask.new", "#new-game-stop": "ask.new", "#laptop": "ask.do.arbiter",
};

let its = null; // {role, may}; null before the first connection, when nothing is hidden yet

/** Whether this page may do something, like "put" or "ask.back". */
export const may = (deed) => !its || its.may.has(deed);

/** Whether this page may take an entry for a player or the arbiter. */
export const mayTake = (who, entry) => may(["ask.do", who, ...(SEATS.has(who) && RESULTS.has(entry) ? [entry] : [])].join("."));

/** Whether this page may send a command. */
export function maySend({ do: verb, line, button, ...fields }) {
  if (verb === "ask") return line.cmd === "do" ? mayTake(line.who, line.entry) : may(`ask.${line.cmd}`);
  if (verb === "details") return Object.keys(fields).every((field) => may(`details.${field}`));
  return may(button ? `${verb}.${button}` : verb);
}

/** The role of a paired device in words; "" for other pages. */
export const roleName = (role = its?.role) => (!role || UNPAIRED.has(role) ? "" : say(`role.${role}`));

/** Whether this page has no laptop: it is at its own board. */
export const isAlone = () => its?.role === "alone";

/** Whether this is a page of the laptop itself. */
export const leads = () => its?.role === "leader";

/** Whether this is a page of a paired commentator. */
export const isCommentator = () => its?.role === "commentator";

/** Why this page may not do something, in a sentence. */
export const whyNot = () => (isAlone() ? say("alone.only_laptop") : roleName() ? say("rights.not_yours", { role: roleName() }) : say("notice.looking"));

/** Take the message "ready"; returns whether this page is no longer paired. */
export function setRights({ role, may: deeds }) {
  const before = its && roleName();
  its = { role, may: new Set(deeds) };
  document.body.dataset.role = role;
  document.body.dataset.looksOn = !may("put");
  document.body.dataset.comments = may("comment");
  const parts = { ...PARTS, ...Object.fromEntries([...SEATS].map((seat) => [`.player[data-seat=${seat}] .entries`, `ask.do.${seat}`])) };
  for (const [selector, deed] of Object.entries(parts)) {
    const isPlayers = selector.startsWith(".player");
    const allowed = may(deed) || (isPlayers && may(`${deed}.resign`));
    document.querySelector(selector)?.classList.toggle("mine", allowed);
  }
  const looking = document.querySelector(".looking");
  if (looking) looking.textContent = roleName() ? say("page.paired", { role: roleName() }) : say("page.looking");
  return Boolean(before && !roleName());
}
