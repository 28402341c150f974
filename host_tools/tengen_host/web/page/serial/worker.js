// The service worker of the page without a laptop: it has all files of one version. The line before this text is made
// by tengen_docs/board_page.py: VERSION, and FILES, {path: hash}.

/* global VERSION, FILES */

// the pages of other folders of this server have their own caches
const OWN = `tengen ${registration.scope} `, CACHE = OWN + VERSION;

async function store() {
  const cache = await caches.open(CACHE);
  // the hash makes sure that no file of another version comes in between
  await Promise.all(Object.entries(FILES).map(async ([path, integrity]) => {
    const answer = await fetch(path, { cache: "no-cache", integrity });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  }));
}

async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", ({ data }) => data === "replace" && skipWaiting());
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const { origin: own, pathname: folder } = new URL(registration.scope);
  const path = decodeURIComponent(pathname.slice(folder.length)) || "index.html";
  if (origin !== own || !Object.hasOwn(FILES, path)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(path)).then((its) => its ?? fetch(event.request)));
});
