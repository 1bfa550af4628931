"""Why a move is not legal: the clauses that refuse it, found by lifting those that looked at it, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ludens.explain.answers import Refusal, Why, WhyNot
from ludens.explain.causes import ALTERNATIVE, BEST, DIRECTION, PRIORITY, Cause, causes, spell_out
from ludens.explain.chain import why
from ludens.explain.ends import why_over
from ludens.explain.places import Place
from ludens.explain.players import player_name
from ludens.explain.recorder import Frame, Query
from ludens.explain.scene import Scene, Seen
from ludens.explain.sites import query_of
from ludens.explain.texts import edited
from ludens.explain.values import label, value_of
from ludens.explain.words import mover_of, refused, the, way_of
from ludens.game.errors import IllegalMove
from ludens.language import LudError
from ludens.native.limits import current
from ludens.rules.base import Ludeme
from ludens.words import either, say, whole

if TYPE_CHECKING:
    from ludens.game.move import Move
    from ludens.game.state import State

#: so many clauses at most are lifted together, and so many looks and rounds of loops are spent on one question;
#: they are counted, not timed, so that a question always has the same answer
_TOGETHER: Final = 3
_ROUNDS: Final = 12_000
_LOOKS: Final = 40
#: of so many clauses, which looked at a move from the first, any two may refuse it together
_LIKELY: Final = 6
#: so many pieces are named, at most, that have to move in place of another one
_FEW: Final = 4

Blame = tuple[tuple[Cause, ...], Seen]


def why_not(state: State, from_site: int | str | None, to_site: int | str | None = None) -> WhyNot:
    """The first clause that refuses a move, and what else does, with their places.

    A site is a number or its label; a move without an origin, such as a placement, has the same site twice, or one
    alone, and a pass is `"pass"`. Raises IllegalMove for a move that is legal, ValueError for a site that is not there.
    """
    playing = state.playing
    query = query_of(playing.game, from_site, to_site)
    name = _name(playing, query)
    if playing.is_over:
        return WhyNot(
            name, (Refusal("over", say("the game is over: {0}", why_over(playing).words), why_over(playing).place),)
        )
    if any((move.from_site, move.to_site) == (query.origin, query.target) for move in playing.legal_moves()):
        raise IllegalMove(f"{name} is legal: ask why it is")
    scene = Scene(playing.game, playing.tobytes())
    spell_out(scene)
    search = _Search(scene, query)
    blame = search.smallest()
    if blame is None:
        return WhyNot(name, (_structural(playing, scene, search.first, query),))
    lifted, seen = blame
    relaxed = edited(scene.book.game.node, [cause.edit for cause in lifted])
    passed = seen.derivations[0].passed if seen.derivations else ()
    refusals = (_refusal(scene, cause, search, query, passed) for cause in lifted)
    return WhyNot(name, tuple(_with_the_others(playing, one) for one in refusals), relaxed)


@dataclass
class _Search:
    """The smallest set of clauses without which a move is legal, the first of those that looked at it."""

    scene: Scene
    query: Query
    first: Seen = field(init=False)
    #: rounds of loops so far
    rounds: int = 0
    looks: int = 0
    #: what was seen with some causes lifted, by their keys
    _seen: dict[frozenset[tuple[str, int]], Seen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.first = self.scene.look(self.query)

    def smallest(self) -> Blame | None:
        """None where no few clauses are to blame."""
        begun: list[tuple[Cause, ...]] = [()]
        for size in range(1, _TOGETHER + 1):
            following: list[tuple[Cause, ...]] = []
            for lifted in self._sets(begun, size):
                seen = self._look(lifted)
                if seen is None:
                    return None
                if seen.derivations:
                    return lifted, seen
                following.append(lifted)
            begun = following
        return None

    def _sets(self, begun: Sequence[tuple[Cause, ...]], size: int) -> Iterator[tuple[Cause, ...]]:
        """What to lift next: first what came to light when something else was lifted, then pairs at random."""
        for lifted in begun:
            before = self._keys(lifted[:-1]) if lifted else set()
            for cause in self._causes(lifted):
                if cause.key not in before and not (lifted and cause.kind == ALTERNATIVE):
                    yield (*lifted, cause)
        if size == 2:
            likely = [cause for cause in self._causes(()) if cause.kind not in (ALTERNATIVE, DIRECTION)]
            yield from combinations(likely[:_LIKELY], 2)

    def _keys(self, lifted: tuple[Cause, ...]) -> set[tuple[str, int]]:
        return {cause.key for cause in self._causes(lifted)}

    def _causes(self, lifted: tuple[Cause, ...]) -> list[Cause]:
        seen = self.first if not lifted else self._seen.get(frozenset(cause.key for cause in lifted))
        return [] if seen is None else causes(self.scene, seen, self.query)

    def _look(self, lifted: tuple[Cause, ...]) -> Seen | None:
        """None where enough has been tried."""
        if self.rounds >= _ROUNDS or self.looks >= _LOOKS:
            return None
        self.looks += 1
        current().check()
        try:
            seen = self.scene.look(self.query, lifted)
        except (LudError, RecursionError):  # a loop that ends by what was lifted
            seen = Seen([], rounds=_ROUNDS // 4)
        self.rounds += seen.rounds
        self._seen[frozenset(cause.key for cause in lifted)] = seen
        return seen

    def frames(self, cause: Cause) -> list[Frame]:
        """Where a cause's clause gave what it is blamed for, in whatever was seen."""
        seen = [self.first, *self._seen.values()]
        value = cause.frame.value if cause.frame is not None else None
        return [x for one in seen for x in one.frames if x.ludeme is cause.ludeme and x.value == value]


