// Labels of a board: along its edges, or at every site.

import { clear, svg } from "./dom.js";

/** Write the labels that the options of a board ask for. */
export function drawLabels(board) {
  const layer = clear(board.layers.labels);
  const { coordinates, indices } = board.options;
  const { axes, default: kind } = board.scene;
  if (coordinates === "edge" && axes) {
    for (const { x, y, text } of axes.labels) layer.append(axisLabel(board, x, y, text));
  }
  if (!indices && coordinates !== "sites") return;
  for (const site of board.sites.values()) {
    if (site.container !== 0 || site.ref[0] !== (kind ?? site.ref[0])) continue;
    if (board.shown && !board.shown.has(site.ref)) continue;
    layer.append(siteLabel(board, site, indices ? site.ref.slice(2) : site.label));
  }
}

function axisLabel(board, x, y, text) {
  const { axes: { turns, inside }, frame: [left, , width] } = board.scene;
  const [cx, cy] = board.centre;
  const column = x > left && x < left + width;
  const turned = turns ? [2 * cx - x, 2 * cy - y] : column ? [2 * cx - x, y] : [x, 2 * cy - y];
  const at = board.options.flipped ? turned : [x, y];
  return svg("text", { class: inside ? "axis in-cell" : "axis", x: at[0], y: at[1], "font-size": 13, "text-anchor": "middle" }, text);
}

function siteLabel(board, site, text) {
  const [x, y] = board.point(site.ref);
  const size = Math.max(6, Math.min(site.r * 0.5, 12));
  const corner = site.path && !site.line;
  const at = corner ? [x, y + site.r * 0.82] : [x + site.r * 0.55, y + site.r * 0.75];
  return svg("text", { class: "site-label", x: at[0], y: at[1], "font-size": size, "text-anchor": "middle" }, text);
}
