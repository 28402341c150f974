// What a board answers while its matrix is watched: a pure step from one state to the next.

const LINES = 16;

export const resting = () => ({
  on: false,
  rows: [], // the output of each row, the wired-shut one last
  columns: [], // the input of each column, the row sense last
  words: [], // by output: a bit an input
  edges: new Map(), // by output * 16 + input: how often it has changed since the watch began
  hz: null, // frames a second
  mv: null,
  ma: null,
  at: null, // when a frame was told last
});

/** The state after a line. */
export function after(state, { t, did = [], answer = null }) {
  if (did.some(({ code }) => code === "started")) return resting();
  if (answer?.code === "probe") {
    if (!answer.on) return resting();
    return state.on ? state : { ...resting(), on: true, rows: answer.rows, columns: answer.columns };
  }
  if (answer?.code !== "frame" || !state.on) return state;
  const words = [];
  for (let at = 0; at < LINES; at++) words.push(parseInt(answer.words.slice(4 * at, 4 * at + 4), 16));
  const edges = new Map(state.edges);
  for (const [contact, count] of answer.changes) edges.set(contact, (edges.get(contact) ?? 0) + count);
  const { mv = state.mv, ma = state.ma } = answer;
  // frames come every 20 ms at the quickest: too short a time to tell a rate from
  const past = state.at === null ? 0 : t - state.at;
  const hz = past >= 100 ? Math.round((1000 * answer.frames) / past) : state.hz;
  return { ...state, words, edges, hz, mv, ma, at: t };
}

/** The contact of a row and a column, both from 0: [its number, whether it is closed, how often it has changed]. */
export function contact(state, row, column) {
  const [output, input] = [state.rows[row], state.columns[column]];
  const number = output * LINES + input;
  return [number, Boolean((state.words[output] >> input) & 1), state.edges.get(number) ?? 0];
}
