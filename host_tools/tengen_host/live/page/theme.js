// The page's colours: light, dark, or high contrast; as the computer has it until somebody chooses.

import { forget } from "./address.js";
import { say } from "./language.js";

export const THEMES = ["light", "dark", "contrast"];
const KEY = "tengen-theme";
const AUTO = "auto";

const darker = matchMedia("(prefers-color-scheme: dark)");
const more = matchMedia("(prefers-contrast: more)");
const selects = [];
let chosen = firstChoice();

/** What ?theme= says, for this page alone; else what was chosen here before. */
function firstChoice() {
  const asked = new URLSearchParams(location.search).get("theme");
  if (THEMES.includes(asked)) return asked;
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.includes(kept) ? kept : AUTO;
  } catch {
    return AUTO; // a browser may keep nothing
  }
}

function show() {
  const ofComputer = more.matches ? "contrast" : darker.matches ? "dark" : "light";
  document.documentElement.dataset.theme = chosen === AUTO ? ofComputer : chosen;
  for (const select of selects) select.value = chosen;
}

function choose(theme) {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
    forget("theme");
  } catch {
    // it holds for this page
  }
  show();
}

/** The next one in turn. */
export function nextTheme() {
  choose(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
}

/** Let a <select> choose. */
export function followTheme(select) {
  select.append(...[AUTO, ...THEMES].map((theme) => new Option(say(`theme.${theme}`), theme)));
  select.addEventListener("change", () => choose(select.value));
  selects.push(select);
  show();
}

for (const media of [darker, more]) media.addEventListener("change", show);
show();
