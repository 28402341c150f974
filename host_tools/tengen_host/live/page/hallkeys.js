// The hall's keys, and the same as buttons in its head.

import { button } from "./dom.js";
import { isFullScreen, toggleFullScreen } from "./fullscreen.js";
import { gamesButton } from "./gamesview.js";
import { isFree } from "./keyboard.js";
import { keyList } from "./keylist.js";
import { say } from "./language.js";
import { sign } from "./replayview.js";
import { nextTheme } from "./theme.js";

const KEYS = { "← → ↑ ↓": "boards", Enter: "open", f: "f", t: "t", "?": "help" };

/**
 * Where an arrow leads from the board at `from`, among `number` boards in rows of `columns`; to the first from -1, to
 * `from` itself where there is none.
 */
export function beside(key, from, number, columns) {
  if (from < 0) return 0;
  const to = from + { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  return to >= 0 && to < number ? to : from;
}

/** Follow the keys. `replay(game, id)` shows a game of the past, `tell(sentence)` says what went wrong. */
export function followHallKeys(head, links, replay, tell) {
  const openList = keyList();
  const help = () => openList(KEYS);
  const full = () => toggleFullScreen(tell);
  const tool = (name, face, act) => {
    const words = say(`room.${name}`);
    const made = button(face, { "data-view-tool": name, "aria-label": words, title: words });
    made.addEventListener("click", act);
    return made;
  };
  const fullButton = tool("full", sign("full"), full);
  head.append(gamesButton((game, title, id) => replay(game, id), tell), fullButton, tool("help", "?", help));
  document.addEventListener("fullscreenchange", () => fullButton.setAttribute("aria-pressed", isFullScreen()));
  const acts = { f: full, t: nextTheme, "?": help };

  addEventListener("keydown", (event) => {
    if (!isFree(event)) return;
    const act = event.key.startsWith("Arrow") ? () => go(event.key) : acts[event.key.length === 1 ? event.key.toLowerCase() : ""];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function go(key) {
    const all = links();
    const tops = all.map((link) => link.getBoundingClientRect().top);
    const columns = tops.filter((top) => Math.abs(top - tops[0]) < 1).length;
    all[beside(key, all.indexOf(document.activeElement), all.length, columns)]?.focus();
  }
}
