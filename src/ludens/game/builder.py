"""From a description to what is compiled: the bound game and its model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ludens.game.equipment import board_of, evaluate_maps, number_equipment
from ludens.game.places import located
from ludens.language import Clause, Description, LudError, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.boards import BoardItem, uses_layers
from ludens.ludemes.booleans.repetition import IsPerpetual
from ludens.ludemes.plain import plainly
from ludens.ludemes.regions.content import PerpetualSites
from ludens.ludemes.regions.items import Regions, freeze
from ludens.rules import limits
from ludens.rules.base import Ludeme, Need
from ludens.rules.categories import BooleanLudeme, MovesLudeme
from ludens.rules.roles import fixed_index
from ludens.rules.state import owned
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.distances import distance_relation
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.links import MOST_REGIONS, RELATIONS, Relation
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import SITE_NEEDS, Model, NamedRegion
from ludens.rules.state.view import BlankState, layout_of
from ludens.rules.structure import Game, Rules
from ludens.rules.turns import repeats
from ludens.rules.turns.phases import END, PHASES, PhaseRules
from ludens.rules.turns.placement import START
from ludens.stage import Address, Stage

L = TypeVar("L", bound=Ludeme)


@dataclass(frozen=True)
class Rulebook:
    """A bound description: its model, its layout, fields of single ludemes, and the rules that are not in the model."""

    game: Game
    model: Model
    layout: Layout
    fields: tuple[Field[Any], ...]
    rules: Rules


# From here on the file reads downwards, as a description passes through it: what a function calls stands below it.


def build(description: Description) -> Rulebook:
    """Bind a description and settle all that there is to know before its rules are compiled. Raises LudError."""
    tree = description.game
    if tree.keyword == "match":
        raise LudError("not supported yet: (match ...)", tree.span)
    try:
        with located(tree.span):
            game = Binder().bind(plainly(tree) if description.is_plain else tree, Game)
            if not description.requires_ludens:
                _check_kin(game)
            return _rulebook(game)
    except LudError as error:
        error.related += description.slips  # what is not read may be what is missing
        raise


def _check_kin(game: Game) -> None:
    """Raise LudError at the first ludeme that the reference lacks."""
    for ludeme in game.walk():
        if ludeme.extends:
            message = f"({ludeme.spelling} ..) is a form of ludens that other programs do not have"
            hint = 'say that the game needs it: (metadata (info (requires "ludens")))'
            raise LudError(message, ludeme.node.span, hint)


def _rulebook(game: Game) -> Rulebook:
    rules = game.rules or _implicit_rules()
    listed = [*game.walk(), *([] if game.rules else rules.walk())]
    model = _model(game, rules, listed)
    declared = {field: None for ludeme in listed for field in ludeme.fields if isinstance(field, Field)}
    layout = layout_of(model, tuple(declared))
    limits.within(game.equipment or game, layout.size, 0, limits.STATE_BYTES, "bytes of a position of this game")
    return Rulebook(game, model, layout, tuple(declared), rules)


def _implicit_rules() -> Rules:
    """The rules of a description without any: Tic-Tac-Toe's."""
    rules = "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))"
    tree = parse(f'(game "Implicit" {rules})', name="<implicit rules>").game
    return Binder().bind(next(a for a in tree.arguments if isinstance(a, Clause)), Rules)


def _model(game: Game, rules: Rules, listed: Sequence[Ludeme]) -> Model:
    """The model, in one pass: every step rests on the steps above it alone. `listed` are all ludemes."""
    items = game.equipment.items if game.equipment else ()
    model = _of_board(game, board_of(game, items), listed)
    number_equipment(items, model)
    model.needs = _needs(listed, model)
    model.lists_places = not owned.suffice_as_counts(model, listed)
    if Need.DEDUCTION in model.needs:
        from ludens.game import puzzles

        puzzles.prepare(blank_context(model), listed, rules)
    _number_names(listed, model)
    for rule in rules.meta.listed if rules.meta else ():
        model.meta = rule.apply(model.meta)
    START.tell(model, rules.start.listed if rules.start is not None else ())
    END.tell(model, rules.end)
    PHASES.tell(model, _phases(rules))
    conditions = _each_once(x.condition for x in listed if isinstance(x, IsPerpetual))
    repeats.observe(model, conditions, _each_once(x.region for x in listed if isinstance(x, PerpetualSites)))
    model.phase_owners = [phase.owner for phase in PHASES.of(model)]
    # what is evaluated once, on the blank position (manual: structure 1.3)
    _evaluate_regions([item for item in items if isinstance(item, Regions)], model)
    evaluate_maps(blank_context(model), items)
    model.placed = sum(rule.placed(blank_context(model)) for rule in START.of(model))
    model.max_count = _max_count(model)
    RELATIONS.tell(model, _connections(listed, model))
    return model


