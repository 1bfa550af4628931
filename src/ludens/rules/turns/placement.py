"""How the pieces of a starting position are put down (manual: runtime 6.2; runtime 6.3).

Each elementary placement is one action, applied at once, and counts as a move of player 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from ludens import board
from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Add
from ludens.rules.categories import StartRuleLudeme
from ludens.rules.generation import last_move
from ludens.rules.generation.candidates import Candidate
from ludens.rules.state import random
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container, Fact
from ludens.rules.state.trace import CLOSE, OPEN
from ludens.stage import Address, Int, IntLike, Stage

#: the start rules
START: Fact[Sequence[StartRuleLudeme]] = Fact(())


def most_given(c: Context) -> int | None:
    """How many pieces the start rules give the player who gets most; None where that is not known."""
    rules = [rule.given(c) for rule in START.of(c.model)]
    counts = [pieces for pieces in rules if pieces is not None]
    if len(counts) < len(rules):
        return None
    return max(sum(map(Counter, counts), Counter()).values(), default=0)


def place_act(c: Context, act: Act) -> None:
    """Perform an action as a placement move."""
    p, origin, target = c.state, act.site_from, act.site_to
    p.acted.set(0)
    if c.tracer is not None:
        c.tracer.mark(c, OPEN, [0, origin, target, -1, 1, -1, 0, 0])
    act.perform(c)
    if c.tracer is not None:
        c.tracer.mark(c, CLOSE)
    last_move.store_latest(c)
    if p.turn_from.present:
        last_move.store_turn_start(Candidate(c, lambda _: [act], from_=origin, to=target))
    p.num_placements.add(1)
    p.last_mover.set(0)
    p.last_from.set(origin)
    p.last_to.set(target)
    last_move.remember_recent(c)


def put(
    c: Context,
    site_type: board.SiteType | None,
    site: IntLike,
    what: IntLike,
    *,
    count: IntLike = 1,
    state: IntLike = -1,
    rotation: IntLike = -1,
    value: IntLike = -1,
    stack: bool = False,
) -> None:
    """Put a piece on a site (manual: structure 4.4). All calls with equal plain side values share one function."""
    values = {"count": 1 if stack else count, "state": state, "rotation": rotation, "value": value}

    def body(c: Context) -> None:
        where, piece, many, *rest = (c.get(f"put.{name}") for name in ("site", "what", *values))
        place_act(c, Add(site_type, where, piece, many, rest[0], rest[1], rest[2], stack))

    slots = {
        "put.site": random.dynamic(c, site),
        "put.what": random.dynamic(c, what),
        **{f"put.{k}": v for k, v in values.items()},
    }
    c.unbound().bind(**slots).outline("put", body, None, key=("put", site_type, stack))


# --- what is there before the start rules


def fill_dominoes(c: Context) -> None:
    """All components are among the remaining dominoes, in order."""
    p = c.state
    if p.dominoes.present:
        last = len(c.model.components) - 1
        c.s.for_range(0, last, lambda i: p.dominoes.set(i + 1, i))
        p.dominoes_count.set(last)


def place_dice(c: Context) -> None:
    """Each die lies on a site of its container, showing its first face; nothing is rolled."""
    for dice in c.model.dice():
        for number, site in enumerate(dice.sites, 1):
            what = component_named(c, f"Die{number}")
            if what is not None:
                place_act(c, Add("Cell", site, what))


def first_dice_values(c: Context) -> None:
    """Values and sums of the dice as they lie (manual: runtime 6.2)."""
    p, die = c.state, 0
    for number, dice in enumerate(c.model.dice()):
        total: IntLike = 0
        for site, faces in zip(dice.sites, dice.faces, strict=True):
            face = c.s.table(faces)[p.piece_state("Cell", site)]
            p.dice_value.set(face, die)
            total = total + face
            die += 1
        p.dice_sum.set(total, number)


def place_decks(c: Context) -> None:
    """Shuffle each deck: cards are drawn one by one and put on top of each other."""
    for number, deck in enumerate(d for d in c.model.containers if d.kind == "deck"):
        cards = [p.index for p in c.model.components[1:] if p.card is not None and p.card.deck == number]
        draw_all(c, cards, partial(put, c, "Cell", deck.first_site, stack=True))


# --- drawing from lists


class DrawList:
    """A list of numbers to draw from; what is drawn is taken out, the order of the rest kept."""

    def __init__(self, c: Context, capacity: int) -> None:
        self._c, self._address = c, c.s.alloca(4 * max(capacity, 1))
        self._size = c.s.var(0)

    @property
    def size(self) -> IntLike:
        return self._size.get()

    def append_often(self, value: IntLike, count: IntLike) -> None:
        """Add a number `count` times."""
        self._c.s.for_range(0, count, lambda _: self.append(value))

    def append(self, value: IntLike) -> None:
        """Add a number; there must be room."""
        self._c.s.store(self._address, self.size, "i32", value)
        self._size.set(self.size + 1)

    def draw(self) -> IntLike:
        """A random number of the list, which must not be empty, taken out."""
        s, address = self._c.s, self._address
        at = random.next_int(self._c, self.size)
        value = cast(Int, s.load(address, at, "i32"))
        left = self.size - 1
        self._size.set(left)
        s.for_range(at, left, lambda i: _shift(s, address, i))
        return value


def _shift(s: Stage, address: Address, i: IntLike) -> None:
    s.store(address, i, "i32", s.load(address, i + 1, "i32"))


def draw_all(c: Context, values: list[int], body: Callable[[IntLike], object]) -> None:
    """Run the body for each value, in random order."""
    drawn = DrawList(c, len(values))
    if values:
        c.s.rows([values]).each(0, drawn.append)
    c.s.while_(lambda: drawn.size > 0, lambda: body(drawn.draw()))


# --- names


def component_named(c: Context, name: str) -> int | None:
    """The component of exactly that name; of several the last one (manual: structure 1.2)."""
    return next((p.index for p in reversed(c.model.components[1:]) if p.name == name), None)


def container_named(c: Context, name: str) -> Container | None:
    """The container of exactly that name; of several the last one."""
    return next((x for x in reversed(c.model.containers) if x.name == name), None)


def hands(c: Context) -> list[Container] | None:
    """The hands in order, if there is one for each player; else None."""
    containers = [x for x in c.model.containers if x.kind == "hand"]
    return containers if len(containers) == c.model.num_players else None
