"""Arguments that are meant: a site where a site is asked for, a piece that exists, a name that something has."""

from __future__ import annotations

import enum
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fuzz.generators.grammar import Grower, accepted, cost
from ludens.ludemes.booleans.puzzles import Constraint
from ludens.ludemes.registry import Form
from ludens.rules.base import ArrayOf, Ludeme, Slot
from ludens.rules.categories import (
    BooleanLudeme,
    DimLudeme,
    FloatLudeme,
    GraphLudeme,
    IntLudeme,
    MovesLudeme,
    NonDecision,
    SitesLudeme,
)

#: what integers may stand for
SITES: Final = [
    "(to)", "(from)", "(site)", "(last To)", "(last To)", "(last From)", "(between)", "0", "1", "2", "3", "4", "7",
    "(centrePoint)", '(coord "A1")', "(handSite Mover)", "(regionSite (sites Board) index:1)",
]  # fmt: skip
PLAYERS: Final = ["(mover)", "(next)", "1", "2", "(player)", "(prev)", "(who at:(last To))"]
PIECES: Final = ['(id "Disc" Mover)', '(id "Disc" Next)', "1", "2", "(what at:(last To))", '(id "Ball0")', "0"]
LEVELS: Final = ["0", "0", "1", "(level)", "(topLevel at:(last To))"]
COUNTS: Final = ["1", "1", "2", "2", "3", "0", "(count Moves)", "(% (count Moves) 3)"]
VALUES: Final = ["0", "1", "2", "3", "(value)", "(state at:(last To))", "(mover)", "(% (count Moves) 3)"]
FEW: Final = ["0", "1"]
NUMBERS: Final = [*COUNTS, *VALUES, "(counter)", "(score Mover)", '(var "A")', "(pips)", "(value Random (range 0 3))"]
#: by the label or the field of a parameter
MEANT: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(["site", "at", "from", "to", "where", "origin", "target", "targets", "sites"], SITES),
    **dict.fromkeys(["start", "through", "key", "trail", "before", "after"], SITES),
    **dict.fromkeys(["who", "player", "players", "owner", "by", "next", "colour"], PLAYERS),
    **dict.fromkeys(["what", "whats", "which"], PIECES),
    "level": LEVELS,
    **dict.fromkeys(["count", "counts", "length", "steps", "num", "min", "max", "index", "distance"], COUNTS),
    **dict.fromkeys(["container", "column", "row"], FEW),
    **dict.fromkeys(["state", "value", "rotation", "score"], VALUES),
}
#: the same for integers of a board
DIMS: Final[Mapping[str, Sequence[str]]] = {"sites": ["7", "9", "12"], "turns": ["1", "2"]}
#: the words of enumerations that mean something in a small game, by the enumeration
WORDS: Final[Mapping[str, Sequence[str]]] = {
    "RoleType": ["Mover", "Mover", "Next", "P1", "P2", "All", "Each", "Neutral", "Shared", "Enemy", "Friend", "Player"],
    "SiteType": ["Cell", "Cell", "Cell", "Vertex", "Edge"],
    "AbsoluteDirection": ["Adjacent", "Adjacent", "Orthogonal", "Diagonal", "All", "N", "E", "S", "W", "NE", "SW"],
    "RelativeDirection": ["Forward", "Forwards", "Backward", "FL", "FR", "Leftward", "Rightward", "SameDirection"],
    "ResultType": ["Win", "Loss", "Draw", "Tie"],
    "CompassDirection": ["N", "E", "S", "W", "NE", "SW"],
}  # fmt: skip
#: names that the frame of a description gives, by what they are names of
NAMES: Final[Mapping[str, Sequence[str]]] = {
    "piece": ["Disc", "Disc", "Disc1", "Disc2", "Ball0"],
    "placed": ["Disc1", "Disc2", "Ball0"],
    "container": ["Board", "Hand1", "Hand2"],
    "track": ["Track"],
    "region": ["Region"],
    "map": ["Map"],
    "phase": ["First", "Second"],
    "coordinate": ["A1", "B2", "A2", "C1"],
    "variable": ["A", "B"],
    "proposition": ["Peace", "War"],
    "path": ["0,E,N,W"],
    "new": ["Extra"],
    "game": ["Tic-Tac-Toe", "Hex"],
}
#: what the texts of a parameter name, by the class and the parameter, else by the parameter
NAMED: Final[Mapping[str, str]] = {
    **dict.fromkeys(["Piece.name", "Tile.name", "Die.name", "Domino.name", "Card.name", "Hints.label"], "new"),
    **dict.fromkeys(["Regions.name", "Track.name", "Regions.hintLabel"], "new"),
    **dict.fromkeys(["CountStepsOnTrack.name", "TrackSites.name", "track"], "track"),
    **dict.fromkeys(["TrackSiteMove.name", "TrackSiteEnd.name", "TrackSiteFirst.name"], "track"),
    **dict.fromkeys(["NamedSites.name", "CountSites.name", "WinningSites.name"], "region"),
    **dict.fromkeys(["Map.name", "map"], "map"),
    **dict.fromkeys(["HandSites.name", "container", "container_name"], "container"),
    **dict.fromkeys(["Phase.name", "phase"], "phase"),
    **dict.fromkeys(["CoordLabel.label", "coord", "labels", "coordinates", "Pair.key", "Pair.value"], "coordinate"),
    "PlaceStack.where": "coordinate",
    **dict.fromkeys(["IdOfName.name", "item", "items", "PlaceRandom.pieces", "PlaceRandomStack.pieces"], "placed"),
    **dict.fromkeys(["proposition", "propositions", "votes", "event", "message"], "proposition"),
    **dict.fromkeys(["SetVar.name", "Var.name", "RememberValue.name", "ForgetAll.name"], "variable"),
    **dict.fromkeys(["ForgetValue.name", "RememberedValues.name", "SetRememberValue.name"], "variable"),
    "Track.path": "path",
    "Subgame.name": "game",
}
#: what closes a branch, by the category
LEAVES: Final[Sequence[tuple[type[Ludeme], Sequence[str]]]] = (
    (
        NonDecision,
        [
            "(addScore Mover 1)", "(set Counter 1)", "(remove (last To))", "(moveAgain)", "(set State at:(last To) 1)",
            "(flip (last To))", '(set Var "A" 1)', "(set Pending)", "(add (to (sites Empty)))", "(pass)",
        ],
    ),
    (
        MovesLudeme,
        [
            "(move Add (to (sites Empty)))", "(move Step (to if:(is Empty (to))))", "(move Pass)", "(forEach Piece)",
            "(move Remove (sites Occupied by:Mover))", "(move Slide)",
            "(move (from (sites Occupied by:Mover)) (to (sites Empty)))",
        ],
    ),
    (
        BooleanLudeme,
        [
            "True", "(is Empty (to))", "(is Line 3)", "(is Mover P1)", "(is Enemy (who at:(to)))", "(is Odd (to))",
            "(is In (to) (sites Corners))", "(no Pieces Mover)", "(is Even (count Moves))", "(not (is Empty (to)))",
        ],
    ),
    (
        SitesLudeme,
        [
            "(sites Empty)", "(sites Board)", "(sites Occupied by:Mover)", "(sites Occupied by:All)", "(sites {0 1 4})",
            "(sites Corners)", "(sites Around (last To))", "(sites Hand Mover)", '(sites "Region")',
        ],
    ),
    (GraphLudeme, ["(square 3)", "(square 3)", "(rectangle 2 3)", "(hex 2)", "(tri 3)"]),
    (DimLudeme, ["1", "2", "2", "3", "3"]),
    (FloatLudeme, ["0.5", "1.0", "1.5", "2", "0"]),
)  # fmt: skip


