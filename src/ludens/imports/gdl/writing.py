"""Rules in the Game Description Language as a description: each fact of a position is a site, taken where it holds.

A player chooses by putting a piece on the site of an action. When all have chosen who have a choice, every fact is
worked out from those before, at once: the members of one consequent do not see each other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.imports import frame, naming
from ludens.imports.frame import inline, joined, lines, stacked, wrapped
from ludens.imports.gdl.grounding import Ground, Grounded, grounded, key_of
from ludens.imports.gdl.machine import Machine, levels
from ludens.imports.gdl.reading import Rule, Term, name_of, text_of
from ludens.imports.ini import ImportFailed

#: the largest board that is made
MOST_SITES: Final = 4000
#: how many facts that are concluded there may be: the sites of a hand
_MOST_VIEWS: Final = 1000
_ACTIVE = " may choose"


@dataclass(frozen=True)
class Imported(frame.Imported):
    """A game as a description, and its roles in the order of the players."""

    roles: tuple[str, ...]
    #: the site of each fact, and of each action by role
    facts: dict[Term, int]
    actions: dict[str, dict[int, Term]]


def described(rules: Sequence[Rule], name: str, file: str = "game.kif") -> Imported:
    """The description of a game. Raises ImportFailed where it is too large, or facts depend on themselves."""
    game = grounded(rules, file)
    text = _Text(game, name)
    body = text.write()
    remarks = tuple(text.remarks)
    head = [
        f"// From rules in the Game Description Language: {name}",
        *(f"// Player {number} is {role}." for number, role in enumerate(text.roles, start=1)),
        "// A fact is a site of the board, taken where it holds; an action is one that a player takes.",
        *text.legend(),
    ]
    actions = {role: {text.does[role, action]: action for action in game.actions[role]} for role in text.roles}
    return Imported(name, frame.headed(head, remarks, body), remarks, tuple(text.roles), dict(text.site), actions)


class _Text:
    def __init__(self, game: Grounded, name: str) -> None:
        self.game, self.name, self.file = game, name, game.file
        self.remarks: list[str] = []
        if "random" in game.roles:
            self.remarks.append(f"{self.file}:1: random moves by chance there; here it is a player like the others")
        if any(name_of(rule.head) == "sees" for rule in game.rules):
            self.remarks.append(f"{self.file}:1: what players see (sees): here they see all")
        if not game.roles:
            raise ImportFailed(f"{self.file}:1: there are no roles")
        self.by_head: dict[Term, list[Ground]] = defaultdict(list)
        for rule in game.rules:
            self.by_head[rule.head].append(rule)
        self.roles = self._ordered()
        self.waits: dict[str, Term | None] = {role: self._waiting(role) for role in game.roles}
        if len(self.roles) > 1:
            self._add_choosers()
        self.site: dict[Term, int] = {}
        self.does: dict[tuple[str, Term], int] = {}
        self.columns, self.rows = self._laid_out()
        used = {one for rule in game.rules for one in rule.needs}
        order = [head for level in levels(self._all_rules(), self.file) for head in level]
        special = {("next", 1), ("legal", 2), ("goal", 2), ("terminal", 0), ("sees", 2)}
        self.views = [
            head for head in order
            if (head in used or name_of(head) == _ACTIVE) and not (key_of(head) in special and head not in used)
        ]  # fmt: skip
        if len(self.views) > _MOST_VIEWS:
            raise ImportFailed(f"{self.file}:1: {len(self.views):,} facts are concluded: more than {_MOST_VIEWS:,}")
        self.view_site = {view: self.columns * self.rows + n for n, view in enumerate(self.views)}
        self.with_moves = self._depend_on_moves(order)

    def _all_rules(self) -> list[Ground]:
        return [rule for listed in self.by_head.values() for rule in listed]

    def _ordered(self) -> list[str]:
        """The roles, the first one that has a choice at the start being the first player."""
        legal = Machine(self.game).legal(self.game.initial)
        first = next((n for n, role in enumerate(self.game.roles) if len(legal[role]) > 1), 0)
        return self.game.roles[first:] + self.game.roles[:first]

    def _waiting(self, role: str) -> Term | None:
        """The action of a role that only waits: the one without arguments, if there is one only."""
        plain = [action for action in self.game.actions[role] if isinstance(action, str)]
        return plain[0] if len(plain) == 1 and len(self.game.actions[role]) > 1 else None

    def _add_choosers(self) -> None:
        """A fact for each role that it may do more than wait."""
        for role in self.roles:
            for action in self.game.actions[role]:
                if action != self.waits[role]:
                    for rule in self.by_head.get(("legal", role, action), []):
                        head = (_ACTIVE, role)
                        self.by_head[head].append(Ground(head, rule.holds, rule.fails))

    def _depend_on_moves(self, order: Sequence[Term]) -> set[Term]:
        result = set[Term]()
        for head in order:
            for rule in self.by_head[head]:
                if any(key_of(one) == ("does", 2) or one in result for one in rule.needs):
                    result.add(head)
        return result

    # --- the board

    def _laid_out(self) -> tuple[int, int]:
        """A place for each fact and action: families in blocks, by their first two arguments."""
        blocks = [*self._blocks(self.game.propositions)]
        width = max((columns for _, columns, _ in blocks), default=1)
        actions = [(role, action) for role in self.roles for action in self.game.actions[role]]
        width = max(width, min(len(actions), 12), 1)
        height = sum(rows for _, _, rows in blocks)
        if width * height > 4 * len(self.game.propositions) + 40:
            width = max(1, math.isqrt(len(self.game.propositions)))
            packed = {one: (n % width, n // width) for n, one in enumerate(self.game.propositions)}
            blocks = [(packed, width, max((row for _, row in packed.values()), default=-1) + 1)]
            height = blocks[0][2]
        below = math.ceil(len(actions) / width)
        if width * (height + below) > MOST_SITES:
            raise ImportFailed(
                f"{self.file}:1: {width * (height + below)} facts and actions are more than {MOST_SITES}"
            )
        for n, one in enumerate(actions):
            self.does[one] = n
        row = below
        for block, _, rows in blocks:
            for fact, (x, y) in block.items():
                self.site[fact] = (row + y) * width + x
            row += rows
        return width, height + below

    def _blocks(self, facts: Sequence[Term]) -> Iterator[tuple[dict[Term, tuple[int, int]], int, int]]:
        families: dict[tuple[str, int], list[tuple[Term, ...]]] = defaultdict(list)
        plain = list[Term]()
        for fact in facts:
            if isinstance(fact, tuple):
                families[key_of(fact)].append(fact)
            else:
                plain.append(fact)
        if plain:
            yield {fact: (n, 0) for n, fact in enumerate(plain)}, len(plain), 1
        for (_, count), family in sorted(families.items(), key=lambda one: len(one[1])):
            xs = _places(fact[1] for fact in family)
            ys = _places(fact[2] for fact in family) if count > 2 else {}
            rest = _places(fact[3 if count > 2 else 2 :] for fact in family)
            block: dict[Term, tuple[int, int]] = {
                fact: (
                    xs[fact[1]] * len(rest) + rest[fact[3 if count > 2 else 2 :]],
                    ys[fact[2]] if count > 2 else 0,
                )
                for fact in family
            }
            yield block, len(xs) * len(rest), max(len(ys), 1)

    def legend(self) -> Iterator[str]:
        """What each site is, in lines of a comment."""
        words = [f"{site} {text_of(fact)}" for fact, site in sorted(self.site.items(), key=lambda one: one[1])]
        yield from _commented("Facts", words)
        for role in self.roles:
            listed = [f"{self.does[role, action]} {text_of(action)}" for action in self.game.actions[role]]
            yield from _commented(f"Actions of {role}", listed)

    # --- conditions

    def literal(self, fact: Term, holds: bool) -> str:
        key = key_of(fact)
        if key == ("true", 1) and isinstance(fact, tuple):
            site = self.site[fact[1]]
        elif key == ("does", 2) and isinstance(fact, tuple):
            role, action = str(fact[1]), fact[2]
            site = self.does[role, action]
            if len(self.roles) > 1 and action == self.waits.get(role):
                waits = f"(is Empty {self.view_site[_ACTIVE, role]})" if (_ACTIVE, role) in self.view_site else "True"
                text = f"(or (is Occupied {site}) {waits})"
                return text if holds else f"(not {text})"
        else:
            site = self.view_site[fact]
        return f"(is Occupied {site})" if holds else f"(is Empty {site})"

    def rule(self, one: Ground) -> str:
        parts = [*(self.literal(fact, True) for fact in one.holds), *(self.literal(fact, False) for fact in one.fails)]
        if not parts:
            return "True"
        return inline("and", parts)

    def condition(self, head: Term) -> str:
        listed = list(dict.fromkeys(self.rule(one) for one in self.by_head.get(head, [])))
        if not listed:
            return "False"
        return "True" if "True" in listed else inline("or", listed)

    # --- the parts of the text

    def write(self) -> str:
        kinds = naming.distinct(["Choice", "Holds", *dict.fromkeys(_kind(fact) for fact in self.site)])
        names = {fact: kinds[_kind(fact).lower()] for fact in self.site}
        board = f"(board (rectangle {self.rows} {self.columns}))"
        pieces = [f'(piece "{name}" Shared)' for name in kinds.values()]
        hand = [f"(hand Shared size:{len(self.views)})"] if self.views else []
        play = self._moves()
        for part in self._consequents(names):
            play = f"(or {{\n{lines(play, 1)}\n}}\n    (then\n{lines(part, 2)}\n    )\n)"
        rules = [
            f"(start {{\n{stacked(list(self._start(names)))}\n}})",
            f"(play\n{lines(play, 1)}\n)",
            f"(end\n{lines(self._end(), 1)}\n)",
        ]
        return f"{frame.game(self.name, str(len(self.roles)), [board, *hand, *pieces], rules)}\n"

    def _start(self, names: dict[Term, str]) -> Iterator[str]:
        placed: dict[str, list[int]] = defaultdict(list)
        for fact in self.site:
            if fact in self.game.initial:
                placed[names[fact]].append(self.site[fact])
        for name, listed in placed.items():
            yield f'(place "{name}" {naming.sites(listed)})'
        holding = self._at_start()
        for view in self.views:
            if view in holding:
                yield f'(place "Holds" (handSite Shared {self.view_site[view] - self.columns * self.rows}))'

    def _at_start(self) -> set[Term]:
        facts: set[Term] = {("true", one) for one in self.game.initial}
        for view in self.views:
            if view not in self.with_moves and any(rule.follows(facts) for rule in self.by_head[view]):
                facts.add(view)
        return facts

    def _moves(self) -> str:
        result = []
        for number, role in enumerate(self.roles, start=1):
            choices = []
            for action in self.game.actions[role]:
                condition = self.condition(("legal", role, action))
                move = f'(move Add (piece "Choice") (to {self.does[role, action]}))'
                choices.append(move if condition == "True" else f"(if {condition} {move})")
            moves = joined("or", choices)
            result.append(moves if len(self.roles) == 1 else f"(if (is Mover P{number})\n{lines(moves, 1)}\n)")
        return joined("or", result)

    def _consequents(self, names: dict[Term, str]) -> Iterator[str]:
        """What follows a choice, one after another: what depends on moves, the facts, what depends on these, turns."""
        done = self._all_chosen()

        def guarded(parts: list[str]) -> str:
            text = joined("and", parts)
            return text if done == "True" else f"(if {done}\n{lines(text, 1)}\n)"

        for level in self._levels(with_moves=True):
            yield guarded([self._update(self.view_site[view], view, "Holds") for view in level])
        facts = [self._update(site, ("next", fact), names[fact]) for fact, site in self.site.items()]
        chosen = naming.sites(sorted(self.does.values()))
        yield guarded([*facts, f"(remove {chosen})"])
        for level in self._levels(with_moves=False):
            parts = [self._update(self.view_site[view], view, "Holds") for view in level]
            yield joined("and", parts)
        if len(self.roles) > 1:
            yield self._turns()

    def _levels(self, *, with_moves: bool) -> Iterator[list[Term]]:
        views = [view for view in self.views if (view in self.with_moves) is with_moves]
        numbers: dict[Term, int] = {}
        grouped: dict[int, list[Term]] = defaultdict(list)
        for view in views:
            needs = [numbers[one] for rule in self.by_head[view] for one in rule.needs if one in numbers]
            numbers[view] = max(needs, default=-1) + 1
            grouped[numbers[view]].append(view)
        for number in sorted(grouped):
            yield grouped[number]

    def _update(self, site: int, head: Term, piece: str) -> str:
        condition = self.condition(head)
        if condition == "False":
            return f"(remove {site})"
        put = f'(add (piece "{piece}") (to {site}))'
        return put if condition == "True" else f"(if {condition} {put} (remove {site}))"

    def _active(self, role: str) -> str:
        site = self.view_site.get((_ACTIVE, role))
        return "False" if site is None else f"(is Occupied {site})"

    def _all_chosen(self) -> str:
        waiting = [
            f"(and (< (mover) {number}) {self._active(role)})"
            for number, role in enumerate(self.roles, start=1)
            if number > 1 and self._active(role) != "False"
        ]
        if not waiting:
            return "True"
        return f"(not {inline('or', waiting)})"

    def _turns(self) -> str:
        first = later = "(set NextPlayer (player 1))"
        for number, role in reversed([*enumerate(self.roles, start=1)]):
            turn = f"(set NextPlayer (player {number}))"
            active = self._active(role)
            if active == "False":
                continue
            first = f"(if {active} {turn} {first})"
            if number > 1:
                later = f"(if (and (< (mover) {number}) {active}) {turn} {later})"
        return f'(if (no Pieces All "Choice") {first} {later})'

    def _end(self) -> str:
        terminal = self.condition("terminal")
        values = {role: self._values(role) for role in self.roles}
        if len(self.roles) == 1:
            cases = []
            for value, condition in values[self.roles[0]]:
                if condition == "False":
                    continue
                result = "Win" if value >= 100 else "Draw" if value > 0 else "Loss"
                cases.append(f"(if {condition} (result P1 {result}))")
            if any(0 < value < 100 for value, _ in values[self.roles[0]]):
                self.remarks.append(f"{self.file}:1: goals between 0 and 100 of one player: they count as a draw here")
            return f"(if {terminal}\n    {{\n{lines(stacked(cases), 1)}\n    }}\n    (result P1 Loss)\n)"
        scores = []
        for number, role in enumerate(self.roles, start=1):
            text = "0"
            for value, condition in reversed(values[role]):
                if value:
                    text = str(value) if condition == "True" else f"(if {condition} {value} {text})"
            scores.append(f"(score P{number} {text})")
        return f"(if {terminal}\n    (byScore {{\n{lines(stacked(scores), 1)}\n    }})\n)"

    def _values(self, role: str) -> list[tuple[int, str]]:
        """The goals of a role, the highest first, with what they depend on."""
        heads = [head for head in self.by_head if isinstance(head, tuple) and head[:2] == ("goal", role)]
        result = []
        for head in heads:
            assert isinstance(head, tuple)
            if not str(head[2]).isdigit():
                raise ImportFailed(f"{self.file}:1: the goal {text_of(head)} is no number")
            result.append((int(str(head[2])), self.condition(head)))
        return sorted(result, reverse=True)


def _kind(fact: Term) -> str:
    """The name of the piece of a fact: its last argument, or its own name."""
    if isinstance(fact, str):
        return fact
    last = fact[-1] if len(fact) > 2 else fact[0]
    plain = text_of(last).strip("()")
    return plain if not plain[:1].isdigit() else f"{name_of(fact)} {plain}"


def _places(terms: Iterator[Term] | Sequence[Term]) -> dict[Term, int]:
    """Terms in order, numbers by their values."""
    listed = sorted({*terms}, key=lambda term: (not text_of(term).isdigit(), _order(term), text_of(term)))
    return {term: n for n, term in enumerate(listed)}


def _order(term: Term) -> int:
    text = text_of(term)
    return int(text) if text.isdigit() else len(text)


def _commented(title: str, words: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(wrapped([f"{word}," for word in words]).splitlines()):
        yield f"// {title}: {line}" if not number else f"//   {line}"
