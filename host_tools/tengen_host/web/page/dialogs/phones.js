// The leader's dialog: shows a code for one more phone, and the paired phones, which can be renamed and removed.

import { button, make, setText } from "../browser.js";
import { getJson, postJson } from "../connection.js";
import { dialog } from "../controls.js";
import { lang, list, say, sentences } from "../words/i18n.js";
import { laptopWords, placeName } from "../words/sentences.js";
import { capital } from "../words/terms.js";

export const PHONES_KEY = "h";
const ROLES = ["arbiter", "p1", "p2", "helper", "commentator"];
const SEATS = new Set(["p1", "p2"]);
const ENDS = ["evening", "game", "hand"];
const SEVERAL = "+"; // a choice that is no board's key
const LOOK_MS = 1000; // ms between two looks at the list while the dialog is open

/** Add the dialog to the page. Returns show(); `tell(sentence)` gets errors, `speak(sentence)` what is new. */
export function phonesDialog(tell, speak = () => {}) {
  const choice = (name, words) => {
    const select = make("select", { name });
    return [make("label", {}, `${words} `, select), select];
  };
  const [roleLabel, role] = choice("role", say("phones.role"));
  const [boardLabel, board] = choice("board", say("phones.board"));
  const several = make("fieldset", { class: "phones-several", "aria-label": say("phones.some_boards"), hidden: "" });
  const [endsLabel, ends] = choice("ends", say("phones.ends"));
  const name = make("input", { name: "name", type: "text", dir: "auto", maxlength: 40, autocomplete: "off" });
  const does = make("p", { class: "quiet" });
  const words = make("p", { class: "phones-words", role: "status" });
  const typed = make("output", { class: "phones-typed", hidden: "" });
  const code = make("img", { alt: "", width: 240, height: 240, hidden: "" });
  const showCode = button(say("phones.show"), { type: "submit" });
  const fingerprint = make("p", { class: "fingerprint" });
  const certificate = make("div", { class: "phones-certificate", hidden: "" }, make("p", {}, say("phones.fingerprint")), fingerprint);
  const plain = make("input", { type: "checkbox", "aria-describedby": "phones-plain" });
  const allowPlain = make("div", { class: "phones-plain" }, make("label", {}, plain, ` ${say("phones.allow_plain")}`), make("p", { id: "phones-plain", class: "quiet" }, say("phones.plain")));
  const form = make("form", { class: "row" }, roleLabel, boardLabel, several, endsLabel, make("label", {}, `${say("phones.name")} `, name), showCode, does);
  const rows = make("ul", { class: "phones-list" });
  const its = dialog("phones", "phones", say("phones.title"), [], form, words, make("div", { class: "phones-code" }, code, typed, certificate), allowPlain, rows);
  let timer = 0;
  let boards = [];
  let before = ""; // the list that is drawn
  let drawn = ""; // the address and the code that are drawn
  let used = true; // whether the shown code was already said to be used

  role.append(...ROLES.map((each) => new Option(capital(say(`role.${each}`)), each)));
  role.addEventListener("change", offer);
  board.addEventListener("change", offerEnds);
  several.addEventListener("change", offerEnds);
  plain.addEventListener("change", () => change({ do: plain.checked ? "plain" : "encrypted" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ do: "code", role: role.value, boards: chosen(), ends: ends.value, name: name.value });
  });
  its.addEventListener("close", () => {
    clearTimeout(timer);
    postJson("/phones", { do: "hide" }).catch(() => {}); // the code ends by itself soon
  });
  its.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== PHONES_KEY || event.target.closest("input, select")) return;
    event.preventDefault();
    its.close();
  });

  /** The keys of the chosen boards; none of them means all boards. */
  function chosen() {
    if (board.value === SEVERAL) return [...several.querySelectorAll(":checked")].map((each) => each.value);
    return board.value ? [board.value] : [];
  }

  /** Offer the boards of the chosen role: a player has one board. */
  function offer() {
    const before = board.value;
    const isPlayer = SEATS.has(role.value);
    const every = isPlayer ? [] : [new Option(say("phones.all_boards"), "")];
    const some = isPlayer || boards.length < 3 ? [] : [new Option(say("phones.some_boards"), SEVERAL)];
    board.replaceChildren(...every, ...boards.map(({ key, title }) => new Option(title, key)), ...some);
    if (isPlayer && boards.some(({ key }) => key === before)) board.value = before;
    several.replaceChildren(...boards.map(({ key, title }) => make("label", {}, make("input", { type: "checkbox", value: key }), ` ${title}`)));
    setText(does, say(`role.does.${isPlayer ? "player" : role.value}`));
    offerEnds();
  }

  /** Offer the ends of the chosen boards: only one board has one game. */
  function offerEnds() {
    const before = ends.value || ENDS[0];
    const one = chosen().length === 1;
    const offered = ENDS.filter((each) => each !== "game" || one);
    ends.replaceChildren(...offered.map((each) => new Option(say(`phones.ends.${each}`), each)));
    if (offered.includes(before)) ends.value = before;
    several.hidden = board.value !== SEVERAL;
    showCode.disabled = !several.hidden && !chosen().length;
  }

  async function change(what) {
    try {
      take(await postJson("/phones", what));
    } catch (error) {
      setText(words, error.message);
    }
  }

  async function look() {
    try {
      take(await getJson("/phones.json"));
    } catch (error) {
      setText(words, error.message);
    }
    clearTimeout(timer);
    if (its.open) timer = setTimeout(look, LOOK_MS);
  }

  function take(found) {
    const { address, code: shown, shared, network, trouble } = found;
    const state = !shown ? "" : shown.state === "open" && !shown.seconds ? "too_old" : shown.state;
    form.hidden = !address;
    allowPlain.hidden = !network;
    plain.checked = found.plain;
    typed.hidden = code.hidden = state !== "open" || !address;
    certificate.hidden = code.hidden || !found.fingerprint;
    setText(fingerprint, found.fingerprint);
    if (!code.hidden && drawn !== address + shown.text) {
      drawn = address + shown.text;
      setText(typed, shown.text);
      typed.setAttribute("aria-label", [...shown.text].join(" "));
      code.src = `/pair.svg?${found.devices.length}-${Date.now()}`; // another picture for each code and address
    }
    const said = !network ? say(shared ? "address.no_network" : "address.not_shared") : !address ? ""
      : state === "open" ? say("phones.scan", { address, seconds: shown.seconds })
        : state === "used" ? say("phones.used", { role: say(`role.${shown.role}`) }) : state ? say(`phones.${state}`) : "";
    setText(words, sentences([said, trouble && laptopWords(trouble)]));
    words.setAttribute("aria-live", state === "open" ? "off" : "polite"); // the seconds are not read aloud
    if (state === "used" && !used) nextSeat(shown.role);
    used = state === "used";
    draw(found.devices);
  }

  /** After player 1 the same board's player 2 comes, then the next board. */
  function nextSeat(paired) {
    name.value = "";
    if (!SEATS.has(paired) || role.value !== paired) return;
    if (paired === "p2") board.value = boards[(boards.findIndex(({ key }) => key === board.value) + 1) % boards.length].key;
    role.value = paired === "p1" ? "p2" : "p1";
    offer();
  }

  function draw(devices) {
    const now = JSON.stringify(devices);
    if (now === before) return;
    before = now;
    const focused = document.activeElement?.dataset.device;
    const typed = document.activeElement?.closest(".phones-list input") ? document.activeElement.value : null;
    rows.replaceChildren(...(devices.length ? devices.map(row) : [make("li", { class: "quiet" }, say("phones.none"))]));
    const again = focused && rows.querySelector(`${typed === null ? "button" : "input"}[data-device="${focused}"]`);
    if (again && typed !== null) again.value = typed;
    again?.focus();
  }

  function row(device) {
    const field = make("input", { type: "text", dir: "auto", maxlength: 40, value: device.name, "aria-label": say("phones.name"), "data-device": device.id });
    field.addEventListener("change", () => change({ do: "rename", id: device.id, name: field.value }));
    const id = `phone-${device.id}`;
    const where = device.boards ? list(device.boards.map(titleOf)) : say("phones.all_boards");
    const told = say("phones.row", { role: capital(say(`role.${device.role}`)), board: where, since: time(device.since), heard: time(device.heard), address: device.address });
    const many = device.connected.length > 1 ? [make("p", { class: "wrong" }, say("phones.many", { addresses: list(device.connected) }))] : [];
    const remove = button(say("phones.remove"), { "data-device": device.id, "aria-describedby": id }, () => change({ do: "remove", id: device.id }));
    return make("li", { "data-role": device.role }, field, make("span", { id }, told), remove, ...many);
  }

  const titleOf = (key) => boards.find((each) => each.key === key)?.title ?? key;

  return async () => {
    try {
      boards = (await getJson("/boards.json")).map((each) => ({ ...each, title: placeName(each, "") }));
    } catch (error) {
      return tell(error.message);
    }
    offer();
    its.showModal();
    speak(say("phones.title"));
    return look();
  };
}

/** A time of today; of another day with its date. */
function time(seconds) {
  const its = new Date(1000 * seconds);
  const date = its.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  return its.toLocaleString(lang(), { ...date, hour: "2-digit", minute: "2-digit" });
}
