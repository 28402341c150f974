// The hall: every board small, with whose turn it is, who plays, and their clocks; each is a link to its own page, large.

import { lead } from "./address.js";
import { answerAt, noSeat } from "./answers.js";
import { left, timeText } from "./clock.js";
import { make } from "./dom.js";
import { marginOf, onBoard } from "./field.js";
import { PASS } from "./game.js";
import { defineStones } from "./ground.js";
import { followHallKeys } from "./hallkeys.js";
import { gameLine, headColour, headline } from "./prompts.js";
import { load, say, sentences } from "./language.js";
import { fill, followLanguage } from "./languageview.js";
import { Pace } from "./pace.js";
import { smallBoard } from "./smallboard.js";
import { after, interrupted, unheard } from "./state.js";
import { svg } from "./svg.js";
import { isUnheard, placeName } from "./said.js";
import { followTheme } from "./theme.js";
import { capital, capturedWords, whoName } from "./words.js";

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 2000;
const CLOCK_MS = 100; // so often are the clocks looked at: what is told of them is reckoned on between
const LOW_MS = 10_000;
const NOTICE_MS = 6000;
const MOST_TOLD = 5;
const FEW = 3; // boards whose words are larger
const COLOURS = ["white", "black"];

const $ = (id) => document.getElementById(id);

const seats = new Map(); // by key: {board, state, stones, powered, pace, drawn: its elements}
const told = () => ({ state: unheard(), powered: true, pace: new Pace() });
let retry = FIRST_RETRY_MS;
let timer = 0;
let noticeTimer = 0;
let live = false; // whether what comes is new, and no longer the state as it was found
let came = false; // whether the boards have been shown

/** Have exactly these boards in the hall, in their order. */
function show(boards) {
  const keys = new Set(boards.map(({ key }) => key));
  for (const [key, { drawn }] of [...seats]) {
    if (keys.has(key)) continue;
    drawn.item.remove();
    seats.delete(key);
  }
  for (const board of boards) {
    const before = seats.get(board.key);
    if (before?.board.size === board.size) before.board = board;
    else {
      before?.drawn.item.remove();
      seats.set(board.key, { board, stones: {}, drawn: draw(board), ...told() });
    }
    refresh(seats.get(board.key));
  }
  // what is moved loses the keyboard's focus
  boards.forEach(({ key }, at) => {
    const { item } = seats.get(key).drawn;
    if ($("boards").children[at] !== item) $("boards").insertBefore(item, $("boards").children[at] ?? null);
  });
  $("none").hidden = boards.length > 0;
  $("boards").dataset.few = boards.length <= FEW;
  $("boards").style.setProperty("--wide", columnsFor(boards.length));
  $("boards").style.setProperty("--tall", columnsOfTall(boards.length));
}

/** So that all of them are as large as a wide screen allows: 8 are 4 beside each other. */
const columnsFor = (number) => (number <= 3 ? Math.max(1, number) : number <= 4 ? 2 : number <= 6 ? 3 : Math.ceil(Math.sqrt(2 * number)));

/** The same in a window that is higher than wide. */
const columnsOfTall = (number) => (number <= 2 ? 1 : number <= 4 ? 2 : Math.max(3, Math.ceil(Math.sqrt(0.75 * number))));

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

/** Where the last stone lies, or null. */
function lastOf({ moves, size }, board) {
  const point = moves.at(-1)?.point ?? PASS;
  return point === PASS ? null : onBoard(point, marginOf(board, size));
}

function showClocks({ state: { game: { clock, players } }, pace, drawn }) {
  for (const [at, colour] of COLOURS.entries()) {
    const { row, time } = drawn.players[at];
    const its = clock && players[colour] ? left(clock, players[colour], pace.board()) : null;
    const text = its ? timeText(its.ms) + (its.periods === null ? "" : ` ×${its.periods}`) : "";
    if (time.textContent !== text) time.textContent = text;
    row.dataset.runs = Boolean(its?.runs);
    row.dataset.low = Boolean(its && its.ms < LOW_MS);
  }
}

function take(message) {
  if (message.type === "boards") {
    show(message.boards);
    return;
  }
  if (message.type === "ready") {
    live = true;
    return;
  }
  if (message.type === "digest") {
    message.messages.forEach(take);
    return;
  }
  const seat = seats.get(message.board);
  if (!seat) return;
  switch (message.type) {
    case "line":
      if (!hear(seat, message.line)) return;
      break;
    case "stones":
      seat.stones = message.stones;
      break;
    case "time":
      seat.pace.tell(message);
      break;
    case "power":
      seat.powered = message.on;
      if (!message.on) seat.state = interrupted(seat.state);
      break;
    default:
      return;
  }
  refresh(seat);
}

/** Take the next line of a board, or of the laptop; false where it changes nothing yet. */
function hear(seat, line) {
  const before = seat.state;
  seat.state = after(before, line);
  if (seat.state === before) return false;
  seat.pace.hear(line.t);
  if (line.seq !== undefined) seat.drawn.item.dataset.seq = line.seq;
  if (line.is?.link) seat.pace.unheard(isUnheard(line.is.link));
  if (live && line.did?.some(({ code }) => code === "result")) tell(seat);
  return !seat.state.coming;
}

/** Tell those who hear the page how a game has ended. */
function tell(its) {
  $("told").append(make("p", {}, say("hall.told", { board: nameOf(its), words: headline(its.state.game, its) })));
  while ($("told").children.length > MOST_TOLD) $("told").firstChild.remove();
}

/** Put the keyboard's focus on the board that people come back from: its key is the address's fragment. */
function comeBack() {
  const key = decodeURIComponent(location.hash.slice(1));
  if (document.activeElement === document.body) seats.get(key)?.drawn.link.focus();
}

/** Replay a game of the past on the first board that is large enough. */
function replay({ record: { size } }, id) {
  const seat = [...seats.values()].find(({ board }) => board.size >= size);
  if (!seat) {
    notice(say("games.noBoard", { its: `${size}x${size}` }));
    return;
  }
  const link = make("a");
  lead(link, `${pageOf(seat.board.key)}&past=${encodeURIComponent(id)}`);
  location.href = link.href;
}

/** Say something for a moment. */
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

async function open() {
  timer = 0;
  live = false;
  try {
    const boards = await answerAt("/boards.json");
    // what is told of a board begins with all of its present state
    for (const seat of seats.values()) Object.assign(seat, told());
    show(boards);
  } catch {
    lost("");
    return;
  }
  let refused = true;
  const socket = new WebSocket(new URL("/hall/ws", location.href.replace(/^http/, "ws")));
  socket.onopen = () => {
    refused = false;
    retry = FIRST_RETRY_MS;
    connection("open");
    if (!came) comeBack(); // not before: what is hidden takes no focus
    came = true;
  };
  socket.onmessage = ({ data }) => take(JSON.parse(data));
  socket.onclose = async () => lost(refused ? await noSeat() : "");
}

function lost(why) {
  connection("lost", why);
  timer = setTimeout(open, retry);
  retry = Math.min(2 * retry, LONGEST_RETRY_MS);
}

function hurry() {
  if (!timer || document.hidden) return;
  clearTimeout(timer);
  open();
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
await load();
fill(document);
$("missing").hidden = location.pathname === "/"; // what the laptop answers where a board is not
followLanguage($("language"));
followTheme($("theme"));
followHallKeys($("tools"), () => [...document.querySelectorAll("#boards a")], replay, notice);
const defs = svg("svg", { class: "unseen", "aria-hidden": "true" });
defineStones(defs);
document.body.append(defs);
setInterval(() => seats.forEach(showClocks), CLOCK_MS);
open();
