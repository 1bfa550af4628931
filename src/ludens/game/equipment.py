"""Numbering of the equipment: containers, components, names, owners, maps (spec 4, section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from ludens.language import LudError
from ludens.ludemes import equipment as items
from ludens.ludemes.boards import BoardItem
from ludens.ludemes.categories import ItemLudeme
from ludens.ludemes.enums import RoleType
from ludens.ludemes.roles import owner_index
from ludens.ludemes.runtime.model import (
    Component,
    Container,
    Model,
)
from ludens.ludemes.structure import Game

if TYPE_CHECKING:
    from ludens.ludemes.runtime.context import Context

I = TypeVar("I", bound=ItemLudeme)  # noqa: E741

DOMINO_WALK = tuple("FRFRFLFLFRFRF")


def number_equipment(game: Game, model: Model) -> None:
    """Fill the model's board, containers and components."""
    listed = game.equipment.items if game.equipment else ()
    board = next(iter(_of(listed, BoardItem)), None)
    if board is None:
        place = game.equipment or game
        raise LudError("the equipment has no board", place.node.span, "add (board (square 3)) or the like")
    model.topology = board.topology
    model.default_site = board.default_site
    model.tracks = list(board.board_tracks)
    model.extra["boardless"] = board.boardless
    model.extra["large_stacks"] = bool(getattr(board, "large_stack", False))
    _containers(listed, model)
    _components(listed, model)
    _face_players(model)


def _of(listed: Iterable[ItemLudeme], kind: type[I]) -> list[I]:
    return [item for item in listed if isinstance(item, kind)]


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
    """All dice items merge into one container, which has the last one's role and faces (spec 4, 3.12)."""
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
    for item in _of(listed, items.Dominoes):
        for i in range(item.up_to + 1):
            for j in range(i, item.up_to + 1):
                fields = {"walks": (DOMINO_WALK,), "values": (i, j), "extra": {"domino": True}}
                _add_component(model, f"Domino{i}{j}", RoleType.Shared, **fields)
    for component in _of(listed, items.ComponentItem):
        _listed_component(component, model)
    if len(model.components) == 1:
        for player in range(1, model.num_players + 1):
            _add_component(model, f"Ball{player}", RoleType[f"P{player}"])


def _cards(decks: list[items.Deck], model: Model) -> None:
    number = 0
    for deck_number, deck in enumerate(decks):
        data = deck.cards
        per_suit = len(data) if data else deck.cards_by_suit
        for suit in range(1, deck.suits + 1):
            for i in range(per_suit):
                number += 1
                card = data[i] if data else None
                rank = card.rank if card else i + 1
                value = card.value if card else i + 1
                extra = {
                    "deck": deck_number,
                    "suit": suit,
                    "rank": rank,
                    "value": value,
                    "trumpRank": card.trump_rank if card and card.trump_rank is not None else rank,
                    "trumpValue": card.trump_value if card and card.trump_value is not None else value,
                }
                _add_component(model, f"Card{number}", deck.role or RoleType.Shared, extra=extra)


def _dies(dice: list[items.Dice], model: Model) -> None:
    number = 0
    for item in dice:
        for i in range(item.num):
            number += 1
            _add_component(model, f"Die{number}", item.role or RoleType.Shared, faces=item.faces_of(i))


def _listed_component(item: items.ComponentItem, model: Model) -> None:
    role = getattr(item, "role", None)
    if isinstance(item, items.Tile) and role is None:
        role = RoleType.Shared
    role = role or RoleType.Each
    facing, flips = getattr(item, "facing", None), getattr(item, "flips", None)
    common = {
        "facing": facing.value if facing else None,
        "moves": getattr(item, "moves", None),
        "flips": (flips.first, flips.second) if flips else None,
        "max_count": getattr(item, "max_count", None) or 1,
        "max_state": getattr(item, "max_state", None) or 0,
        "max_value": getattr(item, "max_value", None) or 0,
        "walks": _walks(item),
        "values": (item.value, item.value2) if isinstance(item, items.Domino) else (),
        "extra": {"item": item, "domino": isinstance(item, items.Domino)},
    }
    name = item.name  # type: ignore[attr-defined]
    players = range(1, model.num_players + 1) if role is RoleType.Each else [None]
    for player in players:
        own = role if player is None else RoleType[f"P{player}"]
        _add_component(model, name, own, **common)


def _walks(item: items.ComponentItem) -> tuple[tuple[str, ...], ...]:
    if isinstance(item, items.Tile):
        return item.walks
    return (DOMINO_WALK,) if isinstance(item, items.Domino) else ()


def _add_component(model: Model, name: str, role: RoleType, **fields: object) -> None:
    owner = owner_index(role, model.num_players)
    final = _final_name(name, role, owner, model.num_players)
    component = Component(len(model.components), final, owner, name, role.value)
    model.components.append(replace(component, **fields))  # type: ignore[arg-type]


def _final_name(name: str, role: RoleType, owner: int, num_players: int) -> str:
    """The owner's number is appended, but for shared pieces, dominoes and dice (spec 4, 3.2)."""
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
    """The maps of the equipment, evaluated once (spec 4, 3.16)."""
    for item in _of(listed, items.Map):
        c.model.maps.append((item.name or "Map", _map_entries(c, item)))


def _map_entries(c: Context, item: items.Map) -> dict[int, int]:
    if item.pairs is None:
        keys, values = item.keys or (), item.values or ()
        if len(keys) != len(values):
            raise LudError(f"a map with {len(keys)} keys and {len(values)} values", item.node.span)
        return {int(k.emit(c)): int(v.emit(c)) for k, v in zip(keys, values, strict=True)}  # type: ignore[arg-type]
    entries: dict[int, int] = {}
    for pair in item.pairs:
        key, value = _map_key(c, pair.key), _map_value(c, pair.value)
        if key not in (None, -1) and value is not None:
            entries[int(key)] = value
    return entries


def _map_key(c: Context, key: object) -> int | None:
    if isinstance(key, str):
        return _site_of_label(c, key)
    return _fixed(c, key)


def _site_of_label(c: Context, label: str) -> int | None:
    site = c.model.topology.site_of_label(label)
    return None if site is None else int(site)


def _fixed(c: Context, value: object) -> int:
    from ludens.ludemes.roles import index_of

    return int(index_of(c, value))  # type: ignore[arg-type]


def _map_value(c: Context, value: object) -> int | None:
    from ludens.ludemes.enums import LandmarkType

    if isinstance(value, LandmarkType):
        return _landmark(c, value)
    if not isinstance(value, str):
        return _fixed(c, value)
    letters = value.rstrip("0123456789")
    if letters != value and len(letters) <= 2 and (not letters or letters.isalpha()):
        return _site_of_label(c, value)
    return next((p.index for p in c.model.components[1:] if p.name == value), None)


def _landmark(c: Context, landmark: object) -> int:
    name = landmark.value  # type: ignore[attr-defined]
    kind = "Vertex" if c.model.default_site == "Vertex" else "Cell"
    if name == "FirstSite":
        return 0
    if name == "LastSite":
        return c.model.count(kind) - 1
    region = name.removesuffix("Site").removesuffix("site").lower()  # one landmark is spelled "Topsite"
    return int(c.model.topology.region(kind, region)[0])
