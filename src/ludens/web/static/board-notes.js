// Arrows and rings that people draw on a board, with the right mouse button or after a long press, to think with.
// A click wipes them away, unless somebody keeps them: `handlers.drawn(marks)` is told then of every change.

const LONG_PRESS = 450;
const SLOP = 10;

/** The colour that keys choose; without any it is green. */
const colourOf = ({ shiftKey, altKey }) => (shiftKey ? (altKey ? "yellow" : "red") : altKey ? "blue" : "green");

export class Notes {
  constructor(board) {
    this.board = board;
    this.start = null;
    this.marks = [];
    this.listeners = { pointerup: (event) => this.end(event), pointermove: (event) => this.move(event), pointercancel: () => this.cancel() };
    board.root.addEventListener("contextmenu", (event) => event.preventDefault());
    board.root.addEventListener("pointerdown", (event) => this.begin(event));
    board.root.addEventListener("touchmove", (event) => this.start && event.preventDefault(), { passive: false });
    board.root.addEventListener("click", (event) => this.pressed && (event.stopPropagation(), (this.pressed = false)), true);
    for (const [name, listener] of Object.entries(this.listeners)) addEventListener(name, listener);
  }

  close() {
    clearTimeout(this.timer);
    for (const [name, listener] of Object.entries(this.listeners)) removeEventListener(name, listener);
  }

  begin(event) {
    clearTimeout(this.timer);
    this.start = null;
    this.pressed = false;
    const ref = this.board.at(event.clientX, event.clientY);
    if (event.pointerType === "mouse") {
      if (event.button === 0 && !this.board.handlers.drawn) this.wipe();
      if (event.button === 2) this.start = ref;
    } else if (ref && event.isPrimary && this.board.handlers.drawn) { // at a table a slow tap is a tap
      this.down = [event.clientX, event.clientY];
      this.timer = setTimeout(() => this.press(ref), LONG_PRESS);
    }
  }

  /** A finger has rested on a site: what it does next is drawn, not played. */
  press(ref) {
    this.start = ref;
    this.pressed = true;
    this.board.pointer.cancel();
    navigator.vibrate?.(15);
  }

  move(event) {
    if (this.down && !this.start && Math.hypot(event.clientX - this.down[0], event.clientY - this.down[1]) > SLOP) this.cancel();
  }

  cancel() {
    clearTimeout(this.timer);
    this.down = null;
  }

  end(event) {
    this.cancel();
    const from = this.start;
    const meant = from && (event.button === 2 || this.pressed);
    const to = meant ? this.board.at(event.clientX, event.clientY) : null;
    this.start = null;
    if (to) this.toggle(from, to, colourOf(event));
  }

  /** Draw an arrow, or a ring where both sites are the same; what is there already goes. */
  toggle(from, to, colour = "green") {
    const origin = from === to ? null : from;
    const rest = this.marks.filter((mark) => mark.site !== to || mark.origin !== origin);
    const gone = rest.length < this.marks.length && this.marks.some((mark) => mark.site === to && mark.origin === origin && mark.colour === colour);
    this.set(gone ? rest : [...rest, { site: to, origin, colour }]);
    this.board.handlers.drawn?.(this.marks);
  }

  /** Show these marks, and no others. */
  set(marks) {
    this.marks = marks.filter(({ site, origin }) => this.board.site(site) && (!origin || this.board.site(origin)));
    const layer = this.board.layer("notes");
    layer.clear();
    for (const { site, origin, colour } of this.marks) layer.arrow(origin ?? site, site, { kind: `note arrow-${colour}`, width: 1, opacity: 0.75 });
  }

  wipe() {
    if (this.marks.length) this.set([]);
  }
}
