// The keys of a table: they work whatever has the focus, unless one writes, or is asked something in a dialog.

import * as settings from "./settings.js";

/** Whether keys mean what is written, or what is chosen in a dialog, and not the table. */
export const isWriting = (element) => Boolean(element.closest?.("input:not([type=checkbox], [type=radio]), textarea, [contenteditable], dialog"));

/**
 * Listen to the keys of a table; gives what ends it. `board()` is the board, or null; `step(ply)` shows a ply, `at()` is
 * the one that is shown; `letGo()` drops what is chosen, `confirm()` plays what waits for that; `buttons` are those that letters press.
 */
export function listen({ board, step, at, letGo, buttons, confirm = null }) {
  const key = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    if (event.shiftKey) return void board()?.keyboard.walk(event);
    if (event.key === "Escape") letGo();
    if (event.key === "Enter" && !event.target.closest?.("button, a, summary, select") && confirm?.()) return void event.preventDefault();
    const tool = settings.get("keys") ? buttons[event.key.toLowerCase()] : null;
    if (tool && !tool.disabled && !tool.hidden) {
      event.preventDefault();
      tool.click();
    }
    const target = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: Infinity }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    step(target);
  };
  addEventListener("keydown", key);
  return () => removeEventListener("keydown", key);
}
