// The page on the whole screen, where the browser lets it.

import { say } from "./language.js";

/** Have the page on the whole screen, or no longer; `tell(sentence)` gets why that can't be. */
export async function toggleFullScreen(tell) {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    tell(say("notice.no_full_screen"));
  }
}

/** Whether the page has the whole screen. */
export const isFullScreen = () => Boolean(document.fullscreenElement);
