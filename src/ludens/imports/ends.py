"""How a variant ends: the end rules, from its settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ludens.imports.frame import inline
from ludens.imports.pieces import Piece
from ludens.imports.rules import Rules, Variant

_RESULTS: Final = {"win": "Win", "loss": "Loss", "draw": "Draw"}
_ROLES: Final = ("Mover", "Next")


class Text(Protocol):
    """What the ends know of the description that they belong to."""

    w: Rules
    variant: Variant
    pieces: list[Piece]
    kings: list[Piece]
    royals: list[Piece]
    counts_checks: bool
    blast: bool

    @property
    def flagged(self) -> bool: ...
    @property
    def promotes(self) -> bool: ...
    @property
    def has_royals(self) -> bool: ...
    def attacked(self, role: str) -> str: ...
    def region(self, squares: Sequence[tuple[int, int]]) -> str: ...


def ends(text: Text) -> Iterator[str]:
    """The end rules, the first one that holds deciding. They are looked at after the mover's turn."""
    v, w = text.variant, text.w
    if text.flagged:
        yield from _flags(text)
    if text.counts_checks and w.start.checks:
        yield f"(if (= {w.start.checks} (score Mover)) (result Mover Win))"
    yield from _extinction(text)
    yield from _lines(text)
    stalemate = _RESULTS.get(v.text("stalemateValue", "draw"), "Draw")
    mate = _RESULTS.get(v.text("checkmateValue", "loss"), "Loss")
    if v.flag("passOnStalemate"):
        pass
    elif text.has_royals and stalemate != mate:
        mated = f"(if {text.attacked('Next')} (result Next {mate}))"
        yield f"(if (no Moves Next)\n    {mated}\n    (result Next {stalemate})\n)"
    else:
        yield f"(if (no Moves Next) (result Next {stalemate}))"
    if (count := v.number("nMoveRule", 50)) > 0:
        yield f"(if (<= {2 * count - 1} (counter)) (result Mover Draw))"
    yield from _repetition(text)


def _repetition(text: Text) -> Iterator[str]:
    v = text.variant
    times = v.number("nFoldRule", 3)
    if times < 2:
        return
    value = _RESULTS.get(v.text("nFoldValue", "draw"), "Draw")
    result = f"(result {'P1' if v.flag('nFoldValueAbsolute') else 'Next'} {value})"
    head = f"(if (<= {times} (count Repeats))"
    if not (v.flag("perpetualCheckIllegal") and text.kings):
        yield f"{head} {result})"
        return
    cases = [
        f'        (if (and ("HasChecked" {one}) (not ("HasChecked" {other}))) (result {one} Loss))'
        for one, other in (_ROLES, _ROLES[::-1])
    ]
    both = '        (if (and ("HasChecked" Mover) ("HasChecked" Next)) (result Mover Draw))'
    yield "\n".join([head, "    {", *cases, *([both] if value != "Draw" else []), "    }", f"    {result}", ")"])


# --- pieces that are gone


def _extinction(text: Text) -> Iterator[str]:
    v = text.variant
    result = _RESULTS.get(v.text("extinctionValue", "none"))
    if result is None or (text.royals and not text.blast):  # those are not taken
        return
    letters, least = v.text("extinctionPieceTypes"), v.number("extinctionPieceCount", 0)
    kinds = [""] if "*" in letters else [f' "{piece.name}"' for piece in text.w.kinds("extinctionPieceTypes", letters)]
    most = v.number("extinctionOpponentPieceCount", 0)
    for role, other in (_ROLES, _ROLES[::-1]) if text.blast else (_ROLES[::-1],):
        for kind in kinds:
            test = f"(no Pieces {role}{kind})" if not least else f"(<= (count Pieces {role}{kind}) {least})"
            if most:
                test = f"(and {test} (>= (count Pieces {other}{kind}) {most}))"
            yield f"(if {test} (result {role} {result}))"


# --- pieces in a line


def _lines(text: Text) -> Iterator[str]:
    v = text.variant
    result = _RESULTS[v.text("connectValue", "win")]
    directions = [
        name
        for key, names in (("Vertical", ["N"]), ("Horizontal", ["E"]), ("Diagonal", ["NE", "NW"]))
        for name in names
        if v.flag(f"connect{key}", True)
    ]
    if (count := v.number("connectN", 0)) > 1 and directions:
        kinds = text.w.kinds("connectPieceTypes", v.text("connectPieceTypes", "*"))
        whose = "" if len(text.pieces) == 1 else " Mover"
        if len(kinds) < len(text.pieces):
            named = [f'(id "{piece.name}" Mover)' for piece in kinds]
            whose = f" whats:{{{' '.join(named)}}}"
        if len(directions) == 4:
            yield f"(if (is Line {count}{whose}) (result Mover {result}))"
        else:
            ways = ["Orthogonal"] if directions == ["N", "E"] else directions
            test = inline("or", [f"(is Line {count} {way}{whose})" for way in ways])
            yield f"(if {test} (result Mover {result}))"
    if (size := v.number("connectNxN", 0)) > 1:
        squares = " ".join(_beside(row, column) for row in range(size) for column in range(size) if row or column)
        corner = f"(sites {{(site) {squares}}})"
        far = [(x, y) for y in range(text.w.rows - size + 1) for x in range(text.w.columns - size + 1)]
        inside = text.region(far)
        mine = "(is In (site) (sites Occupied by:Mover))"
        yield (
            f"(if (not (all Sites {inside}\n    if:(not (all Sites {corner} if:{mine}))\n)) (result Mover {result}))"
        )


