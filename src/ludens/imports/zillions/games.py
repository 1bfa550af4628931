"""What a Zillions rules file says: its games with their players, boards, pieces, turns and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ludens.imports.ini import ImportFailed
from ludens.imports.zillions.reading import Clause, Place, Tree, Word, games, written

#: what pictures, sounds and texts a game has: no rule depends on them
LOOKS: Final = frozenset({
    "title", "description", "history", "help", "strategy", "solution", "notation", "image", "version", "default",
    "music", "opening-sound", "move-sound", "release-sound", "capture-sound", "drop-sound", "change-sound",
    "click-sound", "win-sound", "loss-sound", "draw-sound", "engine", "open", "translate",
})  # fmt: skip
_ENDS: Final = ("win-condition", "loss-condition", "draw-condition", "count-condition")
#: what takes the place of what a variant inherits
_SINGLE: Final = frozenset({"players", "turn-order", "move-priorities", "board", "board-setup", "title", "description"})
#: options of windows, of engines and of other programs' looks
PLAIN_OPTIONS: Final = frozenset({
    "animate captures", "animate drops", "smart moves", "smart-moves", "smart from", "smart to", "show hints",
    "prevent flipping", "highlight goals", "show blink", "show captures", "discard cascades", "silent ? moves",
    "chess invariant", "selection screen", "passive moves", "progressive levels", "include off-pieces",
    "show moves list",
})  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """An entry of a turn order: who moves, as whom, with which type of moves."""

    player: str
    owner: str
    move_type: str | None


@dataclass(frozen=True)
class Block:
    """A program of a piece: a move or a drop, with the type that it has."""

    program: Clause
    move_type: str | None
    drop: bool


@dataclass
class Kind:
    """A kind of piece."""

    name: str
    place: Place
    blocks: list[Block] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    #: for whom there is a picture; all players where none is named
    owners: list[str] = field(default_factory=list)


@dataclass
class Rules:
    """The rules of a game or of a variant, which has what it inherits."""

    title: str
    place: Place
    clauses: list[Clause]
    remarks: list[str] = field(default_factory=list)

    def one(self, head: str) -> Clause | None:
        """The last clause of a kind."""
        return next((clause for clause in reversed(self.clauses) if clause.head == head), None)

    def all(self, head: str) -> list[Clause]:
        return [clause for clause in self.clauses if clause.head == head]

    def text(self, head: str) -> str:
        clause = self.one(head)
        return " ".join(clause.words()) if clause else ""

    def option(self, name: str) -> str:
        """The value of an option in small letters; empty where it is not set."""
        values = [clause.words() for clause in self.all("option")]
        return next((v[1].lower() for v in reversed(values) if len(v) > 1 and v[0].lower() == name), "")

    # --- players

    @property
    def players(self) -> list[str]:
        clause = self.one("players")
        return [name.lstrip("?") for name in clause.words()] if clause else []

    @property
    def random_players(self) -> list[str]:
        clause = self.one("players")
        return [name.lstrip("?") for name in clause.words() if name.startswith("?")] if clause else []

    def turns(self) -> tuple[list[Turn], int]:
        """The turns in order, and the number of the one that follows the last."""
        clause = self.one("turn-order")
        if clause is None:
            return [Turn(name, name, None) for name in self.players], 0
        turns, again = list[Turn](), 0
        names = {name.lower(): name for name in self.players}
        for part in clause.rest:
            words = [part.text] if isinstance(part, Word) else [w.text for w in part.parts if isinstance(w, Word)]
            if words[:1] == ["repeat"]:
                again = len(turns)
                continue
            who = [names[w.lstrip("?").lower()] for w in words if w.lstrip("?").lower() in names]
            types = [w for w in words if w.lstrip("?").lower() not in names]
            if not who:
                raise ImportFailed(f"{clause.place}: the turn order names {' '.join(words)!r}, who is no player")
            turns.append(Turn(who[0], who[-1], types[0] if types else None))
        if not turns:
            raise ImportFailed(f"{clause.place}: the turn order is empty")
        return turns, again if again < len(turns) else 0

    # --- pieces

    def kinds(self) -> list[Kind]:
        """The kinds of pieces; one of the same name takes the place of an earlier one."""
        result: dict[str, Kind] = {}
        for clause in self.all("piece"):
            name = next((" ".join(c.words()) for c in clause.clauses("name")), "")
            if not name:
                raise ImportFailed(f"{clause.place}: a piece has no name")
            kind = Kind(name, clause.place)
            for part in clause.rest:
                if isinstance(part, Clause):
                    self._take(kind, part)
            result[name] = kind
        return list(result.values())

    def _take(self, kind: Kind, part: Clause) -> None:
        if part.head in ("moves", "drops"):
            kind.blocks += _blocks(part)
        elif part.head == "attribute":
            words = part.words()
            kind.attributes[words[0].lower()] = words[1].lower() if len(words) > 1 else "false"
        elif part.head == "image":
            kind.owners += [w.text for w in part.rest if isinstance(w, Word) and not w.quoted]
        elif part.head == "dummy":
            kind.blocks.clear()
        elif part.head not in LOOKS and part.head != "name":
            self.remarks.append(f"{part.place}: ({part.head} ...) of the piece {kind.name} is not said")


def _blocks(clause: Clause) -> Iterator[Block]:
    move_type: str | None = None
    for part in clause.rest:
        if isinstance(part, Clause) and part.head == "move-type":
            move_type = (part.words() or [""])[0].lower() or None
        elif isinstance(part, Clause):
            yield Block(part, move_type, clause.head == "drops")
        else:  # a macro that stands without brackets of its own
            yield Block(Clause((part,), part.place), move_type, clause.head == "drops")


class Games(Mapping[str, Rules]):
    """The games and variants of a file by their titles."""

    def __init__(self, listed: list[Rules]) -> None:
        self._listed = {rules.title: rules for rules in listed}

    def __getitem__(self, title: str) -> Rules:
        return self._listed[title]

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


def read(text: str, file: str = "game.zrf", included: Callable[[str], str | None] = lambda name: None) -> Games:
    """The games of a file. Raises ImportFailed for what is no such file, with the line."""
    clauses, remarks = games(text, file, included)
    result, base = list[Rules](), list[Clause]()
    titles: dict[str, int] = {}
    for clause in clauses:
        own = [part for part in clause.rest if isinstance(part, Clause)]
        loose = [part for part in clause.rest if isinstance(part, Word)]
        if clause.head == "game":
            base = own
        title = next((" ".join(c.words()) for c in reversed(own) if c.head == "title"), file)
        inherited = [] if clause.head == "game" else _inherited(base, own)
        titles[title] = count = titles.get(title, 0) + 1
        name = title if count == 1 else f"{title} ({count})"
        if clause.head == "variant" and title == "-":
            continue  # a line between the variants of a menu
        rules = Rules(name, clause.place, [*inherited, *own], list(remarks))
        rules.remarks += [f"{word.place}: {word.text!r} is not understood" for word in loose]
        result.append(rules)
    return Games(result)


def _inherited(base: list[Clause], own: list[Clause]) -> list[Clause]:
    heads = {clause.head for clause in own}
    ends_anew = bool(heads & set(_ENDS))
    return [
        clause
        for clause in base
        if not (clause.head in heads and clause.head in _SINGLE) and not (ends_anew and clause.head in _ENDS)
    ]


def quoted(tree: Tree, most: int = 60) -> str:
    """A tree for a message."""
    text = written(tree)
    return text if len(text) <= most else f"{text[: most - 3]}..."
