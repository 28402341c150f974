// The games that are kept on this laptop: a list to choose from, for the replay, each also as a file.

import { answerAt } from "./answers.js";
import { button, make } from "./dom.js";
import { namesForm } from "./gamenames.js";
import { list, say } from "./language.js";
import { sign } from "./replayview.js";
import { gameName, openingName, ruleName } from "./words.js";

const PICTURES = ["svg", "png", "gif"];
// with these a name would turn round what stands beside it: files may come from anybody
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A button that opens the list; `choose(game, told, id)` gets what /games/ID.json says of one, and
 * {title, about, names: {black, white}}, and its id; `tell` gets what went wrong.
 */
export function gamesButton(choose, tell) {
  const open = button(say("games.open"), { "data-view-tool": "games" });
  const search = make("input", { type: "search", "aria-label": say("games.search"), placeholder: say("games.search") });
  const close = button(say("close"));
  const heads = ["date", "black", "white", "opening", "result", "downloads"].map((name) => make("th", { scope: "col" }, say(`games.${name}`)));
  const rows = make("tbody");
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), rows);
  const none = make("p", { class: "none", role: "status" });
  const head = make("header", {}, make("h2", { id: "games-title" }, say("games.title")), search, close);
  const names = namesForm(read, (id) => (penOf(id) ?? search).focus());
  const list = make("div", { class: "games-list", tabindex: "0", role: "region", "aria-labelledby": "games-title" }, none, table);
  const dialog = make("dialog", { id: "games", class: "health games", "aria-labelledby": "games-title" }, head, names.form, list);
  document.body.append(dialog);

  async function replay(entry) {
    await show(entry, choose, tell);
    dialog.close();
  }

  function row(entry) {
    const words = say("games.show", { game: titleOf(entry) });
    const again = button(sign("play"), { "aria-label": words, title: words });
    again.append(entry.date ? entry.date.replace("T", " ").slice(0, 16) : say("slip.undated"));
    again.addEventListener("click", () => replay(entry));
    const why = say("games.name", { game: titleOf(entry) });
    const pen = button(sign("pen"), { class: "plain pen", "aria-label": why, title: why });
    pen.addEventListener("click", () => names.show(entry, why));
    const files = [...entry.files, ...PICTURES].map((ending) => make("a", { href: `/games/${encodeURIComponent(entry.id)}.${ending}`, download: "" }, ending));
    const players = [nameIn(entry.black), nameIn(entry.white)];
    const cells = [...players.map((name) => name || "–"), openingOf(entry), resultOf(entry)].map((cell) => make("td", {}, cell));
    const told = { "data-named": players.some(Boolean), "data-game": entry.id };
    return make("tr", told, make("td", {}, again, pen), ...cells, make("td", { class: "files" }, ...files));
  }

  const penOf = (id) => [...rows.children].find((each) => each.dataset.game === id)?.querySelector(".pen");

  /** Read the list, and show of it what is searched for. */
  async function read() {
    const entries = await answerAt("/games.json");
    rows.replaceChildren(...entries.map(row));
    find();
  }

  /** Show the games that have what is searched for, or say that there are none. */
  function find() {
    const wanted = folded(search.value.trim());
    const all = [...rows.children];
    for (const each of all) each.hidden = !folded(each.textContent).includes(wanted);
    table.hidden = all.every((each) => each.hidden);
    none.textContent = table.hidden ? say(all.length ? "games.noMatch" : "games.none") : "";
  }

  open.addEventListener("click", async () => {
    try {
      search.value = "";
      names.form.hidden = true;
      await read();
      dialog.showModal();
    } catch (error) {
      tell(say("games.failed", { why: error.message }));
    }
  });
  search.addEventListener("input", find);
  close.addEventListener("click", () => dialog.close());
  return open;
}

/** Text as it is searched: without case and accents, so that "zoe" finds "Zoë", as records/index.py has it. */
const folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const dayOf = ({ date }) => (date ? date.slice(0, 10) : say("slip.undated"));

/** Have the kept game of this id replayed: `choose` and `tell` as of gamesButton(). */
export async function replayOf(id, choose, tell) {
  try {
    const entries = await answerAt("/games.json");
    await show(entries.find((entry) => entry.id === id) ?? { id }, choose, tell);
  } catch (error) {
    tell(say("games.failed", { why: error.message }));
  }
}

async function show(entry, choose, tell) {
  try {
    choose(await answerAt(`/games/${encodeURIComponent(entry.id)}.json`), told(entry), entry.id);
  } catch (error) {
    tell(say("games.failed", { why: error.message }));
  }
}

const told = (entry) => ({ title: titleOf(entry), about: aboutOf(entry), names: { black: nameIn(entry.black), white: nameIn(entry.white) } });

const nameIn = (name) => (name ?? "").replace(TURNS, "");

// a name that is read from right to left stays by itself
const apart = (name, colour) => `\u2068${nameIn(name) || colour}\u2069`;

/** "Anna – Bo, 2026-11-21"; who has no name there is Black or White: which player that was nobody knows. */
function titleOf(entry) {
  const names = [apart(entry.black, say("games.black")), apart(entry.white, say("games.white"))];
  return list([names.join(" – "), dayOf(entry)]);
}

/** Which game it is, without its players: "2026-11-21 · RIF, D4 Kagetsu 花月 · Club evening". */
const aboutOf = (entry) => [dayOf(entry), openingOf(entry), nameIn(entry.event)].filter(Boolean).join(" · ");

const openingOf = ({ game, rule, code, opening }) =>
  list([game && gameName(game), rule && ruleName(rule), openingName({ code, name: opening })].filter(Boolean));

const resultOf = ({ over = true, winner }) => {
  if (!over) return say("games.unfinished");
  return say(winner === "black" ? "games.blackWon" : winner === "white" ? "games.whiteWon" : "games.draw");
};