class Typed(Grower):
    """Writes arguments that mean something in the frame of `fuzz.generators.frame`."""

    def __init__(self, choose: random.Random) -> None:
        super().__init__(choose)
        self._owner, self._meant = "", ""
        self.in_puzzle = False

    def clause(self, form: Form, depth: int, held: tuple[Slot, str] | None = None) -> str:
        """A clause of a form, in which what is `held` is the argument of its parameter."""
        parts, groups = [form.spelling], {held[0].group} if held and held[0].group else set[str | None]()
        for slot in form.cls.slots():
            if held and slot == held[0]:
                parts.append(held[1])
            elif slot.group not in groups and not (slot.optional and (depth < 0 or self.choose.random() > 0.3)):
                groups.add(slot.group or slot.field)
                parts.append(self.of(form, slot, depth))
        return f"({' '.join(parts)})"

    def of(self, form: Form, slot: Slot, depth: int) -> str:
        """An argument of a form."""
        before = self._owner, self._meant
        self._owner, self._meant = form.cls.__name__, slot.label or slot.field
        try:
            return self.argument(slot, depth)
        finally:
            self._owner, self._meant = before

    def value(self, alternative: Any, depth: int) -> str:
        if isinstance(alternative, ArrayOf):
            count = self.choose.choice([0, 1, 1, 2, 2, 2, 3])
            inner = [self.value(self._alternative(alternative.alternatives, depth), depth - 1) for _ in range(count)]
            return f"{{{' '.join(inner)}}}"
        if issubclass(alternative, enum.Enum) and self.choose.random() < 0.9:
            known = WORDS.get(alternative.__name__)
            if known:
                return self.choose.choice(known)
        return super().value(alternative, depth)

    def _plain(self, kind: type) -> str:
        if kind is str:
            meant = NAMED.get(f"{self._owner}.{self._meant}") or NAMED.get(self._meant, "piece")
            return f'"{self.choose.choice(NAMES[meant])}"'
        return super()._plain(kind)

    def _integer(self) -> str:
        return self.choose.choice(["0", "1", "1", "2", "2", "3", "4"])

    def _ludeme(self, category: type[Ludeme], depth: int) -> str:
        if category is IntLudeme and (depth <= 0 or self.choose.random() < 0.65):
            return self.choose.choice(MEANT.get(self._meant, NUMBERS))
        if category is DimLudeme and self._meant in DIMS:
            return self.choose.choice(DIMS[self._meant])
        leaves = next((texts for kind, texts in LEAVES if category is kind), None)
        if leaves is not None and (depth <= 0 or self.choose.random() < (0.9 if category is DimLudeme else 0.35)):
            return self.choose.choice(leaves)
        fitting = [form for form in self._forms(category) if cost(form) <= max(depth, 0)]
        if not fitting:
            if leaves is not None:
                return self.choose.choice(leaves)
            least = min((cost(form) for form in self._forms(category)), default=0)
            fitting = [form for form in self._forms(category) if cost(form) == least]
        return self.clause(self.choose.choice(fitting), depth - 1) if fitting else self._integer()

    def _forms(self, category: type[Ludeme]) -> Sequence[Form]:
        """The forms that may stand there: constraints stand in puzzles alone."""
        forms = accepted(category)
        return forms if self.in_puzzle else [f for f in forms if not issubclass(f.cls, Constraint)]
