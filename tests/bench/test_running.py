"""Systems take turns, and what one of them cannot do is no other's loss; with systems that only pretend."""

from __future__ import annotations

from typing import Any

from ludens.bench.games import BenchGame
from ludens.bench.plan import GameRows, Plan
from ludens.bench.rows import OTHER, OWN
from ludens.bench.suites import SUITES
from ludens.bench.systems import Failed, System

HEX, OWARE = BenchGame("Hex", "hex"), BenchGame("Oware")
ASKED: list[tuple[str, str, Any]] = []


class Pretender(System):
    """Answers at once; fails at what it is told to."""

    def __init__(self, name: str, speed: float = 1.0, fails: str = "") -> None:
        self.name, self.speed, self.fails, self.rounds = name, speed, fails, 0

    def ask(self, **question: Any) -> Any:
        what = question["do"]
        ASKED.append((self.name, what, question.get("sizes")))
        self.rounds += what == "round"
        if what == self.fails and self.rounds != 1:
            raise Failed(f"cannot {what}")
        samples = {"plies": self.speed, "games": self.speed, "two threads": 1.9}
        return {"played": "p", "sizes": {"games": 5 if self.name == OWN else 7}, "rate": 100.0, "samples": samples}


def run(games: list[BenchGame], *systems: System, rounds: int = 3) -> list[GameRows]:
    ASKED.clear()
    begun: list[str] = []
    steps: list[int] = []
    plan = Plan([(SUITES["playouts"], game) for game in games], rounds, 1.0)
    found = list(plan.run(systems, lambda suite, game: begun.append(game.name), lambda: steps.append(1)))
    assert begun == [game.name for game in games] and len(steps) == len(games) * (rounds + 1)
    return found


def test_systems_take_turns() -> None:
    (found,) = run([HEX], Pretender(OWN, 4.0), Pretender(OTHER, 2.0), Pretender("openspiel", 1.0))
    played = [name for name, what, _ in ASKED if what == "round"]
    assert played == [OWN, OTHER, "openspiel"] * 3
    assert [name for name, what, _ in ASKED if what == "yardstick"] == [OWN] * 3
    plies = {row.system: row for row in found.rows if row.metric.name == "plies"}
    assert {name: row.samples for name, row in plies.items()} == {
        OWN: [4.0] * 3,
        OTHER: [2.0] * 3,
        "openspiel": [1.0] * 3,
    }
    assert plies[OWN].yardstick == [100.0] * 3 and plies[OTHER].yardstick == []
    assert found.failed == {}


def test_another_tree_plays_as_much_as_ours() -> None:
    run([HEX], Pretender(OWN), Pretender(OTHER), Pretender("openspiel"))
    sizes = {name: sizes for name, what, sizes in ASKED if what == "round"}
    assert sizes == {OWN: {"games": 5}, OTHER: {"games": 5}, "openspiel": {"games": 7}}


def test_systems_have_only_the_games_that_they_have() -> None:
    found = run([HEX, OWARE], Pretender(OWN), Pretender("openspiel"), Pretender("pgx"))
    assert [sorted({row.system for row in each.rows}) for each in found] == [[OWN, "openspiel"], [OWN]]


def test_what_cannot_be_prepared_is_left_out() -> None:
    (found,) = run([HEX], Pretender(OWN), Pretender("openspiel", fails="prepare"))
    assert {row.system for row in found.rows} == {OWN}
    assert found.failed == {"openspiel": "cannot prepare"}


def test_what_fails_in_a_round_has_no_rows() -> None:
    (found,) = run([HEX], Pretender(OWN), Pretender("openspiel", fails="round"))
    assert {(row.system, len(row.samples)) for row in found.rows} == {(OWN, 3)}
    assert found.failed == {"openspiel": "cannot round"}
