// Controls for the page of a board and for the hall: colours, full screen, keys, signs on buttons.

import { button, forget, make, remember, remembered, setText, svg } from "./browser.js";
import { say } from "./words/i18n.js";

// drawn, because few fonts have these signs
const SIGNS = {
  first: "M4 4v12M16 4v12l-9 -6z", back: "M14 4v12l-9 -6z", play: "M5 4v12l11 -6z", pause: "M6 4v12M14 4v12",
  on: "M6 4v12l9 -6z", last: "M4 4v12l9 -6zM16 4v12", pen: "M4 16l1 -4l8 -8l3 3l-8 8z",
  bin: "M3 5h14M8 5V3h4v2M5 5l1 12h8l1 -12",
  full: "M4 9V4h5M11 4h5v5M16 11v5h-5M9 16H4v-5",
};

/** A sign, drawn for a button. */
export function sign(name) {
  const drawn = svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" });
  svg("path", { d: SIGNS[name] }, drawn);
  return drawn;
}

// The page's colours: light, dark or high contrast; the computer's setting until somebody chooses.

const THEMES = ["light", "dark", "contrast"];
const STORED = "tengen-theme";
const AUTO = "auto";

const darker = matchMedia("(prefers-color-scheme: dark)");
const more = matchMedia("(prefers-contrast: more)");
const selects = [];
let chosen = firstChoice();

/** The value of ?theme=, for this page only; otherwise the last choice. */
function firstChoice() {
  const asked = new URLSearchParams(location.search).get("theme");
  if (THEMES.includes(asked)) return asked;
  const kept = remembered(STORED);
  return THEMES.includes(kept) ? kept : AUTO;
}

function show() {
  const ofComputer = more.matches ? "contrast" : darker.matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === AUTO ? ofComputer : chosen;
  for (const select of selects) select.value = chosen;
}

function choose(theme) {
  chosen = theme;
  if (remember(STORED, theme)) forget("theme");
  show();
}

/** Switch to the next colours in turn. */
export function nextTheme() {
  choose(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
}

/** Let a <select> choose. */
export function initTheme(select) {
  select.append(...[AUTO, ...THEMES].map((theme) => new Option(say(`theme.${theme}`), theme)));
  select.addEventListener("change", () => choose(select.value));
  selects.push(select);
  show();
}

for (const media of [darker, more]) media.addEventListener("change", show);
show();

// The page in full screen, if the browser allows it.

/** Switch full screen on or off; `tell(sentence)` gets the reason if that is not possible. */
export async function toggleFullScreen(tell) {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    tell(say("notice.no_full_screen"));
  }
}

/** Whether the page is in full screen. */
export const isFullScreen = () => Boolean(document.fullscreenElement);

// Keys that act with the focus anywhere on the page, except in fields to write or choose in.

const WRITTEN = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

/** Whether a key is free: no dialog is open, no field has the focus, and it is no browser shortcut. */
export function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !document.querySelector("dialog[open]") && !target.closest?.(WRITTEN);
}

/** Add a closed dialog to the page: its title with the elements beside it, a close button, and its content. */
export function dialog(id, look, title, beside, ...content) {
  const close = button(say("close"), {}, () => made.close());
  const head = make("header", {}, make("h2", { id: `${id}-title` }, title), ...beside, close);
  const made = make("dialog", { id, class: `health ${look}`, "aria-labelledby": `${id}-title` }, head, ...content);
  document.body.append(made);
  return made;
}

// The list of the page's keys, which the key "?" opens.

/**
 * Add the dialog to the page. Returns open(keys, more), which shows these keys: {"← →": "arrows"} has the text
 * `keys.arrows`. Below them it has a button for each of `more`, {words: act}; it also closes the list.
 */
export function keyList() {
  const rows = make("dl");
  const others = make("p", { class: "more-help" });
  const list = dialog("keys", "keys", say("keys.title"), [], rows, others);
  return (keys, more = {}) => {
    rows.replaceChildren(...Object.entries(keys).flatMap(([key, name]) => [
      make("dt", {}, ...key.split(" ").map((each) => make("kbd", {}, each))),
      make("dd", {}, say(`keys.${name}`)),
    ]));
    others.replaceChildren(...Object.entries(more).map(([words, act]) => button(words, {}, () => {
      list.close();
      act();
    })));
    list.showModal();
  };
}

/**
 * A calm row for work that goes on: a bar, words, and a button that calls `stop()`. Returns {element, show(words, done,
 * all)}: without words it is hidden; without `all` the bar has no end.
 */
export function progressRow(stop) {
  const bar = make("progress", { "aria-hidden": "true" });
  const said = make("span", { role: "status" });
  const element = make("div", { class: "progress", hidden: "" }, bar, said, button(say("progress.stop"), { class: "plain" }, stop));
  return {
    element,
    show(words, done = 0, all = 0) {
      element.hidden = !words;
      setText(said, words);
      if (all) Object.assign(bar, { max: all, value: done });
      else bar.removeAttribute("value");
    },
  };
}
