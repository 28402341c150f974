// Where there are several boards: which of them this page shows, and the way back to all of them.

import { lead } from "./address.js";
import { boardName } from "./said.js";

const $ = (id) => document.getElementById(id);

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
  $("hallway").hidden = boards.length < 2;
  $("board-name").textContent = boards.filter(({ key }) => key === shownKey()).map(boardName).join("");
}

/** The key of the board on this page, from its address /board/KEY/; "" on the page of the only board. */
function shownKey() {
  const [, key = ""] = location.pathname.match(/^\/board\/([^/]+)\//) ?? [];
  return decodeURIComponent(key);
}
