// SVG elements, made in one call.

/** A new SVG element with these attributes, put into `parent` where one is given. */
export function svg(tag, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.append(element);
  return element;
}
