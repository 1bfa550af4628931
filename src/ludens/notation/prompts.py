"""What the player to move is to do, in a few words made of the legal moves: "Shoot a dot", "You must capture".

>>> import ludens
>>> state = ludens.load("Amazons", options=["Board Size/6x6"]).start(seed=1)
>>> prompt(state)
'Move a queen'
>>> played = state.play(state.legal_moves()[0])
>>> prompt(state), part_of_turn(state)
('Shoot a dot', 2)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ludens.game import Move, State
from ludens.game.hidden import hides
from ludens.ludemes.effects.sow import Sow
from ludens.ludemes.moves.shoot import Shoot
from ludens.notation.marks import captures, owner_at, piece_at
from ludens.notation.turns import goes_on
from ludens.rules.state.model import Component
from ludens.rules.state.trace import Action

#: moves that are looked at, at most: in a position of thousands the first ones tell
_LOOKED_AT: Final = 400
#: what is decided by actions that put nothing on the board
_WORDS: Final = {
    "Bet": "Choose your stake",
    "Vote": "Vote",
    "Propose": "Make a proposal",
    "Swap": "Swap sides",
    "NextInstance": "Go on to the next game",
    "SetTrumpSuit": "Choose the trump suit",
    "SetRotation": "Turn a piece",
    "SetState": "Change the state of a piece",
    "SetNextPlayer": "Choose who moves next",
}


def part_of_turn(state: State) -> int:
    """Which part of a turn it is, from 1; 0 where the turn has just begun, which may be all of it."""
    playing = state.playing
    return int(playing.field("turn_moves")) + 1 if goes_on(playing) else 0


def prompt(state: State) -> str:
    """What is to be done; "" where that is nothing, or cannot be said in a few words."""
    moves = list(state.legal_moves()[:_LOOKED_AT])
    if state.is_over or not moves:
        return ""
    if state.game.is_puzzle:
        return "Draw an edge" if state.game.model.default_site == "Edge" else "Write a number"
    decided = [_decision(move) for move in moves]
    kinds = {action.name if action is not None else "" for action in decided}
    others = [(move, action) for move, action in zip(moves, decided, strict=True) if _name(action) not in _BESIDE]
    if not others:
        return "You can only pass" if kinds == {"Pass"} else _WORDS.get(next(iter(kinds)), "")
    moves, decided = [move for move, _ in others], [action for _, action in others]
    names = {_name(action) for action in decided}
    if len(names) > 1:
        return _of_several(state, moves)
    name = next(iter(names))
    words = _of_kind(state.playing, name, moves, decided)
    return words or _WORDS.get(name, "")


#: what may be done besides, and is no reason to say nothing of the rest
_BESIDE: Final = ("Pass", "Swap")


def _name(action: Action | None) -> str:
    return action.name if action is not None else ""


def _decision(move: Move) -> Action | None:
    """The action that a move decides: the first that is one."""
    marked = (action for action in move.actions if ("decision", "true") in action.fields)
    return next(marked, next(iter(move.actions), None))


def _of_kind(state: State, name: str, moves: Sequence[Move], decided: Sequence[Action | None]) -> str:
    match name:
        case "Add":
            return _placing(state, decided)
        case "Move" | "StackMove" | "Copy":
            return _moving(state, moves)
        case "Promote":
            return _promoting(state, moves)
        case "Remove":
            return _removing(state, moves)
        case "Select":
            sows = any(isinstance(ludeme, Sow) for ludeme in state.game.ludemes())
            return "Choose what to sow" if sows else "Choose a site"
    return ""


def _placing(state: State, decided: Iterable[Action | None]) -> str:
    pieces = {_number(action, "what") for action in decided if action is not None}
    components = [state.game.components[what - 1] for what in sorted(pieces) if 0 < what <= len(state.game.components)]
    names = {called(component) for component in components}
    if not components:
        return ""
    verb = "Shoot" if _is_shot(state, components) else "Place"
    if len(names) > 1:
        return f"{verb} a piece"
    sizes = {len(component.walks[0]) + 1 for component in components if component.walks} or {1}
    size = f" of {next(iter(sizes))}" if len(sizes) == 1 and sizes != {1} else ""
    return f"{verb} {with_article(next(iter(names)))}{size}"


def _is_shot(state: State, components: Sequence[Component]) -> bool:
    """Whether pieces are nobody's, and put down by what shoots."""
    shoots = any(isinstance(ludeme, Shoot) for ludeme in state.game.ludemes())
    return shoots and all(component.owner == 0 for component in components)


