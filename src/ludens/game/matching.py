"""Which move is meant: one reader of moves for programs, the terminal, bots and trial files."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludens.game.errors import IllegalMove
from ludens.members import turn_of

if TYPE_CHECKING:
    from ludens.game.move import Move
    from ludens.game.state import State

#: how many moves an error names
SHOWN: Final = 12
_TRIAL: Final = "[Move:"
_NOBODYS: Final = "[Move:mover=0,"
_TRIES: Final = 256
_LONGEST: Final = 4096
_INTEGER = re.compile(r"-?[0-9]{1,9}")
_LEVEL = re.compile(r"(\[Add:[^]]*?),level=[0-9]+")
#: how people write that a piece goes from a site to another, or takes what stands there
_JOINT = re.compile(r"(?<=\d)\s*(?:x|->|→|>|–|\bto\b)\s*(?=[a-z])")
_COLON = re.compile(r"\s*:\s*")
#: between the moves of players who move at once; each begins with its player
_TOGETHER = re.compile(r"\s*[,;]\s*(?=\d+\s*:)")


# --- texts among names


def chosen(names: Sequence[str], text: str) -> int:
    """The number of the name that a text spells: in capitals or not, its sites joined in any usual way.

    Raises IllegalMove where it is none of them, or several; its `candidates` are those that come close.

    >>> chosen(["A1-B1", "A1-C1"], " a1xc1"), chosen(["A1-B1", "A1-C1"], "a1 to b1")
    (1, 0)
    """
    if len(text) > _LONGEST:  # no name is so long, and to look for ones like it takes long
        raise _unknown(text[:_LONGEST], names)
    numbers = spelt(names, text)
    if len(numbers) == 1:
        return numbers[0]
    if close := numbers or begun(names, text) or ended(names, text):
        raise ambiguous(text, [names[n] for n in close])
    raise _unknown(text, names)


def spelt(names: Sequence[str], text: str) -> list[int]:
    """The numbers of the names that a text spells, by its most literal reading that gives any."""
    if text in names:
        return [names.index(text)]
    readings: tuple[Callable[[str], str], ...] = (str.strip, lambda name: name.strip().casefold(), key)
    for reading in readings:
        spelling = reading(text)
        if numbers := [n for n, name in enumerate(names) if reading(name) == spelling]:
            return numbers
    return []


def begun(names: Sequence[str], text: str) -> list[int]:
    """The numbers of the names that begin with a text."""
    start = key(text)
    return [n for n, name in enumerate(names) if start and key(name).startswith(start)]


def ended(names: Sequence[str], text: str) -> list[int]:
    """The numbers of the names that end with a text, as does `D1-D5` with `D5`, or that a text ends with."""
    end, keys = key(text), [key(name) for name in names]
    longer = [n for n, name in enumerate(keys) if name.endswith(f"-{end}")]
    return longer or [n for n, name in enumerate(keys) if end.endswith(f"-{name}")]


def key(name: str) -> str:
    """A name without regard to case and to how its sites are joined.

    >>> key("A1-B1") == key("a1 to b1") == key("a1b1") == key("A1xB1")
    True
    """
    plain = _JOINT.sub("-", _COLON.sub(":", name.casefold()))
    apart = re.sub(r"(?<=\d)(?=[a-z])", " ", plain.replace("-", " "))
    return "-".join(apart.split())


def ambiguous(text: str, candidates: Sequence[str]) -> IllegalMove:
    """The error for a text that may be several moves."""
    return IllegalMove(f"{text.strip()!r} may be {listed(candidates)}", candidates)


def listed(names: Sequence[str]) -> str:
    """Some names with commas between them.

    >>> listed(["A1", "B1"])
    'A1, B1'
    """
    return ", ".join(names[:SHOWN]) + ", ..." * (len(names) > SHOWN)


def _unknown(text: str, names: Sequence[str]) -> IllegalMove:
    import difflib  # only for a move that is wrong

    keys: dict[str, str] = {}
    for name in names:
        keys.setdefault(key(name), name)
    close = [keys[near] for near in difflib.get_close_matches(key(text), keys, n=3, cutoff=0.5)]
    shown = repr(text if len(text) <= 60 else text[:57] + "...")
    if not names:
        return IllegalMove(f"{shown} is no move here: the game is over")
    if close:
        return IllegalMove(f"{shown} is no move here; close to it: {listed(close)}", close)
    return IllegalMove(f"{shown} is no move here: there are {len(names)}, such as {names[0]}")


# --- texts in a position


def find(state: State, text: str) -> Move:
    """The legal move that a text means, as `find_turn` reads it; the first one of a turn of several plies."""
    return find_turn(state, text)[0]


def find_turn(state: State, text: str) -> list[Move]:
    """The plies that a text means: a notation, however it is spelt, or what players of the game would write so.

    Raises IllegalMove, which says what came close.
    """
    names = () if is_trial(text) else state.notations()
    if not names or state.is_simultaneous or len(text) > _LONGEST or len(spelt(names, text)) == 1:
        return [find_labelled(state, text)]
    return list(turn_of(state, text))


def find_labelled(state: State, text: str) -> Move:
    """The legal move that a text means: a notation, however it is spelt, or a move in trial format.

    Raises IllegalMove, which says what came close.
    """
    if not is_trial(text):
        return state.legal_moves()[chosen(state.notations(), text)]
    moves = find_all(state, text)
    if len(moves) > 1:
        raise IllegalMove(f"these are {len(moves)} moves, made at once; one is wanted")
    return moves[0]


def find_all(state: State, text: str) -> list[Move]:
    """What `State.play` takes: the move that a text means, or one of each player's where they move at once.

    Raises IllegalMove, which says what came close.
    """
    if not is_trial(text):
        return [find(state, part) for part in _TOGETHER.split(text)]
    moves = find_moves(state, text.strip())
    if moves is None:
        raise _unknown(text, state.notations())
    return moves


def is_trial(text: str) -> bool:
    """Whether a text is a move in trial format."""
    return text.lstrip().startswith(_TRIAL)


# --- moves in trial format


@dataclass(frozen=True)
class Fit:
    """Legal moves, by their numbers, that a played one may have been: one, or one of each player's.

    `after` is the position that they lead to, and `applied` their text as played. `is_literal` says whether the text
    is theirs: as played, or as a legal move, without its consequences.
    """

    numbers: tuple[int, ...]
    after: State
    applied: str
    is_literal: bool


def find_moves(state: State, text: str) -> list[Move] | None:
    """The legal moves that a played one, as text, was: one, or one of each player's; None where there are none.

    Of several that have the text it is the first; `ludens.game.trial.follow` looks ahead for the right one.
    """
    moves = state.legal_moves()
    if state.is_simultaneous:
        if own := next((move for move in moves if move.to_trial() == text), None):
            return [own]
    elif len(alike := _alike(state, _owned(state, text))) == 1:
        return [moves[alike[0]]]
    fits = fitting(state, text)
    return [moves[number] for number in fits[0].numbers] if fits else None


def fitting(state: State, text: str) -> list[Fit]:
    """What a played move, as text, may have been; several only where they lead to different positions.

    They are those moves that give the text as played; where none does, those that have it as legal moves; else those
    with its mover, from and to, first those all of whose actions are told by it.
    """
    text = _owned(state, text)
    if state.is_simultaneous:
        played = [_played(state, numbers, text) for numbers in _joints(state, text)]
    else:
        played = _played_alike(state, text)
    best = next((fits for kind in (_as_played, _as_told) if (fits := [f for f in played if kind(f, text)])), played)
    different: dict[bytes, Fit] = {}
    for fit in best:
        different.setdefault(fit.after.tobytes(), fit)
    return list(different.values())


def _as_played(fit: Fit, text: str) -> bool:
    return same_text(fit.applied, text)


def _as_told(fit: Fit, text: str) -> bool:
    return fit.is_literal


def _played_alike(state: State, text: str) -> list[Fit]:
    """The moves with the mover, from and to of a text, made; those whose actions it tells are alone where one fits."""
    moves, alike = state.legal_moves(), _alike(state, text)
    if len(alike) == 1:
        return [_played(state, alike, text)]
    own = [n for n in alike if all(action.text() in text for action in moves[n].actions)]
    fits = [_played(state, [number], text) for number in own[:_TRIES]]
    if any(fit.is_literal for fit in fits):
        return fits
    rest = [number for number in alike if number not in own]
    return fits + [_played(state, [number], text) for number in rest[: _TRIES - len(fits)]]


def _played(state: State, numbers: Sequence[int], text: str) -> Fit:
    """Legal moves of a position, made on a copy of it."""
    moves, after = state.legal_moves(), state.copy()
    applied = after.play([moves[number] for number in numbers]).to_trial()
    is_literal = same_text(applied, text) or (len(numbers) == 1 and moves[numbers[0]].to_trial() == text)
    return Fit(tuple(numbers), after, applied, is_literal)


def _alike(state: State, text: str) -> list[int]:
    """The numbers of the legal moves with the mover, from and to of a text."""
    header, moves = header_of(text), enumerate(state.legal_moves())
    return [n for n, move in moves if (move.mover, move.from_site, move.to_site) == header]


def _joints(state: State, text: str) -> Iterator[tuple[int, ...]]:
    """What the players may have played at once, as numbers of legal moves."""
    moves = list(enumerate(state.legal_moves()))
    movers = sorted({move.mover for _, move in moves})
    parts = [
        [n for n, m in moves if m.mover == player and all(action.text() in text for action in m.actions)]
        for player in movers
    ]
    return itertools.islice(itertools.product(*parts), _TRIES)


def header_of(text: str) -> tuple[int, int, int]:
    """Mover, from and to of a move's text; -1 for what it does not tell.

    >>> header_of("[Move:mover=1,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]")
    (1, -1, 4)
    """
    head = text.removeprefix(_TRIAL).partition("actions=")[0]
    fields = dict(part.split("=", 1) for part in head.strip(",").split(",") if "=" in part)
    mover, origin, target = (_number(fields.get(key, "")) for key in ("mover", "from", "to"))
    return mover, origin, target


def _number(text: str) -> int:
    return int(text) if _INTEGER.fullmatch(text) else -1


def same_text(one: str, other: str) -> bool:
    """Whether two moves, as text, do the same; the level that a piece is added on is not compared (manual: runtime 16).

    >>> same_text("[Move:mover=1,actions=[Add:to=3,what=1,level=0]]", "[Move:mover=1,actions=[Add:to=3,what=1]]")
    True
    """
    return one == other or _LEVEL.sub(r"\1", one) == _LEVEL.sub(r"\1", other)


def _owned(state: State, text: str) -> str:
    """The text with a mover: old files of puzzles tell nobody for theirs."""
    moves = state.legal_moves()
    if text.startswith(_NOBODYS) and moves and all(move.mover for move in moves):
        return f"{_TRIAL}mover={moves[0].mover},{text.removeprefix(_NOBODYS)}"
    return text
