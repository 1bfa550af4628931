"""`(forEach Piece ..)`: the moves of each piece of a player (manual: moves 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludens import board
from ludens.ludemes.arguments import whether
from ludens.ludemes.site_types import kind_of, site_need, type_name
from ludens.rules.base import Need, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.piece_sets import PieceSet, ProbeSink, can_spread
from ludens.rules.generation.sinks import sealed
from ludens.rules.naming import NameOfContainer, NameOfPiece
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.rules.state.model import SITE_TYPES, Component
from ludens.rules.turns.placement import most_given
from ludens.stage import BoolLike, IntLike, Rows
from ludens.stage.lanes import NotUniform

#: where the sets of all moves are this many words, few pieces are looked at one by one: as few as have fewer than these
#: words for each
LONG_SETS, WORDS_A_PIECE = 16, 4


class ForEachPiece(MovesLudeme):
    """The given moves for each piece of a player; without moves, each piece's own."""

    spellings = ("forEach Piece",)
    says = (
        "[{moves?}with|move] one of [{who:of}|your] [{pieces:pieces}|pieces][ in "
        "{container_name:container}|{container~Mover} in your hand|{container~Next} in {container:of} hand][: "
        "{moves}]"
    )
    lists_pieces = True
    reads = frozenset({"board", "turn"})
    on: SiteType | None = named(None)
    pieces: NameOfPiece | tuple[NameOfPiece, ...] | None = None
    container: IntLudeme | None = named(None, group="container")
    container_name: NameOfContainer | None = positional(None, group="container")
    moves: MovesLudeme | None = None
    who: PlayerArgument | RoleType | None = None
    top: BooleanLudeme | None = named(None)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        stacks = frozenset({Need.STACKING}) if self.top is not None else frozenset()
        return stacks | (site_need(self.on, default_site) if self.on is not None else frozenset())

    def parts(self) -> list[MovesLudeme] | None:
        """The lists of pieces must not change on the way."""
        if self.moves is None or self.moves.all_writes & {"board", "*"}:
            return None
        return [self.moves, self.moves]

    def emit(self, c: Context, sink: Sink) -> None:
        probe = ProbeSink()
        at_once = sink.unordered and c.s.attempt(lambda: self._at_once(c, probe))
        if not at_once or _are_few(c, probe.words):
            worth = c.s.all_of(lambda: sink.looks_in_loops, lambda: at_once or self._possible(c))
            c.s.if_(worth, lambda: self._one_by_one(c, sink))
        elif probe.words < LONG_SETS:
            self._at_once(c, sink)
        else:
            each = lambda: c.s.if_(sink.looks_in_loops, lambda: self._one_by_one(c, sink))  # noqa: E731
            c.s.if_(self._number(c) * WORDS_A_PIECE <= probe.words, each, lambda: self._at_once(c, sink))

    def _number(self, c: Context) -> IntLike:
        """How many pieces of the mover are looked at."""
        kinds = [self._listed(c, c.model.owned_by(player)) for player in range(c.model.num_players + 2)]
        if max(map(len, kinds)) == 1:
            return c.state.owned_count(c.s.table([numbers[0] if numbers else 0 for numbers in kinds])[c.mover])
        total = c.s.var(0)
        c.s.rows(kinds).each(c.mover, lambda what: total.set(total.get() + c.state.owned_count(what)))
        return total.get()

    def _one_by_one(self, c: Context, sink: Sink) -> None:
        sink = sealed(sink, c.mover, self.then)
        top = whether(c, self.top)
        inside = self._inside(c)
        if self._is_everybody:
            self._each_component(c.s.rows([self._listed(c, c.model.components[1:])]), 0, c, sink, top, inside)
            return
        player = c.mover if self.who is None else index_of(c, self.who)
        if self.who in (None, RoleType.Mover):
            moving = c
        else:
            other = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players, lambda: player != c.mover)
            choose = c.s.select
            moving = c.bind(
                mover=choose(other, player, c.mover),
                next=choose(other, c.mover, c.next),
                prev=choose(other, c.mover, c.prev),
            )
        rows = [self._listed(c, c.model.owned_by(p)) for p in range(c.model.num_players + 2)]
        if isinstance(player, int):
            player = player if 0 <= player < len(rows) else len(rows)
            rows.append([])
        self._each_component(c.s.rows(rows), player, moving, sink, top, inside)

    def _at_once(self, c: Context, sink: Sink) -> None:
        """Push the moves of all pieces as shifted sets of sites. Raises NotUniform where they are none."""
        sink = sealed(sink, c.mover, self.then)
        for moves, herd in self._herds(c):
            moves.spread(c, sink, herd)

    def _possible(self, c: Context) -> BoolLike:
        """Whether some piece has a move; true where that is not known but from piece to piece."""
        results: list[BoolLike] = []

        def tell() -> None:
            results.append(c.s.any_of(*(lambda m=moves, h=herd: m.possible(c, h) for moves, herd in self._herds(c))))

        if not c.s.attempt(tell):
            return True
        tell()
        return results[-1]

    def _herds(self, c: Context) -> list[tuple[MovesLudeme, PieceSet]]:
        """Each kind of moves, with the components that move so. Raises NotUniform where pieces are looked at alone."""
        model, kind = c.model, kind_of(c, self.on)
        plain = self.who in (None, RoleType.Mover) and self.top is None
        whole = self.container is None and self.container_name is None and model.site_types == (kind,)
        if not (plain and whole and can_spread(model)):
            raise NotUniform
        players = range(model.num_players + 2)
        components = [[model.components[i] for i in self._listed(c, model.owned_by(player))] for player in players]
        moving = {id(m): m for own in components for piece in own if (m := self.moves or piece.moves) is not None}
        herds = []
        for moves in moving.values():
            if not isinstance(moves, MovesLudeme) or moves.changes_level:
                raise NotUniform
            alike = [[piece.index for piece in own if (self.moves or piece.moves) is moves] for own in components]
            herds.append((moves, PieceSet(c, alike)))
        return herds

    @property
    def _is_everybody(self) -> bool:
        return self.who in (RoleType.All, RoleType.Each)

    def _listed(self, c: Context, components: list[Component]) -> list[int]:
        """The components that are visited: those of the given names that have moves."""
        names = (self.pieces,) if isinstance(self.pieces, str) else self.pieces
        return [
            p.index
            for p in components
            if (names is None or p.base_name in names) and (self.moves is not None or p.moves is not None)
        ]

    def _each_component(
        self, rows: Rows, row: IntLike, c: Context, sink: Sink, top: BoolLike, inside: Callable[[IntLike], BoolLike]
    ) -> None:
        generate = self._generator(c, sink)

        def position(what: IntLike, index: IntLike) -> None:
            slot, level = c.state.owned_slot(what, index), c.state.owned_level(what, index)
            site = c.state.site_of(slot)
            fits = c.s.all_of(
                lambda: self._typed(c, slot),
                lambda: inside(site),
                lambda: c.s.any_of(lambda: c.s.not_(top), lambda: level == _height(c, slot) - 1),
            )
            c.s.if_(fits, lambda: generate(what, self._at(c, site, level)))

        def component(what: IntLike) -> None:
            count = c.state.owned_count(what)
            if self.on is None:
                c.s.for_range(0, count, lambda i: position(what, i), rounds=c.state.owned_capacity)
            else:
                c.s.for_down(count, 0, lambda i: position(what, i), rounds=c.state.owned_capacity)

        rows.each(row, component)

    def _at(self, c: Context, site: IntLike, level: IntLike) -> Context:
        at, components = c.bind(**{"from": site}), c.model.components
        moves = (
            [self.moves] if self.moves is not None else [components[i].moves for i in self._listed(c, components[1:])]
        )
        changes = any(m.changes_level for m in moves if m is not None)
        return at.bind_variable("level", level) if changes else at.bind(level=level)

    def _generator(self, c: Context, sink: Sink) -> Callable[[IntLike, Context], object]:
        """What is generated for a piece: the given moves, or those of its component, each emitted once."""
        moves = self.moves
        if moves is not None:
            return lambda what, at: moves.emit(at, sink)
        components = c.model.components
        numbers = self._listed(c, components[1:])
        own = list({id(m): m for i in numbers if isinstance(m := components[i].moves, MovesLudeme)}.values())
        places = [next((k for k, m in enumerate(own) if m is p.moves), -1) for p in components]

        def generate(what: IntLike, at: Context) -> None:
            kind = c.s.table(places)[what] if len(own) > 1 else 0
            c.s.switch(kind, [partial(m.emit, at, sink) for m in own])

        return generate

    def _typed(self, c: Context, slot: IntLike) -> BoolLike:
        """Whether a slot is of the site type of the ludeme."""
        if self.on is None or (c.model.site_types == (self.on.value,) and len(c.model.containers) == 1):
            return True
        return c.state.type_of(slot) == SITE_TYPES.index(self.on.value)

    def _inside(self, c: Context) -> Callable[[IntLike], BoolLike]:
        """Whether a site is in the chosen container; of the board only the elements of the type in question."""
        model = c.model
        if self.container is None and self.container_name is None:
            return lambda site: self._on_board(c, site)
        if self.container_name is not None:
            index: IntLike = next((x.index for x in model.containers if x.name == self.container_name), 0)
        else:
            assert self.container is not None
            index = self.container.emit(c)
        if isinstance(index, int) and index == 0:
            return lambda site: self._on_board(c, site)
        first = c.s.table([x.first_site for x in model.containers])[index]
        size = [model.count(type_name(self.on) or model.default_site), *(x.num_sites for x in model.containers[1:])]
        last = c.s.table([x.first_site + n for x, n in zip(model.containers, size, strict=True)])[index]
        return lambda site: c.s.all_of(lambda: site >= first, lambda: site < last)

    def _on_board(self, c: Context, site: IntLike) -> BoolLike:
        limit = c.model.count(kind_of(c, self.on))
        if len(c.model.containers) == 1 and len(c.model.site_types) == 1:
            return True
        return site < limit


def _are_few(c: Context, words: int) -> bool:
    """Whether all pieces together, of which no more come, are few where the sets of their moves are so many words.

    Where the sets are long it is enough that no player has more than few once an eighth is taken: the sets would hardly
    be asked, and choosing in play costs the code of both.
    """
    if c.model.makes_pieces:
        return False
    if 0 < c.model.placed * WORDS_A_PIECE <= words:
        return True
    most = most_given(c) if words >= LONG_SETS else None
    return most is not None and 0 < most * WORDS_A_PIECE * 7 < words * 8


def _height(c: Context, slot: IntLike) -> IntLike:
    return c.state.sizes.get(slot) if c.model.stacking else 1
