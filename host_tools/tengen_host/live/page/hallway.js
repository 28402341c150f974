// Which board this page shows, in its title too; and where there are several, the way back to all of them.

import { lead } from "./address.js";
import { say } from "./language.js";
import { placeName } from "./said.js";
import { apart, whoName } from "./words.js";

const $ = (id) => document.getElementById(id);

let shown = null; // the board of this page in a hall of several, as /boards.json has it
let titled = [{ players: {} }, {}]; // of which game, with which details, the title was last

/** Show this board's name and the link to the hall, if the laptop has more boards than this one. */
export async function showHallway() {
  let boards = [];
  try {
    boards = await (await fetch("/boards.json", { cache: "no-store" })).json();
  } catch {
    // without the laptop the page says so itself, and this is asked again with the next connection
    return;
  }
  lead(document.querySelector("#hallway a"), `/#${encodeURIComponent(shownKey())}`);
  showWay(boards.length > 1);
  shown = boards.length > 1 ? boards.find(({ key }) => key === shownKey()) : null;
  showTitle(...titled);
}

/** Show the way to the boards that there are: this one is no longer among them. */
export function offerHall() {
  lead(document.querySelector("#hallway a"), "/");
  showWay(true);
}

function showWay(wanted) {
  if ($("hallway").hidden === !wanted) return;
  $("hallway").hidden = !wanted;
  dispatchEvent(new Event("resize")); // all else has less room
}

/** Show at which table this is and who plays: beside the way back, and in the page's title, by which tabs are told apart. */
export function showTitle(game, details) {
  titled = [game, details];
  const place = placeName(shown, details.table);
  if ($("board-name").textContent !== place) $("board-name").textContent = place;
  const [black, white] = ["black", "white"].map((colour) => apart(details[game.players[colour]] || whoName(game.players[colour])));
  const players = Boolean(details.p1 || details.p2);
  const title = players && place ? say("page.title_of_both", { place, black, white })
    : players ? say("page.title_of_players", { black, white })
      : place ? say("page.title_of_place", { place }) : "";
  if (document.title !== (title || "Tengen")) document.title = title || "Tengen";
  const head = document.querySelector("h1");
  if (head.textContent !== (title || say("page.title"))) head.textContent = title || say("page.title");
}

/** The key of the board on this page, from its address /board/KEY/; "" on the page of the only board. */
function shownKey() {
  const [, key = ""] = location.pathname.match(/^\/board\/([^/]+)\//) ?? [];
  return decodeURIComponent(key);
}
