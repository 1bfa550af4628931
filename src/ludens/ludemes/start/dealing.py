"""`(deal ...)` and `(split Deck)`: from the deck to the hands (manual: structure 4.10)."""

from __future__ import annotations

from ludens import board
from ludens.language import LudError
from ludens.rules.actions.movement import Move
from ludens.rules.base import Need
from ludens.rules.categories import StartRuleLudeme
from ludens.rules.enums import DealableType
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container
from ludens.rules.turns.placement import DrawList, hands, place_act, put
from ludens.stage import IntLike


class Deal(StartRuleLudeme):
    """Deals cards from the deck, or dominoes, to the players' hands in turn."""

    spellings = ("deal",)
    says = "deal [{count} ]{what} to each player"
    what: DealableType
    count: int | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        if self.what is DealableType.Cards:
            return frozenset({Need.CARD})
        return frozenset({Need.DOMINOES, Need.LARGE_PIECE, Need.HIDDEN, Need.STOCHASTIC, Need.VALUE})

    @property
    def _each(self) -> int:
        return 1 if self.count is None else self.count

    def emit(self, c: Context) -> None:
        own_hands = hands(c)
        if own_hands is None:
            return
        if self.what is DealableType.Cards:
            self._cards(c, own_hands)
        else:
            self._dominoes(c, own_hands)

    def _cards(self, c: Context, own_hands: list[Container]) -> None:
        deck, total = first_deck(c), self._each * c.model.num_players
        there = sum(p.card is not None and p.card.deck == 0 for p in c.model.components[1:])
        if deck is None or there < total:
            raise LudError(f"{total} cards cannot be dealt from {there}", self.node.span)
        site = deck.first_site
        targets = c.s.table([hand.first_site for hand in own_hands])

        def deal(i: IntLike) -> None:
            top = c.state.size("Cell", site) - 1
            place_act(c, Move("Cell", site, "Cell", targets[c.s.remainder(i, len(own_hands))], level_from=top))

        c.s.for_range(0, total, deal)

    def _dominoes(self, c: Context, own_hands: list[Container]) -> None:
        """Twice the number in total, whatever the number of players."""
        last, n = len(c.model.components) - 1, len(own_hands)
        left = DrawList(c, last)
        c.s.for_range(1, last + 1, left.append)
        for i in range(min(2 * self._each, last)):
            put(c, "Cell", own_hands[i % n].first_site + i // n, left.draw())


class Split(StartRuleLudeme):
    """Deals the whole deck to the players' hands in turn, from the bottom."""

    spellings = ("split Deck",)
    says = "the deck is split"
    needs = frozenset({Need.CARD})

    def emit(self, c: Context) -> None:
        own_hands, deck = hands(c), first_deck(c)
        if own_hands is None or deck is None:
            return
        targets = c.s.table([hand.first_site for hand in own_hands])
        size, site = c.state.size("Cell", deck.first_site), deck.first_site

        def deal(i: IntLike) -> None:
            place_act(c, Move("Cell", site, "Cell", targets[c.s.remainder(i, len(own_hands))], level_from=0))

        c.s.for_range(0, size, deal)


def first_deck(c: Context) -> Container | None:
    return next((x for x in c.model.containers if x.kind == "deck"), None)
