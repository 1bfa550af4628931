"""Programs of moves, run with positions that are expressions: what each `add` of a program does, and when.

A program of a Zillions game walks over the board from the piece that moves. Here it is run once, for all places of the
piece: a position is the text of a site or of a region with one site at most, a condition narrows it, and a step that
leaves the board makes it empty. What a loop repeats is said as a line where it can be, and written out otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from ludens.imports.frame import inline
from ludens.imports.zillions.boards import BACK, Board
from ludens.imports.zillions.games import quoted
from ludens.imports.zillions.reading import Clause, Place, Tree, Word

#: how many moves one program may become, and how often a loop is written out
MOST_MOVES: Final = 160
_MOST_ROUNDS: Final = 20
_PARTIALS: Final = ("add-partial", "add-copy-partial")
_ADDS: Final = ("add", "add-copy", *_PARTIALS)
_NEGATED: Final = "not-"
#: how deep brackets may stand in each other, and the length from which on that is looked at
_MOST_NESTED, _LONG = 40, 400


class Unsaid(Exception):
    """A program does something that a description is not made to say here."""

    def __init__(self, what: str, place: Place) -> None:
        super().__init__(f"{place}: {what}")
        self.what, self.place = what, place


Test = Callable[[str], str]


@dataclass(frozen=True)
class Spot:
    """A position: the text of a site, or of a region with one site at most.

    `origin` is the position that it was reached from, by one step in `way`; `tests` are what it must fulfil.
    """

    text: str
    single: bool
    tests: tuple[Test, ...] = ()
    origin: Spot | None = None
    way: tuple[str, ...] = ()
    #: a number, where it is always the same site
    site: int | None = None
    #: the line of sites that it runs along in a loop, in which `text` is one: where it begins, and its condition
    line: Line | None = None
    scan: Line | None = None
    #: the text without what is tested on the way; empty where that is `text`
    plain: str = ""

    @property
    def bare(self) -> str:
        """The site or region without any tests: for what is done once all tests hold."""
        return self.plain or self.text

    @property
    def bare_region(self) -> str:
        return f"(sites {{{self.bare}}})" if self.single else self.bare

    @property
    def region(self) -> str:
        """The text of the region with the site, if it fulfils all tests."""
        bare = f"(sites {{{self.text}}})" if self.single else self.text
        if not self.tests:
            return bare
        tests = [test("(site)") for test in self.tests]
        return f"(forEach {bare} if:{both(tests)})"

    def narrowed(self, test: Test) -> Spot:
        return replace(self, tests=(*self.tests, test))


@dataclass(frozen=True)
class Line:
    """Sites in a direction from a position on, as long as each fulfils a test."""

    start: Spot
    way: str
    test: Test


@dataclass(frozen=True)
class Effect:
    """Something that a move does besides: `kind` to what stands on `spot`, with a name or another position."""

    kind: str
    spot: Spot
    name: str = ""
    to: Spot | None = None


@dataclass(frozen=True)
class Outcome:
    """A move that a program offers."""

    kind: str
    start: Spot
    end: Spot
    guards: tuple[str, ...]
    effects: tuple[Effect, ...]
    #: what the piece becomes; empty where it stays what it is
    kinds: tuple[str, ...]
    #: of a partial move, the type of the move that goes on
    move_type: str | None
    place: Place


class Words(Protocol):
    """What programs need to know of the game that they belong to."""

    board: Board

    def direction(self, name: str) -> str | None: ...
    def test(self, name: str, argument: str | None, place: Place) -> Test | None: ...
    def is_kind(self, name: str) -> bool: ...
    def owner(self, name: str) -> str | None: ...


def both(tests: Sequence[str]) -> str:
    """A condition that all of several hold."""
    listed = list(dict.fromkeys(test for test in tests if test != "True"))
    return inline("and", listed) if listed else "True"


def nesting(text: str) -> int:
    """How deep brackets stand in each other."""
    depth = most = 0
    for sign in text:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(sign, 0)
        most = max(most, depth)
    return most


def some(region: str) -> str:
    """A condition that a region has a site."""
    return f"(< 0 (count Sites in:{region}))"


@dataclass
class _State:
    spot: Spot
    start: Spot
    end: Spot | None = None
    mark: Spot | None = None
    guards: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    flags: Mapping[str, bool] = field(default_factory=dict)
    #: the piece that moves after the first one, and where it goes
    picked: Spot | None = None
    put: Spot | None = None
    kind: str = ""
    alive: bool = True

    def copy(self, **changes: object) -> _State:
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_effect(self, effect: Effect) -> _State:
        return self.copy(effects=(*self.effects, effect))


class Run:
    """The run of a program for one player."""

    def __init__(self, words: Words, *, drop: bool) -> None:
        self.words, self.board, self.drop = words, words.board, drop
        self.outcomes: list[Outcome] = []
        self.place = Place("", 0)

    def all(self, program: Clause) -> list[Outcome]:
        """The moves of a program. Raises Unsaid."""
        self.place = program.place
        start = Spot("(to)", single=True) if self.drop else Spot("(from)", single=True)
        self._block(program.parts, [_State(start, start)])
        return self.outcomes

    # --- statements

    def _block(self, parts: Sequence[Tree], states: list[_State]) -> list[_State]:
        for part in parts:
            following = list[_State]()
            for state in states:
                following += self._statement(part, state) if state.alive else []
            states = following
            if len(states) > MOST_MOVES or len(self.outcomes) > MOST_MOVES:
                raise Unsaid("the program has too many ways", part.place)
        return states

    def _statement(self, part: Tree, s: _State) -> list[_State]:
        if isinstance(part, Word):
            return self._word(part, s)
        head = part.head
        if head == "verify":
            for one in part.rest:
                states = self._tested(one, s, True)
                if len(states) != 1:
                    raise Unsaid(f"{quoted(part)} has several ways", part.place)
                s = states[0]
            return [s]
        if head in ("or", "and", "not"):  # a condition that stands without its verify
            return self._tested(part, s, True)
        if head == "if":
            return self._if(part, s)
        if head == "while":
            return self._while(part, s)
        if head in _ADDS:
            return self._add(part, s)
        if head == "capture":
            spot = self._at(part.rest, s, part.place) if part.rest else s.spot
            return [s.with_effect(Effect("capture", spot))]
        if head in ("flip", "change-owner"):
            spot = self._at(part.rest, s, part.place) if part.rest and head == "flip" else s.spot
            return [self._owned(s, spot, part)]
        if head == "change-type":
            name = self._kind(part.rest, part.place)
            if s.spot is s.start:
                return [s.copy(kind=name)]
            return [s.with_effect(Effect("type", s.spot, name))]
        if head == "create":
            return [self._created(part, s)]
        if head == "go":
            return [s.copy(spot=self._place_named((part.words() or [""])[0].lower(), s, part.place))]
        if head == "opposite":
            back = self._backwards(part)
            return [self._stepped(s, back)] if back else []
        if head == "set-flag":
            words = [*part.words(), "true"]
            return [s.copy(flags={**s.flags, words[0].lower(): words[1].lower() == "true"})]
        if head == "set-attribute":
            words = [*part.words(), "true"]
            spot = s.start if s.spot is s.start or s.spot == s.end else s.spot
            return [s.with_effect(Effect("attribute", spot, f"{words[0]} {words[1]}".lower()))]
        if head == "" or self._is_motion(head) or head in _SIMPLE:
            return self._block(part.parts, [s])
        if head in ("else", "set-position-flag"):
            raise Unsaid(f"{quoted(part)} is not said", part.place)
        raise Unsaid(f"{quoted(part)} is not understood", part.place)

    def _backwards(self, part: Clause) -> str | None:
        """The direction that leads back where `(opposite n)` stands; None where there is none."""
        forth = self.words.direction((part.words() or [""])[0].lower())
        return self.board.opposite(forth) if forth else None

    def _is_motion(self, name: str) -> bool:
        return self.words.direction(name) is not None or name in self.board.sites

    def _word(self, word: Word, s: _State) -> list[_State]:
        name = word.text.lower()
        if (direction := self.words.direction(name)) is not None:
            return [self._stepped(s, direction)]
        if name in (*_ADDS, "capture", "flip", "change-owner"):
            return self._statement(Clause((word,), word.place), s)
        if name == "from":
            return [s.copy(picked=s.spot) if s.picked is not None else s.copy(start=s.spot)]
        if name == "to":
            return [s.copy(put=s.spot) if s.picked is not None else s.copy(end=s.spot)]
        if name == "mark":
            return [s.copy(mark=s.spot)]
        if name == "back":
            return [self._left(s).copy(spot=s.mark or s.start)]
        if name == "cascade":
            if s.picked is not None:
                s = s.with_effect(Effect("move", s.picked, to=s.put or s.spot))
            elif s.end is None:
                s = s.copy(end=s.spot)
            return [s.copy(picked=s.spot, put=None)]
        if name in self.board.sites or name in ("last-from", "last-to"):
            return [self._left(s).copy(spot=self._place_named(name, s, word.place))]
        raise Unsaid(f"{word.text!r} is not understood", word.place)

    def _left(self, s: _State) -> _State:
        """The state when its position is left by a jump: what was tested there becomes a condition of the move."""
        if s.spot is s.start or (s.spot.site is not None and not s.spot.tests):
            return s
        if s.spot.single and s.spot.tests:
            guards = tuple(test(s.spot.text) for test in s.spot.tests)
            return s.copy(guards=(*s.guards, *guards))
        if s.spot.single:
            return s
        return s.copy(guards=(*s.guards, some(s.spot.region)))

    def _place_named(self, name: str, s: _State, place: Place) -> Spot:
        if name == "from":
            return s.start
        if name == "to" and s.end is not None:
            return s.end
        if name == "mark" and s.mark is not None:
            return s.mark
        if name in ("last-from", "last-to"):
            return Spot("(last From)" if name == "last-from" else "(last To)", single=True)
        if name in self.board.sites:
            site = self.board.sites[name]
            return Spot(str(site), single=True, site=site)
        raise Unsaid(f"the place {name!r} is not understood", place)

    def _at(self, rest: Sequence[Tree], s: _State, place: Place) -> Spot:
        """The position that an argument means: a direction from here, or a place."""
        name = rest[0].text.lower() if rest and isinstance(rest[0], Word) else ""
        if (direction := self.words.direction(name)) is not None:
            return self._step(s.spot, direction)
        return self._place_named(name, s, place)

    def _kind(self, rest: Sequence[Tree], place: Place) -> str:
        names = [part.text for part in rest if isinstance(part, Word)]
        if len(names) != 1 or not self.words.is_kind(names[0]):
            raise Unsaid(f"a kind of piece is expected, not {' '.join(names)!r}", place)
        return names[0]

    def _owned(self, s: _State, spot: Spot, part: Clause) -> _State:
        owner = ""
        if part.head == "change-owner" and part.rest:
            owner = self.words.owner((part.words() or [""])[0]) or ""
            if not owner:
                raise Unsaid(f"{quoted(part)} names no player", part.place)
        return s.with_effect(Effect("owner", spot, owner))

    def _created(self, part: Clause, s: _State) -> _State:
        names, owner, spot = list[str](), "", s.spot
        for one in part.words():
            if self.words.is_kind(one):
                names.append(one)
            elif (player := self.words.owner(one)) is not None:
                owner = player
            elif (direction := self.words.direction(one.lower())) is not None:
                spot = self._step(s.spot, direction)
            else:
                spot = self._place_named(one.lower(), s, part.place)
        if len(names) != 1:
            raise Unsaid(f"{quoted(part)} names no kind of piece of this game", part.place)
        return s.with_effect(Effect("create", spot, f"{names[0]}|{owner}"))

    # --- steps

    def _stepped(self, s: _State, direction: str) -> _State:
        if len(s.spot.text) > _LONG and nesting(s.spot.text) > _MOST_NESTED:
            raise Unsaid("a way of so many steps is not written", self.place)
        spot, steps = s.spot, self.board.compass.get(direction, ())
        if spot.origin is not None and len(steps) == 1 and spot.way == (BACK.get(steps[0], ""),):
            return self._left(s).copy(spot=spot.origin)  # a step back
        return s.copy(spot=self._step(s.spot, direction))

    def _step(self, spot: Spot, direction: str) -> Spot:
        if spot.site is not None and not spot.tests:
            target = self.board.links[direction].get(spot.site)
            if target is None:
                return Spot("(sites {})", single=False)
            return Spot(str(target), single=True, site=target)
        steps = self.board.compass.get(direction)
        if steps is None:
            text, plain = (f'("Step-{direction}" {region})' for region in (spot.region, spot.bare_region))
            return Spot(text, single=False, plain=plain)
        result = spot
        for way in steps:
            inner = result.text if result.single and not result.tests else result.region
            text, plain = (f"(sites Around {one} \x01{way}\x02)" for one in (inner, result.bare))
            result = Spot(text, single=False, origin=result, way=(way,), plain=plain)
        return result

    # --- conditions

    def _tested(self, condition: Tree, s: _State, holds: bool) -> list[_State]:
        """The states in which a condition holds, or does not."""
        if isinstance(condition, Clause):
            head, rest = condition.head, condition.rest
            if head in ("not", "verify") and len(rest) == 1:
                return self._tested(rest[0], s, holds is (head == "verify"))
            if head in ("and", "or"):
                return self._joined(rest, s, holds, all_=(head == "and") is holds)
            if head in ("not-and", "not-or"):
                return self._joined(rest, s, not holds, all_=(head == "not-and") is not holds)
            if head == "":
                return self._joined(condition.parts, s, holds, all_=holds)
            name, argument = head, [part.text for part in rest if isinstance(part, Word)]
        else:
            name, argument = condition.text.lower(), []
        if name == "true":
            return [s] if holds else []
        if name == "false":
            return [] if holds else [s]
        if name.startswith(_NEGATED):
            name, holds = name.removeprefix(_NEGATED), not holds
        if name == "position-flag?":
            raise Unsaid(f"{quoted(condition)} is not said", condition.place)
        if name == "flag?":
            value = s.flags.get((argument or [""])[0].lower(), False)
            return [s] if value is holds else []
        if name in ("marked?", "position?"):
            return self._is_place(name, argument, s, holds, condition.place)
        if name == "on-board?":
            spot = self._at([Word(argument[0], condition.place)], s, condition.place) if argument else s.spot
            return [self._guarded(s, some(spot.region), holds)]
        spot, wanted_kind = s.spot, None
        named = name.rstrip("?") in ("piece", "in-zone")
        if named and argument:
            wanted_kind, argument = argument[0], argument[1:]
        if argument:
            spot = self._at([Word(argument[0], condition.place)], s, condition.place)
        test = self.words.test(name, wanted_kind, condition.place)
        if test is None:
            raise Unsaid(f"the condition {quoted(condition)} is not said", condition.place)
        one = test if holds else _negation(test)
        if spot is s.spot:
            return [self._narrowed(s, one)]
        if spot.single and not spot.tests:
            return [s.copy(guards=(*s.guards, one(spot.text)))]
        # elsewhere a site that is not on the board fulfils nothing but what is denied
        there = some(spot.narrowed(test).region)
        return [self._guarded(s, there, holds)]

    def _is_place(self, name: str, argument: list[str], s: _State, holds: bool, place: Place) -> list[_State]:
        other = s.mark if name == "marked?" else self._place_named((argument or [""])[0].lower(), s, place)
        if other is None or not other.single:
            raise Unsaid(f"{name} is not said of such a place", place)
        text = other.text
        return [self._narrowed(s, (lambda x: f"(= {x} {text})") if holds else (lambda x: f"(!= {x} {text})"))]

    def _narrowed(self, s: _State, test: Test) -> _State:
        if s.spot.single and s.spot.line is None:
            if s.spot.text == "(to)" and self.drop:
                return s.copy(guards=(*s.guards, test("(to)")))
            return s.copy(guards=(*s.guards, test(s.spot.text)))
        spot = s.spot.narrowed(test)
        return s.copy(spot=spot, mark=spot if s.mark is s.spot else s.mark, end=spot if s.end is s.spot else s.end)

    def _guarded(self, s: _State, condition: str, holds: bool) -> _State:
        return s.copy(guards=(*s.guards, condition if holds else f"(not {condition})"))

    def _joined(self, parts: Sequence[Tree], s: _State, holds: bool, *, all_: bool) -> list[_State]:
        """All of several conditions (or none, where `holds` is false), or one of them at least."""
        if all_:
            states = [s]
            for part in parts:
                states = [one for state in states for one in self._tested(part, state, holds)]
            return states
        tests = list[Test]()
        for part in parts:
            probe = replace(s.spot, tests=()) if s.spot.tests else s.spot
            results = self._tested(part, s.copy(spot=probe, guards=()), holds)
            if not results:
                continue
            if len(results) > 1:
                raise Unsaid(f"{quoted(part)} has several ways here", part.place)
            added, guards = results[0].spot.tests, results[0].guards
            if not added and not guards:
                return [s]
            tests.append(_all_of(added, guards))
        if not tests:
            return []
        return [self._narrowed(s, lambda x: inline("or", [test(x) for test in tests]))]

    def _if(self, part: Clause, s: _State) -> list[_State]:
        if not part.rest:
            return [s]
        condition, then, otherwise = part.rest[0], list[Tree](), list[Tree]()
        into = then
        for one in part.rest[1:]:
            if isinstance(one, Word) and one.text.lower() == "else":
                into = otherwise
            else:
                into.append(one)
        first = self._block(then, self._tested(condition, s, True))
        return first + self._block(otherwise, self._tested(condition, s, False))

    # --- loops

    def _while(self, part: Clause, s: _State) -> list[_State]:
        if len(part.rest) < 2:
            raise Unsaid(f"{quoted(part)} does not end", part.place)
        body = _flat(part.rest[1:])
        if s.spot.site is None and (result := self._line(part, body, s)) is not None:
            return result
        return self._rounds(part, s)

    def _line(self, part: Clause, body: list[Tree], s: _State) -> list[_State] | None:
        """A loop along a line: `(while C D)`, `(while C add D)`, and others that end with one step."""
        last, checks = body[-1], list[Tree]()
        if len(body) > 1 and all(isinstance(one, Clause) and one.head == "verify" for one in body[1:]):
            last, checks, body = body[0], body[1:], body[:1]
        direction = self.words.direction(last.text.lower()) if isinstance(last, Word) else None
        before = body[:-1]
        if isinstance(last, Clause) and last.head == "opposite":
            direction = self._backwards(last)
        steps = self.board.compass.get(direction) if direction else None
        if steps is None or len(steps) != 1:
            return None
        base = replace(s, spot=Spot("\x03", single=False), guards=())
        try:
            inside = self._tested(part.rest[0], base, True)
        except Unsaid:
            return None
        if len(inside) != 1 or inside[0].guards or len(inside[0].spot.tests) != 1:
            return None
        test = inside[0].spot.tests[0]
        line = Line(s.spot, steps[0], test)
        kept_effects = list[Effect]()
        if before:
            simple = [one.text.lower() if isinstance(one, Word) else "" for one in before]
            if simple in (["capture"], ["flip"], ["change-owner"]):
                kept_effects = [Effect(f"all {'capture' if simple[0] == 'capture' else 'owner'}", _run(line))]
            elif not self._inner(before, s, line):
                return None
        text = _end_text(line)
        tests = () if "LineOfSight" in text else (_negation(test),)
        empty = test("(site)") == "(is Empty (site))"  # what is done to empty sites besides changes nothing
        plain = text if empty else f"(forEach {text} if:{_negation(test)('(site)')})"
        end = Spot(text, single=False, tests=tests, scan=line, plain=plain)
        guards = s.guards
        if checks:
            if (guard := self._checked(line, checks, base)) is None:
                return None
            guards = (*guards, guard)
        return [s.copy(spot=end, effects=(*s.effects, *kept_effects), guards=guards)]

    def _checked(self, line: Line, checks: Sequence[Tree], base: _State) -> str | None:
        """A condition that all sites which a loop steps on fulfil what it verifies there."""
        states = [base]
        for check in checks:
            states = self._statement(check, states[0]) if len(states) == 1 else []
        if len(states) != 1 or states[0].guards or not states[0].spot.tests:
            return None
        fulfilled = _all_of(states[0].spot.tests, ())
        entered = line.start.narrowed(line.test).region
        stop = _negation(line.test)("(to)")
        run = f"(sites Direction from:(site) \x01{line.way}\x02 stop:{stop} stopIncluded:True)"
        failed = _negation(fulfilled)("(site)")
        return f"(not {some(f'(forEach (forEach of:{entered} {run}) if:{failed})')})"

    def _inner(self, before: list[Tree], s: _State, line: Line) -> bool:
        """Offer the moves that the body of a loop adds, with `(to)` on its line; False where that does not do."""
        at, number = Spot("(to)", single=True, line=line), len(self.outcomes)
        try:
            ends = self._block(before, [s.copy(spot=at)])
        except Unsaid:
            del self.outcomes[number:]
            return False
        strict = _verifies(before)
        fine = all(end.spot.line is line and not (strict and end.spot.tests) for end in ends)
        fine = fine and all(outcome.end.line is line for outcome in self.outcomes[number:])
        fine = fine and bool(ends) and not (strict and any(end.guards != s.guards for end in ends))
        if not fine or any(end.picked is not s.picked for end in ends):
            del self.outcomes[number:]
            return False
        return True

    def _rounds(self, part: Clause, s: _State) -> list[_State]:
        """A loop written out, round by round."""
        result, states = list[_State](), [s]
        longest = len(self.board.names) if s.spot.site is not None else _MOST_ROUNDS
        for _ in range(longest + 1):
            going = list[_State]()
            for state in states:
                if state.spot.text == "(sites {})":
                    continue
                result += self._tested(part.rest[0], state, False)
                going += self._tested(part.rest[0], state, True)
            states = self._block(part.rest[1:], going)
            if len(states) + len(result) > MOST_MOVES:
                break
            if not states:
                return result
        if s.spot.site is not None or not states or _longest(self.board) <= longest:
            return result
        raise Unsaid(f"the loop {quoted(part)} is too long to be written out", part.place)

    # --- moves

    def _add(self, part: Clause, s: _State) -> list[_State]:
        word = part.head
        names = part.words()
        move_type = None
        if word in _PARTIALS and names and not self.words.is_kind(names[-1]):
            move_type, names = names[-1].lower(), names[:-1]
        for name in names:
            if not self.words.is_kind(name):
                raise Unsaid(f"{quoted(part)} names no kind of piece of this game", part.place)
        end, effects = s.end or s.spot, s.effects
        guards = s.guards
        if s.picked is not None:
            effects = (*effects, Effect("move", s.picked, to=s.put or s.spot))
        if end is not s.spot:
            guards = self._left(s).guards
            if not end.single and end.line is None:
                end = replace(end, text=end.bare, origin=None)
        kinds = tuple(names) or ((s.kind,) if s.kind else ())
        partial = (move_type or "") if word in _PARTIALS else None
        kind = "copy" if "copy" in word else "add"
        self.outcomes.append(Outcome(kind, s.start, end, guards, effects, kinds, partial, part.place))
        return [s]


_SIMPLE: Final = frozenset({"mark", "back", "from", "to", "cascade", "last-from", "last-to"})


def _negation(test: Test) -> Test:
    return lambda x: f"(not {test(x)})"


def _all_of(tests: Sequence[Test], guards: Sequence[str]) -> Test:
    return lambda x: both([*guards, *(test(x) for test in tests)])


def goes_on(tree: Tree) -> bool:
    """Whether a program has partial moves."""
    if isinstance(tree, Word):
        return tree.text.lower() in _PARTIALS
    return any(goes_on(part) for part in tree.parts)


def _flat(parts: Sequence[Tree]) -> list[Tree]:
    """Statements without the brackets that only group."""
    result = list[Tree]()
    for part in parts:
        result += _flat(part.parts) if isinstance(part, Clause) and part.head == "" and part.parts else [part]
    return result


def _verifies(parts: Sequence[Tree]) -> bool:
    """Whether some of the statements may end a way."""
    return any(isinstance(part, Clause) and (part.head == "verify" or _verifies(part.parts)) for part in parts)


def _run(line: Line) -> Spot:
    """All sites of a line."""
    return Spot(run_of(line), single=False)


def run_of(line: Line) -> str:
    """The sites of a line: from its start on as long as they fulfil its test."""
    if (before := _seen_from(line)) is not None:
        return _of_each(before, f"(sites LineOfSight Empty at:(site) \x01{line.way}\x02)")
    stop = _negation(line.test)("(to)")
    run = f"(sites Direction from:(site) \x01{line.way}\x02 included:True stop:{stop})"
    return f"(forEach of:{line.start.narrowed(line.test).region} {run})"


def _end_text(line: Line) -> str:
    """The first site behind a line; of one that is not empty sites, with all of the line before it."""
    if (before := _seen_from(line)) is not None:
        return _of_each(before, f"(sites LineOfSight Piece at:(site) \x01{line.way}\x02)")
    stop = _negation(line.test)("(to)")
    run = f"(sites Direction from:(site) \x01{line.way}\x02 stop:{stop} stopIncluded:True)"
    return f"(forEach of:{line.start.region} (if {line.test('(site)')} {run} (sites {{(site)}})))"


def _seen_from(line: Line) -> Spot | None:
    """Where a line of empty sites is looked along from: the site before its start, or one in such a line itself."""
    start = line.start
    if line.test("(to)") != "(is Empty (to))" or start.tests:
        return None
    if start.line is not None and start.line.test("(to)") == line.test("(to)"):
        return start
    return start.origin if start.way == (line.way,) else None


def _of_each(spot: Spot, text: str) -> str:
    if spot.single and not spot.tests:
        return text.replace("(site)", spot.text)
    return f"(forEach of:{spot.region} {text})"


def _longest(board: Board) -> int:
    """The most steps that one may take in one direction."""
    most = 0
    for pairs in board.links.values():
        for start in pairs:
            length, at = 0, start
            while at in pairs and length < len(board.names):
                at, length = pairs[at], length + 1
            most = max(most, length)
    return most


def directions_of(text: str) -> Iterator[str]:
    """The directions of the compass in a text, in the order in which they stand there."""
    seen = dict.fromkeys(part.split("\x02")[0] for part in text.split("\x01")[1:])
    yield from seen
