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
from ludens.words import capital, either, say, term

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
        return say("Draw an edge") if state.game.model.default_site == "Edge" else say("Write a number")
    decided = [_decision(move) for move in moves]
    kinds = {action.name if action is not None else "" for action in decided}
    others = [(move, action) for move, action in zip(moves, decided, strict=True) if _name(action) not in _BESIDE]
    if not others:
        return say("You can only pass") if kinds == {"Pass"} else _of_words(next(iter(kinds)))
    moves, decided = [move for move, _ in others], [action for _, action in others]
    names = {_name(action) for action in decided}
    if len(names) > 1:
        return _of_several(state, moves)
    name = next(iter(names))
    words = _of_kind(state.playing, name, moves, decided)
    return words or _of_words(name)


def _of_words(name: str) -> str:
    return say(_WORDS[name]) if name in _WORDS else ""


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
            return say("Choose what to sow") if sows else say("Choose a site")
    return ""


def _placing(state: State, decided: Iterable[Action | None]) -> str:
    pieces = {_number(action, "what") for action in decided if action is not None}
    components = [state.game.components[what - 1] for what in sorted(pieces) if 0 < what <= len(state.game.components)]
    names = {called(component) for component in components}
    if not components:
        return ""
    is_shot = _is_shot(state, components)
    if len(names) > 1:
        return say("Shoot a piece") if is_shot else say("Place a piece")
    sizes = {len(component.walks[0]) + 1 for component in components if component.walks} or {1}
    thing, size = a(next(iter(names))), max(sizes)
    if len(sizes) == 1 and size > 1:
        return say("Place {0} of {1}", thing, size)
    return say("Shoot {0}", thing) if is_shot else say("Place {0}", thing)


def _is_shot(state: State, components: Sequence[Component]) -> bool:
    """Whether pieces are nobody's, and put down by what shoots."""
    shoots = any(isinstance(ludeme, Shoot) for ludeme in state.game.ludemes())
    return shoots and all(component.owner == 0 for component in components)


def _moving(state: State, moves: Sequence[Move]) -> str:
    origins = {move.from_site for move in moves}
    if not hides(state.game) and all(captures(state, move) for move in moves):
        place = _at(state, next(iter(origins))) if len(origins) == 1 else ""
        again = goes_on(state) and len(origins) == 1
        if place:
            text = "Go on capturing with the piece on {0}" if again else "You must capture with the piece on {0}"
            return say(text, place)
        return say("Go on capturing") if again else say("You must capture")
    if not any(_on_board(state, site) for site in origins if site >= 0):
        return _from_hand(state, origins)
    if len(origins) == 1:
        origin = next(iter(origins))
        piece, place = the(_piece(state, origin)), _at(state, origin)
        if goes_on(state):
            return say("Go on with {0} on {1}", piece, place) if place else say("Go on with {0}", piece)
        return say("Move {0} on {1}", piece, place) if place else say("Move {0}", piece)
    if len({_on_board(state, site) for site in origins}) > 1:
        return say("Enter a piece or move one")
    names = {_piece(state, site) for site in origins}
    return say("Move {0}", a(next(iter(names)))) if len(names) == 1 else say("Move a piece")


def _on_board(state: State, site: int) -> bool:
    return state.game.model.container_of(site) == 0


def _from_hand(state: State, origins: Iterable[int]) -> str:
    names = {_piece(state, site) for site in origins}
    if len(names) > 1 or hides(state.game):
        return say("Play from your hand")
    return say("Place {0} from your hand", a(next(iter(names))))


def _promoting(state: State, moves: Sequence[Move]) -> str:
    sites = {move.to_site for move in moves}
    if len(sites) > 1:
        return say("Promote a piece")
    return say("Choose what {0} becomes", the(_piece(state, next(iter(sites)))))


def _removing(state: State, moves: Sequence[Move]) -> str:
    owners = {owner_at(state, move.to_site) for move in moves}
    if owners == {state.mover}:
        return say("Take one of your own pieces away")
    if 0 not in owners and state.mover not in owners:
        return say("Take one of your opponent's pieces")
    return say("Take a piece away")


def _of_several(state: State, moves: Sequence[Move]) -> str:
    """Where one may do this or that."""
    names = [name for name in _FIRST if any(_name(_decision(move)) == name for move in moves)]
    texts = [say(_FIRST[name] if not n else _MORE[name]) for n, name in enumerate(names)]
    return capital(either(texts)) if texts else ""


#: what one may do, alone or first of several things
_FIRST: Final = {
    "Add": "place a piece",
    "Move": "move a piece",
    "Remove": "take a piece away",
    "Promote": "promote a piece",
}
#: and then
_MORE: Final = {"Add": "place one", "Move": "move one", "Remove": "take one away", "Promote": "promote one"}


def _number(action: Action, name: str) -> int:
    value = dict(action.fields).get(name, "0")
    return int(value) if value.lstrip("-").isdigit() else 0


def _at(state: State, site: int) -> str:
    """Where a piece stands, as players call it; nothing where they have no name for it."""
    from ludens import notation

    game = state.game
    on_board = 0 <= site < game.topology.count(game.model.default_site)
    return notation.of(game).point(site) if on_board else ""


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


def a(noun: str) -> str:
    """A noun with its article, in the language that is spoken; the noun alone where that has it not."""
    return term(with_article(noun), term(noun))


def the(noun: str) -> str:
    """A noun with the article for what is known."""
    return term(f"the {noun}", term(noun))


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("amazon"), with_article("stone")
    ('an amazon', 'a stone')
    """
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
