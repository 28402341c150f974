// Browser functions for all parts of a page: elements, stored values, the address.

/** The element of the page with this id. */
export const $ = (id) => document.getElementById(id);

/** A new element with these attributes and children; a text child is never parsed as HTML. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A plain button with a text or a sign; a click calls act(). */
export function button(words, attributes = {}, act = null) {
  const made = make("button", { type: "button", class: "plain", ...attributes }, words);
  if (act) made.addEventListener("click", act);
  return made;
}

/** A path with a dark edge, visible on any background: the same line twice, the wider line below. */
export function edged(d, parent) {
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, parent);
}

const plain = (text) => [text];

/** Set an element's text only if it has changed, because a new text is drawn again. `nodes(text)` makes its nodes. */
export function setText(element, text, nodes = plain) {
  if (element.textContent !== text) element.replaceChildren(...nodes(text));
}

/** Set the lines of a list. */
export function setLines(list, lines, nodes = plain) {
  if (lines.join("\n") === [...list.children].map((each) => each.textContent).join("\n")) return;
  list.replaceChildren(...lines.map((line) => make("li", {}, ...nodes(line))));
}

/** The text that remember() stored under a name; null if there is none, because a browser may store nothing. */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Store a text in this browser; false if the browser stores nothing. */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Let the browser save a text as a file. */
export function saveAs(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  make("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** The value that remember() stored as JSON; null if there is none, or if it is damaged. */
export function rememberedJson(name) {
  try {
    return JSON.parse(remembered(name));
  } catch {
    return null;
  }
}

// SVG elements, made in one call.

/** A new SVG element with these attributes, put into `parent` if one is given. */
export function svg(tag, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

// The addresses of the laptop, or of the folder that has a page without one.

const ROOT = new URL("..", import.meta.url).pathname; // this file lies in ROOT/page/

/** The path of an address like "/rules/en/pente.json". */
export const at = (address) => (address.startsWith("/") ? ROOT + address.slice(1) : address);

// What the page asks the laptop for: with `looks` it only watches, also on the laptop.

const LOOKS = "looks";
const inAddress = new URLSearchParams(location.search);
const asks = inAddress.has(LOOKS) || inAddress.get("view") === "overlay" ? LOOKS : "";

/** An address on the laptop, like "/boards.json", with what the page asks for, and with `more` parameters. */
export function asking(path, ...more) {
  const query = [asks, ...more].filter(Boolean).join("&");
  return query ? `${path}?${query}` : path;
}

// Links between hall and board keep the language and colours of the address, and what the page asks for.

const CARRIED = ["lang", "theme", LOOKS];

/** The parameter of a board's address with the query of the hall's address from which people came. */
export const HALL = "hall";

/** The path of the hall as people left it. */
export function hallPath() {
  const query = new URLSearchParams(location.search).get(HALL);
  return query ? `/?${new URLSearchParams(query)}` : "/";
}

/** Set a link's path on the laptop, like "/board/KEY/?view=room". */
export function lead(link, path) {
  link.dataset.path = path;
  const to = new URL(path, location.origin);
  const asked = new URLSearchParams(location.search);
  for (const name of CARRIED) if (asked.has(name)) to.searchParams.set(name, asked.get(name));
  link.setAttribute("href", to.pathname + to.search + to.hash);
}

/** Remove the language or the colours from the address, after another choice. */
export function forget(name) {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a[data-path]")) lead(link, link.dataset.path);
}
