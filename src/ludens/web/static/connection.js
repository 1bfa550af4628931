// The line to a table's server: sends frames, hands on what arrives, and comes back by itself after a break.

import { Client, CloseCode, Server } from "./protocol.js";
import { t } from "./words.js";

/** A move that is not answered for so long is asked about; a line that says nothing then is dead. */
const PATIENCE = 4000;
/** What is not answered for so long is said to be under way. */
const SAID_AFTER = 100;
const UNDER_WAY = { play: t`Your move is on its way…`, undo: t`Going back…`, redo: t`Going forward…`, new: t`Setting up…`, view: t`Looking back…`, seats: t`Changing players…`, hint: t`Looking for a move…` };
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
/** What another position is shown after. */
const SHOWING = new Set([Server.TABLE, Server.POSITION, Server.VIEW]);

export class Connection {
  /** A line to a table; it is opened at once. */
  constructor(table) {
    this.id = table;
    this.table = null;
    this.position = null;
    /** Who is there, at a table of several people; null at others. */
    this.people = null;
    this.shown = null;
    this.history = [];
    this.listeners = new Map();
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.id)}`));
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.emit("open");
    });
    socket.addEventListener("message", (event) => socket === this.socket && this.receive(event.data));
    socket.addEventListener("close", (event) => socket === this.socket && this.broken(event));
  }

  /** The server refuses a table that is gone: there is nothing to come back to. */
  broken(event) {
    this.cut();
    if (this.closed) return;
    const { NOT_FOUND, NOT_INVITED, REFUSED } = CloseCode;
    const gone = [NOT_FOUND, NOT_INVITED, REFUSED].includes(event.code) || (event.code === 1006 && !this.table && this.wait > 4 * FIRST_WAIT);
    this.emit("close", { gone, why: event.code === NOT_FOUND || event.code === 1006 ? "" : event.reason });
    if (gone) return void this.cut(true);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** What was sent and not answered is given up, but for moves: those may have been lost, and are sent again. */
  cut(all = this.closed) {
    for (const [id, one] of [...this.waiting]) {
      if (one.message.type === Client.PLAY && !all) continue;
      this.waiting.delete(id);
      one.reject({ code: "offline", message: t`The line to the server was cut.` });
    }
    if (!this.waiting.size) this.emit("busy", null);
  }

  /** The line is there again, at a position: moves that nobody answered are sent again where they have not arrived. */
  resume({ ply }) {
    for (const [id, { message, resolve, reject }] of [...this.waiting]) {
      if (message.type !== Client.PLAY) continue;
      if (message.ply === ply) this.post(id, message);
      else {
        this.waiting.delete(id);
        this.emit("busy", null);
        if (message.ply < ply) resolve(this.table);
        else reject({ code: "stale", message: t`The game has gone another way meanwhile.` });
      }
    }
  }

  /** Send what waits for an answer; where none comes, see whether the line is still there. */
  post(id, message) {
    this.tellBusy(id, message);
    if (!this.online) return;
    const { socket } = this;
    socket.send(JSON.stringify({ ...message, id }));
    if (message.type !== Client.PLAY) return;
    setTimeout(() => this.waiting.has(id) && this.socket === socket && this.probe(socket), PATIENCE);
  }

  /** Say what is under way, if it takes its time. */
  tellBusy(id, { type }) {
    if (UNDER_WAY[type]) setTimeout(() => this.waiting.has(id) && this.emit("busy", UNDER_WAY[type]), SAID_AFTER);
  }

  /** Ask whether anybody is at the other end; close a line at which nobody is. */
  probe(socket) {
    this.heard = false;
    this.send({ type: Client.PING }).catch(() => {});
    setTimeout(() => !this.heard && this.socket === socket && this.hangUp(), PATIENCE);
  }

  /** The line is dead: do not wait until the system finds that out. */
  hangUp() {
    const { socket } = this;
    this.socket = { readyState: WebSocket.CLOSED, close() {} };
    socket.close();
    this.broken({ code: 1006 });
  }

  /** Try again now, e.g. because the network is back. */
  retry() {
    if (this.closed || this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.cut();
    this.socket.close();
    this.listeners.clear();
  }

  get online() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Send a frame; gives the direct answer, or rejects with the error frame. */
  send(message) {
    if (!this.online && (message.type !== Client.PLAY || this.closed)) return Promise.reject({ code: "offline", message: t`There is no line to the server now.` });
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { message, resolve, reject }));
    this.post(id, message); // a move waits for the line to come back
    return answer;
  }

  receive(data) {
    const frame = JSON.parse(data);
    this.heard = true;
    this.keep(frame);
    this.emit(frame.type, frame);
    if (SHOWING.has(frame.type)) this.emit("shown", this.shown);
    if (frame.type === Server.TABLE && frame.re === undefined) this.resume(frame.position);
    const waiting = this.waiting.get(frame.re);
    if (!waiting) return;
    this.waiting.delete(frame.re);
    if (![...this.waiting.values()].some(({ message }) => UNDER_WAY[message.type])) this.emit("busy", null);
    if (frame.type === Server.ERROR) waiting.reject(frame);
    else waiting.resolve(frame);
  }

  /** Which seats are one's own, and what people are called. */
  seat() {
    for (const seat of this.people ? this.table.seats : []) {
      const chair = this.people.chairs.find(({ player }) => player === seat.player);
      Object.assign(seat, { mine: chair !== undefined && chair.seat === this.people.seat, name: chair?.name, here: chair?.here, clock: chair?.clock });
    }
  }

  keep(frame) {
    if (frame.type === Server.PEOPLE) {
      this.people = { ...frame, at: Date.now() };
      this.seat();
    } else if (frame.type === Server.PROBE) {
      this.socket.send(JSON.stringify({ type: Client.PROBED, number: frame.number }));
    } else if (frame.type === Server.TABLE) {
      this.table = frame;
      this.seat();
      this.history = frame.history ?? [];
      this.position = this.shown = frame.position;
      this.times = frame.times;
    } else if (frame.type === Server.POSITION) {
      const from = frame.history_from ?? 1;
      this.history = [...this.history.filter((entry) => entry.ply < from), ...(frame.history ?? [])];
      this.position = this.shown = frame.position;
      this.times = frame.times;
    } else if (frame.type === Server.VIEW) {
      this.shown = frame.position.ply === this.position?.ply ? this.position : { ...frame.position, scene: frame.scene };
    } else if (frame.type === Server.SEATS && this.table) {
      this.table.seats = frame.seats;
      this.seat();
    } else if (frame.type === Server.PAUSED && this.table) {
      this.table.paused = frame.paused;
    }
  }

  /** Show a ply of the game, the newest one without asking the server. */
  view(ply) {
    if (!this.position) return Promise.resolve();
    if (ply >= this.position.ply) {
      this.shown = this.position;
      this.emit("shown", this.shown);
      return Promise.resolve(this.shown);
    }
    return this.send({ type: Client.VIEW, ply: Math.max(0, ply) });
  }

  on(type, listener) {
    if (!this.listeners.has(type)) this.listeners.set(type, new Set());
    this.listeners.get(type).add(listener);
    return () => this.listeners.get(type)?.delete(listener);
  }

  emit(type, value) {
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(value);
  }
}
