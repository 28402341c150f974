// The names of players, event, round and table, kept in this browser, as hall/details.py keeps them on a laptop.

import { remember, rememberedJson } from "../browser.js";

const STORED = "tengen.names";
const MARKS = 4; // the most combining marks on a letter
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A text with single blanks, or why it can't be a name: {text} or {why: {key, values}}. Pure. */
export function plainText(field, text, most) {
  const its = text.split(/\s+/u).filter(Boolean).join(" ");
  const length = [...its].length;
  if (UNPRINTABLE.test(its)) return { why: { key: "server.unprintable", values: { field } } };
  if (length > most) return { why: { key: "server.too_long", values: { field, most, length } } };
  if (new RegExp(`[\\p{Mn}\\p{Me}]{${MARKS + 1}}`, "u").test(its)) return { why: { key: "server.too_many_marks", values: { field, most: MARKS } } };
  return { text: its };
}

/** `limits`: the most characters of each field. */
export class Names {
  #limits;

  constructor(limits) {
    this.#limits = limits;
    const kept = rememberedJson(STORED);
    this.fields = Object.fromEntries(Object.keys(limits).map((field) => [field, String(kept?.[field] ?? "")]));
  }

  /** Set some fields; returns why none was set, {key, values}, or null. */
  give(fields) {
    const given = Object.entries(fields).map(([field, text]) => [field, plainText(field, text, this.#limits[field])]);
    const refused = given.find(([, { why }]) => why);
    if (refused) return refused[1].why;
    this.fields = { ...this.fields, ...Object.fromEntries(given.map(([field, { text }]) => [field, text])) };
    remember(STORED, JSON.stringify(this.fields));
    return null;
  }
}
