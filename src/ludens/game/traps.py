"""What rules of several steps do that their authors can hardly have meant: warnings with their place.

Which move `(last To)` is of, what `(to)` and `(from)` stand for, how often and when a `(then ..)` runs: the page
"Effects in several steps" of the documentation shows what runs when.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ludens.language import LudWarning, to_text
from ludens.language.tree import bare
from ludens.ludemes.base import Ludeme
from ludens.ludemes.categories import IntConstant
from ludens.ludemes.clauses import Apply
from ludens.ludemes.consequents import Then
from ludens.ludemes.effects.sow import Sow
from ludens.ludemes.integers.iterators import BetweenSite, FromSite, ToSite
from ludens.ludemes.integers.last import Last
from ludens.ludemes.integers.names import HandSite
from ludens.ludemes.moves.do import Do
from ludens.ludemes.moves.for_each import ForEachSite
from ludens.ludemes.moves.for_each_piece import ForEachPiece
from ludens.ludemes.moves.from_to import FromTo
from ludens.ludemes.moves.operators import AllCombinations, Combine, Seq

#: ludemes that bind no iterator: what stands in them reads those of the ludemes around
_PLAIN: Final = frozenset(
    (
        *("Then", "Combine", "IfMoves", "RemovePieces", "PromotePiece", "SetState", "SetValue", "SetCountAt", "Flip"),
        *(
            "AddScore",
            "SetScore",
            "SetVar",
            "RememberValue",
            "MoveAgain",
            "Note",
            "And",
            "AndAll",
            "Or",
            "OrAny",
            "Not",
        ),
        *("Equal", "Unequal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "IsEmpty", "IsOccupied", "IsIn"),
        *("IsEnemy", "IsFriend", "IsMover", "What", "Who", "State", "PieceValue", "CountOn", "SizeStack", "Sum"),
        *("SumOf", "Difference", "Product", "Not"),
    )
)
#: what moves nothing: behind it nobody takes (last To) for its own
_SETTING: Final = frozenset(
    ("SetVar", "RememberValue", "AddScore", "SetScore", "SetCounter", "MoveAgain", "Note", "Roll", "SetState")
)

#: what makes a difference when it is done twice
_COUNTING: Final = frozenset(("AddScore", "AddScores", "AddPieces", "RememberValue", "Roll", "Deal", "Sow"))

Trap = tuple[Ludeme, str, str]


@dataclass(frozen=True)
class _Place:
    """A ludeme and those that it stands in, the nearest first."""

    ludeme: Ludeme
    above: tuple[Ludeme, ...]

    def inside(self, *kinds: type[Ludeme]) -> bool:
        return any(isinstance(one, kinds) for one in self.above)


def traps(root: Ludeme) -> list[LudWarning]:
    """The warnings about the steps of a game's rules, in the order of the text."""
    found: dict[tuple[int, str], LudWarning] = {}
    for place in _places(root, ()):
        for ludeme, message, hint in _of(place):
            span = ludeme.node.span
            found.setdefault((span.start, message), LudWarning(message, span, hint))
    return [found[key] for key in sorted(found)]


def _places(ludeme: Ludeme, above: tuple[Ludeme, ...]) -> Iterator[_Place]:
    yield _Place(ludeme, above)
    inner = (ludeme, *above)
    for child in ludeme.children():
        yield from _places(child, inner)


def _of(place: _Place) -> Iterator[Trap]:
    match place.ludeme:
        case Seq():
            yield from _last_in_sequence(place.ludeme)
        case AllCombinations():
            yield from _last_in_combination(place.ludeme)
        case Combine():
            yield from _then_of_several(place)
        case ForEachSite():
            yield from _target_in_loop(place)
        case FromTo():
            yield from _origin_of_move(place)
        case FromSite() | ToSite() | BetweenSite():
            yield from _none_in_consequence(place)


def _written(ludeme: Ludeme) -> str:
    return to_text(bare(ludeme.node))


def _last_in_sequence(seq: Seq) -> Iterator[Trap]:
    """`(last To)` behind a member that moves something: it is that member's."""
    moved = False
    for member in seq.moves:
        for one in member.walk() if moved else ():
            if isinstance(one, Last):
                said = _written(one)
                message = f"inside of (seq ...) {said} is of the member before, and not of the move that was made"
                hint = f'keep it first: (set Var "Site" {said}), and write (var "Site") here; or use (and ...)'
                yield one, message, hint
        moved = moved or type(member).__name__ not in _SETTING


def _last_in_combination(both: AllCombinations) -> Iterator[Trap]:
    for member in (both.first, both.second):
        for then in member.walk():
            if isinstance(then, Then):
                for one in then.walk():
                    if isinstance(one, Last):
                        said = _written(one)
                        message = f"this (then ...) runs before the joined move is made: {said} is of the move before"
                        yield one, message, "put the (then ...) behind both: (allCombinations M N (then ...))"


def _then_of_several(place: _Place) -> Iterator[Trap]:
    """`(and {A B} (then C))` where all of it happens: C runs for each move of A before B happens, and again for B."""
    both = place.ludeme
    assert isinstance(both, Combine)
    if both.then is None or both.spelling != "and" or not place.inside(Then, Apply):
        return
    listed = both.first if isinstance(both.first, tuple) else (both.first, both.second)
    if len(listed) > 1 and any(type(one).__name__ in _COUNTING for one in both.then.walk()):
        message = "this (then ...) runs once for each member of (and ...), and before the members behind it"
        yield both.then, message, "put what should run once behind all as a last member: (and {A B (seq {C})})"


def _target_in_loop(place: _Place) -> Iterator[Trap]:
    """`(to)` inside of a loop over sites in the effect of a move: it is the site of the loop."""
    loop = place.ludeme
    assert isinstance(loop, ForEachSite)
    if not place.inside(Apply):
        return
    for inner in _places(loop.moves, ()):
        if isinstance(inner.ludeme, ToSite) and all(type(one).__name__ in _PLAIN for one in inner.above):
            message = "inside of (forEach Site ...) (to) is the site that is gone through, and not where the move goes"
            yield inner.ludeme, message, "write (site) for the site; keep the target before: (set Var ..)"


def _origin_of_move(place: _Place) -> Iterator[Trap]:
    """`(from)` in what a move from elsewhere asks or does: it is where that move starts."""
    move = place.ludeme
    assert isinstance(move, FromTo)
    where = move.from_.where
    if not isinstance(where, IntConstant | HandSite) or not place.inside(ForEachPiece) or place.inside(Then):
        return
    for part in (move.to, move.count):
        for one in part.walk() if part is not None else ():
            if isinstance(one, FromSite) and not one.looks_back:
                message = f"(from) is {_written(where)} here, and no longer the piece of (forEach Piece ...)"
                yield (
                    one,
                    message,
                    "what starts elsewhere has its own (from): keep the piece's place in a variable before",
                )


def _none_in_consequence(place: _Place) -> Iterator[Trap]:
    """`(to)` and `(from)` behind a move, where nothing binds them: they are no site."""
    behind = next((at for at, one in enumerate(place.above) if isinstance(one, Then)), None)
    if behind is None or getattr(place.ludeme, "looks_back", False):
        return
    inner, outer = place.above[:behind], place.above[behind + 1 :]
    if any(type(one).__name__ not in _PLAIN for one in inner) or any(isinstance(one, Do | Sow) for one in outer):
        return
    said = _written(place.ludeme)
    last = "(last From)" if isinstance(place.ludeme, FromSite) else "(last To)"
    yield place.ludeme, f"in a (then ...) {said} is no site: the move has been made", f"write {last}"
