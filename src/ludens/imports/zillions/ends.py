"""How a Zillions game ends: its conditions as end rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from ludens.imports import frame
from ludens.imports.zillions.games import Rules, quoted
from ludens.imports.zillions.programs import Unsaid, both, some
from ludens.imports.zillions.reading import Clause, Tree, Word

_RESULTS: Final = {"win-condition": "Win", "loss-condition": "Loss", "draw-condition": "Draw"}


class Game(Protocol):
    """What the ends know of the game that they belong to."""

    rules: Rules
    roles: dict[str, str]
    remarks: list[str]

    def piece(self, name: str) -> str: ...
    def is_kind(self, name: str) -> bool: ...
    def owner(self, name: str) -> str | None: ...
    def site_of(self, name: str) -> int | None: ...
    def zone(self, name: str, role: str) -> str | None: ...
    def around(self, region: str, direction: str, role: str) -> str | None: ...
    @property
    def may_pass(self) -> bool: ...


@dataclass
class Ends:
    """The end rules of a game."""

    game: Game
    repeats: bool = False
    stuck: bool = False
    #: the pieces that may not be left in check
    royal: tuple[str, ...] = ()

    def rules(self) -> Iterator[str]:
        """The end rules; each player's conditions come in the order of the file."""
        g = self.game
        last: list[str] = []
        stalemate: list[str] = []
        for clause in g.rules.clauses:
            if clause.head not in (*_RESULTS, "count-condition"):
                continue
            try:
                for text, late in self._rule(clause):
                    (stalemate if late == "stuck" else last).append(text)
            except Unsaid as unsaid:
                g.remarks.append(f"{unsaid.place}: {clause.head}: {unsaid.what}")
        yield from dict.fromkeys(last)
        yield from dict.fromkeys(stalemate)
        if not self.stuck and not g.may_pass:
            yield (
                "(if (no Moves Next) (result Next Draw))"
                if len(g.roles) > 1
                else "(if (no Moves Next) (result P1 Loss))"
            )

    def _rule(self, clause: Clause) -> Iterator[tuple[str, str]]:
        g = self.game
        if clause.head == "count-condition":
            counts = self._condition(clause.rest[0], "P1")
            roles = list(g.roles.values())
            if len(roles) != 2:
                raise Unsaid("pieces are counted at the end for two players only", clause.place)
            counted = "".join(
                f" (if (> (count Pieces {a}) (count Pieces {b})) (result {a} Win))" for a, b in (roles, roles[::-1])
            )
            yield f"(if {counts} {{{counted} }} (result P1 Draw))", ""
            return
        if len(clause.rest) < 2:
            raise Unsaid(f"{quoted(clause)} has no condition", clause.place)
        whom, result = clause.rest[0], _RESULTS[clause.head]
        named = [whom.text] if isinstance(whom, Word) else [w.text for w in whom.parts if isinstance(w, Word)]
        roles = [g.roles[name.lower()] for name in named if name.lower() in g.roles]
        if not roles:
            raise Unsaid(f"{quoted(whom)} are no players who move", clause.place)
        for condition in clause.rest[1:]:
            everybody = len(roles) == len(g.roles)
            name = _name(condition)
            if name == "stalemated":
                self.stuck = self.stuck or everybody
                yield self._next(roles, everybody, "(no Moves Next)", result), "stuck"
            elif name == "checkmated":
                kinds = [w for w in (condition.words() if isinstance(condition, Clause) else []) if g.is_kind(w)]
                self.royal = tuple(dict.fromkeys((*self.royal, *(g.piece(kind) for kind in kinds))))
                if not kinds:
                    raise Unsaid(f"{quoted(condition)} names no kind of piece", condition.place)
                test = frame.inline("or", [f'(is Threatened (id "{g.piece(kind)}" Next))' for kind in kinds])
                yield self._next(roles, everybody, f"(and (no Moves Next) {test})", result), ""
            elif name == "repetition":
                self.repeats = True
                yield f"(if (<= 3 (count Repeats)) (result Mover {result}))", ""
            else:
                for role in roles:
                    yield f"(if {self._condition(condition, role)} (result {role} {result}))", ""

    def _next(self, roles: list[str], everybody: bool, test: str, result: str) -> str:
        if everybody:
            return f"(if {test} (result Next {result}))"
        whose = frame.inline("or", [f"(is Next {role})" for role in roles])
        return f"(if (and {whose} {test}) (result Next {result}))"

    def _condition(self, condition: Tree, role: str) -> str:
        name = _name(condition)
        listed = condition.rest if isinstance(condition, Clause) else ()
        g = self.game
        if name in ("and", "or", "not"):
            parts = [self._condition(part, role) for part in listed]
            if name == "not":
                return f"(not {parts[0]})"
            return both(parts) if name == "and" else f"(or {{{' '.join(parts)}}})"
        words = [part.text for part in listed if isinstance(part, Word)]
        if name in ("pieces-remaining", "total-piece-count") and words:
            whose = role if name == "pieces-remaining" else "All"
            kinds = [word for word in words[1:] if g.is_kind(word)]
            kind = f' "{g.piece(kinds[0])}"' if kinds else ""
            if words[0] == "0":
                return f"(no Pieces {whose}{kind})"
            return f"(= {words[0]} (count Pieces {whose}{kind}))"
        if name == "captured":
            return both([f'(no Pieces {role} "{g.piece(word)}")' for word in words if g.is_kind(word)])
        if name == "absolute-config":
            return self._absolute(condition, role)
        if name == "relative-config":
            return self._relative(condition, role)
        if name == "stalemated":
            self.stuck = True
            return f"(and (is Next {role}) (no Moves Next))" if len(g.roles) > 1 else "(no Moves Next)"
        raise Unsaid(f"{quoted(condition)} is not said", condition.place)

    # --- configurations

    def _pieces(self, listed: list[Tree], role: str) -> Callable[[str], str]:
        """A condition that one of the pieces that are named stands on a site."""
        g, whose, denied, kinds = self.game, role, False, list[str]()
        for part in listed:
            words = [part.text] if isinstance(part, Word) else [w.text for w in part.parts if isinstance(w, Word)]
            for word in words:
                low = word.lower()
                if low == "not":
                    denied = True
                elif low == "any-owner":
                    whose = "All"
                elif low == "opponent":
                    whose = "P2" if role == "P1" else "P1"
                    if len(g.roles) != 2:
                        raise Unsaid("there is more than one opponent", part.place)
                elif low in ("any-piece", "?"):
                    kinds = [""]
                elif g.is_kind(word):
                    kinds.append(g.piece(word))
                elif (owner := g.owner(word)) is not None:
                    whose = owner
                else:
                    raise Unsaid(f"{word!r} is no kind of piece", part.place)

        def test(site: str) -> str:
            if not kinds:
                return f"(not (is Empty {site}))" if not denied else f"(is Empty {site})"
            names = "" if kinds == [""] else f" component{'s' * (len(kinds) > 1)}:{frame.quoted(kinds)}"
            text = f'(is In {site} (sites Occupied by:{whose} container:"Board"{names}))'
            return f"(not {text})" if denied else text

        return test

    def _absolute(self, condition: Tree, role: str) -> str:
        g = self.game
        assert isinstance(condition, Clause)
        *pieces, places = condition.rest or (condition,)
        if not isinstance(places, Clause) or not pieces:
            raise Unsaid(f"{quoted(condition)} names no places", condition.place)
        test = self._pieces(list(pieces), role)
        parts = []
        for word in (part.text for part in places.parts if isinstance(part, Word)):
            if (site := g.site_of(word)) is not None:
                parts.append(test(str(site)))
            elif (zone := g.zone(word, role)) is not None:
                parts.append(some(f"(forEach {zone} if:{test('(site)')})"))
            else:
                raise Unsaid(f"{word!r} is no position and no zone", condition.place)
        return both(parts)

    def _relative(self, condition: Tree, role: str) -> str:
        """Pieces in a pattern somewhere: `Man n Man n Man`."""
        g, region, pieces = self.game, "", list[Tree]()
        assert isinstance(condition, Clause)

        def narrowed() -> str:
            test = self._pieces(pieces, role)
            return f"(forEach {region or '(sites Board)'} if:{test('(site)')})"

        for part in condition.rest:
            name = part.text.lower() if isinstance(part, Word) else ""
            step = g.around(narrowed() if pieces else region, name, role) if name and not g.is_kind(name) else None
            if step is not None:
                region, pieces = step, []
            else:
                pieces.append(part)
        if not pieces:
            raise Unsaid(f"{quoted(condition)} ends without a piece", condition.place)
        return some(narrowed())


def _name(condition: Tree) -> str:
    if isinstance(condition, Word):
        return condition.text.lower()
    if not condition.head and len(condition.parts) == 1:
        return _name(condition.parts[0])
    return condition.head
