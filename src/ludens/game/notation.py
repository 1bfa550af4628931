"""Moves as people write them: `A4-D4`, `C3`, `pass`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Final

from ludens.game.hidden import hides
from ludens.game.legal import LegalMoves
from ludens.game.move import Move, moves_of
from ludens.rules.state.trace import Action

if TYPE_CHECKING:
    from ludens import board
    from ludens.game.game import Game
    from ludens.game.state import State

#: the types of sites by their letters
SITE_TYPES: Final[dict[str, board.SiteType]] = {"C": "Cell", "V": "Vertex", "E": "Edge"}
_PLAIN = {"Pass": "pass", "Swap": "swap", "NextInstance": "next game"}
_DETAILS = ("what", "value", "state", "rotation", "count", "numLevel", "levelFrom", "level", "player")
#: what dice do, which says nothing of a move that the die it uses does not say
_OF_DICE = frozenset({"UseDie", "SetDiceAllEqual", "SetStateAndUpdateDice", "SetTemp"})
#: actions that take place on sites
_SETTING = ["Set", "SetState", "SetCount", "SetRotation", "SetValue", "Toggle"]
_PLACED = frozenset(["Move", "Copy", "StackMove", "Add", "Remove", "Select", "Insert", "Promote", *_SETTING])


def notation(game: Game, move: Move) -> str:
    """A move by its sites; several moves may share a notation: `notations` tells them apart."""
    if len(game.model.site_types) == 1 and move.to_site > 0:
        kind = game.model.default_site
        return _way(site_name(game, move.from_site, kind), site_name(game, move.to_site, kind))
    if any(getattr(e, "elements", None) is not None for e in move.logged.elements) and not move.actions:
        return "pass"
    decision = _decision(move.actions)
    if decision is None:
        return "pass"
    return _of_action(game, move, decision)


def _decision(actions: Sequence[Action]) -> Action | None:
    decided = (a for a in actions if ("decision", "true") in a.fields)
    return next(decided, actions[0] if actions else None)


def _of_action(game: Game, move: Move, action: Action) -> str:
    fields = dict(action.fields)
    if action.name in _PLAIN:
        return _PLAIN[action.name]
    if action.name not in _PLACED or move.to_site < 0:
        values = [v for k, v in action.fields if k not in ("decision", "forced")]
        return " ".join([action.name.lower(), *values])
    kind = _type_named(fields.get("type"), game.model.default_site)
    if "var" in fields:  # a puzzle's value: set, or ruled out for a site and allowed again
        sign = "~" if action.name == "Toggle" else "="
        return f"{site_name(game, move.to_site, kind)}{sign}{fields.get('value', '')}"
    origin, target = _type_named(fields.get("typeFrom"), kind), _type_named(fields.get("typeTo"), kind)
    return _way(site_name(game, move.from_site, origin), site_name(game, move.to_site, target))


def _type_named(name: str | None, default: board.SiteType) -> board.SiteType:
    return SITE_TYPES[name[0]] if name else default


def _way(origin: str, target: str) -> str:
    return target if origin in ("", target) else f"{origin}-{target}"


def site_name(game: Game, site: int, kind: board.SiteType | None = None) -> str:
    """The label of a site; a place in a hand is `hand1`, or `hand1.3` where there are several; "" for no site."""
    model = game.model
    if site < 0:
        return ""
    kind = kind or model.default_site
    if site >= model.first_other_site and (kind == "Cell" or site >= model.count(kind)):
        container = model.containers[model.container_of(site)]
        place = f".{site - container.first_site + 1}" if container.num_sites > 1 else ""
        return f"{container.kind}{container.owner or ''}{place}"
    if kind == "Edge":
        a, b = model.topology.edge_vertices[site]
        vertices = model.topology.elements("Vertex")
        return f"{vertices[a].label}/{vertices[b].label}"
    if site >= model.count(kind):
        return str(site)
    label = model.topology.elements(kind)[site].label
    return label if kind == model.default_site else f"{kind.lower()} {label}"


def notations(state: State) -> list[str]:
    """A notation for each legal move of a state, every one different."""
    game, moves, dice = state.playing.game, state.legal_moves(), state.rolled
    detailed = _told_apart([notation(game, move) for move in moves], lambda n: _details(game, moves[n], dice))
    if state.is_simultaneous:
        return numbered([f"{m.mover}:{d}" for d, m in zip(detailed, moves, strict=True)])
    if hides(game):
        return numbered(detailed)
    # what a move brings about may be all that tells it from another
    return numbered(_told_apart(detailed, lambda n: _details(game, state.copy().play(moves[n]), dice)))


def _told_apart(names: list[str], details: Callable[[int], dict[Hashable, str]]) -> list[str]:
    """Names, those that repeat with what not all moves of that name have among their details."""
    alike: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        alike.setdefault(name, []).append(number)
    for name, numbers in alike.items():
        if len(numbers) == 1:
            continue
        details_of = [details(n) for n in numbers]
        shared = set[Hashable]().union(details_of[0]).intersection(*details_of)
        for n, one in zip(numbers, details_of, strict=True):
            names[n] = name + "".join(text for key, text in one.items() if key not in shared)
    return names


def name_of(state: State, move: Move | Sequence[Move]) -> str:
    """The notation of one of a state's moves among all of them; that of its sites where it is none of them."""
    return ", ".join(_name_of(state, one) for one in moves_of(move))


def _name_of(state: State, move: Move) -> str:
    number = number_of(state.legal_moves(), move)
    return notation(state.playing.game, move) if number is None else state.notations()[number]


def number_of(moves: Sequence[Move], move: Move) -> int | None:
    """Which of the legal moves a move is; None where it is none of them."""
    if isinstance(moves, LegalMoves):
        return moves.number_of(move)
    number = next((n for n, one in enumerate(moves) if one is move), None)
    if number is None:
        alike = [n for n, one in enumerate(moves) if one == move]
        number = next((n for n in alike if moves[n].record == move.record), alike[0] if alike else None)
    return number


def _details(game: Game, move: Move, dice: list[list[int]]) -> dict[Hashable, str]:
    """What a move does beside its way: dice it uses, pieces that appear, numbers it sets, other sites it empties."""
    parts: dict[Hashable, str] = {}
    for action in move.actions:
        if action.name == "UseDie" and (shown := _die(dice, dict(action.fields))):
            parts["die", shown] = f"={shown}"
        if action.name in _OF_DICE:
            continue
        for key, value in action.fields:
            if key in _DETAILS:
                parts[action.name, key, value] = f"={_detail(game, key, value)}"
        if action.name == "Remove" and action.site_to not in (move.from_site, move.to_site):
            parts[action.site_to] = "x" + site_name(game, action.site_to)
    return parts


def _die(dice: list[list[int]], fields: dict[str, str]) -> str:
    """What a die that is used shows."""
    try:
        return str(dice[int(fields["indexHandDice"])][int(fields["indexDie"])])
    except (KeyError, ValueError, IndexError):
        return ""


def _detail(game: Game, key: str, value: str) -> str:
    if key == "what" and value.isdigit() and 1 <= int(value) <= len(game.components):
        return game.components[int(value) - 1].name
    return value


def numbered(names: list[str]) -> list[str]:
    """Names that repeat get a number."""
    seen: Counter[str] = Counter()
    counts, unique = Counter(names), []
    for name in names:
        seen[name] += 1
        unique.append(f"{name} #{seen[name]}" if counts[name] > 1 else name)
    return unique
