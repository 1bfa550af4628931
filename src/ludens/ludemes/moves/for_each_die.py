"""`(forEach Die ..)`: the moves for each die that was rolled (manual: moves 7.9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludens.ludemes.arguments import whether
from ludens.ludemes.moves.sinks import followed_by
from ludens.rules.actions.base import Act, EachAct, WhenAct
from ludens.rules.actions.dice import set_die, use_die
from ludens.rules.actions.memory import set_temp
from ludens.rules.base import named
from ludens.rules.categories import BooleanLudeme, IntConstant, IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.sinks import with_then
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container
from ludens.stage import Bool, BoolLike, IntLike


class ForEachDie(MovesLudeme):
    """The moves for each die, and with `combined:` for sums of dice; each move uses its dice up."""

    spellings = ("forEach Die",)
    says = "for each die[{combined?}, or for all of them together][ for which {if_}]: {moves}"
    reads = frozenset({"dice", "vars"})
    writes = frozenset({"dice", "vars", "board"})
    container: IntLudeme | None = None
    combined: BooleanLudeme | None = named(None)
    replay_double: BooleanLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)
    moves: MovesLudeme
    then: Then | None = None

    @property
    def _number(self) -> int:
        return self.container.value if isinstance(self.container, IntConstant) else 0

    def emit(self, c: Context, sink: Sink) -> None:
        dice = c.model.dice()
        if self._number >= len(dice):
            return
        combined = whether(c, self.combined)
        sink = followed_by(with_then(sink, self.then), self._uses)
        singles, sums = self._ways(c)
        rows = c.s.rows([*singles, *sums])

        def way(number: IntLike) -> None:
            pips, whole = c.s.var(0), c.s.var(True, Bool)

            def add(die: IntLike) -> None:
                value = self._value(c, die)
                pips.set(pips.get() + value)
                c.s.if_(value == 0, lambda: whole.set(False))

            rows.each(number, add)
            at = c.bind(**{"pips": pips.get(), "die.way": number})
            rolled = c.s.any_of(lambda: number < len(singles), lambda: whole.get())
            allowed = c.s.all_of(lambda: rolled, lambda: whether(at, self.if_, True))
            c.s.if_(allowed, lambda: self.moves.emit(at, sink))

        ways = c.s.select(combined, len(singles) + len(sums), len(singles))
        c.s.for_range(0, ways, way)

    def _ways(self, c: Context) -> tuple[list[list[int]], list[list[int]]]:
        """The dice of each way to use them: one by one, and combined."""
        count = c.model.dice()[self._number].num_sites
        combined = {2: [[0, 1]], 3: [[0, 1, 2], [0, 1], [0, 2], [1, 2]]}
        return [[i] for i in range(count)], combined.get(count, [])

    def _first(self, c: Context) -> int:
        """The dice of the containers before."""
        return sum(d.num_sites for d in c.model.dice()[: self._number])

    def _value(self, c: Context, die: IntLike) -> IntLike:
        return c.state.dice_value.get(die + self._first(c))

    def _all_equal(self, c: Context) -> BoolLike:
        """Whether the dice show the same now; a used one shows 0."""
        first = self._value(c, 0)
        others = range(1, c.model.dice()[self._number].num_sites)
        return c.s.all_of(*(lambda die=die: self._value(c, die) == first for die in others))

    def _uses(self, c: Context) -> list[Act]:
        """The actions that use the dice up; a double may be played again."""
        singles, sums = self._ways(c)
        rows, way, dice = c.s.rows([*singles, *sums]), c.get("die.way"), c.model.dice()[self._number]

        def each(c: Context, visit: Callable[[Act], object]) -> None:
            rows.each(way, lambda die: visit(use_die(self._number, die, die + dice.first_site, self._first(c))))

        return [EachAct(each), *self._replays(c, way < len(singles))]

    def _replays(self, c: Context, single: BoolLike) -> list[Act]:
        s, temp = c.s, c.state.temp.get()
        replays = whether(c, self.replay_double)
        double = s.all_of(lambda: replays, lambda: single, lambda: self._all_equal(c))
        first = s.all_of(lambda: double, lambda: temp == -1)
        again = s.all_of(lambda: double, lambda: temp != -1)
        acts: list[Act] = []
        if self.replay_double is not None:
            acts = [WhenAct(first, set_temp(c.get("pips"))), WhenAct(again, set_temp(-1))]
        reset = s.all_of(lambda: single, lambda: s.not_(double), lambda: temp != -1)
        number = 0
        for dice in c.model.dice():
            larger = s.all_of(lambda: reset, partial(_is_beyond, temp, dice))
            for site in dice.sites:
                acts.append(WhenAct(larger, set_die(c, number, site, temp - 1)))
                number += 1
        return acts


def _is_beyond(temp: IntLike, dice: Container) -> BoolLike:
    """Whether the dice show no such value."""
    return dice.num_faces > temp - 1
