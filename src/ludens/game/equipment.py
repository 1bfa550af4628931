"""Numbering of the equipment: containers, components, names, owners, maps (manual: equipment)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ludens.board import SiteType
from ludens.language import LudError
from ludens.ludemes import equipment as items
from ludens.ludemes.boards import BoardItem
from ludens.rules import limits
from ludens.rules.categories import ItemLudeme
from ludens.rules.enums import LandmarkType, RoleType
from ludens.rules.roles import Who, index_of, owner_index
from ludens.rules.state.constants import at_load
from ludens.rules.state.model import (
    Component,
    Container,
    Model,
)
from ludens.rules.structure import Game
from ludens.stage.direct import plain_value

if TYPE_CHECKING:
    from ludens.rules.state.context import Context

I = TypeVar("I", bound=ItemLudeme)  # noqa: E741


def board_of(game: Game, listed: Iterable[ItemLudeme]) -> BoardItem:
    """The first board of the items. Raises LudError where there is none."""
    board = next(iter(_of(listed, BoardItem)), None)
    if board is None:
        place = game.equipment or game
        raise LudError("the equipment has no board", place.node.span, "add (board (square 3)) or the like")
    return board


def number_equipment(listed: Sequence[ItemLudeme], model: Model) -> None:
    """Fill the model's containers and components. Raises LudError where there are too many."""
    _check_numbers(listed, model.num_players)
    _containers(listed, model)
    _components(listed, model)
    _face_players(model)


def _check_numbers(listed: Iterable[ItemLudeme], num_players: int) -> None:
    components = containers = 0
    for item in listed:
        components += _num_components(item, num_players)
        if isinstance(item, items.Hand | items.Deck):
            containers += num_players if item.role is RoleType.Each else 1
        limits.within(item, components, 0, limits.COMPONENTS, "pieces, cards, dice and dominoes, as far as here")
        limits.within(item, containers, 0, limits.CONTAINERS, "hands and decks, as far as here")


def _num_components(item: ItemLudeme, num_players: int) -> int:
    match item:
        case items.Deck():
            return item.num_cards
        case items.Dice():
            return item.num
        case items.Dominoes():
            return item.num_pairs
        case items.ComponentItem():
            return len(_each(item.owner, num_players))
    return 0


def _containers(listed: Iterable[ItemLudeme], model: Model) -> None:
    model.containers.append(Container(0, "Board", 0, 0, model.board_sites))
    for item in listed:
        if isinstance(item, items.Hand):
            for _, name, owner in _hand_copies(item, model):
                _add_container(model, name, owner, item.size, "hand")
        elif isinstance(item, items.Deck):
            role = item.role or RoleType.Shared
            suffix = role.value[1:] if role.value[1:].isdigit() else "0"
            _add_container(model, f"Deck{suffix}", owner_index(role, model.num_players), 1, "deck")
    _dice_container(_of(listed, items.Dice), model)


def _hand_copies(item: items.Hand, model: Model) -> list[tuple[RoleType, str, int]]:
    if item.role is RoleType.Each:
        return [(item.role, f"Hand{p}", p) for p in range(1, model.num_players + 1)]
    owner = owner_index(item.role, model.num_players)
    if item.role in (RoleType.Shared, RoleType.Neutral):
        return [(item.role, "Hand0", owner)]
    return [(item.role, "Hand-1" if item.role is RoleType.All else f"Hand{owner}", owner)]


def _dice_container(dice: list[items.Dice], model: Model) -> None:
    """All dice items merge into one container, which has the last one's role and faces (manual: equipment 6)."""
    if not dice:
        return
    last = dice[-1]
    role = last.role or RoleType.Shared
    owner = owner_index(role, model.num_players)
    name = "Dice0" if role in (RoleType.Shared, RoleType.Neutral) else f"Dice{owner}"
    faces = tuple(item.faces_of(i) for item in dice for i in range(item.num))
    _add_container(model, name, owner, len(faces), "dice", last.num_faces, faces)


def _add_container(
    model: Model,
    name: str,
    owner: int,
    size: int,
    kind: str,
    num_faces: int = 0,
    faces: tuple[tuple[int, ...], ...] = (),
) -> None:
    index = len(model.containers)
    model.containers.append(Container(index, name, owner, model.total_sites, size, kind, num_faces, faces))


def _components(listed: Iterable[ItemLudeme], model: Model) -> None:
    model.components.append(Component(0, "Disc", 0, "Disc"))
    _cards(_of(listed, items.Deck), model)
    _dies(_of(listed, items.Dice), model)
    for dominoes in _of(listed, items.Dominoes):
        for component in dominoes.components():
            _add_component(model, component, RoleType.Shared)
    for item in _of(listed, items.ComponentItem):
        for role in _each(item.owner, model.num_players):
            _add_component(model, item.component(), role)
    if len(model.components) == 1:
        for player in range(1, model.num_players + 1):
            _add_component(model, Component(name=f"Ball{player}"), RoleType[f"P{player}"])


