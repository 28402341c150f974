// Elements of the page, made in one call.

/** A new element with these attributes and children; a text among them is only ever text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A plain button that says this. */
export const button = (words, attributes = {}) => make("button", { type: "button", class: "plain", ...attributes }, words);
