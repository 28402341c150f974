// Keys that act wherever the focus is on the page, but not where something is written or chosen.

const WRITTEN = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

/** Whether a key is nobody's yet: no dialog is open, nothing is written, and no command of the browser is meant. */
export function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !document.querySelector("dialog[open]") && !target.closest?.(WRITTEN);
}
