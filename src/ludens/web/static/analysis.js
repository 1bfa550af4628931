/** Stands in until the module lands. */
export function mountAnalysis(el) {
  el.append("Analysis");
}
