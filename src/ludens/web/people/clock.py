"""The clocks of a table: what each seat has left. Times are seconds of the epoch; what is left counts milliseconds.

>>> rules = ClockRules("fischer", main=60, step=2)
>>> clock = Clock.full(rules, 2)
>>> clock.start(1, now=100.0)
>>> clock.stop(rules, 1, now=105.0)
>>> clock.left
[57000, 60000]
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ludens.web.schemas.base import doc
from ludens.web.schemas.objects import SeatClock

Kind = Literal["none", "fischer", "delay", "byoyomi", "days"]
DAY = 86_400
#: the longest main time, in seconds, and the longest step
_LONGEST, _LONGEST_STEP = 3 * DAY, 3600
#: milliseconds of a turn that a slow line is forgiven at most
MOST_LAG = 500


class ClockRules(Struct, frozen=True):
    """How much time everybody has; kinds are those of chess and Go."""

    kind: Annotated[
        Kind,
        doc(
            "`none`; `fischer`: `step` more after each turn; `delay`: a turn's first `step` are free; `byoyomi`: when "
            "`main` is over, `periods` of `step`, of which one is lost for each that a turn takes whole; `days` a turn"
        ),
    ] = "none"
    main: Annotated[Annotated[int, Meta(ge=0, le=_LONGEST)], doc("seconds")] = 0
    step: Annotated[Annotated[int, Meta(ge=0, le=_LONGEST_STEP)], doc("seconds")] = 0
    periods: Annotated[Annotated[int, Meta(ge=1, le=100)], doc("of `byoyomi`")] = 1
    days: Annotated[Annotated[int, Meta(ge=1, le=30)], doc("of `days`")] = 1

    def __post_init__(self) -> None:
        needs = {"fischer": self.main + self.step, "delay": self.main, "byoyomi": self.step}.get(self.kind, 1)
        if not needs:
            raise ValueError(f"a clock of kind {self.kind} wants main or step above 0")

    @property
    def is_live(self) -> bool:
        """Whether people sit at the table meanwhile: such a clock stands while the server is down."""
        return self.kind not in ("none", "days")


class Clock(Struct):
    """What each seat has left, and since when those think who do."""

    left: list[int] = field(default_factory=list)
    periods: list[int] = field(default_factory=list)
    since: list[float | None] = field(default_factory=list)

    @classmethod
    def full(cls, rules: ClockRules, seats: int) -> Clock:
        """The clocks of a game that begins."""
        return cls([1000 * rules.main] * seats, [rules.periods] * seats, [None] * seats)

    # --- running

    def start(self, seat: int, now: float) -> None:
        """Let a seat's clock run; one that runs already runs on."""
        if self.since[seat - 1] is None:
            self.since[seat - 1] = now

    def stop(self, rules: ClockRules, seat: int, now: float, lag: int = 0) -> None:
        """The turn of a seat is over: it has taken its time, less what the line took."""
        since = self.since[seat - 1]
        if since is None:
            return
        self.since[seat - 1] = None
        spent = max(0, round(1000 * (now - since)) - min(lag, MOST_LAG))
        left, periods, _ = _after(rules, self.left[seat - 1], self.periods[seat - 1], spent)
        gained = 1000 * rules.step if rules.kind == "fischer" else 0
        self.left[seat - 1], self.periods[seat - 1] = max(0, left) + gained, max(1, periods)

    def hold(self, now: float, rules: ClockRules) -> None:
        """Stop all clocks in the middle of their turns, as where a game is put off: nobody gains by it."""
        for seat, since in enumerate(self.since, 1):
            if since is not None:
                spent = round(1000 * (now - since))
                left, periods, _ = _after(rules, self.left[seat - 1], self.periods[seat - 1], spent)
                if rules.kind != "days":
                    self.left[seat - 1], self.periods[seat - 1] = max(0, left), max(1, periods)
                self.since[seat - 1] = None

    def forgive(self, now: float) -> None:
        """The time from the start of the running turns until now counts for nobody: the server was down."""
        self.since = [None if since is None else max(since, now) for since in self.since]

    # --- reading

    def deadline(self, rules: ClockRules, seat: int) -> float | None:
        """When a seat's time is over; None while its clock stands."""
        since = self.since[seat - 1]
        if since is None or rules.kind == "none":
            return None
        return since + self._whole(rules, seat) / 1000

    def _whole(self, rules: ClockRules, seat: int) -> int:
        """The milliseconds that a turn of a seat may take."""
        match rules.kind:
            case "days":
                return 1000 * DAY * rules.days
            case "delay":
                return self.left[seat - 1] + 1000 * rules.step
            case "byoyomi":
                return self.left[seat - 1] + 1000 * rules.step * self.periods[seat - 1]
        return self.left[seat - 1]

    def next_deadline(self, rules: ClockRules) -> tuple[float, int] | None:
        """When the next flag falls, and that of which seat."""
        due = [(when, seat) for seat in range(1, len(self.since) + 1) if (when := self.deadline(rules, seat))]
        return min(due, default=None)

    def shown(self, rules: ClockRules, now: float) -> list[SeatClock]:
        """What pages are told of each seat, as it is now."""
        return [self._seat(rules, seat, now) for seat in range(1, len(self.since) + 1)]

    def _seat(self, rules: ClockRules, seat: int, now: float) -> SeatClock:
        since = self.since[seat - 1]
        spent = 0 if since is None else max(0, round(1000 * (now - since)))
        left, periods, step = _after(rules, self.left[seat - 1], self.periods[seat - 1], spent)
        return SeatClock(left=max(0, left), step=step, periods=max(0, periods), runs=since is not None)


def _after(rules: ClockRules, left: int, periods: int, spent: int) -> tuple[int, int, int]:
    """The main time and the periods that are left after so many milliseconds, and what is left of the step.

    >>> _after(ClockRules("byoyomi", main=10, step=30, periods=3), 10_000, 3, 45_000)
    (0, 2, 25000)
    >>> _after(ClockRules("delay", main=60, step=5), 60_000, 1, 7_000)
    (58000, 1, 0)
    """
    step = 1000 * rules.step
    match rules.kind:
        case "days":
            return 1000 * DAY * rules.days - spent, periods, 0
        case "delay":
            return left - max(0, spent - step), periods, max(0, step - spent)
        case "byoyomi":
            over = max(0, spent - left)
            return max(0, left - spent), periods - over // step, step - over % step
    return left - spent, periods, 0
