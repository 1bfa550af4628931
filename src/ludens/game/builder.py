"""From a description to what is compiled: the bound game and its model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.game.equipment import board_of, evaluate_maps, listed_items, number_equipment
from ludens.game.places import located
from ludens.language import Clause, Description, LudError, parse
from ludens.ludemes import limits
from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.binder import Binder
from ludens.ludemes.boards import uses_layers
from ludens.ludemes.categories import BooleanLudeme, MovesLudeme
from ludens.ludemes.plain import plainly
from ludens.ludemes.play.phases import END, PHASES, PhaseRules
from ludens.ludemes.play.placement import START
from ludens.ludemes.regions.items import Regions, freeze
from ludens.ludemes.roles import fixed_index
from ludens.ludemes.runtime import owned
from ludens.ludemes.runtime.context import Context, Slots
from ludens.ludemes.runtime.distances import distance_relation
from ludens.ludemes.runtime.fields.declaration import Field
from ludens.ludemes.runtime.fields.links import MOST_REGIONS, RELATIONS, Relation
from ludens.ludemes.runtime.layout import Layout
from ludens.ludemes.runtime.model import SITE_NEEDS, Model, NamedRegion
from ludens.ludemes.runtime.state import BlankState, layout_of
from ludens.ludemes.structure import Game, Rules
from ludens.stage import Address, Stage

IMPLICIT_RULES = "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))"


@dataclass(frozen=True)
class Rulebook:
    """A bound description: its model, its layout, fields of single ludemes, and the rules that are not in the model."""

    game: Game
    model: Model
    layout: Layout
    fields: tuple[Field[Any], ...]
    rules: Rules


def build(description: Description) -> Rulebook:
    """Bind a description and find out all that is known of it before its rules are compiled. Raises LudError."""
    tree = description.game
    if tree.keyword == "match":
        raise LudError("not supported yet: (match ...)", tree.span)
    try:
        with located(tree.span):
            return _built(Binder().bind(plainly(tree) if description.is_plain else tree, Game))
    except LudError as error:
        error.related += description.slips  # what is not read may be what is missing
        raise


def _built(game: Game) -> Rulebook:
    rules = game.rules or _implicit_rules()
    listed = [*game.walk(), *([] if game.rules else rules.walk())]
    model = _model(game, listed)
    model.topology.three_d = uses_layers(game.node)
    number_equipment(game, model)
    model.needs = _needs(listed, model)
    model.lists_places = not owned.suffice_as_counts(model, listed)
    if Need.DEDUCTION in model.needs:
        from ludens.game import puzzles

        puzzles.prepare(blank_context(model), listed, rules)
    _tell_names(listed, model)
    _tell_rules(rules, model)
    _evaluate_at_load(game, model)
    model.placed = _placed(rules, model)
    model.max_count = _max_count(model)
    _tell_connections(listed, model)
    fields = _own_fields(listed)
    layout = layout_of(model, fields)
    limits.within(game.equipment or game, layout.size, 0, limits.STATE_BYTES, "bytes of a position of this game")
    return Rulebook(game, model, layout, fields, rules)


def _own_fields(listed: Iterable[Ludeme]) -> tuple[Field[Any], ...]:
    """The fields of the state that ludemes of the description declare themselves."""
    declared = {field: None for ludeme in listed for field in ludeme.fields if isinstance(field, Field)}
    return tuple(declared)


def _implicit_rules() -> Rules:
    """The rules of a description without any: Tic-Tac-Toe's."""
    tree = parse(f'(game "Implicit" {IMPLICIT_RULES})', name="<implicit rules>").game
    return Binder().bind(next(a for a in tree.arguments if isinstance(a, Clause)), Rules)


def _model(game: Game, listed: Sequence[Ludeme]) -> Model:
    """The players, the board, and what all ludemes together say."""
    players = game.players.count if game.players else 2
    board = board_of(game)
    return Model(
        game.name,
        players,
        _mode(game, players),
        game.players.facings if game.players else (),
        topology=board.topology,
        default_site=board.default_site,
        tracks=list(board.board_tracks),
        boardless=board.boardless,
        large_stacks=board.has_large_stacks,
        largest_number=max((abs(x) for ludeme in listed for x in ludeme.arguments() if type(x) is int), default=0),
        moves_piles=any(x.lists_pieces for x in listed) and any(x.moves_piles for x in listed),
        makes_pieces=any(x.makes_pieces for x in listed),
        recalled=_recalled(listed),
        distance_relation=distance_relation(listed),
    )


