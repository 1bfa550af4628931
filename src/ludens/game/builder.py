"""From a description to what is compiled: the bound game and its model."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ludens.game.equipment import evaluate_maps, number_equipment
from ludens.game.layout import layout_of
from ludens.language import Clause, Description, LudError
from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.binder import Binder
from ludens.ludemes.boards import uses_layers
from ludens.ludemes.categories import (
    IntLudeme,
    SitesLudeme,
    StartRuleLudeme,
)
from ludens.ludemes.integers.players import RandomValue
from ludens.ludemes.play.phases import PhaseRules
from ludens.ludemes.regions.items import Regions, freeze
from ludens.ludemes.roles import fixed_index
from ludens.ludemes.runtime import deduction, tracking
from ludens.ludemes.runtime.context import Context, Slots
from ludens.ludemes.runtime.distances import distance_relation
from ludens.ludemes.runtime.layout import Layout
from ludens.ludemes.runtime.metarules import MetaRules
from ludens.ludemes.runtime.model import Model, NamedRegion
from ludens.ludemes.runtime.position import BlankPosition
from ludens.ludemes.runtime.regions import StaticRegion
from ludens.ludemes.start.place import PlaceMany
from ludens.ludemes.start.set_sites import SetStartSites
from ludens.ludemes.structure import End, Game, Play, Rules
from ludens.stage import Address, Stage

#: where each kind of named store is used; the names are numbered in order of appearance
_VARIABLES = {"var", "set Var"}
_REMEMBERED = {"remember Value", "forget Value", "values Remembered", "set RememberValue"}
_PROPOSITIONS = {"propose", "vote", "move Propose", "move Vote", "is Proposed", "is Decided"}
#: what looks into the lists of positions: where piles move these gather stale entries, and have to be longer
_LISTERS = {
    "forEach Piece",
    "sites Occupied",
    "count Pieces",
    "no Pieces",
    "take Control",
    "is Within",
    "where",
    "sizes Group",
}

IMPLICIT_RULES = "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))"


@dataclass(frozen=True)
class Rulebook:
    """A bound description: its model, its layout, and the rules that are not in the model."""

    game: Game
    model: Model
    layout: Layout
    rules: Rules


def build(description: Description) -> Rulebook:
    """Bind a description and number its equipment. Raises LudError."""
    tree = description.game
    if tree.keyword == "match":
        raise LudError("not supported yet: (match ...)", tree.span)
    game = Binder().bind(tree, Game)
    rules = game.rules or _implicit_rules()
    model = _model(game, tree)
    number_equipment(game, model)
    model.topology.three_d = uses_layers(tree)
    listed = [*game.walk(), *([] if game.rules else rules.walk())]
    model.needs = _needs(listed, model)
    deduction.prepare(listed, model)
    _names(listed, model)
    _rules(rules, model)
    _extras(listed, model)
    _evaluate_at_load(game, model)
    _set_max_count(rules, model)
    return Rulebook(game, model, layout_of(model), rules)


def _implicit_rules() -> Rules:
    """The rules of a description without any: Tic-Tac-Toe's."""
    from ludens.language import parse

    tree = parse(f'(game "Implicit" {IMPLICIT_RULES})', name="<implicit rules>").game
    return Binder().bind(next(a for a in tree.arguments if isinstance(a, Clause)), Rules)


def _model(game: Game, tree: Clause) -> Model:
    players = game.players.count if game.players else 2
    mode = game.mode.mode.value if game.mode else "Alternating"
    mode = "Simulation" if players == 0 else "Alternating" if players == 1 else mode
    return Model(game.name, players, mode, game.players.facings if game.players else ())


def _needs(listed: list[Ludeme], model: Model) -> frozenset[Need]:
    needs = frozenset().union(*(ludeme.own_needs(model.default_site) for ludeme in listed))
    default = {"Cell": Need.CELL, "Vertex": Need.VERTEX, "Edge": Need.EDGE}[model.default_site]
    extra = {default}
    for ludeme in listed:
        site_type = getattr(ludeme, "site_type", None)
        if site_type is not None and hasattr(site_type, "value") and site_type.value in ("Cell", "Vertex", "Edge"):
            extra.add({"Cell": Need.CELL, "Vertex": Need.VERTEX, "Edge": Need.EDGE}[site_type.value])
    if model.extra.get("large_stacks"):
        extra.add(Need.STACKING)
    if any("Domino" in c.name for c in model.components):
        extra |= {Need.DOMINOES, Need.LARGE_PIECE}
    if any(c.walks for c in model.components):
        extra.add(Need.LARGE_PIECE)
    if any(c.kind == "deck" for c in model.containers):
        extra.add(Need.CARD)
    return needs | extra


def _names(listed: list[Ludeme], model: Model) -> None:
    """Number the names of variables, of remembered lists and of propositions."""
    model.extra["vars"] = _numbered(listed, _VARIABLES)
    model.extra["remembered"] = _numbered(listed, _REMEMBERED, {None: 0})
    model.extra["propositions"] = _numbered(listed, _PROPOSITIONS)


def _numbered(
    listed: list[Ludeme], spellings: set[str], start: dict[str | None, int] | None = None
) -> dict[str | None, int]:
    numbers: dict[str | None, int] = dict(start or {})
    for ludeme in listed:
        if getattr(ludeme, "spelling", None) in spellings:
            for name in _strings(ludeme):
                numbers.setdefault(name, len(numbers))
    return numbers


