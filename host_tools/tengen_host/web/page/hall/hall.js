// The hall shows every board small, with the side to move, the players and their clocks. Each board links to its own
// page.

import { CELL, defineStones, drawLabels, drawLines, drawStone, MARGIN } from "../board/board.js";
import { drawMarks, marksOf } from "../board/marks.js";
import { fieldView, marginOf, onBoard, placeOf } from "../board/points.js";
import { $, button, lead, make, setText, svg } from "../browser.js";
import { keepOpen } from "../connection.js";
import { initTheme, isFree, isFullScreen, keyList, nextTheme, sign, toggleFullScreen } from "../controls.js";
import { ADDRESS_KEY, addressDialog } from "../dialogs/address.js";
import { gamesButton } from "../dialogs/saved_games.js";
import { left, Pace, timeText } from "../game/clock.js";
import { gameLine, headColour, headline } from "../game/prompts.js";
import { afterLine, initialState, interrupted, PASS } from "../game/state.js";
import { fill, initLanguage, load, say, sentences } from "../words/i18n.js";
import { isCutOff, placeName } from "../words/sentences.js";
import { capital, capturedWords, whoName } from "../words/terms.js";
import { arrange } from "./arrange.js";

const AROUND = 22; // margin beyond the outer lines of a board without labels
const LABELLED = 380; // px of the smallest board on which labels can be read

const ENDS = new Set(["foul"]); // marks of the large board that are shown here, too

/**
 * A board of this size without stones. show(stones, last): {h8: "black"}, and the last move's point or null;
 * showEnd(game): the winning line, or the lines of the losing foul; nothing before a game's end. showLabels(on, field):
 * the letters and numbers of a game's field of this size.
 */
function smallBoard(size) {
  const root = svg("svg", { class: "board small", role: "img" });
  drawLines(root, size);
  const labels = svg("g", { "aria-hidden": "true" }, root);
  const layer = svg("g", {}, root);
  const layers = { zones: svg("g", {}, root), over: svg("g", { class: "over" }, root) };
  const centre = (point) => {
    const [column, row] = placeOf(point);
    return [MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL];
  };
  const view = { side: 2 * MARGIN + (size - 1) * CELL, layer: (name) => layers[name], centre, stone: () => "" };
  return { root, show, showEnd, showLabels };

  function showLabels(on, field) {
    if (labels.dataset.labels === String(on && field)) return;
    labels.dataset.labels = on && field;
    const first = on ? 0 : MARGIN - AROUND;
    const side = view.side - 2 * first;
    root.setAttribute("viewBox", `${first} ${first} ${side} ${side}`);
    labels.replaceChildren();
    if (!on) return;
    const margin = marginOf(size, field);
    labels.setAttribute("class", margin ? "names" : "ground");
    drawLabels(labels, field, margin, centre);
  }

  function showEnd(game) {
    const { points, lines, five } = marksOf(game);
    const over = Boolean(game.result);
    drawMarks(fieldView(view, marginOf(size, game.size)), {
      points: over ? points.filter(({ kind }) => ENDS.has(kind)) : [],
      zone: null,
      lines: over ? lines : [],
      five: over ? five : [],
      standing: [],
    }, {}, game.size);
  }

  function show(stones, last) {
    layer.replaceChildren();
    for (const [point, colour] of Object.entries(stones)) drawStone(centre(point), colour, point, layer, layer);
    if (!last || !(last in stones)) return;
    const [cx, cy] = centre(last);
    svg("circle", { class: "latest-mark", "data-last": last, cx, cy, r: 7 }, layer);
  }
}

// The hall's keys, and buttons for the same actions in its head.

const KEYS = { "← → ↑ ↓": "boards", Enter: "open", f: "f", q: "q", t: "t", "?": "help" };

/**
 * The index of the board that an arrow key leads to from the board at `from`, among `number` boards in rows of
 * `columns`. From -1 it is the first board; if the key leads to no board, it is `from` itself.
 */
