// The names of the players and the occasion, given by people: the same on every page of the board.

const form = document.getElementById("details");
export const FIELDS = ["p1", "p2", "event", "round", "table"];

export const nobody = () => Object.fromEntries(FIELDS.map((name) => [name, ""]));

/** Let people give names; `give(fields)` gives some of them. */
export function followNames(give) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => give({ [target.name]: target.value }));
}

/** Show these details, but leave alone what is being written. */
export function showNames(details) {
  for (const name of FIELDS) {
    const input = form.elements[name];
    if (input !== document.activeElement) input.value = details[name];
  }
}
