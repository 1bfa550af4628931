// The opponent: searches in a worker, so that the page stays quick.

import { openEngine } from "./engine.js";

let engine = null;

onmessage = async ({ data }) => {
  try {
    engine ??= openEngine(data.told, data.module);
    postMessage({ id: data.id, index: (await engine).search(data.state, data.time) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
