// The connection to the laptop: requests, and a WebSocket to a board that reconnects by itself.

import { asking, at } from "./browser.js";
import { say } from "./words/i18n.js";
import { laptopWords } from "./words/sentences.js";

/**
 * The JSON at an address. Throws an Error with the reason in the language of the page, and with the `status` of the
 * answer, if there was an answer. `signal`: an AbortSignal that ends the request.
 */
export const getJson = (address, signal = null) => answers(address, { signal });

/** The same, with `its` sent to the address. */
export const postJson = (address, its) => answers(address, { body: its });

let answers = request;

/** Let its(address, {body, signal}) answer the requests of the page, for a page without a laptop. */
export const answerBy = (its) => (answers = its);

/** The JSON of a file beside the page, for a page without a laptop. */
export const getStored = (address) => request(address, {});

const sent = (body) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

async function request(address, { body, ...how }) {
  const answer = await fetch(at(address), { cache: "no-store", ...how, ...(body && sent(body)) }).catch(() => null);
  if (!answer) throw new Error(say("server.silent"));
  if (answer.ok) return answer.json();
  const its = await answer.json().catch(() => null); // a proxy's answer is not JSON
  const why = new Error(its?.message ? laptopWords(its) : say("server.failed", { status: answer.status }));
  throw Object.assign(why, { status: answer.status });
}

/**
 * [the reason why the laptop has no place for this page, in a sentence, or "" if it has one or does not answer; whether
 * the room has a question, which other pages may answer].
 */
async function whyNoPlace(seat) {
  const its = await getJson(seat).catch(() => null);
  return its?.message ? [say("connection.refused", { why: laptopWords(its) }), Boolean(its.quiz)] : [""];
}

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 2000;
const NO_SUCH_BOARD = 404;

/**
 * Keep a WebSocket open while the page lives; returns send(command), which is false without a connection.
 *
 * `path()` is the address of the WebSocket, `about` that of its description; both are requested at the same time. At
 * each connection `on.about(json)` is called first, then `on.message(message)` with each message. When the connection
 * is lost or refused, `on.lost(why, status, isAsked)` gets the reason why the laptop has no place for this page, or "",
 * the status of an error answer, and whether a refused page may answer a question instead. `seat`: the address that has the reason. send.again() replaces a connection that is dead
 * although the browser has not noticed it.
 */
export function keepOpen(about, path, on, seat = "/seat.json") {
  let socket = null;
  let retry = FIRST_RETRY_MS;
  let timer = 0;

  async function open() {
    clearTimeout(timer);
    timer = 0;
    const early = []; // messages that came before the description
    const asked = getJson(about);
    const made = new WebSocket(new URL(path(), location.href.replace(/^http/, "ws")));
    socket = made;
    made.onmessage = (event) => early.push(event);
    try {
      const its = await asked;
      if (made !== socket) return; // given up meanwhile
      on.about(its);
    } catch ({ status }) {
      if (made !== socket) return;
      made.close();
      lost("", status);
      return;
    }
    let isReady = false; // whether the connection was ever open; if not, the laptop may have refused it
    const take = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "ready") {
        isReady = true;
        retry = FIRST_RETRY_MS;
      }
      on.message(message);
    };
    early.forEach(take);
    made.onmessage = take;
    made.onclose = async () => {
      const [why, isAsked] = isReady ? [""] : await whyNoPlace(seat);
      if (made === socket) lost(why, 0, isAsked);
    };
    if (made.readyState === WebSocket.CLOSED) made.onclose();
  }

  function lost(why, status, isAsked = false) {
    socket = null;
    on.lost(why, status, isAsked);
    timer = setTimeout(open, retry);
    retry = Math.min(2 * retry, LONGEST_RETRY_MS);
  }

  function hurry() {
    if (timer && !document.hidden) open();
  }

  // a laptop wakes up, or a phone comes back to the page
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  const send = (command) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  };
  send.again = () => {
    if (!socket) return;
    const dead = socket;
    dead.onmessage = dead.onclose = null;
    dead.close();
    lost("");
  };
  return send;
}

/**
 * Stay connected to the board of this page. Calls `on`, like the other source of lines (serial/source.js):
 *
 * - `on.description(board)`: first, at each connection.
 * - `on.state({lines, log, messages}, {role, may})`: brings the page up to date: lines (state.js; one with `whole` begins
 *   anew), the log, [{seq, t, did}, ...], and other messages; `role`, `may`: the page's role and rights (rights.js).
 * - `on.line(line)`, `on.message(message)`: each later line, and each later other message.
 * - `on.connection(word, why, isAsked)`: "connecting", "open" or "lost", and the reason and the question for a refused
 *   page, as in keepOpen().
 * - `on.gone()`: called before `on.connection` if the laptop no longer has this board.
 *
 * Returns send(command) like keepOpen().
 */
export function connect(on) {
  let has = null; // {run, at}: the run of the laptop's program, and the last line that the page got
  let state = null; // collects the present state: the messages until "ready"
  let run = "";
  let at = 0;

  function take(message) {
    ({ run = run, at = at } = message);
    if (!state) {
      if (has) has.at = at;
      if (message.type === "line") on.line(message.line);
      else on.message(message);
    } else if (message.type === "ready") {
      const its = state;
      state = null;
      has = run ? { run, at } : null;
      on.state(its, message);
      on.connection("open");
    } else if (message.type === "line") {
      state.lines.push(message.line);
    } else if (message.type === "log") {
      state.log.push(...message.log);
    } else {
      state.messages.push(message);
    }
  }

  return keepOpen(asking("board.json"), () => asking("ws", has && `since=${has.run}.${has.at}`), {
    about(description) {
      state = { lines: [], log: [], messages: [] };
      ({ run = "", at = 0 } = has ?? {});
      on.description(description);
    },
    message: take,
    lost(why, status, isAsked) {
      const gone = status === NO_SUCH_BOARD;
      if (gone) on.gone();
      on.connection("lost", gone ? say("connection.gone") : why, isAsked);
    },
  });
}