def _moving(state: State, moves: Sequence[Move]) -> str:
    origins = {move.from_site for move in moves}
    if not hides(state.game) and all(captures(state, move) for move in moves):
        place = _at(state, next(iter(origins))) if len(origins) == 1 else ""
        where = f" with the piece{place}" if place else ""
        again = goes_on(state) and len(origins) == 1
        return f"Go on capturing{where}" if again else f"You must capture{where}"
    if not any(_on_board(state, site) for site in origins if site >= 0):
        return _from_hand(state, origins)
    if len(origins) == 1:
        verb = "Go on with" if goes_on(state) else "Move"
        return f"{verb} the {_piece(state, next(iter(origins)))}{_at(state, next(iter(origins)))}"
    if len({_on_board(state, site) for site in origins}) > 1:
        return "Enter a piece or move one"
    names = {_piece(state, site) for site in origins}
    return f"Move {with_article(next(iter(names)))}" if len(names) == 1 else "Move a piece"


def _on_board(state: State, site: int) -> bool:
    return state.game.model.container_of(site) == 0


def _from_hand(state: State, origins: Iterable[int]) -> str:
    names = {_piece(state, site) for site in origins}
    if len(names) > 1 or hides(state.game):
        return "Play from your hand"
    return f"Place {with_article(next(iter(names)))} from your hand"


def _promoting(state: State, moves: Sequence[Move]) -> str:
    sites = {move.to_site for move in moves}
    return f"Choose what the {_piece(state, next(iter(sites)))} becomes" if len(sites) == 1 else "Promote a piece"


def _removing(state: State, moves: Sequence[Move]) -> str:
    owners = {owner_at(state, move.to_site) for move in moves}
    if owners == {state.mover}:
        return "Take one of your own pieces away"
    if 0 not in owners and state.mover not in owners:
        return "Take one of your opponent's pieces"
    return "Take a piece away"


def _of_several(state: State, moves: Sequence[Move]) -> str:
    """Where one may do this or that."""
    names = [name for name in ("Add", "Move", "Remove", "Promote") if any(_name(_decision(m)) == name for m in moves)]
    words = {"Add": "place a piece", "Move": "move one", "Remove": "take one away", "Promote": "promote one"}
    phrases = [words[name] for name in names]
    if phrases and not phrases[0].endswith("piece"):
        phrases[0] = phrases[0].replace("one", "a piece")
    return " or ".join(phrases).capitalize()


def _number(action: Action, name: str) -> int:
    value = dict(action.fields).get(name, "0")
    return int(value) if value.lstrip("-").isdigit() else 0


def _at(state: State, site: int) -> str:
    """Where a piece stands, as players call it; nothing where they have no name for it."""
    from ludens import notation

    game = state.game
    on_board = 0 <= site < game.topology.count(game.model.default_site)
    point = notation.of(game).point(site) if on_board else ""
    return f" on {point}" if point else ""


def _piece(state: State, site: int) -> str:
    """What the piece on a site is called; a plain piece where that is hidden or nothing."""
    what = piece_at(state, site)
    return called(state.game.components[what - 1]) if what and not hides(state.game) else "piece"


def called(component: Component) -> str:
    """A component's name in words, without its owner's number.

    >>> called(Component(1, "DoubleCounter1", 1))
    'double counter'
    """
    name = (component.base_name or component.name).rstrip("0123456789") or component.name
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("amazon"), with_article("stone")
    ('an amazon', 'a stone')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
