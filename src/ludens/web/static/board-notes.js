// Arrows and rings that people draw on a board with the right mouse button, to think with; a click wipes them away.

export class Notes {
  constructor(board) {
    this.board = board;
    this.start = null;
    this.drawn = new Map();
    this.up = (event) => this.end(event);
    board.root.addEventListener("contextmenu", (event) => event.preventDefault());
    board.root.addEventListener("pointerdown", (event) => this.begin(event));
    addEventListener("pointerup", this.up);
  }

  close() {
    removeEventListener("pointerup", this.up);
  }

  begin(event) {
    if (event.pointerType !== "mouse") return;
    if (event.button === 0) this.wipe();
    this.start = event.button === 2 ? this.board.at(event.clientX, event.clientY) : null;
  }

  end(event) {
    const from = this.start;
    const to = from && event.button === 2 ? this.board.at(event.clientX, event.clientY) : null;
    this.start = null;
    if (to) this.toggle(from, to);
  }

  /** Draw an arrow, or a ring where both sites are the same; what is there already goes. */
  toggle(from, to) {
    const key = `${from} ${to}`;
    if (!this.drawn.delete(key)) this.drawn.set(key, [from, to]);
    const layer = this.board.layer("notes");
    layer.clear();
    for (const [one, other] of this.drawn.values()) layer.arrow(one, other, { kind: "note", width: 1, opacity: 0.75 });
  }

  wipe() {
    if (!this.drawn.size) return;
    this.drawn.clear();
    this.board.layer("notes").clear();
  }
}
