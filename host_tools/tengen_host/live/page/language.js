// The words of the page in the language that was chosen: `say("prompts.no_power")` is a text of languages/*.json.

/** The languages there are, by their codes: each with its own name, and a file languages/CODE.json. */
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

const BASE = "en"; // what is not said in a language is said in this one
const KEPT = "tengen.language";
const AGAIN_MS = 1000;

let language = BASE;
let words = new Map();
let base = new Map();
let rules = new Intl.PluralRules(BASE);
let lists = {};
const unsaid = new Set(); // the keys that the language doesn't have
let tellUnsaid = () => {};

/** Fetch the words of a language, by default the one that was chosen. Whatever says something waits for this once. */
export async function load(wanted = chosen()) {
  language = Object.hasOwn(LANGUAGES, wanted) ? wanted : BASE;
  const asked = wordsOf(BASE);
  [base, words] = await Promise.all([asked, language === BASE ? asked : wordsOf(language)]);
  rules = new Intl.PluralRules(language);
  lists = {
    both: new Intl.ListFormat(language, { type: "conjunction" }),
    either: new Intl.ListFormat(language, { type: "disjunction" }),
  };
  unsaid.clear();
  document.documentElement.lang = language;
  document.body.dataset.unsaid = 0;
}

// A page without words is of no use: it waits for them. A language without a file that can be read is said in English.
async function wordsOf(code) {
  for (;;) {
    const answer = await fetch(new URL(`languages/${code}.json`, import.meta.url)).catch(() => null);
    const texts = await answer?.json().catch(() => null);
    if (texts) return new Map(Object.entries(texts));
    if (answer && code !== BASE) return new Map();
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** Have `tell(n)` called with the number of texts that the language doesn't have, now and whenever it grows. */
export function followUnsaid(tell) {
  tellUnsaid = tell;
  tell(unsaid.size);
}

/** The language of the words. */
export const lang = () => language;

/** What was chosen: in the address, on this page before, or in the browser's settings. */
function chosen() {
  const asked = [new URLSearchParams(location.search).get("lang"), kept(), ...navigator.languages];
  return asked.map(known).find(Boolean) ?? BASE;
}

/** The code for a tag of BCP 47, if there is one: "sv-SE" is sv; "zh-TW" is zh-Hant, for it is written so. */
function known(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((code) => Object.hasOwn(LANGUAGES, code));
  } catch {
    return undefined; // no tag at all
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // some browsers keep nothing for anybody
  }
}

/** Have the page in another language from now on: it restarts, with the board's whole state. */
export function choose(code) {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    address.searchParams.set("lang", code);
  }
  history.replaceState(history.state, "", address);
  location.reload();
}

/**
 * A text with its places filled: "{name}" by values.name. Where a text has plural forms, {"one": ..., "other": ...},
 * values.n chooses. What the language doesn't have is said in English and counted in the body's data-unsaid.
 */
export function say(key, values = {}) {
  let text = words.get(key);
  if (text === undefined) {
    text = base.get(key) ?? key;
    if (!unsaid.has(key)) {
      unsaid.add(key);
      document.body.dataset.unsaid = unsaid.size;
      tellUnsaid(unsaid.size);
    }
  }
  if (typeof text !== "string") text = text[rules.select(Number(values.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(values, name) ? String(values[name]) : place));
}

/** The name of something that the board calls by a word of its own; where the page has none for it, `otherwise`. */
export const named = (key, otherwise) => (base.has(key) ? say(key) : otherwise);

/** Whether there is a text of this key. */
export const has = (key) => base.has(key);

/** "A, B, C". Intl.ListFormat has no such list in all languages: it makes "A, B and C" of it in Korean. */
export const list = (items) => Array.from(items, String).join(say("join.list"));

/** "A, B, and C". */
export const both = (items) => lists.both.format(Array.from(items, String));

/** "A, B, or C". */
export const either = (items) => lists.either.format(Array.from(items, String));

/** Those of these clauses that say something, as one sentence: "a; b". */
export const clauses = (parts) => parts.filter(Boolean).join(say("join.clauses"));

/** Those of these sentences that say something, one after the other: "A. B". The last has no stop, as on all the page. */
export const sentences = (parts) => parts.filter(Boolean).join(say("join.sentences"));

/** A number with so many digits after its point, or comma. */
export function decimal(number, digits) {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return new Intl.NumberFormat(language, form).format(number);
}
