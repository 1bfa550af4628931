"""Counting a finished game of Go: by area or by territory, with dead stones taken off, any komi, and handicaps.

>>> import ludens
>>> go = ludens.notation.of(ludens.load("Go", options=["Board Size/7x7"]))
>>> [record] = go.read("(;SZ[7]KM[6.5]RU[Japanese];B[dd];W[gg];B[];W[])")
>>> counted(go, record).result, counted(go, record, dead=[go.place("G1")]).result
('W+6.5', 'B+42.5')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Protocol

from ludens.game import State
from ludens.notation.errors import NotationError, shown

if TYPE_CHECKING:
    from ludens.notation.record import Record

BLACK: Final = 1
WHITE: Final = 2


class GoStyle(Protocol):
    """What is asked of the notation of Go."""

    @property
    def last(self) -> str: ...

    @property
    def places(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def komi(self) -> Fraction | None: ...

    def point(self, site: int) -> str: ...

    def place(self, text: str) -> int | str: ...

    def group(self, owners: Mapping[int, int], site: int) -> set[int]: ...

    def territory(
        self, owners: Mapping[int, int], neutral: Collection[int] = ()
    ) -> tuple[frozenset[int], frozenset[int]]: ...

    def sites_of(self, values: Iterable[str]) -> list[int]: ...


@dataclass(frozen=True)
class Rules:
    """A way to count: stones and what they surround (`area`), or what they surround and prisoners.

    `bonus` is what White has for a handicap of two stones or more: as many points as stones (1), one fewer (0), or
    nothing (None); `komi` is the usual one of a game without handicap.
    """

    name: str
    area: bool
    komi: Fraction
    bonus: int | None = None


#: the rules by the words that name them; the first is how the library's Go counts, which knows no handicap
RULES: Final[Mapping[str, Rules]] = {
    rules.name: rules
    for rules in (
        Rules("area", True, Fraction(7)),
        Rules("territory", False, Fraction(13, 2)),
        Rules("japanese", False, Fraction(13, 2)),
        Rules("korean", False, Fraction(13, 2)),
        Rules("chinese", True, Fraction(15, 2), 1),
        Rules("aga", True, Fraction(15, 2), 0),
        Rules("new zealand", True, Fraction(7)),
        Rules("tromp-taylor", True, Fraction(15, 2)),
        Rules("ing", True, Fraction(8)),
    )
}
_WORDS: Final = {
    "jp": "japanese", "japan": "japanese", "nihon": "japanese", "日本": "japanese", "korea": "korean", "kr": "korean",
    "china": "chinese", "cn": "chinese", "中国": "chinese", "american": "aga", "bga": "aga", "french": "aga",
    "nz": "new zealand", "new_zealand": "new zealand", "new-zealand": "new zealand", "tromp": "tromp-taylor",
    "goe": "ing", "scorearea": "area", "scoreterritory": "territory",
}  # fmt: skip


def rules_of(text: str) -> Rules | None:
    """The rules that a word names, as files have it (`Japanese`, `NZ`, `AGA`, `GOE`); None for an unknown one."""
    word = text.strip().casefold()
    named = [*RULES, *_WORDS]
    match = next((name for name in named if word == name or (len(name) > 2 and name in word)), None)
    return None if match is None else RULES[_WORDS.get(match, match)]


def komi_of(text: str, points: int = 361) -> Fraction | None:
    """The komi that a file tells, in points; None for what is no number.

    More than the board has is told in hundredths (`650`), and quarters tell half of it, as stones (`3.75`, `375`).

    >>> [str(komi_of(told)) for told in ("6.5", "0", "6,5", "375", "-3.5", "x")]
    ['13/2', '0', '13/2', '15/2', '-7/2', 'None']
    """
    match = re.fullmatch(r"\s*([+-]?\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9})\s*(?:points?|目)?\s*", text)
    if match is None:
        return None
    komi = Fraction(match[1].replace(",", ".").rstrip(".") or "0")
    if komi.denominator == 1 and (abs(komi) > points or (abs(komi) > 100 and komi % 25 == 0)):
        komi /= 100
    return komi * 2 if komi.denominator == 4 else komi


def handicap_of(text: str) -> int:
    """The stones of a handicap that a file tells; 0 where it tells none."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*", text)
    return 0 if match is None else int(match[1])


