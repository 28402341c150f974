// The line to the board: connects, reads, and connects again by itself whenever it is cut.

import { answerAt, noSeat } from "./answers.js";
import { say } from "./language.js";

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 2000;
const NO_SUCH_BOARD = 404;

/**
 * Keep connected for as long as the page lives. What comes is given to `on`, as any other source of lines may do:
 *
 * - `on.description(board)`: before all else, at each connection.
 * - `on.state({lines, log, messages}, acts)`: what brings the page up to date: lines (state.js), of which one with `whole` begins
 *   anew, what was done before, [{seq, t, did}, ...], and other messages; and whether this page may act on the board.
 * - `on.line(line)`, `on.message(message)`: each later line, and each later message that is none.
 * - `on.connection(word, why)`: "connecting", "open" or "lost", and why the laptop has no place for this page, or "".
 * - `on.gone()`: before it, where the laptop has no such board any more.
 *
 * Returns send(command): false, and the command is dropped, while there is no connection.
 */
export function connect(on) {
  let socket = null;
  let retry = FIRST_RETRY_MS;
  let timer = 0;
  let has = null; // {run, at}: up to which line of which run of the laptop's program the page has been told

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
    listen(new WebSocket(new URL(has ? `ws?since=${has.run}.${has.at}` : "ws", location.href.replace(/^http/, "ws"))));
  }

  function listen(line) {
    let state = { lines: [], log: [], messages: [] }; // until "ready", what comes is the state as it is now
    let { run = "", at = 0 } = has ?? {};
    socket = line;
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      ({ run = run, at = at } = message);
      if (!state) {
        if (has) has.at = at;
        if (message.type === "line") on.line(message.line);
        else on.message(message);
      } else if (message.type === "ready") {
        const its = state;
        state = null;
        has = run ? { run, at } : null;
        retry = FIRST_RETRY_MS;
        on.state(its, message.acts);
        on.connection("open");
      } else if (message.type === "line") {
        state.lines.push(message.line);
      } else if (message.type === "log") {
        state.log.push(...message.log);
      } else {
        state.messages.push(message);
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
