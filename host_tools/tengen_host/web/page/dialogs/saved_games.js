// The games saved on the laptop, or in the browser without one: a list to choose a replay from, each also as a file,
// and the players' names.

import { asking, button, make } from "../browser.js";
import { getJson, postJson } from "../connection.js";
import { dialog, sign } from "../controls.js";
import { list, say } from "../words/i18n.js";
import { gameName, openingName, ruleName } from "../words/terms.js";

const LONGEST = 60; // the most characters of a name, as for a name given during the game
const COLOURS = ["black", "white"];

/**
 * A form, hidden until show(entry, title). After the names were saved, `kept()` is awaited; when the form closes,
 * `left(id)` is called.
 */
function namesForm(kept, left) {
  const title = make("h3", { id: "game-names-title" });
  const inputs = COLOURS.map((colour) => make("input", { name: colour, maxlength: LONGEST, autocomplete: "off", dir: "auto" }));
  const labels = COLOURS.map((colour, at) => make("label", {}, make("i", { class: `stone ${colour}` }), say(`games.${colour}`), inputs[at]));
  const keep = make("button", { type: "submit", class: "plain" }, say("games.keep_names"));
  const close = button(say("close"), {}, hide);
  const failed = make("div", { class: "failed", role: "alert" });
  const form = make("form", { class: "game-names", "aria-labelledby": "game-names-title" }, title, ...labels, keep, close, failed);
  let id = "";

  function hide() {
    form.hidden = true;
    left(id);
  }

  form.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.textContent = "";
    try {
      const answer = await postJson(`/games/${encodeURIComponent(id)}/names`, Object.fromEntries(inputs.map((input) => [input.name, input.value])));
      id = answer.id; // a game without an id in its file now has another one
      await kept();
      hide();
    } catch (error) {
      failed.textContent = error.message;
    }
  });
  const show = (entry, said) => {
    id = entry.id;
    title.textContent = said;
    failed.textContent = "";
    COLOURS.forEach((colour, at) => (inputs[at].value = entry[colour] ?? ""));
    form.hidden = false;
    inputs[0].focus();
  };
  return { form, show };
}

/** A question, hidden until show(entry, title): whether to delete a game. Both functions are as in namesForm(). */
function deletionQuestion(kept, left) {
  const title = make("h3", { id: "game-delete-title" });
  const yes = button(say("alone.delete_yes"), {}, async () => {
    entry.remove();
    await kept();
    hide();
  });
  const no = button(say("alone.delete_no"), {}, hide);
  const form = make("div", { class: "game-delete", role: "group", "aria-labelledby": "game-delete-title", hidden: "" }, title, yes, no);
  let entry = null;

  function hide() {
    form.hidden = true;
    left(entry.id);
  }

  const show = (its) => {
    entry = its;
    title.textContent = say("alone.delete_really", { game: titleOf(entry) });
    form.hidden = false;
    no.focus();
  };
  return { form, show };
}

// The games saved on this laptop: a list to choose a replay from, each also as a file.

const PICTURES = ["svg", "png", "gif"];
// the programs of the formats, by the files' endings
const PROGRAMS = { psq: "Gomocup, Piskvork", rif: "RenjuNet", pgn: "pente.org", sav: "Yixin" };
// these characters in a name would reverse the text beside it; files may come from anybody
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A button that opens the list; `choose(game, about, id)` gets a game's /games/ID.json, {title, about, names: {black,
 * white}}, and its id; `tell` gets errors.
 */
export function gamesButton(choose, tell) {
  const open = button(say("games.open"), { "data-view-tool": "games" }, () => attempt(tell, async () => {
    search.value = "";
    names.form.hidden = question.form.hidden = true;
    await read();
    games.showModal();
  }));
  const search = make("input", { type: "search", "aria-label": say("games.search"), placeholder: say("games.search") });
  const heads = ["date", "black", "white", "opening", "result", "downloads"].map((name) => make("th", { scope: "col" }, say(`games.${name}`)));
  const rows = make("tbody");
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), rows);
  const none = make("p", { class: "none", role: "status" });
  const names = namesForm(read, (id) => (buttonOf(id, ".pen") ?? search).focus());
  const question = deletionQuestion(read, (id) => (buttonOf(id, ".bin") ?? search).focus());
  const list = make("div", { class: "games-list", tabindex: "0", role: "region", "aria-labelledby": "games-title" }, none, table);
  const games = dialog("games", "games", say("games.title"), [search], names.form, question.form, list);

  async function replay(entry) {
    await show(entry, choose, tell);
    games.close();
  }

  function row(entry) {
    const words = say("games.show", { game: titleOf(entry) });
    const again = button(sign("play"), { "aria-label": words, title: words }, () => replay(entry));
    again.append(whenOf(entry));
    const origin = make("small", { dir: "auto" }, originOf(entry));
    const why = say("games.name", { game: titleOf(entry) });
    const pen = entry.renames && button(sign("pen"), { class: "plain pen", "aria-label": why, title: why }, () => {
      question.form.hidden = true;
      names.show(entry, why);
    });
    const which = say("alone.delete", { game: titleOf(entry) });
    const bin = entry.remove && button(sign("bin"), { class: "plain bin", "aria-label": which, title: which }, () => {
      names.form.hidden = true;
      question.show(entry);
    });
    // without a laptop the page itself makes the file
    const files = entry.give ? [button("sgf", {}, entry.give)] : [...entry.files, ...PICTURES].map((ending) => fileLink(entry, ending));
    const players = [nameIn(entry.black), nameIn(entry.white)];
    const result = make("td", {}, resultOf(entry), make("small", {}, movesOf(entry)));
    const cells = [...[...players.map((name) => name || "–"), openingOf(entry)].map((cell) => make("td", {}, cell)), result];
    const attributes = { "data-named": players.some(Boolean), "data-game": entry.id };
    const drawn = make("tr", attributes, make("td", {}, again, ...[pen, bin].filter(Boolean), origin), ...cells, make("td", { class: "files" }, ...files));
    return Object.assign(drawn, { searched: searchOf(entry) });
  }

  const fileLink = ({ id }, ending) =>
    make("a", { href: `/games/${encodeURIComponent(id)}.${ending}`, download: "", title: PROGRAMS[ending] ?? "" }, ending);

  const buttonOf = (id, its) => [...rows.children].find((each) => each.dataset.game === id)?.querySelector(its);

  /** Read the list, and show the games that fit the search. */
  async function read() {
    const entries = await getJson(asking("/games.json"));
    rows.replaceChildren(...entries.map(row));
    find();
  }

  /** Show the games that fit the search, or say that there are none. */
  function find() {
    const wanted = folded(search.value.trim());
    const all = [...rows.children];
    for (const each of all) each.hidden = !each.searched(wanted);
    table.hidden = all.every((each) => each.hidden);
    none.textContent = table.hidden ? say(all.length ? "games.noMatch" : "games.none") : "";
  }

  search.addEventListener("input", find);
  return open;
}

