/** Stands in until the module lands. */
export function mountTable(el) {
  el.append("play");
}
