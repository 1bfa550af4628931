"""`(roll ..)` and `(deal ..)` (manual: effects 8)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.effects.effect_moves import push
from ludens.rules.actions.base import Act
from ludens.rules.actions.dice import set_dice_equal, set_die
from ludens.rules.actions.movement import Move
from ludens.rules.actions.pieces import Add
from ludens.rules.base import Need, named
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import DealableType
from ludens.rules.generation.candidates import Sink
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Element
from ludens.rules.state.model import Container
from ludens.rules.state.random import next_int as below
from ludens.rules.state.regions import IntList
from ludens.rules.state.tables import lookup
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike

#: bits of a word that faces are packed into, and the least that one of them takes
_WORD = 30
_LEAST_BITS = 5


class Roll(MovesLudeme):
    """Rolls all dice. They are drawn when the move is generated."""

    spellings = ("roll",)
    says = "roll the dice"
    needs = frozenset({Need.STOCHASTIC, Need.STATE})
    reads = frozenset({"rng"})
    writes = frozenset({"dice", "rng", "board"})
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        faces = self._drawn(c)
        bits = _bits(c)
        packed = _WORD // bits
        packs = [_pack(faces[i : i + packed], bits) for i in range(0, len(faces), packed)]
        values = {f"roll.{k}": pack for k, pack in enumerate(packs)}
        push(c, sink, _build_roll, values, self.then, from_=0, to=0)

    def _drawn(self, c: Context) -> list[IntLike]:
        return [below(c, len(faces)) for dice in c.model.dice() for faces in dice.faces]

    def parts(self) -> list[MovesLudeme]:
        return []

    @property
    def draws_alone(self) -> bool:
        return self.then is None or "rng" not in self.then.all_writes

    def draw(self, c: Context) -> None:
        self._drawn(c)

    def touched(self, c: Context) -> list[Element] | None:
        """What the dice show, and the local state of each, which lies on its own site."""
        if self.then is not None:
            return None
        p, dice = c.state, c.model.dice()
        sites = [site for each in dice for site in each.sites]
        shown: list[Element] = [(StateView.dice_value, die) for die in range(len(sites))]
        shown += [(StateView.dice_sum, number) for number in range(len(dice))]
        states = [(StateView.states, p.content_index("Cell", site)) for site in sites]
        if p.dice_equal.present:
            shown.append((StateView.dice_equal, 0))
        return [*shown, *(states if p.states.present else [])]


def _bits(c: Context) -> int:
    """How many bits hold every face of every die."""
    most = max((len(faces) for dice in c.model.dice() for faces in dice.faces), default=0)
    return max((most - 1).bit_length(), _LEAST_BITS)


def _pack(faces: list[IntLike], bits: int) -> IntLike:
    """Several small numbers as one."""
    word: IntLike = 0
    for i, face in enumerate(faces):
        word = word | (face << i * bits)
    return word


def _build_roll(c: Context) -> list[Act]:
    sites = [site for dice in c.model.dice() for site in dice.sites]
    bits = _bits(c)
    packed, mask = _WORD // bits, (1 << bits) - 1
    faces = [(c.get(f"roll.{die // packed}") >> die % packed * bits) & mask for die in range(len(sites))]
    equal: BoolLike = True
    for face in faces[1:]:
        equal = equal & (face == faces[0])
    return [*(set_die(c, die, site, faces[die]) for die, site in enumerate(sites)), set_dice_equal(equal)]


class Deal(MovesLudeme):
    """Deals cards or dominoes to the hands."""

    spellings = ("deal",)
    says = "deal [{count} ]{kind} to each player"
    writes = frozenset({"board", "rng"})
    kind: DealableType
    count: IntLudeme | None = None
    begin_with: IntLudeme | None = named(None)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        cards = self.kind is DealableType.Cards
        return frozenset({Need.CARD} if cards else {Need.DOMINOES, Need.STOCHASTIC, Need.HIDDEN})

    def emit(self, c: Context, sink: Sink) -> None:
        hands = [x for x in c.model.containers if x.kind == "hand"]
        if len(hands) != c.model.num_players:
            return
        if self.kind is DealableType.Cards:
            self._cards(c, sink, hands)
        else:
            self._dominoes(c, sink, hands)

    def _cards(self, c: Context, sink: Sink, hands: list[Container]) -> None:
        deck = next((x.first_site for x in c.model.containers if x.kind == "deck"), None)
        if deck is None:
            return
        count = optional(c, self.count, 1)
        first = self.begin_with.emit(c) - 1 if self.begin_with is not None else 0
        top, n = c.state.size("Cell", deck) - 1, len(hands)
        sites = [hand.first_site for hand in hands]

        def card(k: IntLike) -> None:
            turn = k + first
            values = {
                "deal.level": top - k,
                "deal.hand": lookup(c, sites, c.s.remainder(turn, n)),
            }
            hand = values["deal.hand"]
            push(c, sink, lambda c: _build_card(c, deck), values, self.then, from_=deck, to=hand)

        c.s.for_range(0, count * n, card)

    def _dominoes(self, c: Context, sink: Sink, hands: list[Container]) -> None:
        """Twice the count in all, whatever the number of players."""
        s, n = c.s, c.model.num_players
        count = optional(c, self.count, 1)
        pool = IntList.allocate(c, len(c.model.components))
        s.for_range(1, len(c.model.components), pool.append)
        left, sites = s.var(pool.length()), s.table([hand.first_site for hand in hands])

        def domino(d: IntLike) -> None:
            index = below(c, left.get())
            turn, place = s.remainder(d, n), s.quotient(d, n)
            site = sites[turn] + place
            values = {"deal.hand": site, "deal.what": pool.get(index), "deal.count": count}
            left.set(left.get() - 1)
            s.for_range(index, left.get(), lambda i: _shift(c, pool, i))
            push(c, sink, _build_domino, values, self.then, from_=site, to=site)

        s.for_range(0, s.minimum(2 * count, pool.length()), domino)


def _shift(c: Context, pool: IntList, index: IntLike) -> None:
    """Overwrite an element by the next one."""
    assert pool.address is not None
    c.s.store(pool.address, index, "i32", pool.get(index + 1))


def _build_domino(c: Context) -> list[Act]:
    return [Add("Cell", c.get("deal.hand"), c.get("deal.what"), c.get("deal.count"))]


def _build_card(c: Context, deck: int) -> list[Act]:
    return [Move("Cell", deck, "Cell", c.get("deal.hand"), level_from=c.get("deal.level"))]
