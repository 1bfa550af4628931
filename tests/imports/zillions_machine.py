"""A Zillions game played by its programs as they stand, move by move: what imported descriptions are compared with.

It knows what moves of one piece do: steps, tests, loops, captures, cascades, promotions, drops, partial moves. It is
written apart from the import, which runs programs with expressions for positions; this one has a real position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ludens.imports.zillions.games import Rules
from ludens.imports.zillions.reading import Clause, Tree, Word

Piece = tuple[str, str]  # the player and the kind, both in small letters
Position = dict[str, Piece]


@dataclass
class Walk:
    """Where a program is, and what it has done so far."""

    at: str
    start: str
    mark: str = ""
    end: str = ""
    moved: list[tuple[str, str, str]] = field(default_factory=list)  # from, to, kind
    taken: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    made: list[tuple[str, str]] = field(default_factory=list)
    picked: str = ""
    put: str = ""
    alive: bool = True

    def copy(self) -> Walk:
        return replace(self, moved=[*self.moved], taken=[*self.taken], turned=[*self.turned], made=[*self.made])


@dataclass(frozen=True)
class Played:
    """A move: from, to, the position after it, and of a partial move the type that goes on."""

    start: str
    end: str
    after: tuple[tuple[str, Piece], ...]
    going_on: str | None = None


class Machine:
    """The moves of a game of two players who take turns, or of one."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = [turn.player.lower() for turn in rules.turns()[0]]
        self.kinds = {kind.name.lower(): kind for kind in rules.kinds()}
        board = rules.one("board")
        assert board is not None
        self.links = _links(board)
        self.sites = {site for pairs in self.links.values() for pair in pairs.items() for site in pair}
        self.symmetry = {
            clause.words()[0].lower(): {p.head: p.parts[1].text.lower() for p in clause.rest if isinstance(p, Clause)}
            for clause in board.clauses("symmetry")
        }
        self.zones = [
            (
                next(c.words()[0].lower() for c in clause.clauses("name")),
                {w.lower() for c in clause.clauses("players") for w in c.words()} or {*self.players},
                {w.lower() for c in clause.clauses("positions") for w in c.words()},
            )
            for clause in board.clauses("zone")
        ]
        self.last = ("", "")
        self.mover, self.position = self.players[0], self._start()

    def _start(self) -> Position:
        setup = self.rules.one("board-setup")
        result: Position = {}
        for player in setup.rest if setup else ():
            assert isinstance(player, Clause)
            for part in (one for one in player.rest if isinstance(one, Clause)):
                words = part.words()
                if words[:1] != ["off"]:
                    result |= {word.lower(): (player.head, part.head) for word in words}
        return result

    # --- moves

    def moves(self, mover: str, only: str = "", move_type: str | None = None) -> set[Played]:
        """All moves of a player; those of one piece and a type where a partial move goes on."""
        clause = self.rules.one("move-priorities")
        ranked: list[str | None] = [word.lower() for word in clause.words()] if clause else []
        self.mover = mover
        if only:
            return {*self._of(mover, only, [move_type] if move_type else None)}
        if not ranked:
            return {*self._of(mover, "", None)}
        return next((found for one in ranked if (found := {*self._of(mover, "", [one])})), set())

    def _of(self, mover: str, only: str, types: list[str | None] | None) -> Iterator[Played]:
        for kind_name, kind in self.kinds.items():
            for block in kind.blocks:
                if types is not None and block.move_type not in types:
                    continue
                if block.drop and not only:
                    for site in sorted(self.sites):
                        self.out: list[Played] = []
                        self._run(block.program.parts, [Walk(site, site)], kind_name, drop=True)
                        yield from self.out
                elif not block.drop:
                    for site, piece in self.position.items():
                        if piece == (mover, kind_name) and (not only or site == only):
                            self.out = []
                            self._run(block.program.parts, [Walk(site, site)], kind_name, drop=False)
                            yield from self.out

    def _run(self, parts: tuple[Tree, ...], walks: list[Walk], kind: str, *, drop: bool) -> list[Walk]:
        for part in parts:
            walks = [after for walk in walks if walk.alive for after in self._one(part, walk.copy(), kind, drop)]
        return walks

    def _one(self, part: Tree, walk: Walk, kind: str, drop: bool) -> list[Walk]:
        name = part.text.lower() if isinstance(part, Word) else part.head
        turned = self.symmetry.get(self.mover, {}).get(name, name)
        if isinstance(part, Clause):
            rest = part.rest
            if name == "verify":
                return [walk] if all(self._holds(one, walk) for one in rest) else []
            if name == "if":
                cut = next((n for n, one in enumerate(rest) if isinstance(one, Word) and one.text == "else"), len(rest))
                branch = rest[1:cut] if self._holds(rest[0], walk) else rest[cut + 1 :]
                return self._run(branch, [walk], kind, drop=drop)
            if name == "while":
                walks = [walk]
                while walks and self._holds(rest[0], walks[0]):
                    walks = self._run(rest[1:], walks, kind, drop=drop)
                return walks
            if name == "opposite":
                return self._step(walk, _opposite(self.links, self._turned(part.words()[0].lower())))
            if name == "create":
                walk.made.append((walk.at, part.words()[0].lower()))
                return [walk]
            if name in ("add", "add-partial"):
                return self._add(part, walk, kind, drop)
            return self._run(part.parts, [walk], kind, drop=drop)
        if turned in self.links:
            return self._step(walk, turned)
        if name in ("add", "add-partial"):
            return self._add(Clause((part,), part.place), walk, kind, drop)
        if name == "capture":
            walk.taken.append(walk.at)
        elif name in ("flip", "change-owner"):
            walk.turned.append(walk.at)
        elif name == "mark":
            walk.mark = walk.at
        elif name == "back":
            walk.at = walk.mark or walk.start
        elif name == "to" and walk.picked:
            walk.put = walk.at
        elif name == "to":
            walk.end = walk.at
        elif name == "from":
            assert walk.picked, "only a second piece has another start"
            walk.picked = walk.at
        elif name == "cascade":
            if walk.picked:
                walk.moved.append((walk.picked, walk.put or walk.at, ""))
            elif not walk.end:
                walk.end = walk.at
            walk.picked, walk.put = walk.at, ""
        elif name in self.sites:
            walk.at = name
        else:
            raise AssertionError(name)
        return [walk]

    def _turned(self, name: str) -> str:
        return self.symmetry.get(self.mover, {}).get(name, name)

    def _step(self, walk: Walk, direction: str) -> list[Walk]:
        walk.at = self.links[direction].get(walk.at, "")
        return [walk] if walk.at else []

    def _add(self, part: Clause, walk: Walk, kind: str, drop: bool) -> list[Walk]:
        words = [word.lower() for word in part.words()]
        kinds = [word for word in words if word in self.kinds] or [kind]
        going_on = ([word for word in words if word not in self.kinds] or [""])[0] if "partial" in part.head else None
        moved = [*walk.moved, (walk.picked, walk.put or walk.at, "")] if walk.picked else walk.moved
        for one in kinds:
            after = dict(self.position)
            lifted = {start: after.pop(start) for start, _, _ in moved if start in after}
            if not drop:
                after.pop(walk.start, None)
            for site in walk.taken:
                after.pop(site, None)
            for site in walk.turned:
                if site in after:
                    after[site] = (self.mover, after[site][1])
            for site, made in walk.made:
                after[site] = (self.mover, made)
            end = walk.end or walk.at
            after[end] = (self.mover, one)
            for start, target, _ in moved:
                after[target] = lifted[start]
            self.out.append(Played(walk.start, end, tuple(sorted(after.items())), going_on))
        return [walk]

    # --- conditions

    def _holds(self, condition: Tree, walk: Walk) -> bool:
        if isinstance(condition, Clause):
            name, words = condition.head, [word.lower() for word in condition.words()]
            if name == "and":
                return all(self._holds(one, walk) for one in condition.rest)
            if name == "or":
                return any(self._holds(one, walk) for one in condition.rest)
            if name == "not":
                return not self._holds(condition.rest[0], walk)
        else:
            name, words = condition.text.lower(), []
        if name.startswith("not-"):
            return not self._simple(name.removeprefix("not-"), words, walk)
        return self._simple(name, words, walk)

    def _simple(self, name: str, words: list[str], walk: Walk) -> bool:
        named = words.pop(0) if name in ("piece?", "in-zone?") else ""
        at = walk.at
        if words:
            direction = self._turned(words[0])
            at = self.links[direction].get(at, "") if direction in self.links else words[0]
        piece = self.position.get(at)
        match name:
            case "on-board?":
                return bool(at)
            case "empty?":
                return bool(at) and piece is None
            case "friend?":
                return piece is not None and piece[0] == self.mover
            case "enemy?":
                return piece is not None and piece[0] != self.mover
            case "piece?":
                return piece is not None and piece[1] == named
            case "in-zone?":
                return any(zone == named and self.mover in who and at in sites for zone, who, sites in self.zones)
            case "last-from?":
                return at == self.last[0]
            case "last-to?":
                return at == self.last[1]
        raise AssertionError(name)

    def play(self, move: Played) -> None:
        self.position, self.last = dict(move.after), (move.start, move.end)


