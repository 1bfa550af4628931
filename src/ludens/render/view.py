"""The view to draw: a board with its pieces, of a state, a game or a topology alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

from ludens import notation
from ludens.board import Topology
from ludens.board.measure import SiteType
from ludens.board.tracks import Track
from ludens.board.walks import covered_sites
from ludens.game import Game, Move, State
from ludens.game.builder import blank_context
from ludens.game.hidden import Hidden, hidden_sites
from ludens.game.match import Match, MatchState
from ludens.game.standing import standing
from ludens.language import LudError
from ludens.ludemes.metadata import Metadata
from ludens.render.appearance import Appearance, PieceQuery
from ludens.rules.categories import SitesLudeme
from ludens.rules.state.constants import at_load, members_of
from ludens.rules.state.model import Component, Container, Hint
from ludens.stage.direct import Unknown

Drawable: TypeAlias = State | Game | Topology
Key: TypeAlias = tuple[SiteType, int]
#: who looks: a player; the player to move, or everybody at the end; None sees everything
Viewer: TypeAlias = int | Literal["mover"] | None

SITE_TYPES: dict[str, SiteType] = {"C": "Cell", "V": "Vertex", "E": "Edge"}


@dataclass(frozen=True)
class Piece:
    """A piece on a site, or several alike; `hidden` are the flags of what the viewer may not see.

    `given` says that a value of a puzzle is there from the start.
    """

    component: Component | None
    what: int
    who: int
    count: int = 1
    state: int = 0
    rotation: int = 0
    value: int = 0
    hidden: int = 0
    given: bool = False

    def query(self, container: int) -> PieceQuery:
        """The properties of this piece by which the metadata choose."""
        c = self.component
        name, base = (c.name, c.base_name or c.name) if c else (str(self.value), "")
        state = -1 if self.hidden & Hidden.STATE else self.state
        value = -1 if self.hidden & Hidden.VALUE else self.value
        return PieceQuery(
            name, base.rstrip("0123456789") or base or name, c.owner if c else self.who, container, state, value
        )


@dataclass
class View:
    """A board with its pieces: `pieces` holds the levels of each occupied site, lowest first.

    `kinds` are the types of the sites that the game uses; `rotating` says that its pieces can be turned. `point` is
    what players call a site of the default type, where that is known.
    """

    topology: Topology
    default_site: SiteType
    appearance: Appearance
    num_players: int = 0
    components: Sequence[Component] = ()
    containers: Sequence[Container] = ()
    pieces: dict[Key, list[Piece]] = field(default_factory=dict)
    scores: list[int] | None = None
    dice: list[list[int]] = field(default_factory=list)
    kinds: frozenset[SiteType] = frozenset()
    rotating: bool = False
    boardless: bool = False
    stacking: bool = False
    regions: Sequence[tuple[str, int, tuple[int, ...]]] = ()
    maps: Sequence[tuple[str, dict[int, int]]] = ()
    tracks: Sequence[Track] = ()
    name: str = ""
    hints: Mapping[SiteType, Sequence[Hint]] = field(default_factory=dict)
    region: Callable[[SitesLudeme], list[int]] = lambda _: []
    point: Callable[[int], str] | None = None

    @property
    def others(self) -> Sequence[Container]:
        """The containers beside the board."""
        return self.containers[1:]

    def label(self, kind: SiteType, site: int) -> str:
        """The name of a site of the board in the game's notation; "" if it has none."""
        if self.point is not None and kind == self.default_site:
            return self.point(site)
        return self.topology.elements(kind)[site].label

    def on_board(self) -> dict[Key, list[Piece]]:
        """The pieces on the board."""
        counts = {t: self.topology.count(t) for t in SITE_TYPES.values()}
        end = self.containers[0].num_sites if self.containers else 1 << 30
        return {(t, s): p for (t, s), p in self.pieces.items() if s < counts[t] and (t != "Cell" or s < end)}

    def in_container(self, container: Container) -> list[list[Piece]]:
        """The pieces on each site of a container beside the board."""
        return [self.pieces.get(("Cell", site), []) for site in container.sites]

    def component(self, index: int) -> Component | None:
        return self.components[index - 1] if 1 <= index <= len(self.components) else None


def seat_of(viewer: Viewer, state: State) -> int | None:
    """The player whose sight a viewer has in a state."""
    if viewer != "mover":
        return viewer
    return None if state.is_over or not 1 <= state.mover <= state.game.num_players else state.mover


def view_of(drawn: Drawable, viewer: Viewer = "mover", metadata: Metadata | None = None) -> View:
    """What is drawn of a state, a game or a topology, as the `viewer` sees it.

    `metadata` are for a topology, which has none of its own.
    """
    if isinstance(drawn, Topology):
        appearance = Appearance(metadata.drawing if metadata else ())
        return View(drawn, drawn.default_site, appearance, boardless=drawn.boardless, name="board")
    if isinstance(drawn, Game):
        return game_view(drawn)
    state = playing(drawn)
    view = game_view(state.game, state.mover)
    fill(view, state, viewer)
    return view