def _of_board(game: Game, board: BoardItem, listed: Sequence[Ludeme]) -> Model:
    """The players, the board, and what all ludemes together say."""
    players = game.players.count if game.players else 2
    model = Model(
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
    model.topology.three_d = uses_layers(game.node)
    return model


def _mode(game: Game, players: int) -> str:
    if players < 2:
        return "Alternating" if players else "Simulation"
    return game.mode.mode.value if game.mode else "Alternating"


def _recalled(listed: Sequence[Ludeme]) -> frozenset[str | None] | None:
    """The lists of remembered values that some ludeme looks into; None where one looks into all."""
    recalled = [ludeme.recalled for ludeme in listed]
    return None if None in recalled else frozenset[str | None]().union(*filter(None, recalled))


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


def _each_once(ludemes: Iterable[L]) -> list[L]:
    """One of those that mean the same."""
    return list({one.identity: one for one in ludemes}.values())


def _number_names(listed: Sequence[Ludeme], model: Model) -> None:
    """Number the names of variables, of remembered lists and so on, in order of appearance."""
    for ludeme in listed:
        if ludeme.naming is not None:
            for name in ludeme.strings():
                model.number(ludeme.naming, name)


def _phases(rules: Rules) -> list[PhaseRules]:
    if rules.phases is None:
        assert rules.play is not None
        return [PhaseRules("Default", None, rules.play.moves)]
    owners = [fixed_index(phase.role) if phase.role is not None else None for phase in rules.phases]
    return [
        PhaseRules(phase.name, owner, phase.play.moves, phase.end, phase.next_phases)
        for phase, owner in zip(rules.phases, owners, strict=True)
    ]


def _evaluate_regions(items: Sequence[Regions], model: Model) -> None:
    """The regions of the equipment. They may refer to each other in any order: evaluate until nothing changes."""
    c = blank_context(model)
    model.regions = [NamedRegion(item.final_name, item.owner(model.num_players), (), item) for item in items]
    for _ in range(len(items) + 1):
        regions = [replace(region, sites=freeze(c, item)) for region, item in zip(model.regions, items, strict=True)]
        if [region.sites for region in regions] == [region.sites for region in model.regions]:
            return
        model.regions = regions


def _max_count(model: Model) -> int:
    """The largest count that a site holds (manual: runtime 3.3)."""
    if Need.DOMINOES in model.needs:
        return len(model.components)
    return max([model.total_sites, *(x.max_count for x in model.components), model.placed])


def _connections(listed: Sequence[Ludeme], model: Model) -> dict[object, Relation]:
    """What the state keeps of connected pieces: nothing where it is decided to move pieces or to take them away."""
    decided = [x for x in listed if isinstance(x, MovesLudeme) and x.decision and "board" in x.writes]
    odd = model.stacking or model.counts or model.boardless
    odd = odd or not model.needs.isdisjoint({Need.LARGE_PIECE, Need.DEDUCTION, Need.HIDDEN})
    relations: dict[object, Relation] = {}
    if not odd and all(x.only_adds for x in decided):
        for ludeme in listed:
            if isinstance(ludeme, BooleanLudeme):
                ludeme.keep(blank_context(model), relations)
    return {key: r for key, r in relations.items() if r.num_regions <= MOST_REGIONS}


def blank_context(model: Model) -> Context:
    """The context of what is evaluated at load: an empty board, player 1 to move."""
    stage = Stage()
    position = BlankState(stage, model, Layout())
    return Context(stage, model, position, Address(stage, "null"), Slots())


__all__ = ["Rulebook", "blank_context", "build"]