@dataclass(frozen=True)
class Count:
    """What both have: `stones` and `territory` on the board, `prisoners` that they took, and in all."""

    rules: Rules
    komi: Fraction
    bonus: int
    stones: tuple[int, int]
    territory: tuple[frozenset[int], frozenset[int]]
    prisoners: tuple[int, int]
    dead: frozenset[int]

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        own = self.stones if self.rules.area else self.prisoners
        black, white = (Fraction(own[n] + len(self.territory[n])) for n in (0, 1))
        return black, white + self.komi + self.bonus

    @property
    def margin(self) -> Fraction:
        """The points by which Black is ahead."""
        return self.points[0] - self.points[1]

    @property
    def result(self) -> str:
        """`B+3.5`, `W+0.5`, or `0` where both have as much."""
        margin = self.margin
        return "0" if not margin else f"{'B' if margin > 0 else 'W'}+{float(abs(margin)):g}"


def count(
    style: GoStyle,
    state: State,
    rules: Rules = RULES["area"],
    *,
    komi: Fraction | None = None,
    dead: Collection[int] = (),
    neutral: Collection[int] = (),
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
) -> Count:
    """Count a position: with the groups of `dead` stones taken off, and with `prisoners` that each has taken before.

    `neutral` points are nobody's, as those of a seki in the Japanese rules. Raises NotationError for a dead stone that
    is none.
    """
    owners = {row[1]: row[4] for row in state.sites()}
    gone = frozenset(one for site in dead for one in style.group(owners, _stone(style, owners, site)))
    taken = tuple(
        took + sum(owners[site] == other for site in gone) for took, other in zip(prisoners, (2, 1), strict=True)
    )
    left = {site: owner for site, owner in owners.items() if site not in gone}
    territory = style.territory(left, neutral)
    bonus = 0 if rules.bonus is None or handicap < 2 else handicap - 1 + rules.bonus
    stones = [sum(owner == player for owner in left.values()) for player in (BLACK, WHITE)]
    return Count(
        rules,
        rules.komi if komi is None else komi,
        bonus,
        (stones[0], stones[1]),
        territory,
        (taken[0], taken[1]),
        gone,
    )


def _stone(style: GoStyle, owners: Mapping[int, int], site: int) -> int:
    if site not in owners:
        raise NotationError(f"there is no stone on {style.point(site)} that could be dead")
    return site


def counted(
    style: GoStyle,
    record: Record,
    rules: Rules | None = None,
    *,
    komi: Fraction | None = None,
    dead: Collection[int] | None = None,
    neutral: Collection[int] = (),
) -> Count:
    """Count the last position of a game, by the rules, komi and handicap that it tells where nothing else is asked.

    Stones are dead where the players agreed so: where they lie in the other's marked territory (`TB`, `TW`).
    """
    chosen = rules or rules_of(record.tags.get("Rules", "")) or RULES["area"]
    komi_tag = komi_of(record.tags.get("Komi", ""), len(style.places))
    usual = style.komi if chosen.name == "area" else None
    return count(
        style,
        record.final,
        chosen,
        komi=next((one for one in (komi, komi_tag, usual) if one is not None), None),
        dead=agreed(style, record) if dead is None else dead,
        neutral=neutral,
        prisoners=prisoners(record),
        handicap=handicap_of(record.tags.get("Handicap", "")),
    )


def prisoners(record: Record) -> tuple[int, int]:
    """How many stones each player has taken by moves."""
    taken, before = [0, 0], None
    for state, turn in record.line.states(record.start):
        after = state.copy()
        for move in turn:
            before = move.mover
            after.play(move)
        if before is not None:
            lost = [sum(row[4] == 3 - before for row in one.sites()) for one in (state, after)]
            taken[before - 1] += lost[0] - lost[1]
    return taken[0], taken[1]


def agreed(style: GoStyle, record: Record) -> list[int]:
    """The stones that lie in what is marked as the other's territory at the end."""
    owners = {row[1]: row[4] for row in record.final.sites()}
    last = record.nodes.get(len(record.turns), [])
    sites = []
    for node in last:
        for name, other in (("TB", WHITE), ("TW", BLACK)):
            points = style.sites_of(node.get(name, ()))
            sites += [site for site in points if owners.get(site) == other]
    return sites


def sites_of(style: GoStyle, text: str) -> list[int]:
    """The points of a list such as `D4, E5`. Raises NotationError."""
    sites = list[int]()
    for word in re.split(r"[\s,;]+", text.strip()):
        if not word:
            continue
        try:
            site = style.place(word)
        except ValueError:
            site = word
        if not isinstance(site, int):
            raise NotationError(f"{shown(word)} is no point: they are A1 to {style.last}, without I")
        sites.append(site)
    return sites
