"""Frames as they are told: with labels of sites, and no more than is of use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from ludens.explain.answers import Value
from ludens.explain.places import place_of
from ludens.explain.recorder import Frame
from ludens.game.notation import site_name
from ludens.language import printed, to_text
from ludens.ludemes.integers.last import Last
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanConstant, FloatConstant, IntConstant
from ludens.rules.state.context import ITERATORS

if TYPE_CHECKING:
    from ludens.board import SiteType
    from ludens.game.game import Game

#: iterators that are sites
_SITES: Final = frozenset({"from", "to", "between", "site"})
_ITERATORS: Final = ("from", "to", "between", "site", "player", "level", "value")
_CONSTANTS: Final = (BooleanConstant, IntConstant, FloatConstant)
_DEPTH: Final = 4
_LONG: Final = 88


_point: ContextVar[Callable[[int], str] | None] = ContextVar("_point", default=None)


@contextmanager
def points_called(point: Callable[[int], str]) -> Iterator[None]:
    """Let what is told meanwhile call points of the board as players do, not by their labels, where it gives a name."""
    token = _point.set(point)
    try:
        yield
    finally:
        _point.reset(token)


def label(game: Game, site: int, kind: SiteType | None = None) -> str:
    """What people call a site; its number where it has no name."""
    point, usual = _point.get(), game.model.default_site
    if point is not None and kind in (None, usual) and 0 <= site < game.model.count(usual) and (name := point(site)):
        return name
    return site_name(game, site, kind) or str(site)


def written(ludeme: Ludeme) -> str:
    """A ludeme as its clause, on one line."""
    if "node" not in vars(ludeme):
        return f"({ludeme.spellings[0]})" if ludeme.spellings else "(is Empty (between))"
    text = printed(to_text(ludeme.node))
    text = text.removeprefix(f"{ludeme.node.label}:") if ludeme.node.label else text
    return text if len(text) <= _LONG else text[: _LONG - 4] + " ..."


def bound_labels(game: Game, bound: Mapping[str, int]) -> dict[str, str]:
    """The iterators of a frame, as they are told."""
    names = [n for n in _ITERATORS if n in bound and (n != "level" or game.model.stacking)]
    return {n: label(game, bound[n]) if n in _SITES else str(bound[n]) for n in names}


def _is_told(frame: Frame) -> bool:
    """Whether a value is worth a line: constants and iterators are known without."""
    plain = isinstance(frame.ludeme, _CONSTANTS) or getattr(frame.ludeme, "spelling", "") in ITERATORS
    return not plain and frame.value is not None


def value_of(game: Game, frame: Frame, depth: int = _DEPTH) -> Value:
    """What a ludeme gave, with what it looked at."""
    given = frame.value
    labels = tuple(label(game, site) for site in given) if isinstance(given, tuple) else ()
    below = [x for x in frame.below if _is_told(x)] if depth else []
    parts = tuple(value_of(game, x, depth - 1) for x in below)
    if type(given) is int and isinstance(frame.ludeme, Last) and given >= 0:
        labels = (label(game, given),)
    bound = bound_labels(game, frame.bound)
    outer = bound_labels(game, frame.above.bound) if frame.above is not None else {}
    own = bound if not outer or depth == _DEPTH else {n: v for n, v in bound.items() if outer.get(n) != v}
    return Value(written(frame.ludeme), place_of(frame.ludeme), given, labels, own, parts)
