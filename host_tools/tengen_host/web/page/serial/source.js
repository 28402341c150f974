// A board at a port of this computer: connect() is a source of lines, like that of connection.js.

import { button, make } from "../browser.js";
import { answerBy, getStored } from "../connection.js";
import { afterLine, initialState, withLog } from "../game/state.js";
import { otherWire } from "../wire.js";
import { say } from "../words/i18n.js";
import { laptopWords } from "../words/sentences.js";
import { toBootsel } from "./bootsel.js";
import { encoded } from "./decoder.js";
import { firmwareDialog } from "./firmware.js";
import { Follower } from "./follower.js";
import { Names } from "./names.js";
import { keepOffline } from "./offline.js";
import { knowsBoard, Port, whyNoSerial } from "./port.js";
import { isGame, recordOf } from "./record.js";
import { fileName, Shelf } from "./shelf.js";
import { anyToken, stampOf, Stamps } from "./stamps.js";
import { noStones, stonesIn } from "./stones.js";

const LOOK_MS = 250; // ms between two looks at a silent board
const ASLEEP_MS = 2000; // if more time than this passes between two looks, this computer was asleep
const LOG_LINES = 4000; // as on a laptop

/** Let the browser draw, and take people's clicks, between two parts of the start. */
const otherWork = () => new Promise((done) => setTimeout(done));

/**
 * Follow the board at a port. Calls `on` and returns send(command), both as connect() of connection.js does. The file
 * board.json has what a laptop would say: the description of a real board, the page's role and rights, and more
 * (tengen_docs/board_page.py).
 */