function beside(key, from, number, columns) {
  if (from < 0) return 0;
  const to = from + { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  return to >= 0 && to < number ? to : from;
}

/** Handle the keys. `replay(game, id)` shows a past game, `tell(sentence)` shows errors. */
function initHallKeys(head, links, replay, tell) {
  const openList = keyList();
  const address = addressDialog(tell);
  const help = () => openList(KEYS);
  const full = () => toggleFullScreen(tell);
  const tool = (name, face, act) => {
    const words = say(`room.${name}`);
    return button(face, { "data-view-tool": name, "aria-label": words, title: words }, act);
  };
  const fullButton = tool("full", sign("full"), full);
  head.append(gamesButton((game, title, id) => replay(game, id), tell), fullButton, tool("address", "QR", address), tool("help", "?", help));
  document.addEventListener("fullscreenchange", () => fullButton.setAttribute("aria-pressed", isFullScreen()));
  const acts = { f: full, [ADDRESS_KEY]: address, t: nextTheme, "?": help };

  addEventListener("keydown", (event) => {
    if (!isFree(event)) return;
    const act = event.key.startsWith("Arrow") ? () => go(event.key) : acts[event.key.length === 1 ? event.key.toLowerCase() : ""];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function go(key) {
    const all = links();
    const tops = all.map((link) => link.getBoundingClientRect().top);
    const columns = tops.filter((top) => Math.abs(top - tops[0]) < 1).length;
    all[beside(key, all.indexOf(document.activeElement), all.length, columns)]?.focus();
  }
}

// The boards.

const CLOCK_MS = 100; // ms between two updates of the clocks; their times are computed from the last report
const NOTICE_MS = 6000;
const MOST_ANNOUNCED = 5;
const FOOT = 12; // px below the boards
const COLOURS = ["white", "black"];

const places = new Map(); // by key: {board, state, stones, powered, pace, drawn: its elements}
const unknownBoard = () => ({ state: initialState(), powered: true, pace: new Pace() });
let noticeTimer = 0;
let live = false; // whether messages are news, and no longer part of the state that comes at the connection
let came = false; // whether the boards have been shown
let labelled = false; // whether the boards are large enough for labels

/** Set the boards of the hall, in this order. */
function show(boards) {
  const keys = new Set(boards.map(({ key }) => key));
  for (const [key, { drawn }] of [...places]) {
    if (keys.has(key)) continue;
    drawn.item.remove();
    places.delete(key);
  }
  for (const board of boards) {
    const before = places.get(board.key);
    if (before?.board.size === board.size) before.board = board;
    else {
      before?.drawn.item.remove();
      places.set(board.key, { board, stones: {}, drawn: draw(board), ...unknownBoard() });
    }
    refresh(places.get(board.key));
  }
  // an element that is moved loses the keyboard's focus
  boards.forEach(({ key }, at) => {
    const { item } = places.get(key).drawn;
    if ($("boards").children[at] !== item) $("boards").insertBefore(item, $("boards").children[at] ?? null);
  });
  $("none").hidden = boards.length > 0;
  $("demo").hidden = !boards.some(({ demo }) => demo);
  lay();
}

/** Make the boards as large as the window allows; on a phone the style sheet alone places them. */
function lay() {
  const { top, width } = $("boards").getBoundingClientRect();
  const { columns, beside, side, letter } = arrange(places.size, width, innerHeight - top - FOOT);
  $("boards").dataset.beside = beside;
  for (const [name, value] of Object.entries({ columns, side: `${side}px`, letter: `${letter}px` })) $("boards").style.setProperty(`--${name}`, value);
  labelled = side >= LABELLED;
  places.forEach(showLabels);
}

const showLabels = ({ board: { size }, state, drawn }) => drawn.board.showLabels(labelled, Math.min(size, state.game.size));

const pageOf = (key) => `/board/${encodeURIComponent(key)}/?view=room`;

function draw({ key, size }) {
  const board = smallBoard(size);
  const part = (tag, name, ...children) => make(tag, { class: name }, ...children);
  const drawn = { board };
  drawn.name = part("span", "board-name");
  drawn.state = part("span", "state");
  drawn.players = COLOURS.map((colour) => {
    const [name, time] = [make("bdi", { class: "name" }), part("span", "left")];
    const captured = make("span", { class: "captured", role: "img" });
    const row = make("p", { class: "who", "data-colour": colour }, part("i", "stone"), name, captured, time);
    return { name, captured, time, row };
  });
  drawn.turn = part("p", "turn");
  drawn.line = part("p", "line-of-game");
  const wood = part("div", "wood", board.root);
  const title = make("h2", {}, drawn.name, drawn.state);
  drawn.link = make("a", {}, title, wood,
    part("div", "caption", drawn.players[0].row, drawn.players[1].row, drawn.turn, drawn.line));
  lead(drawn.link, pageOf(key));
  drawn.item = make("li", { "data-board": key }, drawn.link);
  return drawn;
}

function refresh(its) {
  const { board, state: { game, groups }, stones, powered, drawn } = its;
  const here = groups.link?.connected ?? board.connected ?? true;
  drawn.item.dataset.connected = here;
  drawn.item.dataset.turn = headColour(game, { powered });
  drawn.item.dataset.over = Boolean(game.result);
  drawn.item.dataset.winner = game.result?.winner ?? "";
  drawn.name.textContent = nameOf(its);
  drawn.state.textContent = here ? "" : say("hall.away");
  for (const [at, colour] of COLOURS.entries()) {
    const { name, captured } = drawn.players[at];
    name.textContent = whoPlays(its, colour);
    const n = game.captured[colour];
    captured.textContent = game.goal ? `${n}/${game.goal}` : game.counts ? n : "";
    if (game.counts) captured.setAttribute("aria-label", capturedWords(game, n));
    else captured.removeAttribute("aria-label");
  }
  drawn.turn.textContent = headline(game, { powered });
  drawn.line.textContent = gameLine(game, { countFirst: true });
  drawn.board.show(stones, lastOf(game, board.size));
  drawn.board.showEnd(game);
  showLabels(its);
  const counted = (colour) => Object.values(stones).filter((each) => each === colour).length;
  const lying = say("hall.stones", { black: counted("black"), white: counted("white") });
  drawn.board.root.setAttribute("aria-label", Object.keys(stones).length ? lying : say("hall.empty"));
  const [white, black] = COLOURS.map((colour) => whoPlays(its, colour));
  const words = [headline(game, { powered }), here ? "" : capital(say("hall.away"))];
  drawn.link.setAttribute("aria-label", say("hall.label", { board: nameOf(its), black, white, words: sentences(words) }));
  showClocks(its);
}

const nameOf = ({ board, state }) => placeName(board, state.groups.names?.table);

const whoPlays = ({ state: { game: { players }, groups } }, colour) => groups.names?.[players[colour]] || whoName(players[colour]) || "–";

/** The point of the last stone, or null. */
function lastOf({ moves, size }, board) {
  const point = moves.at(-1)?.point ?? PASS;
  return point === PASS ? null : onBoard(point, marginOf(board, size));
}

function showClocks({ state: { game: { clock, players } }, pace, drawn }) {
  for (const [at, colour] of COLOURS.entries()) {
    const { row, time } = drawn.players[at];
    const its = clock && players[colour] ? left(clock, players[colour], pace.board()) : null;
    const text = its ? timeText(its.ms) + (its.periods === null ? "" : ` ×${its.periods}`) : "";
    setText(time, text);
    row.dataset.runs = Boolean(its?.runs);
    row.dataset.low = Boolean(its?.low);
  }
}

function take(message) {
  if (message.type === "boards") {
    show(message.boards);
    return;
  }
  if (message.type === "ready") {
    live = true;
    connection("open");
    if (!came) comeBack(); // only now, because a hidden element can't take the focus
    came = true;
    return;
  }
  if (message.type === "digest") {
    message.messages.forEach(take);
    return;
  }
  const place = places.get(message.board);
  if (!place) return;
  switch (message.type) {
    case "line":
      if (!takeLine(place, message.line)) return;
      break;
    case "stones":
      place.stones = message.stones;
      break;
    case "time":
      place.pace.set(message);
      break;
    case "power":
      place.powered = message.on;
      if (!message.on) place.state = interrupted(place.state);
      break;
    default:
      return;
  }
  refresh(place);
}

/** Handle the next line of a board, or of the laptop; false if the line changes nothing yet. */
function takeLine(place, line) {
  const before = place.state;
  place.state = afterLine(before, line);
  if (place.state === before) return false;
  place.pace.setNow(line.t);
  if (line.seq !== undefined) place.drawn.item.dataset.seq = line.seq;
  if (line.is?.link) place.pace.holdWhile(isCutOff(line.is.link));
  if (live && line.did?.some(({ code }) => code === "result")) announceEnd(place);
  return !place.state.coming;
}

/** Announce the result of a game. */
function announceEnd(its) {
  $("results").append(make("p", {}, say("hall.told", { board: nameOf(its), words: headline(its.state.game, its) })));
  while ($("results").children.length > MOST_ANNOUNCED) $("results").firstChild.remove();
}

/** Focus the board from which people come back; the address's fragment is its key. */
function comeBack() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (document.activeElement === document.body) places.get(key)?.drawn.link.focus();
}

/** Replay a past game on the first board that is large enough. */
function replay({ record: { size } }, id) {
  const place = [...places.values()].find(({ board }) => board.size >= size);
  if (!place) {
    notice(say("games.noBoard", { its: `${size}x${size}` }));
    return;
  }
  const link = make("a");
  lead(link, `${pageOf(place.board.key)}&past=${encodeURIComponent(id)}`);
  location.href = link.href;
}

/** Show a sentence for a moment. */
function notice(words) {
  clearTimeout(noticeTimer);
  $("notice").textContent = words;
  $("notice").hidden = false;
  noticeTimer = setTimeout(() => ($("notice").hidden = true), NOTICE_MS);
}

function connection(word, why = "") {
  document.body.dataset.connection = word;
  $("connection").textContent = why || say(`connection.${word}`);
}

await load();
fill(document);
$("missing").hidden = location.pathname === "/"; // the laptop's status for a missing board
initLanguage($("language"));
initTheme($("theme"));
initHallKeys($("tools"), () => [...document.querySelectorAll("#boards a")], replay, notice);
const defs = svg("svg", { class: "unseen", "aria-hidden": "true" });
defineStones(defs);
document.body.append(defs);
setInterval(() => places.forEach(showClocks), CLOCK_MS);
addEventListener("resize", lay);
keepOpen("/boards.json", () => "/hall/ws", {
  about(boards) {
    live = false;
    // the first line of a board contains its whole state
    for (const place of places.values()) Object.assign(place, unknownBoard());
    show(boards);
  },
  message: take,
  lost: (why) => connection("lost", why),
});
