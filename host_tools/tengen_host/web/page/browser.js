// What each part of a page needs of the browser: elements, what is remembered, the address.

/** The element of the page with this id. */
export const $ = (id) => document.getElementById(id);

/** A new element with these attributes and children; a text among them is only ever text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A plain button with these words, or a sign; a click calls act(). */
export function button(words, attributes, act) {
  const made = make("button", { type: "button", class: "plain", ...attributes }, words);
  if (act) made.addEventListener("click", act);
  return made;
}

/** A path with a dark edge, which is seen on any ground: the same line twice, the wider one below. */
export function edged(d, parent) {
  for (const part of ["under", "upper"]) svg("path", { class: part, d }, parent);
}

/** Have an element say this; what is written again is drawn again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Have a list consist of these lines. */
export function setLines(list, lines) {
  if (lines.join("\n") === [...list.children].map((each) => each.textContent).join("\n")) return;
  list.replaceChildren(...lines.map((line) => make("li", {}, line)));
}

/** What remember() stored under a name, or null: a browser may store nothing. */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Store a text in this browser; false where it stores nothing. */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

// SVG elements, made in one call.

/** A new SVG element with these attributes, put into `parent` where one is given. */
export function svg(tag, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}

// What the address says of language and colours goes along in the links from the hall to a board, and back.

const CARRIED = ["lang", "theme"];

/** Have a link lead to this path of the laptop, like "/board/KEY/?view=room". */
export function lead(link, path) {
  link.dataset.path = path;
  const to = new URL(path, location.origin);
  const asked = new URLSearchParams(location.search);
  for (const name of CARRIED) if (asked.has(name)) to.searchParams.set(name, asked.get(name));
  link.setAttribute("href", to.pathname + to.search + to.hash);
}

/** Take one of them out of the address, as something else was chosen. */
export function forget(name) {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a[data-path]")) lead(link, link.dataset.path);
}
