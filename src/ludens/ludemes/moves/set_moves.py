"""The `(set ..)` forms that are decisions too: the next player, a rotation, the trump suit (manual: moves 5.14)."""

from __future__ import annotations

from ludens import board
from ludens.ludemes.clauses import To
from ludens.ludemes.moves.clauses import clause_type
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.memory import set_trump_suit
from ludens.rules.actions.sites import SetRotation
from ludens.rules.actions.turn import set_next_player
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.roles import PlayerArgument
from ludens.rules.state.context import Context
from ludens.rules.state.sites import has_site
from ludens.stage import BoolLike, IntLike


class SetNextPlayer(MovesLudeme):
    """Sets who moves next; its consequent is dropped (manual: moves 12)."""

    spellings = ("set NextPlayer", "move Set NextPlayer")
    says = "it is then {who:of} turn"
    reads = frozenset({"turn"})
    writes = frozenset({"turn"})
    who: PlayerArgument | IntsLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sealed = by_mover(sink, c, None)

        def build(c: Context) -> list[Act]:
            return [set_next_player(c.get("set.next"), decision=self.decision)]

        def offer(player: IntLike) -> None:
            real = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
            c.s.if_(real, lambda: sealed.push(Candidate(c.bind(**{"set.next": player}), build)))

        if isinstance(self.who, IntsLudeme):
            self.who.emit(c).each(offer)
        else:
            offer(self.who.emit(c))

    def parts(self) -> list[MovesLudeme] | None:
        return None if isinstance(self.who, IntsLudeme) else []


class SetRotationMoves(MovesLudeme):
    """Turns a piece: to given rotations, and by one to either side."""

    spellings = ("set Rotation", "move Set Rotation")
    says = "turn the piece[ on {to.where:one}]"
    reads = BOARD | {"turn"}
    writes = BOARD
    to: To | None = None
    rotations: tuple[IntLudeme, ...] | IntLudeme | None = None
    previous: BooleanLudeme | None = named(None)
    next: BooleanLudeme | None = named(None)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.to.type if self.to else None, default_site) | {Need.ROTATION}

    def emit(self, c: Context, sink: Sink) -> None:
        s, site, sealed = c.s, self._site(c), by_mover(sink, c, self.then)
        at, most = c.bind(**{"set.site": site}), rotation_states(c) - 1

        def offer(rotation: IntLike) -> None:
            sealed.push(Candidate(at.bind(**{"set.rotation": rotation}), self._build, from_=site, to=site))

        def offers() -> None:
            rotations = self.rotations if isinstance(self.rotations, tuple) else (self.rotations,)
            for rotation in rotations:
                if rotation is not None:
                    offer(rotation.emit(c))
            now = c.state.rotation(clause_type(c, self.to), site)
            s.if_(self._flag(c, self.previous), lambda: offer(s.select(now > 0, now - 1, most)))
            s.if_(self._flag(c, self.next), lambda: offer(s.select(now < most, now + 1, 0)))

        s.if_(has_site(c, clause_type(c, self.to), site), offers)

    def _flag(self, c: Context, flag: BooleanLudeme | None) -> BoolLike:
        return True if flag is None else flag.emit(c)

    def _site(self, c: Context) -> IntLike:
        where = self.to.where if self.to is not None else None
        if where is None:
            return c.get("from") if self.to is None else c.get("to")
        return where.emit(c) if isinstance(where, IntLudeme) else -1

    def _build(self, c: Context) -> list[Act]:
        return [SetRotation(clause_type(c, self.to), c.get("set.site"), c.get("set.rotation"), decision=self.decision)]


def rotation_states(c: Context) -> int:
    """How many ways a piece can be turned: one for each direction of the board."""
    return max(len(c.model.topology.supported_directions(c.model.default_site, "All")), 1)


class SetTrumpSuit(MovesLudeme):
    """Sets the trump suit; one move for each suit offered."""

    spellings = ("set TrumpSuit", "move Set TrumpSuit")
    says = "choose the suit of trumps"
    needs = frozenset({Need.CARD, Need.NOT_ALL_PASS})
    reads = frozenset({"turn"})
    writes = frozenset({"trump"})
    suits: IntLudeme | IntsLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sealed = by_mover(sink, c, self.then)

        def build(c: Context) -> list[Act]:
            return [set_trump_suit(c.get("set.suit"), decision=self.decision)]

        def offer(suit: IntLike) -> None:
            sealed.push(Candidate(c.bind(**{"set.suit": suit}), build))

        if isinstance(self.suits, IntsLudeme):
            self.suits.emit(c).each(offer)
        else:
            offer(self.suits.emit(c))
