// Short sounds, made on the spot.

import * as settings from "./settings.js";

let context = null;

function tone(frequency, start, length, { kind = "triangle", volume = 0.2, slide = 1 } = {}) {
  const at = context.currentTime + start;
  const oscillator = new OscillatorNode(context, { type: kind, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * slide, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** A knock of wood: noise through a narrow filter. */
function knock(start, pitch, volume) {
  const frames = Math.round(context.sampleRate * 0.08);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < frames; n++) data[n] = (Math.random() * 2 - 1) * Math.exp(-n / (frames * 0.12));
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 4 });
  const gain = new GainNode(context, { gain: volume });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + start);
}

const SOUNDS = {
  move: () => knock(0, 850, 0.7),
  capture: () => (knock(0, 600, 0.8), knock(0.06, 1050, 0.5)),
  sow: () => [0, 0.05, 0.09, 0.14].forEach((at, n) => knock(at, 1500 + 130 * n, 0.35)),
  dice: () => [0, 0.06, 0.1, 0.17].forEach((at, n) => knock(at, 2100 - 210 * n, 0.5)),
  turn: () => tone(660, 0, 0.18, { volume: 0.03 }),
  error: () => tone(180, 0, 0.16, { volume: 0.03, slide: 0.8 }),
  end: () => [523, 659, 784].forEach((f, n) => tone(f, n * 0.11, 0.45, { volume: 0.04 })),
};

const seeds = (pieces) => pieces.some(({ kind }) => kind === "seeds");
const dice = (pieces) => pieces.filter(({ kind, used }) => kind === "die" && !used).map(({ symbol }) => symbol).join();

/** The sound of what has happened between two positions. */
export function of(before, { over, pieces: { pieces } }) {
  if (over) return "end";
  const old = before?.pieces.pieces ?? [];
  if (dice(pieces) && dice(pieces) !== dice(old) && dice(pieces).length >= dice(old).length) return "dice";
  if (seeds(pieces)) return "sow";
  return pieces.length < old.length ? "capture" : "move";
}

/** Play a sound, if the visitor wants sounds, and has done something on the page: until then browsers let none be heard. */
export function play(name) {
  if (!settings.get("sound") || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    context.resume();
    SOUNDS[name]?.();
  } catch {
    // a browser without sound stays silent
  }
}
