"""What rules name and the game has not: sites, players, lines of that length, pieces for a player; as warnings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ludens.board import SiteType
from ludens.language import LudWarning
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.ends import Result
from ludens.ludemes.equipment import Piece
from ludens.ludemes.integers.last import Last
from ludens.ludemes.moves.for_each_piece import ForEachPiece
from ludens.ludemes.moves.operators import Combine, IfMoves
from ludens.ludemes.moves.priority import Priority
from ludens.ludemes.ranges import INFINITY
from ludens.ludemes.regions.indexed import IndexSites
from ludens.ludemes.start.place import Place
from ludens.ludemes.start.place_stack import PlaceStack
from ludens.rules.base import Ludeme
from ludens.rules.categories import IntConstant, MovesLudeme
from ludens.rules.enums import RoleType
from ludens.rules.state.model import Model
from ludens.rules.structure import Rules

#: the parameters that take a site
_SITES: Final = ("at", "site", "where", "through", "from_", "to", "origin", "target", "start", "indices", "sites")
#: the roles that no outcome can be for: nobody, or not one player alone
_NOBODY: Final = frozenset({RoleType.Neutral, RoleType.Enemy, RoleType.Friend, RoleType.Ally})

#: how many play is an option: the others may be there for more
_CHOSEN: Final = re.compile(r"\(players\s*(?:\{[^{}]*)?<")

Doubt = tuple[Ludeme, str, str | None]


def missing(ludemes: Iterable[Ludeme], model: Model) -> list[LudWarning]:
    """The warnings about what a game's rules name, in the order of the text."""
    warnings: dict[tuple[int, str], LudWarning] = {}
    listed = list(ludemes)
    changes = any(_CHOSEN.search(one.node.span.text) for one in listed[:1] if "node" in vars(one))
    for ludeme in listed:
        for doubt in (*_sites(ludeme, model), *_line(ludeme, model), *_result(ludeme)):
            _add(warnings, doubt)
        for doubt in () if changes else (*_roles(ludeme, model), *_idle(ludeme, model)):
            _add(warnings, doubt)
    return [warnings[key] for key in sorted(warnings)]


def _add(warnings: dict[tuple[int, str], LudWarning], doubt: Doubt) -> None:
    ludeme, message, hint = doubt
    if "node" in vars(ludeme):
        warnings.setdefault((ludeme.node.span.start, message), LudWarning(message, ludeme.node.span, hint))


def _sites(ludeme: Ludeme, model: Model) -> Iterator[Doubt]:
    """Numbers of sites that there are not."""
    if isinstance(ludeme, Place | PlaceStack):
        return  # of these the doubts tell more
    kind = ludeme.named_site_type
    total = model.count(kind.value) if kind is not None else model.total_sites
    if kind is None and len(model.site_types) > 1:
        total = model.universe
    for name in _SITES:
        value = getattr(ludeme, name, None) if name in ludeme.parameters else None
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, IntConstant) and total <= one.value < INFINITY and not _counts(ludeme, name):
                yield one, f"there is no site {one.value}", f"the sites are 0 to {total - 1}"


def _counts(ludeme: Ludeme, name: str) -> bool:
    """Whether the numbers of a parameter that is called like one for sites are none."""
    return name == "indices" and not isinstance(ludeme, IndexSites)


def _roles(ludeme: Ludeme, model: Model) -> Iterator[Doubt]:
    """Players that do not play."""
    for name in ludeme.parameters:
        value = getattr(ludeme, name, None)
        for one in value if isinstance(value, tuple) else (value,):
            number = one.value[1:] if isinstance(one, RoleType) and one.value[0] == "P" else ""
            if number.isdigit() and int(number) > model.num_players > 0:
                yield ludeme, f"there is no player P{number}", f"{model.num_players} play"


def _line(ludeme: Ludeme, model: Model) -> Iterator[Doubt]:
    """Lines that are longer than any on the board."""
    if not isinstance(ludeme, IsLine) or not isinstance(ludeme.length, IntConstant) or model.stacking:
        return
    kind = ludeme.site_type.value if ludeme.site_type is not None else model.default_site
    if ludeme.length.value > _longest(model, kind):
        message = f"no line on this board has {ludeme.length.value} sites: this never holds"
        yield ludeme, message, f"the longest has {_longest(model, kind)}"


def _longest(model: Model, kind: SiteType) -> int:
    """How many sites the longest line of a board has."""
    return max(map(len, model.topology.radials(kind, "All")), default=1)


def _result(ludeme: Ludeme) -> Iterator[Doubt]:
    """Outcomes for nobody."""
    if isinstance(ludeme, Result) and ludeme.role in _NOBODY:
        message = f"a result for {ludeme.role.value} is a result for nobody: the game goes on"
        yield (
            ludeme,
            message,
            "name a player: Mover, Next, P1 ..; or take (forEach NonMover (result Player Loss))",
        )


def _idle(ludeme: Ludeme, model: Model) -> Iterator[Doubt]:
    """Players who have nothing to move, although others have pieces of their own."""
    if not isinstance(ludeme, Rules) or model.num_players < 2:
        return
    owners = {one.owner for one in model.components[1:]}
    players = range(1, model.num_players + 1)
    if owners <= set(players) and len(owners) > 1:
        for player in players:
            if player not in owners and not _named(ludeme, player):
                yield ludeme, f"the player P{player} has no pieces", "give them some: (piece .. Each) or (piece .. P2)"
    if _moves_pieces_alone(ludeme):
        for player in players:
            items = [one.item for one in model.components[1:] if one.owner == player]
            if items and all(isinstance(item, Piece) and item.moves is None for item in items):
                message = f"no piece of P{player} has moves: the player can only pass"
                yield ludeme, message, "give a piece moves: (piece .. Each (move ..))"


def _named(rules: Rules, player: int) -> bool:
    return any(getattr(one, name, None) is RoleType(f"P{player}") for one in rules.walk() for name in one.parameters)


def _moves_pieces_alone(rules: Rules) -> bool:
    """Whether all that players may do is to move a piece as it moves."""
    playing = [one for part in (rules.play, *(rules.phases or ())) if part is not None for one in part.walk()]
    moves = [one for one in playing if isinstance(one, MovesLudeme)]
    plain = all(isinstance(one, ForEachPiece | Combine | IfMoves | Priority) for one in moves)
    return (
        plain
        and any(isinstance(one, ForEachPiece) and one.moves is None for one in moves)
        and not any(isinstance(one, Last) for one in playing)
    )
