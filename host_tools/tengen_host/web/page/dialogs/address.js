// The address for watchers, with its QR code, large over the page. One key opens and closes it.

import { make } from "../browser.js";
import { getJson } from "../connection.js";
import { dialog } from "../controls.js";
import { say } from "../words/i18n.js";

export const ADDRESS_KEY = "q";
const LOCAL = ["127.0.0.1", "localhost"]; // names of this machine, which others can't open

/** Add the dialog to the page. Returns show(); `tell(sentence)` gets errors, `speak(sentence)` the text for the ear. */
export function addressDialog(tell, speak = () => {}) {
  const code = make("img", { alt: "", width: 480, height: 480 });
  const [words, address] = [make("p", { id: "address-words" }), make("p", { class: "of-page" })];
  const shown = dialog("address", "address", say("address.title"), [], code, words, address);
  shown.setAttribute("aria-describedby", "address-words");
  shown.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== ADDRESS_KEY) return;
    event.preventDefault(); // otherwise the page's own key would open it again
    shown.close();
  });

  return async () => {
    try {
      const its = await getJson("/address.json");
      // a page from elsewhere, as a relay's, is at an address that others can open
      const open = its.address || (LOCAL.includes(location.hostname) ? "" : `${location.origin}/`);
      code.hidden = !its.address;
      if (its.address) code.src = "/qr.svg";
      words.textContent = say(open ? "address.open" : its.shared ? "address.no_network" : "address.not_shared");
      address.textContent = open;
      shown.showModal();
      speak(open ? spoken(new URL(open)) : words.textContent);
    } catch (error) {
      tell(error.message);
    }
  };
}

const spoken = ({ hostname, port }) =>
  (port ? say("address.spoken", { host: hostname, port }) : say("address.spoken_name", { host: hostname }));
