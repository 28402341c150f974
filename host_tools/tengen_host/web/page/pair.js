// Pairs this device by the code in its address, or by a typed one, and goes to its page.

import "./controls.js";
import { $ } from "./browser.js";
import { getJson, postJson } from "./connection.js";
import { fill, load, say } from "./words/i18n.js";

await load();
fill(document);

const form = $("pair");

async function pair(code) {
  try {
    if (!(await opensGame())) throw new Error(say("pair.certificate"));
    const { role, path } = await postJson("/pair", { code });
    if ((await getJson("/role.json")).role !== role) throw new Error(say("pair.no_cookie"));
    $("pair-words").textContent = say("pair.done", { role: say(`role.${role}`) });
    form.hidden = true;
    $("pair-on").hidden = false;
    $("pair-on").href = path;
    location.replace(path);
  } catch (error) {
    $("pair-words").textContent = error.message;
    form.elements.code.select();
  }
}

/**
 * Whether this browser opens the connection of the game. Some do not if somebody has accepted the certificate only in a
 * warning. The page says so before they use the code.
 */
async function opensGame() {
  if (location.protocol !== "https:") return true;
  const socket = new WebSocket(`wss://${location.host}/hall/ws`);
  const opened = await new Promise((tell) => {
    socket.onopen = () => tell(true);
    socket.onerror = () => tell(false);
  });
  socket.close();
  return opened || Boolean((await getJson("/seat.json")).message); // the laptop has no place for one more watcher
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  pair(form.elements.code.value);
});

/** Use the code after # once, and remove it from the address and the browser's history. */
function takeCode() {
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  if (code) pair(code);
  else form.elements.code.focus();
}

addEventListener("hashchange", () => location.hash && takeCode());
takeCode();