def _refusal(scene: Scene, cause: Cause, search: _Search, query: Query, passed: Sequence[int]) -> Refusal:
    frame = _telling_frame(search.frames(cause), query, passed) or cause.frame
    value = value_of(scene.game, frame) if frame is not None and frame.value is not None else None
    words = whole(lambda: refused(scene, cause, frame, query))
    node = vars(cause.ludeme).get("node") or cause.edit.node
    return Refusal(cause.kind, words, Place.of(node), value, cause.edit.text)


def _telling_frame(frames: Sequence[Frame], query: Query, passed: Sequence[int]) -> Frame | None:
    """Of several evaluations of one clause the one that tells most: about the target, or about a site on the way."""

    def rank(frame: Frame) -> int:
        between = frame.bound.get("between", -1)
        if between >= 0:
            return 0 if between in passed else 1 if between == query.target else 3
        return 0 if frame.bound.get("to", -1) == query.target else 2

    return min(frames, key=rank, default=None)


def _with_the_others(state: State, refusal: Refusal) -> Refusal:
    """Of moves that others go before: which those are."""
    if refusal.kind not in (PRIORITY, BEST):
        return refusal
    moves = state.legal_moves()
    origins = list(dict.fromkeys(label(state.game, move.from_site) for move in moves if move.from_site >= 0))
    those = either(origins) if 0 < len(origins) <= _FEW else ""
    if moves and all(_takes(state, move) for move in moves):
        most = refusal.kind == BEST and refusal.words == whole(lambda: say("other moves take more"))
        if those:
            text = "you must capture with {0}, and take as much as you can" if most else "you must capture with {0}"
        else:
            text = "you must capture, and take as much as you can" if most else "you must capture"
        return replace(refusal, words=say(text, those))
    return replace(refusal, words=say("{0}: those of {1}", refusal.words, those) if those else refusal.words)


def _takes(state: State, move: Move) -> bool:
    """Whether a move takes a piece off the board, or goes where one of another player stands."""
    owners = {row[1]: row[4] for row in state.sites()}
    enemy = owners.get(move.to_site, 0) not in (0, state.mover) and move.from_site != move.to_site
    return enemy or any(action.name == "Remove" for action in move.actions)


# --- where no clause is to blame


def _structural(state: State, scene: Scene, seen: Seen, query: Query) -> Refusal:
    """What keeps a move from being found at all."""
    game, n = state.game, state.game.num_players
    rows = [row for row in state.sites() if row[1] == query.origin and row[0] == game.model.default_site[0]]
    rows = rows or [row for row in state.sites() if row[1] == query.origin]
    if query.origin < 0:
        return Refusal("none", say("no rule that applies here makes such a move"))
    if query.origin != query.target and not rows and not seen.led:
        return Refusal("empty", say("there is no piece on {0}", label(game, query.origin)))
    if rows and not seen.led and query.origin != query.target:
        owner, piece = rows[-1][4], the(game.components[rows[-1][3] - 1])
        if owner != state.mover and 1 <= owner <= n and not state.is_simultaneous:
            owned, mover = player_name(game, owner), player_name(game, state.mover)
            text = "{0} on {1} is {2}'s, and {3} is to move"
            return Refusal("turn", say(text, piece, label(game, query.origin), owned, mover))
        return Refusal("none", say("no rule that applies here moves {0} on {1}", piece, label(game, query.origin)))
    return _no_way(state, scene, seen, query)


def _no_way(state: State, scene: Scene, seen: Seen, query: Query) -> Refusal:
    """The rules that move the piece lead elsewhere."""
    _game, target = scene.game, label(scene.game, query.target)
    if not seen.led:
        return Refusal("none", say("no rule that applies here makes a move to {0}", target))
    first = next(iter(seen.led))
    place = Place.of(first.node) if "node" in vars(first) else None
    if query.origin == query.target:
        return Refusal("none", say("nothing can be put on {0} now", target), place)
    words = whole(lambda: _elsewhere(state, scene, query, seen.led), lambda: _elsewhere(state, scene, query, ()))
    return Refusal("none", words, place)


def _elsewhere(state: State, scene: Scene, query: Query, led: Iterable[Ludeme]) -> str:
    """Where a piece goes, which does not go to a site, and how it goes by some rules."""
    game, target = scene.game, label(scene.game, query.target)
    ways = list(dict.fromkeys(map(way_of, led)))
    open_ = (move.to_site for move in state.legal_moves() if move.from_site == query.origin and move.to_site >= 0)
    names = list(dict.fromkeys(label(game, site) for site in open_))
    here = either(names[:12]) + (" ..." if len(names) > 12 else "")
    values = (mover_of(scene, query), target, either(ways[:3]), here)
    if names and ways:
        return say("{0} does not go to {1}: it can {2}; here it can go to {3}", *values)
    if names:
        return say("{0} does not go to {1}; here it can go to {3}", *values)
    return say("{0} does not go to {1}: it can {2}", *values) if ways else say("{0} does not go to {1}", *values)


def _name(state: State, query: Query) -> str:
    if query.origin < 0:
        return say("pass")
    names = [label(state.game, site) for site in (query.origin, query.target) if site >= 0]
    return "-".join(dict.fromkeys(names))


def explained(state: State, from_site: int | str | None, to_site: int | str | None = None) -> Why | WhyNot:
    """Why the move between two sites is legal, or why it is not; of several legal ones the first is told."""
    playing = state.playing
    query = query_of(playing.game, from_site, to_site)
    legal = (move for move in playing.legal_moves() if (move.from_site, move.to_site) == (query.origin, query.target))
    move = next(legal, None)
    return why(playing, move) if move is not None else why_not(playing, from_site, to_site)
