"""Who plays whom: Swiss by FIDE's Dutch system (`py4swiss`), round robin, knock-out, arena, simul.

Players are numbered from 0 in the order of their seeds. A pairing is the player with the first seat and the one with
the second; None stands for nobody, who loses without a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

Kind = Literal["swiss", "roundrobin", "knockout", "arena", "simul"]
Pairing: TypeAlias = tuple[int, int | None]
#: what a game brings the first player, in half points
WIN, DRAW, LOSS = 2, 1, 0
#: a Swiss of more rounds pairs somebody twice
_ELO: Final = 2000


@dataclass(frozen=True)
class Result:
    """A pairing of a round, and what the first player has of it in half points; None where it is not over."""

    first: int
    second: int | None
    points: int | None

    def of(self, player: int) -> int:
        """The half points of one of the two."""
        if self.points is None:
            return 0
        return self.points if player == self.first else WIN - self.points


def scores(players: int, rounds: Sequence[Sequence[Result]]) -> list[int]:
    """The half points of each player."""
    sums = [0] * players
    for result in (one for listed in rounds for one in listed):
        sums[result.first] += result.of(result.first)
        if result.second is not None:
            sums[result.second] += result.of(result.second)
    return sums


def buchholz(players: int, rounds: Sequence[Sequence[Result]]) -> list[int]:
    """What the opponents of each player have together, in half points: it parts those who have as many."""
    points, sums = scores(players, rounds), [0] * players
    for result in (one for listed in rounds for one in listed):
        if result.second is not None:
            sums[result.first] += points[result.second]
            sums[result.second] += points[result.first]
    return sums


def number_of_rounds(kind: Kind, players: int, rounds: int) -> int:
    """How many rounds a tournament has.

    >>> number_of_rounds("knockout", 5, 0), number_of_rounds("roundrobin", 5, 0), number_of_rounds("swiss", 32, 0)
    (3, 5, 5)
    """
    doublings = max(1, (players - 1).bit_length())
    match kind:
        case "knockout":
            return doublings
        case "roundrobin":
            return players - 1 + players % 2
        case "simul":
            return 1
        case "arena":
            return rounds or doublings
    return min(rounds or doublings, players - 1)


def pairings(kind: Kind, players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """The pairings of the next round.

    >>> pairings("roundrobin", 3, [])
    [(1, 2), (0, None)]
    >>> pairings("simul", 3, [])
    [(0, 1), (0, 2)]
    """
    match kind:
        case "roundrobin":
            return _circle(players, len(rounds))
        case "knockout":
            return _bracket(players, rounds)
        case "simul":
            return [(0, other) for other in range(1, players)]
        case "swiss":
            return swiss(players, rounds)
    return _nearest(players, rounds)


def _circle(players: int, number: int) -> list[Pairing]:
    """A round of Berger's circle: all turn but the last one, who sits on either side in turn."""
    count = players + players % 2
    order = [(number + place) % (count - 1) for place in range(count - 1)]
    pairs = [(order[0], count - 1) if number % 2 == 0 else (count - 1, order[0])]
    pairs += [(order[place], order[-place]) for place in range(1, count // 2)]
    real = [(a, b) for a, b in pairs if a < players and b < players]
    idle: list[Pairing] = [(min(a, b), None) for a, b in pairs if not (a < players and b < players)]
    return [*real, *idle]


def _bracket(players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """The winners of the round before, in the order of the bracket; the first ones pause in a first round."""
    if not rounds:
        size = 1 << max(1, (players - 1).bit_length())
        order = [0]
        while len(order) < size:
            order = [seat for one in order for seat in (one, 2 * len(order) - 1 - one)]
        alive: list[int | None] = [one if one < players else None for one in order]
    else:
        alive = [winner(result) for result in rounds[-1]]
    pairs = [alive[place : place + 2] for place in range(0, len(alive), 2)]
    made: list[Pairing] = []
    for number, pair in enumerate(pairs):
        present = [one for one in pair if one is not None]
        if len(present) == 2 and (number + len(rounds)) % 2:
            present.reverse()
        made.append((present[0], present[1] if len(present) == 2 else None))
    return made


def winner(result: Result) -> int:
    """Who goes on in a knock-out: of a drawn game the one who had the second seat."""
    if result.second is None or (result.points or 0) > DRAW:
        return result.first
    return result.second


def _nearest(players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """Neighbours in the standings play, if they can not twice in a row; seats are taken in turn."""
    points = scores(players, rounds)
    left = sorted(range(players), key=lambda player: (-points[player], player))
    last = {frozenset((one.first, one.second)) for one in (rounds[-1] if rounds else ())}
    made: list[tuple[int, int]] = []
    idle: list[Pairing] = []
    if len(left) % 2:
        byes = [one.first for listed in rounds for one in listed if one.second is None]
        resting = [byes.count(player) for player in left]
        idle = [(left.pop(len(left) - 1 - resting[::-1].index(min(resting))), None)]
    while left:
        one = left.pop(0)
        other = next((player for player in left if frozenset((one, player)) not in last), left[0])
        left.remove(other)
        made.append((one, other))
    return [*_seated(made, rounds), *idle]


# --- Swiss


def has_swiss() -> bool:
    """Whether the library is there that pairs as FIDE's Dutch system does."""
    try:
        import_module("py4swiss.engines")
    except ModuleNotFoundError:
        return False
    return True


def swiss(players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """A round of a Swiss: by the Dutch system where `py4swiss` is there, else neighbours who have not met yet."""
    if has_swiss():
        try:
            return _dutch(players, rounds)
        except ValueError:  # no pairing is left by its rules: more rounds than they were made for
            pass
    return _unmet(players, rounds)


def _dutch(players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """Raises ValueError where the rules leave no pairing."""
    names = ("engines", "trf", "trf.sections", "engines.common")
    engines, trf, sections, common = (import_module(f"py4swiss.{name}") for name in names)
    points, games = scores(players, rounds), [_by_player(listed) for listed in rounds]
    lines = [sections.PlayerSection.from_string(_line(player, points[player], games)) for player in range(players)]
    more = sections.XSection(number_of_rounds=len(rounds) + 1)
    try:
        made: list[Any] = engines.DutchEngine.generate_pairings(trf.ParsedTrf(player_sections=lines, x_section=more))
    except common.PairingError as error:
        raise ValueError(str(error)) from None
    return [(one.white - 1, one.black - 1 if one.black else None) for one in made]


def _by_player(listed: Sequence[Result]) -> dict[int, Result]:
    """The games of a round by who plays them."""
    return {player: one for one in listed for player in (one.first, one.second) if player is not None}


def _line(player: int, points: int, rounds: Sequence[Mapping[int, Result]]) -> str:
    """A player's line of FIDE's tournament report."""
    head = f"001 {player + 1:4d}      {f'Player {player + 1}':33s} {_ELO - player:4d}"
    rounds_text = "  ".join(_round_of(player, games.get(player)) for games in rounds)
    return f"{head:80s}{points / 2:4.1f} {player + 1:4d}  {rounds_text}"[: 91 + 10 * len(rounds)]


def _round_of(player: int, one: Result | None) -> str:
    """A round of a player: opponent, colour, result."""
    if one is None:
        return "0000 - Z"
    if one.second is None:
        return "0000 - U"
    other, colour = (one.second, "w") if player == one.first else (one.first, "b")
    return f"{other + 1:4d} {colour} {'0=1'[one.of(player)]}"


def _unmet(players: int, rounds: Sequence[Sequence[Result]]) -> list[Pairing]:
    """Neighbours in the standings who have not met yet; where that leads nowhere, some meet again."""
    points = scores(players, rounds)
    order = sorted(range(players), key=lambda player: (-points[player], player))
    met = {frozenset((one.first, one.second)) for listed in rounds for one in listed if one.second is not None}
    paused = {one.first for listed in rounds for one in listed if one.second is None}
    idle: list[Pairing] = []
    if len(order) % 2:
        out = next((player for player in reversed(order) if player not in paused), order[-1])
        order.remove(out)
        idle = [(out, None)]
    pairs = _matched(order, met, [10_000]) or [(order[at], order[at + 1]) for at in range(0, len(order), 2)]
    return [*_seated(pairs, rounds), *idle]


def _seated(pairs: Sequence[tuple[int, int]], rounds: Sequence[Sequence[Result]]) -> Iterator[Pairing]:
    """Of each pair the one has the first seat who has had it less often."""
    firsts = Counter(one.first for listed in rounds for one in listed)
    return ((a, b) if firsts[a] <= firsts[b] else (b, a) for a, b in pairs)


def _matched(order: Sequence[int], met: set[frozenset[int]], left: list[int]) -> list[tuple[int, int]] | None:
    """The first way to pair all who are near each other in an order; None without one, or after so many tries."""
    if not order:
        return []
    left[0] -= 1
    if left[0] < 0:
        return None
    one, *others = order
    for other in others:
        if frozenset((one, other)) not in met:
            rest = _matched([player for player in others if player != other], met, left)
            if rest is not None:
                return [(one, other), *rest]
    return None
