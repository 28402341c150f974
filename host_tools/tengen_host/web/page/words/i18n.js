// The texts of the page in the chosen language: `say("prompt.no_power")` is a text of languages/*.json.

import { make, remember, remembered } from "../browser.js";

/** All languages of the page, by their codes: each with its own name, and a file languages/CODE.json. */
export const LANGUAGES = {
  en: "English",
  ja: "日本語",
  ko: "한국어",
  zh: "简体中文",
  "zh-Hant": "繁體中文",
  ru: "Русский",
  et: "Eesti",
  sv: "Svenska",
  vi: "Tiếng Việt",
};

const BASE = "en"; // the language for missing texts
const STORED = "tengen.language";
const AGAIN_MS = 1000;

let language = BASE;
let words = new Map();
let base = new Map();
let rules = new Intl.PluralRules(BASE);
let lists = {};
const untranslated = new Set(); // the keys missing in the language
let showUntranslated = () => {}; // called when there are more missing keys

/** Fetch the texts of a language, by default the chosen one. Everything with a text must wait for this once. */
export async function load(wanted = chosen()) {
  language = Object.hasOwn(LANGUAGES, wanted) ? wanted : BASE;
  const asked = wordsOf(BASE);
  [base, words] = await Promise.all([asked, language === BASE ? asked : wordsOf(language)]);
  rules = new Intl.PluralRules(language);
  lists = {
    both: new Intl.ListFormat(language, { type: "conjunction" }),
    either: new Intl.ListFormat(language, { type: "disjunction" }),
  };
  untranslated.clear();
  document.documentElement.lang = language;
  document.body.dataset.unsaid = 0;
}

// A page without texts is useless, so it waits for them. If a language's file can't be read, the page is in English.
async function wordsOf(code) {
  for (;;) {
    const answer = await fetch(new URL(`../languages/${code}.json`, import.meta.url)).catch(() => null);
    const texts = await answer?.json().catch(() => null);
    if (texts) return new Map(Object.entries(texts));
    if (answer && code !== BASE) return new Map();
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** The language of the words. */
export const lang = () => language;

/** The chosen language: from the address, from this page before, or from the browser's settings. */
function chosen() {
  const asked = [new URLSearchParams(location.search).get("lang"), remembered(STORED), ...navigator.languages];
  return asked.map(known).find(Boolean) ?? BASE;
}

/** The code for a tag of BCP 47, if there is one: "sv-SE" is sv; "zh-TW" is zh-Hant, because it is written so. */
function known(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((code) => Object.hasOwn(LANGUAGES, code));
  } catch {
    return undefined; // not a language tag
  }
}

/** Change the language of the page: it reloads, with the board's whole state. */
function choose(code, byKeys) {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (!remember(STORED, code)) address.searchParams.set("lang", code);
  history.replaceState({ ...history.state, choosing: byKeys }, "", address);
  location.reload();
}

/**
 * A text with its places filled: "{name}" by values.name. For a text with plural forms, {"one": ..., "other": ...},
 * values.n chooses. A missing text appears in English, and is counted in the body's data-unsaid.
 */
export function say(key, values = {}) {
  let text = words.get(key);
  if (text === undefined) {
    text = base.get(key) ?? key;
    if (!untranslated.has(key)) {
      untranslated.add(key);
      document.body.dataset.unsaid = untranslated.size;
      showUntranslated(untranslated.size);
    }
  }
  if (typeof text !== "string") text = text[rules.select(Number(values.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(values, name) ? String(values[name]) : place));
}

/** The page's name for a word of the board; `otherwise` if the page has none. */
export const named = (key, otherwise) => (base.has(key) ? say(key) : otherwise);

/** Whether there is a text with this key. */
export const has = (key) => base.has(key);

/** "A, B, C". Not Intl.ListFormat: in Korean it gives "A, B and C". */
export const list = (items) => Array.from(items, String).join(say("join.list"));

/** "A, B, and C". */
export const both = (items) => lists.both.format(Array.from(items, String));

/** "A, B, or C". */
export const either = (items) => lists.either.format(Array.from(items, String));

/** The non-empty clauses as one sentence: "a; b". */
export const clauses = (parts) => parts.filter(Boolean).join(say("join.clauses"));

/** The non-empty sentences, one after the other: "A. B". The last has no full stop, as everywhere on the page. */
export const sentences = (parts) => parts.filter(Boolean).join(say("join.sentences"));

/** A number with this many decimal digits. */
export function decimal(number, digits) {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return new Intl.NumberFormat(language, form).format(number);
}

// The texts in the HTML, in the language of the page, and the choice of another language.

// by an element's data attribute: the attribute that gets its text
const ATTRIBUTES = { sayLabel: "aria-label", sayPlaceholder: "placeholder", sayBefore: "data-before" };

/** Set the texts of every element below `root` that names one: data-say its content, data-say-label its label ... */
export function fill(root) {
  for (const element of root.querySelectorAll("[data-say]")) fillIn(element, say(element.dataset.say));
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const selector = `[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
    for (const element of root.querySelectorAll(selector)) element.setAttribute(attribute, say(element.dataset[name]));
  }
}

/** An element's controls and marks stay; a text around a control has {field} in its place. */
function fillIn(element, text) {
  const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const parts = text.split("{field}");
  nodes.forEach((node, at) => {
    const [, before, after] = /^(\s*).*?(\s*)$/s.exec(node.data);
    node.data = before + (parts[at] ?? "").trim() + after;
  });
}

/** Offer the languages in a select. A mark beside it shows that some texts are in English. */
export function initLanguage(select) {
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => {
    const option = new Option(name, code);
    option.lang = code;
    return option;
  }));
  select.value = lang();
  // people who choose with arrow keys go on in the list after the reload
  if (history.state?.choosing) select.focus();
  history.replaceState({ ...history.state, choosing: false }, "");
  let byKeys = false;
  select.addEventListener("keydown", () => (byKeys = true));
  select.addEventListener("pointerdown", () => (byKeys = false));
  select.addEventListener("change", () => choose(select.value, byKeys));
  const mark = make("abbr", { class: "unsaid", role: "note", hidden: "" }, LANGUAGES.en);
  select.after(mark);
  showUntranslated = (n) => {
    const words = n ? say("page.unsaid", { n }) : "";
    mark.hidden = !n;
    mark.title = words;
    mark.setAttribute("aria-label", words);
  };
  showUntranslated(untranslated.size);
}
