// From a state's bytes to what the board shows, by the places and the portraits that were drawn beforehand.

/** The pieces of a state as `board.setPieces` has them. */
export function positionOf(engine, drawn, state) {
  const [what, counts, states] = ["what", "count", "state"].map((name) => engine.field(state, name));
  const pieces = [];
  drawn.places.forEach((place, slot) => {
    if (!place || !what[slot]) return;
    const portrait = drawn.portraits[what[slot]];
    if (!portrait) return;
    const count = counts?.[slot] || 1;
    const symbol = place.symbols?.[what[slot]] ?? portrait.states[states?.[slot] ?? 0] ?? portrait.symbol;
    if (place.kind === "seeds") {
      const { label, ...where } = place;
      const heaps = drawn.heaps[what[slot]];
      const heap = heaps[Math.min(count, heaps.length) - 1];
      const badge = count > 5 ? String(count) : null;
      pieces.push({ ...where, key: `${place.ref}:0`, symbol: heap, owner: 0, badge, count, label: `${count} seed${count > 1 ? "s" : ""} on ${label}` });
      return;
    }
    const words = `${count > 1 ? `${count} ` : ""}${portrait.words}`;
    const { label, ...where } = place;
    delete where.symbols;
    const badge = count > 1 ? String(count) : null;
    pieces.push({ ...where, key: `${place.ref}:0`, symbol, owner: portrait.owner, badge, kind: "piece", label: `${words} on ${label}` });
  });
  return { pieces, symbols: {}, western: {}, extra: "" };
}

/** The reference of a site that a move names, or null. */
export function refOf(drawn, site) {
  if (site < 0) return null;
  return `${site >= drawn.beside ? "c" : drawn.kind}:${site}`;
}

/** Legal moves as `Picker` has them: with references, a name, and a label where several have the same sites. */
export function movesOf(engine, drawn, state) {
  const groups = new Map();
  const moves = engine.legal(state).map(({ index, player, from, to }) => {
    const [start, end] = [refOf(drawn, from), refOf(drawn, to)];
    const kind = end ? "move" : "pass";
    const [a, b] = [drawn.labels[start], drawn.labels[end]];
    const name = !end ? "Pass" : start && start !== end && from < drawn.beside ? `${a}–${b}` : b;
    const move = { index, player, from: start, to: end, kind, name, label: "" };
    const key = `${start} ${end}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
    return move;
  });
  for (const group of groups.values()) if (group.length > 1) tellApart(engine, drawn, state, group);
  return moves;
}

/** Moves between the same sites are told apart by what stands there afterwards, else by numbers. */
function tellApart(engine, drawn, state, group) {
  const slot = drawn.places.findIndex((place) => place?.ref === group[0].to);
  const after = group.map((move) => engine.field(engine.play(state, move.index), "what")[slot]);
  const differ = new Set(after).size === group.length;
  group.forEach((move, n) => {
    const name = differ ? engine.told.components[after[n] - 1]?.name : null;
    move.label = name ? `=${name}` : `way ${n + 1}`;
    move.name += name ? `=${name}` : ` (${n + 1})`;
  });
}