/** Text for the search: without case and accents, so that "zoe" finds "Zoë", as in records/index.py. */
const folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** A function that tells whether a game has a folded text in its row; only a text with a dot finds endings of files. */
function searchOf(entry) {
  const said = [whenOf(entry), nameIn(entry.black), nameIn(entry.white), nameIn(entry.event), openingOf(entry), resultOf(entry), movesOf(entry)];
  const texts = [...said, nameIn(entry.file).replace(entry.ending, "")].map(folded);
  const file = folded(`${nameIn(entry.file)} ${entry.ending}`);
  return (wanted) => texts.some((text) => text.includes(wanted)) || (wanted.includes(".") && file.includes(wanted));
}

const dayOf = ({ date }) => (date ? date.slice(0, 10) : say("slip.undated"));
const whenOf = ({ date }) => (date ? date.replace("T", " ").slice(0, 16) : say("slip.undated"));

/** Replay the saved game with this id; `choose` and `tell` as in gamesButton(). */
export const replayOf = (id, choose, tell) => attempt(tell, async () => {
  await show(await entryOf(id) ?? { id }, choose, tell);
});

const entryOf = async (id) => (await getJson(asking("/games.json"))).find((entry) => entry.id === id);

const LOOK_MS = 1000; // ms between two looks whether a game is saved
const LOOKS = 20;

/** The same for a game that has just ended: the laptop saves it some seconds later. `signal`: an AbortSignal. */
export const replayOfEnded = (id, signal, choose, tell) => attempt(tell, async () => {
  for (let looks = 1; !signal.aborted; looks++) {
    const entry = await entryOf(id);
    if (entry) return show(entry, choose, tell);
    if (looks === LOOKS) return tell(say("study.unsaved"));
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
});

const show = (entry, choose, tell) => attempt(tell, async () => {
  const game = await getJson(asking(`/games/${encodeURIComponent(entry.id)}.json`));
  const names = { black: nameIn(entry.black), white: nameIn(entry.white) };
  choose(game, { title: titleOf(entry), about: aboutOf(entry), names }, entry.id);
});

/** Do something with the games; `tell` gets errors. */
async function attempt(tell, act) {
  try {
    await act();
  } catch (error) {
    tell(say("games.failed", { why: error.message }));
  }
}

const nameIn = (name) => (name ?? "").replace(TURNS, "");

// isolates a name that is read from right to left
const apart = (name, colour) => `\u2068${nameIn(name) || colour}\u2069`;

/** The event of a game; for a game without it and without players the file: "club.rif 3". */
const originOf = ({ black, white, event, file }) => nameIn(event) || (nameIn(black) || nameIn(white) ? "" : nameIn(file));

/** "Anna – Bo, 2026-11-21"; a player without a name is Black or White. A game without any names has its origin instead,
   or "2026-11-21 14:04, D4 Kagetsu 花月, Black won, 37 moves". */
function titleOf(entry) {
  const names = [apart(entry.black, say("games.black")), apart(entry.white, say("games.white"))];
  if (nameIn(entry.black) || nameIn(entry.white)) return list([names.join(" – "), dayOf(entry)]);
  if (originOf(entry)) return list([apart(originOf(entry)), dayOf(entry)]);
  return list([whenOf(entry), openingOf(entry), resultOf(entry), movesOf(entry)].filter(Boolean));
}

/** The game without its players: "2026-11-21 14:04 · RIF, D4 Kagetsu 花月 · 37 moves · Club evening". */
const aboutOf = (entry) => [whenOf(entry), openingOf(entry), movesOf(entry), originOf(entry)].filter(Boolean).join(" · ");

const movesOf = ({ moves }) => say("games.moves", { n: moves });

const openingOf = ({ game, rule, code, opening }) =>
  list([game && gameName(game), rule && ruleName(rule), openingName({ code, name: opening })].filter(Boolean));

const resultOf = ({ over = true, winner }) => {
  if (!over) return say("games.unfinished");
  return say(winner === "black" ? "games.blackWon" : winner === "white" ? "games.whiteWon" : "games.draw");
};
