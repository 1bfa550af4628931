// Choosing sites: by pointer (click, tap, drag) and by keyboard (arrows, Enter).

const SLOP = { mouse: 4, pen: 6, touch: 9 };

export class Pointer {
  constructor(board) {
    this.board = board;
    this.grip = null;
    this.listeners = {
      pointermove: (event) => this.move(event),
      pointerup: (event) => this.up(event),
      pointercancel: () => this.cancel(),
      keydown: (event) => event.key === "Escape" && this.cancel(),
    };
    board.root.addEventListener("pointerdown", (event) => this.down(event));
    board.root.addEventListener("click", (event) => this.click(event));
    for (const [name, listener] of Object.entries(this.listeners)) addEventListener(name, listener, true);
  }

  close() {
    for (const [name, listener] of Object.entries(this.listeners)) removeEventListener(name, listener, true);
  }

  down(event) {
    this.dragged = false;
    const ref = event.target.closest?.(".spot")?.dataset.ref;
    if (!ref || event.button !== 0 || !event.isPrimary) return;
    this.grip = { ref, id: event.pointerId, x: event.clientX, y: event.clientY, kind: event.pointerType, lifted: null };
  }

  move(event) {
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.id) return;
    if (!grip.lifted) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < (SLOP[grip.kind] ?? 4)) return;
      if (!this.lift(grip)) return void (this.grip = null);
    }
    event.preventDefault();
    const [x, y] = this.board.local(event.clientX, event.clientY);
    const touch = grip.kind === "touch";
    const up = touch ? grip.lifted.piece.size * 0.5 : 0; // so that the finger does not hide it
    this.board.pieces.put(grip.lifted, [x, y - up], touch ? 1.35 : 1.1);
    this.hover(this.board.at(event.clientX, event.clientY));
  }

  lift(grip) {
    const top = this.board.pieces.top(grip.ref);
    if (!top || !this.board.handlers.grab?.(grip.ref)) return false;
    grip.lifted = top;
    this.dragged = true;
    const ghost = top.element.cloneNode(true); // where it came from stays to be seen
    ghost.classList.add("ghost");
    this.board.layers.drag.append(ghost, top.element);
    this.board.root.classList.add("dragging");
    this.board.root.setPointerCapture(grip.id); // so that it is let go outside the window, too
    return true;
  }

  hover(ref) {
    if (ref === this.over) return;
    this.board.spots.get(this.over)?.classList.remove("hovered");
    this.over = ref;
    this.board.spots.get(ref)?.classList.add("hovered");
  }

  up(event) {
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.id) return;
    this.grip = null;
    if (!grip.lifted) return;
    const target = this.board.at(event.clientX, event.clientY);
    this.release(grip, target && target !== grip.ref ? this.board.handlers.drop(grip.ref, target) : false);
  }

  cancel() {
    if (this.grip?.lifted) this.release(this.grip, false);
    this.grip = null;
  }

  /** Put the piece back into its layer: to where it was dropped, until the next position comes, or home. */
  release({ lifted }, accepted) {
    const { board } = this;
    this.hover(null);
    board.root.classList.remove("dragging");
    board.layers.drag.querySelector(".ghost")?.remove();
    board.pieces.layer.append(lifted.element);
    if (accepted) board.pieces.drop(lifted, board.point(accepted));
    else board.pieces.sendHome(lifted, board.moves);
  }

  click(event) {
    const ref = event.target.closest?.(".spot")?.dataset.ref;
    if (this.dragged) return void (this.dragged = false);
    if (ref) this.board.rove(ref);
    this.board.handlers.pick(ref ?? null, { unsure: this.isUnsure(event, ref) });
  }

  /** Whether a finger may have meant a site beside this one. */
  isUnsure(event, ref) {
    if (event.pointerType !== "touch" || !ref) return false;
    const matrix = this.board.root.getScreenCTM();
    return Boolean(matrix) && this.board.site(ref).r * matrix.a < 11;
  }
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  constructor(board) {
    this.board = board;
    board.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shift and an arrow key go from site to site, whatever had the focus: the arrow keys alone step through a game. */
  walk(event) {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    const { board } = this;
    const ref = document.activeElement?.closest?.(".spot")?.dataset.ref;
    board.focus(ref && board.spots.has(ref) ? this.neighbour(ref, direction) ?? ref : undefined);
    event.preventDefault();
  }

  key(event) {
    const ref = event.target.closest?.(".spot")?.dataset.ref;
    if (!ref || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey) return this.walk(event);
    if (event.key === "Enter" || event.key === " ") this.board.handlers.pick(ref);
    else if (event.key === "Escape" && this.board.marks.selected) this.board.handlers.pick(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next site in a direction: near, and not far beside the line. */
  neighbour(ref, [dx, dy]) {
    const [x, y] = this.board.point(ref);
    let best = null;
    let least = Infinity;
    for (const [other, spot] of this.board.spots) {
      if (other === ref || (spot.classList.contains("minor") && !spot.classList.contains("active"))) continue;
      const [ox, oy] = this.board.point(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 1 || aside > along * 1.8) continue;
      const cost = along + 2.2 * aside;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }
}
