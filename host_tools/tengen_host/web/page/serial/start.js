// Starts the page without a laptop when the empty board is painted: on a slow network, what people see comes first.

const LONGEST_MS = 3000; // the longest wait, for a browser that shows no pictures

const painted = new Promise((done) => {
  const look = (entries) => entries.getEntriesByName("first-contentful-paint").length && done();
  new PerformanceObserver(look).observe({ type: "paint", buffered: true });
});
const waited = new Promise((done) => setTimeout(done, LONGEST_MS));
if (!document.hidden) await Promise.race([painted, waited]); // a hidden page is not painted
for (const link of document.querySelectorAll("link[data-rel]")) link.rel = link.dataset.rel;
await import("../main.js");