export function connect(on) {
  let its = null; // board.json
  let state = initialState();
  let log = [];
  let lying = noStones();
  let follower = null;
  let write = null; // sends bytes; null without a port
  let connected = false;
  let link = { connected: true, words: "" }; // the group `link`
  let names = null;
  let shelf = null;
  let isFull = false; // whether the browser has no room for the present game
  let looked = Date.now();
  const stamps = new Stamps();

  const own = (groups) => ({ is: groups });
  const tell = (message) => on.message({ type: "error", message });
  const refuse = (why) => tell(laptopWords(why));
  const now = () => performance.now();

  const lost = (why) => ({ connected: false, words: say(why === "away" ? "server.away" : `alone.link.${why}`) });

  /** Set the state of the cable: whether the board answers, else why not, as a word. */
  function setLink(why = "") {
    connected = !why;
    const next = connected ? { connected, words: "" } : lost(why);
    if (connected === link.connected && next.words === link.words) return;
    link = next;
    on.line(own({ link }));
  }

  /** Take lines into the state; returns whether the stones on the board have changed. */
  function merge(lines, from = state) {
    state = lines.reduce(afterLine, from);
    for (const { seq, t, did } of lines) {
      if (!did) continue;
      if (did.some(({ code }) => code === "started")) {
        log = [];
        stamps.started();
      }
      log = [...log, { seq, t, did }].slice(-LOG_LINES);
    }
    if (state.coming) return false;
    const before = lying.stones;
    lying = stonesIn(state, lying);
    return JSON.stringify(lying.stones) !== JSON.stringify(before);
  }

  const stones = () => ({ type: "stones", stones: lying.stones });

  function takeWhole(lines) {
    merge(lines, initialState());
    state = withLog(state, log);
    const { version = "", wire = 0 } = state.groups.device ?? {};
    if (otherWire(wire) === "newer") return setLink("later");
    on.description({ ...its, version });
    setLink();
    const messages = [stones(), { type: "time", ms: state.t, speed: null }];
    on.state({ lines: [...lines, own({ link, names: names.fields })], log, messages }, its);
    return after();
  }

  function takeLine(line) {
    if (!connected) return;
    if (merge([line])) on.message(stones());
    on.line(line);
    if (!state.coming) after();
  }

  /** After each change: stamp the game, and keep it. */
  function after() {
    if (connected && stamps.wants(state.groups)) sendOn(stampOf(new Date(), anyToken()));
    if (!isGame(state)) return;
    const { goal, counts, reasons, opening, result, stamp } = state.game;
    const before = shelf.game(stamp.id);
    const record = recordOf(state, names.fields, before?.record);
    const isKept = shelf.keep({ record, opening, goal, counts, reasons: { ...before?.reasons, ...reasons } });
    if (!isKept && !isFull) tell(say("alone.full", { file: fileName(record) }));
    isFull = !isKept;
    if (isKept && result && state.groups.saved?.game !== stamp.id) {
      const saved = own({ saved: { game: stamp.id } });
      merge([saved]);
      on.line(saved);
    }
  }

  const sendOn = (command) => write(encoded(command));

  function look() {
    const before = looked;
    looked = Date.now(); // unlike performance.now(), this clock also advances while a computer sleeps
    if (looked - before > ASLEEP_MS) follower?.refresh(now());
    const wrong = follower?.look(now());
    if (wrong) setLink(wrong);
  }

  const does = {
    ask({ line }) {
      if (connected) sendOn(line);
      else tell(link.words);
    },
    details({ do: _, ...fields }) {
      const why = names.give(fields);
      if (why) return refuse(why);
      on.line(own({ names: names.fields }));
      return after();
    },
  };

  function send(command) {
    if (!its) return false;
    if (command.do in does) does[command.do](command);
    else if (connected) refuse({ key: "server.no_hands" }); // the rest only hands can do
    else tell(link.words);
    return true;
  }

  /** Answer a request of the page, as the laptop would. Throws an Error with the reason if only a laptop can. */
  async function answer(address, { body }) {
    const [path] = address.split("?");
    if (path.startsWith("/rules/")) return getStored(path);
    if (path === "/games.json") return shelf.entries(state.game.stamp?.id);
    const [, coded = "", what] = /^\/games\/([^/]+?)(\.json|\/names)$/.exec(path) ?? [];
    const id = decodeURIComponent(coded);
    const game = id && shelf.game(id);
    if (!game) throw new Error(say("alone.only_laptop"));
    if (what === ".json") return game;
    const why = shelf.rename(id, body);
    if (why) throw new Error(laptopWords(why));
    return { ...body, id };
  }

  async function begin() {
    answerBy(answer);
    its = await getStored("board.json").catch(({ message }) => on.connection("lost", message)) ?? null;
    if (!its) return;
    names = new Names(its.details);
    shelf = new Shelf(its.sgf, its.details.p1);
    const port = new Port(its.usb, {
      open(opened) {
        write = opened;
        log = [];
        stamps.started(); // another board may have the same numbers, and a stamp may have been lost
        follower = new Follower(write, `page ${anyToken()}`, now());
      },
      bytes(bytes) {
        for (const { whole, line } of follower.take(bytes, now())) {
          queueMicrotask(() => (whole ? takeWhole(whole) : takeLine(line))); // an error at one line loses no other
        }
      },
      lost(word) {
        write = follower = null;
        setLink(word);
      },
    });
    on.description(its);
    const why = whyNoSerial();
    offer(its, why ? null : port);
    await otherWork();
    if (why || !knowsBoard()) link = lost(why || "none");
    on.state({ lines: [own({ names: names.fields, link })], log, messages: [stones()] }, its);
    await otherWork();
    on.connection("open");
    keepOffline(tell);
    if (why) return;
    setInterval(look, LOOK_MS);
    await otherWork();
    port.begin();
  }

  /** The buttons beside the words about the connection, and in the tab of the board. */
  function offer({ image, manual }, port) {
    const type = (text) => write?.(new TextEncoder().encode(text));
    const open = firmwareDialog(image, {
      leave: () => toBootsel(type, () => follower?.text ?? "", (ms) => new Promise((done) => setTimeout(done, ms))),
      isThere: () => Boolean(write),
      runs: () => (connected ? state.groups.device : null),
    });
    const buttons = () => [
      ...(port ? [button(say("alone.connect"), { "data-tool": "connect" }, () => port.choose())] : []),
      button(say("alone.firmware"), { "data-tool": "firmware", "aria-haspopup": "dialog" }, open),
    ];
    document.querySelector(".cable").replaceChildren(...buttons());
    document.querySelector("#care > .row").append(...buttons());
    if (!manual) return;
    const link = make("a", { href: manual, target: "_blank", class: "manual" }, say("alone.manual"));
    document.querySelector("[data-view-tool=games]").after(link);
  }

  begin();
  return send;
}