def _cards(decks: list[items.Deck], model: Model) -> None:
    faces = [(deck, face) for number, deck in enumerate(decks) for face in deck.faces(number)]
    for number, (deck, face) in enumerate(faces, 1):
        _add_component(model, Component(name=f"Card{number}", card=face), deck.role or RoleType.Shared)


def _dies(dice: list[items.Dice], model: Model) -> None:
    dies = [(item, item.faces_of(i)) for item in dice for i in range(item.num)]
    for number, (item, faces) in enumerate(dies, 1):
        _add_component(model, Component(name=f"Die{number}", faces=faces), item.role or RoleType.Shared)


def _each(role: RoleType, num_players: int) -> list[RoleType]:
    """A role, or every player's."""
    return [RoleType[f"P{player}"] for player in range(1, num_players + 1)] if role is RoleType.Each else [role]


def _add_component(model: Model, kind: Component, role: RoleType) -> None:
    owner = owner_index(role, model.num_players)
    name = _final_name(kind.name, role, owner, model.num_players)
    numbered = replace(kind, index=len(model.components), name=name, owner=owner, base_name=kind.name, role=role.value)
    model.components.append(numbered)


def _final_name(name: str, role: RoleType, owner: int, num_players: int) -> str:
    """The owner's number is appended, but for shared pieces, dominoes and dice (manual: equipment 2)."""
    if "Domino" in name or "Die" in name:
        return name
    if num_players == 1:
        return name + "0" if role is RoleType.Neutral else name
    owned = role is RoleType.Neutral or (role not in (RoleType.Shared, RoleType.All) and owner > 0)
    return f"{name}{owner}" if owned else name


def _face_players(model: Model) -> None:
    """A player's direction replaces that of all the player's components."""
    for index, component in enumerate(model.components):
        if 1 <= component.owner <= len(model.facings) and index > 0:
            model.components[index] = replace(component, facing=model.facings[component.owner - 1])


def evaluate_maps(c: Context, listed: Iterable[ItemLudeme]) -> None:
    """The maps of the equipment, evaluated once (manual: equipment 9)."""
    for item in _of(listed, items.Map):
        entries = at_load(c, partial(_map_entries, item))
        c.model.maps.append((item.name or "Map", entries))


def _map_entries(item: items.Map, c: Context) -> dict[int, int]:
    if item.pairs is None:
        keys, values = item.keys or (), item.values or ()
        if len(keys) != len(values):
            raise LudError(f"a map with {len(keys)} keys and {len(values)} values", item.node.span)
        return {plain_value(k.emit(c)): plain_value(v.emit(c)) for k, v in zip(keys, values, strict=True)}
    entries: dict[int, int] = {}
    for pair in item.pairs:
        key, value = _map_key(c, pair.key), _map_value(c, pair.value)
        if key not in (None, -1) and value is not None:
            entries[int(key)] = value
    return entries


def _map_key(c: Context, key: Who | str) -> int | None:
    if isinstance(key, str):
        return _site_of_label(c, key)
    return _fixed(c, key)


def _map_value(c: Context, value: Who | str | LandmarkType) -> int | None:
    if isinstance(value, LandmarkType):
        return _landmark(c, value)
    if not isinstance(value, str):
        return _fixed(c, value)
    letters = value.rstrip("0123456789")
    if letters != value and len(letters) <= 2 and (not letters or letters.isalpha()):
        return _site_of_label(c, value)
    return next((p.index for p in c.model.components[1:] if p.name == value), None)


def _site_of_label(c: Context, label: str) -> int | None:
    site = c.model.topology.site_of_label(label)
    return None if site is None else int(site)


def _fixed(c: Context, value: Who) -> int:
    return plain_value(index_of(c, value))


def _landmark(c: Context, landmark: LandmarkType) -> int:
    name = landmark.value
    kind: SiteType = "Vertex" if c.model.default_site == "Vertex" else "Cell"
    if name == "FirstSite":
        return 0
    if name == "LastSite":
        return c.model.count(kind) - 1
    region = name.removesuffix("Site").removesuffix("site").lower()  # one landmark is spelled "Topsite"
    return c.model.topology.region(kind, region)[0]


def _of(listed: Iterable[ItemLudeme], kind: type[I]) -> list[I]:
    return [item for item in listed if isinstance(item, kind)]
