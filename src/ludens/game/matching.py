"""Which move is meant: one reader of moves for programs, the terminal, bots and trial files."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ludens.game.errors import IllegalMove

if TYPE_CHECKING:
    from ludens.game.move import Move
    from ludens.game.state import State

#: how many moves an error names
SHOWN: Final = 12
_TRIAL: Final = "[Move:"
_TRIES: Final = 256
#: how people write that a piece goes from a site to another, or takes what stands there
_JOINT = re.compile(r"(?<=\d)\s*(?:x|->|→|>|–|\bto\b)\s*(?=[a-z])")
_COLON = re.compile(r"\s*:\s*")
#: between the moves of players who move at once; each begins with its player
_TOGETHER = re.compile(r"\s*[,;]\s*(?=\d+\s*:)")


# --- texts among names


def chosen(names: Sequence[str], said: str) -> int:
    """The number of the name that a text spells: in capitals or not, its sites joined in any usual way.

    Raises IllegalMove where it is none of them, or several; its `candidates` are those that come close.

    >>> chosen(["A1-B1", "A1-C1"], " a1xc1"), chosen(["A1-B1", "A1-C1"], "a1 to b1")
    (1, 0)
    """
    numbers = spelt(names, said)
    if len(numbers) == 1:
        return numbers[0]
    if close := numbers or begun(names, said) or ended(names, said):
        raise ambiguous(said, [names[n] for n in close])
    raise _unknown(said, names)


def spelt(names: Sequence[str], said: str) -> list[int]:
    """The numbers of the names that a text spells, by its most literal reading that gives any."""
    if said in names:
        return [names.index(said)]
    readings: tuple[Callable[[str], str], ...] = (str.strip, lambda name: name.strip().casefold(), key)
    for reading in readings:
        wanted = reading(said)
        if found := [n for n, name in enumerate(names) if reading(name) == wanted]:
            return found
    return []


def begun(names: Sequence[str], said: str) -> list[int]:
    """The numbers of the names that begin with a text."""
    wanted = key(said)
    return [n for n, name in enumerate(names) if wanted and key(name).startswith(wanted)]


def ended(names: Sequence[str], said: str) -> list[int]:
    """The numbers of the names that end with a text, as does `D1-D5` with `D5`, or that a text ends with."""
    wanted, keys = key(said), [key(name) for name in names]
    longer = [n for n, name in enumerate(keys) if name.endswith(f"-{wanted}")]
    return longer or [n for n, name in enumerate(keys) if wanted.endswith(f"-{name}")]


def key(name: str) -> str:
    """A name without regard to case and to how its sites are joined.

    >>> key("A1-B1") == key("a1 to b1") == key("a1b1") == key("A1xB1")
    True
    """
    plain = _JOINT.sub("-", _COLON.sub(":", name.casefold()))
    apart = re.sub(r"(?<=\d)(?=[a-z])", " ", plain.replace("-", " "))
    return "-".join(apart.split())


def ambiguous(said: str, candidates: Sequence[str]) -> IllegalMove:
    """The error for a text that may be several moves."""
    return IllegalMove(f"{said.strip()!r} may be {listed(candidates)}", candidates)


def listed(names: Sequence[str]) -> str:
    """Some names with commas between them.

    >>> listed(["A1", "B1"])
    'A1, B1'
    """
    return ", ".join(names[:SHOWN]) + ", ..." * (len(names) > SHOWN)


def _unknown(said: str, names: Sequence[str]) -> IllegalMove:
    keys: dict[str, str] = {}
    for name in names:
        keys.setdefault(key(name), name)
    close = [keys[near] for near in difflib.get_close_matches(key(said), keys, n=3, cutoff=0.5)]
    shown = repr(said if len(said) <= 60 else said[:57] + "...")
    if not names:
        return IllegalMove(f"{shown} is no move here: the game is over")
    if close:
        return IllegalMove(f"{shown} is no move here; close to it: {listed(close)}", close)
    return IllegalMove(f"{shown} is no move here: there are {len(names)}, such as {names[0]}")


# --- texts in a position


def find(state: State, text: str) -> Move:
    """The legal move that a text means: a notation, however it is spelt, or a move in trial format.

    Raises IllegalMove, which says what came close.
    """
    if not _is_trial(text):
        return state.legal_moves()[chosen(state.notations(), text)]
    found = find_all(state, text)
    if len(found) > 1:
        raise IllegalMove(f"these are {len(found)} moves, made at once; one is wanted")
    return found[0]


def find_all(state: State, text: str) -> list[Move]:
    """What `State.play` takes: the move that a text means, or one of each player's where they move at once.

    Raises IllegalMove, which says what came close.
    """
    if not _is_trial(text):
        return [find(state, part) for part in _TOGETHER.split(text)]
    found = find_moves(state, text.strip())
    if found is None:
        raise _unknown(text, state.notations())
    return found


def _is_trial(text: str) -> bool:
    return text.lstrip().startswith(_TRIAL)


# --- moves in trial format


def find_moves(state: State, text: str) -> list[Move] | None:
    """The legal moves that a played one, as text, was: one, or one of each player's; None where there are none."""
    return _find_joint(state, text) if state.is_simultaneous else _find(state, text)


def _find(state: State, text: str) -> list[Move] | None:
    """The legal move that a played one was: the one that gives its text, else the first with its mover, from and to.

    A text may be that of a legal move, without its consequences, as well.
    """
    wanted = _header(text)
    alike = [move for move in state.legal_moves() if _header(move.to_trial()) == wanted]
    if len(alike) > 1:
        alike.sort(key=lambda move: not all(action.text() in text for action in move.actions))
        played = (move for move in alike[:_TRIES] if state.copy().play(move).to_trial() == text)
        generated = (move for move in alike if move.to_trial() == text)
        alike = [next(itertools.chain(played, generated, alike))]
    return alike or None


def _find_joint(state: State, text: str) -> list[Move] | None:
    """The moves of the players that a joint move was made of; a text may be that of one player's part as well."""
    legal = state.legal_moves()
    if own := next((move for move in legal if move.to_trial() == text), None):
        return [own]
    movers = sorted({move.mover for move in legal})
    fitting = [
        [m for m in legal if m.mover == p and all(action.text() in text for action in m.actions)] for p in movers
    ]
    joints = itertools.islice(itertools.product(*fitting), _TRIES)
    first = None
    for joint in joints:
        first = first or list(joint)
        if state.copy().play(list(joint)).to_trial() == text:
            return list(joint)
    return first


def _header(text: str) -> dict[str, str]:
    """Mover, from and to of a move's text."""
    head = text.removeprefix(_TRIAL).partition("actions=")[0]
    fields = dict(part.split("=", 1) for part in head.strip(",").split(",") if "=" in part)
    return {k: fields[k] for k in ("mover", "from", "to") if k in fields}
