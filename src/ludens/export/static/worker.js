// The opponent: searches in a worker, so that the page stays quick; and random games, which tell how fast that is.

import { Bandits } from "./bandits.js";
import { openEngine } from "./engine.js";

let engine = null;

function answer(ready, { playouts, seed, state, time, player }) {
  if (!playouts) return { index: ready.told.search ? ready.search(state, time) : new Bandits(ready, state, player).search(time) };
  const begun = performance.now();
  const games = ready.playouts(playouts, seed);
  return { games, seconds: (performance.now() - begun) / 1000 };
}

onmessage = async ({ data }) => {
  try {
    engine ??= openEngine(data.told, data.module);
    postMessage({ id: data.id, ...answer(await engine, data) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
