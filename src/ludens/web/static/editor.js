/** Stands in until the module lands. */
export function mountEditor(el) {
  el.append("Design");
}
