// Keeps the page in the browser, so that it opens without a network; a new version replaces it at the next start.

import { at } from "../browser.js";
import { say } from "../words/i18n.js";

const UPDATED = "tengen.updated"; // stored while the page reloads as its new version

/** Begin; `tell(sentence)` gets what people should know. */
export async function keepOffline(tell) {
  const workers = navigator.serviceWorker;
  if (!workers) return; // no secure context, which the page says anyway
  if (sessionStorage.getItem(UPDATED)) tell(say("alone.updated"));
  sessionStorage.removeItem(UPDATED);
  await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done)); // what people see comes first
  const its = await workers.register(at("/worker.js"), { updateViaCache: "none" }).catch(() => null);
  if (!its) return;
  if (its.waiting && workers.controller) {
    workers.addEventListener("controllerchange", () => {
      sessionStorage.setItem(UPDATED, "1");
      location.reload();
    });
    its.waiting.postMessage("replace");
    return;
  }
  its.addEventListener("updatefound", () => {
    const next = its.installing;
    next.addEventListener("statechange", () => {
      if (next.state === "installed" && workers.controller) tell(say("alone.update_waits"));
    });
  });
}