def _beside(row: int, column: int) -> str:
    place = "(site)"
    if row:
        place = f"(ahead {place}{f' steps:{row}' if row > 1 else ''} N)"
    if column:
        place = f"(ahead {place}{f' steps:{column}' if column > 1 else ''} E)"
    return place


# --- pieces that have arrived


def _flags(text: Text) -> Iterator[str]:
    """Flags: who has arrived wins; the other side may be given a move more, or a chance to take."""
    v = text.variant
    moves_on, safe = v.flag("flagMove"), v.flag("flagPieceSafe")
    pieces = [_flag_pieces(text, player) for player in (1, 2)]
    royal = [bool(kinds) and kinds[0].option == "king" for kinds in pieces]
    by_mover, by_next = (_arrived(text, role, pieces) for role in _ROLES)
    rules = []
    if moves_on or safe:
        reached = by_next if moves_on or not safe else _safely(text, "Next", pieces, by_next)
        tied = _safely(text, "Mover", pieces, by_mover) if safe else by_mover
        if safe and not moves_on:
            rules.append(f"(if (and {reached} {tied}) (result Mover Draw))")
        elif royal[1] and moves_on:
            rules.append(f"(if (and {{(is Next P1) {reached} {tied}}}) (result Mover Draw))")
        rules.append(f"(if {reached} (result Next Win))")
    if not moves_on or safe or any(royal):
        won = _safely(text, "Mover", pieces, by_mover) if safe else by_mover
        if moves_on and not safe:
            follows = _follows(pieces[1][0]) if royal[1] else "True"
            won = f"(and {won} (if (is Next P2) (not {follows})))" if royal[0] else f"(and {won} (is Next P2))"
            if royal[0] and royal[1]:
                won = f"(and {by_mover} (or (is Next P1) (not {follows})))"
        rules.append(f"(if {won} (result Mover Win))")
    for rule in rules:
        yield f"(if (not (is Next Mover))\n    {rule}\n)" if text.promotes else rule


def _follows(king: Piece) -> str:
    """Whether Black's king can come home with the next move."""
    to = '(to if:(and ("IsNoFriend") (is In (to) (sites P2 "Flag"))) ("Take"))'
    moves = f'(forEach Piece "{king.name}" (move Step {to}))'
    return f'(can Move (do {moves} ifAfterwards:(not (is Threatened (id "{king.name}" P2)))))'


def _flag_pieces(text: Text, player: int) -> list[Piece]:
    """The pieces that have to arrive; none where all may."""
    letters = text.variant.side("flagPiece", player, "*")
    return [] if letters == "*" else text.w.kinds("flagPiece", letters)[:1]


def _arrived(text: Text, role: str, pieces: list[list[Piece]]) -> str:
    least, blocked = text.variant.number("flagPieceCount", 1), text.variant.flag("flagPieceBlockedWin")

    def test(kinds: list[Piece]) -> str:
        which = f' "{kinds[0].name}"' if kinds else ""
        there = f'(count Pieces {role}{which} in:(sites {role} "Flag"))'
        some = f'(not (no Pieces {role}{which} in:(sites {role} "Flag")))'
        if least < 2:
            return some
        enough = f"(<= {least} {there})"
        full = f'(all Sites (sites {role} "Flag") if:(is Occupied (site)))'
        return f"(and {some} (or {enough} {full}))" if blocked else enough

    tests = [test(kinds) for kinds in pieces]
    if tests[0] == tests[1]:
        return tests[0]
    return f"(if (is {role} P1) {tests[0]} {tests[1]})"


def _safely(text: Text, role: str, pieces: list[list[Piece]], arrived: str) -> str:
    """Arrived, and not by as few pieces as are needed, of which one is attacked."""
    least, kinds = text.variant.number("flagPieceCount", 1), pieces[0]
    which = f' "{kinds[0].name}"' if kinds else ""
    own = f"(sites Occupied by:{role}{f' component:{which.strip()}' if which else ''})"
    there = f'(intersection {own} (sites {role} "Flag"))'
    attacked = f"(is Threatened in:{there} (forEach Piece))"
    if kinds:
        attacked = f'(is Threatened (id "{kinds[0].name}" {role}) in:{there} (forEach Piece))'
    return f"(and {arrived} (or (< {least} (count Sites in:{there})) (not {attacked})))"