def playing(state: State) -> State:
    """The state to draw: of a match, that of the game being played."""
    return state.playing if isinstance(state, MatchState) else state


def shown_sites(view: View) -> list[Key]:
    """The sites that are drawn: those that the game uses, and others where something stands.

    Of a table without a board these are the occupied sites and the ones next to them.
    """
    occupied = list(view.on_board())
    if view.boardless:
        occupied = list(dict.fromkeys(site for key in occupied for site in _covered(view, key)))
        near = {n for _, s in occupied for n in view.topology.neighbours(view.default_site, s, "Adjacent")}
        free = sorted(near) or view.topology.region(view.default_site, "centre")
        return list(dict.fromkeys([*occupied, *((view.default_site, s) for s in free)]))
    own: list[Key] = [(view.default_site, s) for s in range(view.topology.count(view.default_site))]
    if view.default_site == "Edge":
        own += [("Vertex", s) for s in range(view.topology.count("Vertex"))]
    return list(dict.fromkeys([*own, *occupied]))


def _covered(view: View, key: Key) -> list[Key]:
    """The sites that a piece with its root on a site covers."""
    piece = view.pieces[key][-1]
    if key[0] != "Cell" or piece.component is None or not piece.component.walks:
        return [key]
    return [("Cell", s) for s in covered_sites(view.topology, piece.component.walks, key[1], max(piece.state, 0))] or [
        key
    ]


def move_kinds(move: Move) -> tuple[SiteType | None, SiteType | None]:
    """The types of the sites that a move comes from and goes to, as its decision says; None for the board's own."""
    for action in move.actions:
        fields = dict(action.fields)
        if "decision" in fields:
            names = (fields.get(end) or fields.get("type") for end in ("typeFrom", "typeTo"))
            origin, target = (SITE_TYPES[name[0]] if name else None for name in names)
            return origin, target
    return None, None


def game_view(game: Game, mover: int = 1) -> View:
    """The empty board of a game, drawn for a player to move; of a match, its first game's."""
    game = game.instance(0) if isinstance(game, Match) else game
    model = game.model
    return View(
        model.topology,
        model.default_site,
        Appearance(game.metadata.drawing, model.num_players, mover),
        model.num_players,
        game.components,
        model.containers,
        kinds=frozenset(model.site_types),
        rotating="rotation" in game.layout,
        boardless=model.boardless,
        stacking=model.stacking,
        regions=[(r.name, r.owner, r.sites) for r in model.regions],
        maps=model.maps,
        tracks=model.tracks,
        name=game.name,
        hints={kind: model.puzzle.hints.get(kind, ()) for kind in SITE_TYPES.values()},
        region=lambda region: _region(game, region),
        point=lambda site: notation.of(game).point(site),
    )


_regions: WeakKeyDictionary[Game, dict[SitesLudeme, list[int]]] = WeakKeyDictionary()


def _region(game: Game, region: SitesLudeme) -> list[int]:
    """The sites of a region function of the metadata on the empty board; none where it cannot be evaluated."""
    by_region = _regions.setdefault(game, {})
    if region not in by_region:
        by_region[region] = _evaluate(game, region)
    return by_region[region]


def _evaluate(game: Game, region: SitesLudeme) -> list[int]:
    try:
        return list(at_load(blank_context(game.model), lambda c: members_of(region.emit(c))))
    except (LudError, Unknown):  # metadata are hints: the board is drawn without impossible ones
        return []


def fill(view: View, state: State, viewer: Viewer) -> None:
    """Put what stands in a state on a view, as `viewer` sees it."""
    flags = hidden_sites(state, seat_of(viewer, state))
    for kind, site, _level, what, who, count, local, rotation, value in state.sites():
        hidden = flags.get((kind, site), 0)
        if hidden & Hidden.ALL:
            continue
        given = False
        if not view.components:  # a deduction puzzle: what stands on a site is its value
            value, given = what, (kind, site) in given_sites(state.game)
        piece = Piece(view.component(what), what, who, count, local, rotation, value, hidden, given)
        view.pieces.setdefault((SITE_TYPES[kind], site), []).append(piece)
    view.dice = state.dice
    if "scores" in state.game.layout:
        view.scores = standing(state) or state.scores


@lru_cache(maxsize=64)
def given_sites(game: Game) -> frozenset[tuple[str, int]]:
    """The sites of a puzzle that have a value at the start, by the letter of their type and number."""
    return frozenset((kind, site) for kind, site, *_ in game.start(seed=0).sites())


def split_label(label: str) -> tuple[str, str]:
    """The parts of a label that tell the column and the row: letters and digits, in either order.

    >>> split_label("E4"), split_label("7g"), split_label("32")
    (('E', '4'), ('7', 'g'), ('', ''))
    """
    parts = re.fullmatch(r"(\D+)(\d+)|(\d+)(\D+)", label)
    return ("", "") if parts is None else (parts[1] or parts[3], parts[2] or parts[4])
