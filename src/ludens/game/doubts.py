"""What rules say that the language allows, and that can hardly be meant: warnings with their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from ludens.language import LudWarning, did_you_mean
from ludens.ludemes.booleans.line import IsLine
from ludens.ludemes.effects.variables import SetCounter
from ludens.ludemes.regions.named import CoordinateSites, NamedSites, looks_like_coordinate
from ludens.ludemes.site_types import type_name
from ludens.ludemes.start.place import Place
from ludens.ludemes.start.place_stack import PlaceStack
from ludens.rules.base import Ludeme
from ludens.rules.categories import IntConstant, IntLudeme
from ludens.rules.state.model import Model
from ludens.rules.structure import Rules

_NUMBERS = (
    "a hand gets the piece that is numbered like it: piece 1 goes into the first hand, whatever is named; "
    "list the pieces in that order, or let players add the others by (move Add ...)"
)


def doubts(ludemes: Iterable[Ludeme], model: Model) -> list[LudWarning]:
    """The warnings of a game's rules, in the order of the text."""
    warnings: dict[tuple[int, str], LudWarning] = {}
    for ludeme in ludemes:
        for message, hint in _of(ludeme, model):
            span = ludeme.node.span
            warnings.setdefault((span.start, message), LudWarning(message, span, hint))
    return [warnings[key] for key in sorted(warnings)]


@singledispatch
def _of(ludeme: Ludeme, model: Model) -> Iterable[tuple[str, str | None]]:
    """What is doubtful in a ludeme itself: messages and hints."""
    return ()


@_of.register
def _(ludeme: NamedSites, model: Model) -> Iterator[tuple[str, str | None]]:
    name = ludeme.name or ""
    if looks_like_coordinate(name):
        yield from _unknown_labels((name,), model)
    elif name and ludeme.who is None and all(region.name != name for region in model.regions):
        hint = did_you_mean(name, [region.name for region in model.regions])
        yield f'there is no region "{name}": this is a region without sites', hint


@_of.register
def _(ludeme: CoordinateSites, model: Model) -> Iterator[tuple[str, str | None]]:
    yield from _unknown_labels(ludeme.coordinates, model)


@_of.register
def _(ludeme: Place, model: Model) -> Iterator[tuple[str, str | None]]:
    if ludeme.container is None and isinstance(ludeme.site, IntConstant):
        yield from _off_board(ludeme.site.value, ludeme, model)
    elif ludeme.container is not None:
        yield from _other_piece(ludeme, model)


def _other_piece(ludeme: Place, model: Model) -> Iterator[tuple[str, str | None]]:
    """A hand gets the piece that is numbered like it, whatever piece is named (manual: structure 4.5)."""
    hand = next((one for one in reversed(model.containers) if one.name == ludeme.container), None)
    named = [one for one in model.components[1:] if one.name == ludeme.item]
    if hand is None or "Hand" not in hand.name or not named or named[-1].faces:
        return
    if hand.index >= len(model.components):
        yield f"nothing is put into {hand.name}, as there is no piece number {hand.index}", _NUMBERS
    elif (other := model.components[hand.index].name) != ludeme.item:
        yield f'this puts "{other}" into {hand.name}, and no "{ludeme.item}"', _NUMBERS


@_of.register
def _(ludeme: PlaceStack, model: Model) -> Iterator[tuple[str, str | None]]:
    if ludeme.container is None and isinstance(ludeme.where, IntConstant):
        yield from _off_board(ludeme.where.value, ludeme, model)
    elif ludeme.items is not None and not isinstance(ludeme.where, IntLudeme | None):
        yield "items:{...} make one pile on one site: nothing is put on a region or a list", None


@_of.register
def _(ludeme: Rules, model: Model) -> Iterator[tuple[str, str | None]]:
    names = [phase.name for phase in ludeme.phases or ()]
    for phase in ludeme.phases or ():
        for rule in phase.next_phases:
            if rule.phase is not None and rule.phase not in names:
                phases = f"the phases are {', '.join(names)}"
                yield f'there is no phase "{rule.phase}": who should go on to it stays in "{phase.name}"', phases


@_of.register
def _(ludeme: SetCounter, model: Model) -> Iterator[tuple[str, str | None]]:
    if ludeme.then is not None:
        yield "the (then ...) of (set Counter) is dropped: it is never applied", "put it beside, in (and {...})"


@_of.register
def _(ludeme: IsLine, model: Model) -> Iterator[tuple[str, str | None]]:
    stands_on_layers = "(layers " in ludeme.node.span.source.text  # other boards of several heights may have such lines
    if stands_on_layers and len(model.topology.layers(model.default_site)) > 1 and not model.stacking:
        hint = "ask for the sites above by their numbers: a column of n layers is numbered consecutively"
        yield "on a board of layers, lines are found within a layer alone", hint


def _off_board(site: int, ludeme: Place | PlaceStack, model: Model) -> Iterator[tuple[str, str | None]]:
    kind = type_name(ludeme.site_type)
    beside = model.total_sites if kind in (None, "Cell") else 0  # the sites of hands, too
    count = max(beside, model.count(kind or model.default_site))
    if not 0 <= site < count:
        yield f"there is no site {site}: nothing is put there", f"the sites are 0 to {count - 1}"


def _unknown_labels(labels: Iterable[str], model: Model) -> Iterator[tuple[str, str | None]]:
    for label in labels:
        if (
            model.topology.site_of_label(label, model.default_site) is None
            and model.topology.site_of_label(label) is None
        ):
            yield f'no site has the coordinate "{label}"', None