def _recalled(listed: Sequence[Ludeme]) -> frozenset[str | None] | None:
    """The lists of remembered values that some ludeme looks into; None where one looks into all."""
    found = frozenset[str | None]()
    for names in (ludeme.recalled for ludeme in listed):
        if names is None:
            return None
        found |= names
    return found


def _mode(game: Game, players: int) -> str:
    if players < 2:
        return "Alternating" if players else "Simulation"
    return game.mode.mode.value if game.mode else "Alternating"


def _needs(listed: Sequence[Ludeme], model: Model) -> frozenset[Need]:
    needs = {SITE_NEEDS[model.default_site]}.union(*(ludeme.own_needs(model.default_site) for ludeme in listed))
    needs |= {SITE_NEEDS[named.value] for ludeme in listed if (named := ludeme.named_site_type) is not None}
    if model.large_stacks:
        needs.add(Need.STACKING)
    if any("Domino" in c.name for c in model.components):
        needs |= {Need.DOMINOES, Need.LARGE_PIECE}
    if any(c.walks for c in model.components):
        needs.add(Need.LARGE_PIECE)
    if any(c.kind == "deck" for c in model.containers):
        needs.add(Need.CARD)
    return frozenset(needs)


def _tell_names(listed: Sequence[Ludeme], model: Model) -> None:
    """Number the names of variables, of remembered lists and so on, in order of appearance."""
    for ludeme in listed:
        if ludeme.naming is not None:
            for name in ludeme.strings():
                model.number(ludeme.naming, name)


def _tell_rules(rules: Rules, model: Model) -> None:
    for rule in rules.meta.listed if rules.meta else ():
        model.meta = rule.apply(model.meta)
    START.tell(model, rules.start.listed if rules.start is not None else ())
    END.tell(model, rules.end)
    phases = _phases(rules)
    PHASES.tell(model, phases)
    model.phase_owners = [phase.owner for phase in phases]


def _phases(rules: Rules) -> list[PhaseRules]:
    if rules.phases is None:
        assert rules.play is not None
        return [PhaseRules("Default", None, rules.play.moves)]
    owners = [fixed_index(phase.role) if phase.role is not None else None for phase in rules.phases]
    return [
        PhaseRules(phase.name, owner, phase.play.moves, phase.end, phase.next_phases)
        for phase, owner in zip(rules.phases, owners, strict=True)
    ]


def _placed(rules: Rules, model: Model) -> int:
    """How many pieces the start rules put down, at most."""
    c = blank_context(model)
    return sum(rule.placed(c) for rule in rules.start.listed) if rules.start is not None else 0


def _max_count(model: Model) -> int:
    """The largest count that a site holds (manual: runtime 3.3)."""
    if Need.DOMINOES in model.needs:
        return len(model.components)
    return max([model.total_sites, *(x.max_count for x in model.components), model.placed])


def _tell_connections(listed: Sequence[Ludeme], model: Model) -> None:
    """What the state keeps of connected pieces: nothing where it is decided to move pieces or to take them away."""
    decided = [x for x in listed if isinstance(x, MovesLudeme) and x.decision and "board" in x.writes]
    odd = model.stacking or model.counts or model.boardless
    odd = odd or not model.needs.isdisjoint({Need.LARGE_PIECE, Need.DEDUCTION, Need.HIDDEN})
    relations: dict[object, Relation] = {}
    if not odd and all(x.only_adds for x in decided):
        for ludeme in listed:
            if isinstance(ludeme, BooleanLudeme):
                ludeme.keep(blank_context(model), relations)
    RELATIONS.tell(model, {key: r for key, r in relations.items() if r.num_regions <= MOST_REGIONS})


def blank_context(model: Model) -> Context:
    """The context of what is evaluated at load: an empty board, player 1 to move."""
    stage = Stage()
    position = BlankState(stage, model, Layout())
    return Context(stage, model, position, Address(stage, "null"), Slots())


def _evaluate_at_load(game: Game, model: Model) -> None:
    """Regions and maps are evaluated once, on the blank position (manual: structure 1.3)."""
    c, items = blank_context(model), [item for item in listed_items(game) if isinstance(item, Regions)]
    model.regions = [NamedRegion(item.final_name, item.owner(model.num_players), (), item) for item in items]
    _freeze_all(c, items)
    evaluate_maps(c, listed_items(game))


def _freeze_all(c: Context, items: Sequence[Regions]) -> None:
    """Items may refer to each other in any order: freeze until nothing changes."""
    model = c.model
    for _ in range(len(items) + 1):
        frozen = [replace(region, sites=freeze(c, item)) for region, item in zip(model.regions, items, strict=True)]
        if [region.sites for region in frozen] == [region.sites for region in model.regions]:
            return
        model.regions = frozen


__all__ = ["Rulebook", "blank_context", "build"]
