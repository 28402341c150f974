// The line to the board: connects, reads, and connects again by itself whenever it is cut.

import { answerAt, noSeat } from "./answers.js";
import { say } from "./language.js";
import { Told } from "./told.js";

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 2000;
const NO_SUCH_BOARD = 404;

/**
 * Keep connected for as long as the page lives. `on.description(board)` comes before each connection's messages,
 * `on.state(messages, acts)` has the board's whole state and whether this page may act on it, `on.message(message)` each
 * later one, and `on.connection(word, why)` says "connecting", "open" or "lost", and why the laptop has no place for this
 * page, or ""; `on.gone()` comes before it where the laptop has no such board any more. Returns send(command): false, and the command is dropped, while there is no connection.
 */
export function connect(on) {
  let socket = null;
  let retry = FIRST_RETRY_MS;
  let timer = 0;
  const told = new Told();

  async function open() {
    clearTimeout(timer);
    timer = 0;
    try {
      on.description(await answerAt("board.json"));
    } catch (error) {
      const gone = error.status === NO_SUCH_BOARD;
      if (gone) on.gone();
      lost(gone ? say("connection.gone") : "");
      return;
    }
    listen(new WebSocket(new URL(`ws${told.query()}`, location.href.replace(/^http/, "ws"))));
  }

  function listen(line) {
    let state = []; // until "ready", what comes is the state as it is now
    let whole = true; // whether it is all of it, or goes on from the events that the page has
    socket = line;
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "since") {
        whole = false;
        state.push(...told.messages());
        return;
      }
      if (message.type === "event") {
        if (state && whole) told.forget();
        whole = false;
        told.keep(message, data);
      }
      if (message.type === "ready") {
        retry = FIRST_RETRY_MS;
        const messages = state;
        state = null;
        on.state(messages, message.acts);
        on.connection("open");
      } else if (state) {
        state.push(message);
      } else {
        on.message(message);
      }
    };
    // one that was never open may have been refused
    line.onclose = async () => lost(state ? await noSeat() : "");
  }

  function lost(why) {
    socket = null;
    on.connection("lost", why);
    timer = setTimeout(open, retry);
    retry = Math.min(2 * retry, LONGEST_RETRY_MS);
  }

  function hurry() {
    if (timer && !document.hidden) open();
  }

  // a laptop that wakes, a phone that is taken up again
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return (command) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  };
}
