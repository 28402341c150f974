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
