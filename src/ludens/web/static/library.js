/** Stands in until the module lands. */
export function mountLibrary(el) {
  el.append("Games");
}