def _strings(ludeme: Ludeme) -> list[str]:
    values = [getattr(ludeme, name) for name in ludeme.parameters]
    flat = [x for v in values for x in (v if isinstance(v, tuple) else (v,))]
    return [x for x in flat if isinstance(x, str)]


def _rules(rules: Rules, model: Model) -> None:
    meta = MetaRules()
    for rule in rules.meta.listed if rules.meta else ():
        meta = rule.apply(meta)
    model.extra["meta"] = meta
    model.extra["end"] = rules.end
    if rules.phases is None:
        assert rules.play is not None
        model.phases = [PhaseRules("Default", None, rules.play.moves)]
        return
    for phase in rules.phases:
        owner = fixed_index(phase.role) if phase.role is not None else None
        model.phases.append(PhaseRules(phase.name, owner, phase.play.moves, phase.end, phase.next_phases))
    _check_phases(rules, model)


def _check_phases(rules: Rules, model: Model) -> None:
    names = [p.name for p in model.phases]
    for phase in rules.phases or ():
        for rule in phase.next_phases:
            if rule.phase is not None and rule.phase not in names:
                raise LudError(
                    f'there is no phase "{rule.phase}"', rule.node.span, f"the phases are {', '.join(names)}"
                )


def _extras(listed: list[Ludeme], model: Model) -> None:
    """Properties of the whole description that decide the layout."""
    spellings = {getattr(ludeme, "spelling", "") for ludeme in listed}
    stochastic = Need.STOCHASTIC in model.needs
    extra = model.extra
    extra["stalemate_read"] = "no Moves" in spellings
    extra["stalemate"] = stochastic or extra["stalemate_read"]
    extra["line_of_play"] = "sites LineOfPlay" in spellings
    extra["last_between"] = "last Between" in spellings
    extra["last_sites"] = bool(spellings & {"sites LastTo", "sites LastFrom"})
    extra["distance_relation"] = distance_relation(listed)
    extra["moves_piles"] = bool(spellings & _LISTERS) and any(map(_moves_pile, listed))
    extra["start_sites"] = "sites Start" in spellings
    if tracking.needed(model):
        extra["on_track"] = tracking.total_places(model)


def _moves_pile(ludeme: Ludeme) -> bool:
    return getattr(ludeme, "spelling", "") in ("fromTo", "move") and getattr(ludeme, "count", None) is not None


def _set_max_count(rules: Rules, model: Model) -> None:
    """The largest count that a site holds (spec 10, 3.3)."""
    c = blank_context(model)
    placed = sum(_placed(c, rule) for rule in rules.start.listed) if rules.start is not None else 0
    largest = max([model.total_sites, *(x.max_count for x in model.components), placed])
    model.extra["max_count"] = len(model.components) if Need.DOMINOES in model.needs else largest


def _placed(c: Context, rule: StartRuleLudeme) -> int:
    """How many pieces a start rule puts down, as the reference reckons: its count on each of its sites."""
    match rule:
        case SetStartSites(spelling="set Count"):
            return _known(rule.value, c) * (_size(c, rule.to) if rule.to is not None else 1)
        case PlaceMany():
            listed = rule.sites or rule.labels or (None,)
            sites = c.model.count("Cell") if rule.region is not None else len(listed)
            return (_known(rule.counts[0], c) if rule.counts else 1) * sites
    count = getattr(rule, "count", None)
    return _known(count, c) if isinstance(count, IntLudeme) else 1


def _known(value: IntLudeme, c: Context) -> int:
    """A number of the start rules; the largest that a random one may be."""
    number = value.range.emit(c)[1] if isinstance(value, RandomValue) else value.emit(c)
    return number if isinstance(number, int) else 1


def _size(c: Context, region: SitesLudeme) -> int:
    sites = region.emit(c)
    return len(sites.members) if isinstance(sites, StaticRegion) else c.model.board_sites


def blank_context(model: Model) -> Context:
    """The context of what is evaluated at load: an empty board, player 1 to move."""
    stage = Stage()
    position = BlankPosition(stage, model, Layout())
    return Context(stage, model, position, Address(stage, "null"), Slots())


def _evaluate_at_load(game: Game, model: Model) -> None:
    """Maps and regions are evaluated once, on the blank position (spec 4, 1.7)."""
    c = blank_context(model)
    listed = game.equipment.items if game.equipment else ()
    items = [item for item in listed if isinstance(item, Regions)]
    model.extra["region_items"] = items
    for item in items:
        role = item.role
        name = item.name or f"Region{role.value if role is not None else 'P1'}"
        model.regions.append(NamedRegion(name, item.owner(model.num_players), (), item))
    _freeze_all(c, model)
    evaluate_maps(c, listed)


def _freeze_all(c: Context, model: Model) -> None:
    """Items may refer to each other in any order: freeze until nothing changes."""
    for _ in range(len(model.regions) + 1):
        frozen = [dataclasses.replace(r, sites=freeze(c, r.item)) for r in model.regions]
        if [r.sites for r in frozen] == [r.sites for r in model.regions]:
            return
        model.regions = frozen


__all__ = ["End", "Play", "Rulebook", "blank_context", "build"]
