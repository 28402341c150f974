// The address for watchers, with its QR code, large over the page. One key opens and closes it.

import { button, make } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { leads } from "../rights.js";
import { say, sentences } from "../words/i18n.js";

export const ADDRESS_KEY = "q";
const NOBODY = { devices: [] };
const LOCAL = ["127.0.0.1", "localhost"]; // names of this machine, which others can't open

/**
 * Add the dialog to the page. Returns show(), and moved(message) for a message about new addresses; `tell(sentence)`
 * gets errors and news, `speak(sentence)` the text for the ear; `pair()` opens the leader's dialog for paired phones;
 * `page`: the page's path on the laptop.
 */
export function addressDialog(tell, { pair = null, speak = () => {}, page = "" } = {}) {
  const code = make("img", { alt: "", width: 480, height: 480 });
  const [words, address] = [make("p", { id: "address-words" }), make("p", { class: "of-page" })];
  const [encrypted, fingerprint, apart] = ["encrypted", "fingerprint", "apart"].map((its) => make("p", { class: its }));
  const pairs = button(say("phones.open"), { "aria-haspopup": "dialog" }, () => {
    shown.close();
    pair();
  });
  const shown = dialog("address", "address", say("address.title"), [], code, words, address, encrypted, fingerprint, apart, pairs);
  shown.setAttribute("aria-describedby", "address-words");
  shown.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== ADDRESS_KEY) return;
    event.preventDefault(); // otherwise the page's own key would open it again
    shown.close();
  });

  /** Show the addresses of /address.json; returns what to say. */
  function fill(its) {
    // a page from elsewhere, as a relay's, is at an address that others can open
    const open = (its.address && its.address + page) || (LOCAL.includes(location.hostname) ? "" : `${location.origin}/${page}`);
    code.hidden = !its.address;
    // without the address the browser would show the picture that it already has
    if (its.address) code.src = `/qr.svg?${page}&of=${encodeURIComponent(its.address)}`;
    words.textContent = say(open ? "address.open" : its.shared ? "address.no_network" : "address.not_shared");
    address.textContent = open;
    encrypted.textContent = its.encrypted ? say("address.encrypted", { address: its.encrypted + page }) : "";
    fingerprint.textContent = its.fingerprint ?? "";
    apart.textContent = its.address ? say("address.apart") : "";
    pairs.hidden = !pair || !leads() || !its.shared;
    return open ? spoken(new URL(open)) : words.textContent;
  }

  async function show() {
    try {
      const words = fill(await getJson("/address.json"));
      shown.showModal();
      speak(words);
    } catch (error) {
      tell(error.message);
    }
  }

  /** The laptop is in another network: say it, and show it if the dialog is open. Browsers keep a pairing by address. */
  async function moved(its) {
    fill(its);
    const { devices } = its.address && leads() ? await getJson("/phones.json").catch(() => NOBODY) : NOBODY;
    const again = devices.length ? say("phones.moved") : "";
    tell(sentences([its.address ? say("address.moved", its) : say("address.no_network"), again]));
  }

  return { show, moved };
}

const spoken = ({ hostname, port }) =>
  (port ? say("address.spoken", { host: hostname, port }) : say("address.spoken_name", { host: hostname }));