def _links(board: Clause) -> dict[str, dict[str, str]]:
    result: dict[str, dict[str, str]] = {}
    for grid in board.clauses("grid"):
        names = [c.parts[0].text.lower().split("/") for d in grid.clauses("dimensions") for c in d.parts[1:]]
        columns, rows = names if len(names) > 1 else (names[0], [""])
        for one in (c for d in grid.clauses("directions") for c in d.rest):
            x, y = (int(word.text) for word in one.rest)
            pairs = result.setdefault(one.head, {})
            for a, column in enumerate(columns):
                for b, row in enumerate(rows):
                    if 0 <= a + x < len(columns) and 0 <= b + y < len(rows):
                        pairs[column + row] = columns[a + x] + rows[b + y]
    for clause in board.clauses("links"):
        pairs = result.setdefault(clause.words()[0].lower(), {})
        for pair in (one for one in clause.rest if isinstance(one, Clause)):
            pairs[pair.parts[0].text.lower()] = pair.parts[1].text.lower()
    dead = {word.lower() for clause in board.clauses("kill-positions") for word in clause.words()}
    return {name: {a: b for a, b in pairs.items() if a not in dead and b not in dead} for name, pairs in result.items()}


def _opposite(links: dict[str, dict[str, str]], direction: str) -> str:
    back = {(b, a) for a, b in links[direction].items()}
    return max(links, key=lambda other: len(back & {*links[other].items()}))
