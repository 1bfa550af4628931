/** Stands in until the module lands. */
export function mountHome(el) {
  el.append("home");
}
