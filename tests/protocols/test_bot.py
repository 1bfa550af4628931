"""Our own bot: what it answers, what it does when the search is not there, how it starts and ends."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from bots import FIRST, command

from ludens.agents import Agent
from ludens.arena.protocols.seat import Clock
from ludens.founding.amazons.codingame import bot, engine
from ludens.founding.amazons.codingame.bot import Lateness, Plan, Stopwatch, play
from ludens.founding.amazons.codingame.engine import AmazonsSearcher, Engine, Misused
from ludens.founding.amazons.codingame.protocol import ProtocolError, Request, write_request
from ludens.founding.amazons.codingame.referee import Played, Referee, Result
from ludens.founding.amazons.notation import play_turn, turns
from ludens.founding.amazons.position import Position, game
from ludens.founding.amazons.turn import Turn, parse_turn
from ludens.game import Move, State
from ludens.system import scheduling

START = Position.parse("1b4b1/8/8/b6b/w6w/8/8/1w4w1 w")


def request(position: Position, last: str | None = None) -> Request:
    return Request("wb"[position.mover - 1], tuple(position.rows()), last, len(list(position.turns())))


class Scripted:
    """An engine that gives turns from a list, None for those it is too slow for."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Request, float, float]] = []
        self.holds = 0
        self.revivals = 0

    def revive(self) -> None:
        self.revivals += 1

    def think(self, request: Request, until: float, latest: float) -> Turn | None:
        self.asked.append((request, until, latest))
        answer = self.answers.pop(0)
        return None if answer is None else parse_turn(answer)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        self.holds += 1
        yield


def played(source: str, engine: Scripted, plan: Plan | None = None) -> list[str]:
    sink = io.StringIO()
    play(io.StringIO(source), sink, cast(Engine, engine), plan or Plan())
    return sink.getvalue().splitlines()


def test_the_engine_is_asked_and_its_turn_given() -> None:
    after = START.play(parse_turn("b1b3b1")).play(parse_turn("b8b7b8"))
    engine = Scripted("b1b3b1", "g1g2g1")
    source = "8\n" + write_request(request(START)) + write_request(request(after, "b8b7b8"))
    assert played(source, engine) == ["b1b3b1", "g1g2g1"]
    assert [asked for asked, _, _ in engine.asked] == [request(START), request(after, "b8b7b8")]


def test_the_first_turn_has_more_time_and_all_have_a_margin() -> None:
    engine, plan = Scripted("b1b3b1", "g1g2g1"), Plan(first=1.0, turn=0.1)
    before = time.monotonic()
    played("8\n" + write_request(request(START)) * 2, engine, plan)
    (_, until, latest), (_, until_later, latest_later) = engine.asked
    assert before + 0.5 < until < latest
    assert latest_later - until_later < latest - until
    for seconds, first in ((1.0, True), (0.1, False)):
        search, wait, stopgap = plan.deadlines(0.0, first=first)
        assert 0 < search < wait < stopgap <= 0.85 * seconds


def test_what_is_late_makes_searches_shorter() -> None:
    plan = Plan(turn=0.1)
    search, wait, stopgap = plan.deadlines(5.0, first=False)
    assert plan.deadlines(5.0, first=False, late=0.01) == pytest.approx((search - 0.01, wait - 0.005, stopgap - 0.005))
    shortest = plan.deadlines(5.0, first=False, late=9.0)
    most = plan.most * plan.turn
    assert shortest == pytest.approx((search - most, wait - most / 2, stopgap - most / 2))
    assert 5 < shortest[0] < shortest[1] < shortest[2]


def test_strain_is_felt_at_once_and_forgotten_slowly() -> None:
    lateness = Lateness()
    lateness.record(-0.5)
    assert lateness.seconds == 0
    lateness.record(0.02)
    lateness.record(0.001)
    assert 0.01 < lateness.seconds < 0.02
    lateness.record(0.03)
    assert lateness.seconds == 0.03


def test_a_turn_that_was_there_before_began_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "PROMPT", 60)
    clock, before = Stopwatch(io.StringIO("a\nb\nc\n"), began=2.5), time.monotonic()
    assert (clock.line(), clock.line(), clock.lap()) == ("a\n", "b\n", 2.5)
    assert (clock.line(), clock.lap() >= before) == ("c\n", True)


def test_a_turn_that_had_to_be_waited_for_began_when_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "PROMPT", -1)
    clock, before = Stopwatch(io.StringIO("a\n"), began=2.5), time.monotonic() - scheduling.waited()
    clock.line()
    assert before <= clock.lap() <= time.monotonic()


def test_a_turn_that_is_not_there_in_time_is_the_stopgaps(capsys: pytest.CaptureFixture[str]) -> None:
    engine = Scripted(None)
    (line,) = played("8\n" + write_request(request(START)), engine)
    assert parse_turn(line) in set(START.turns())
    assert (engine.holds, engine.revivals) == (1, 1)
    assert "played by the stopgap" in capsys.readouterr().err


def test_the_end_of_the_input_is_the_end() -> None:
    assert played("", Scripted()) == []
    assert played("8\n", Scripted()) == []


@pytest.mark.parametrize("source", ["hello\n", "8\nx\n", "8\nw\n........\n", "2\nw\nw-\n-b\nnull\n0\n"])
def test_lines_that_are_not_of_the_protocol(source: str) -> None:
    with pytest.raises(ProtocolError):
        played(source, Scripted(None))


class Spy(Agent):
    """Plays the first legal turn, and remembers which states it was asked about."""

    def __init__(self) -> None:
        super().__init__(game(8, "Random"))
        self.seen: list[int] = []

    def choose_turn(self, state: State, seconds: float | None = None) -> list[Move]:
        self.seen.append(int(state.field("num_moves")))
        first = state.legal_moves()[0]
        after = state.copy()
        after.play(first)
        return [first, after.legal_moves()[0]]


class Followed(AmazonsSearcher):
    """A thinker whose agent is a spy."""

    def __init__(self) -> None:
        super().__init__("spy")
        self.spy = Spy()

    def load(self, size: int = 8) -> Agent:
        return self.spy


def later() -> float:
    return time.monotonic() + 60


def test_the_game_is_followed() -> None:
    thinker, state = Followed(), START.state()
    last = None
    for _ in range(3):
        turn = thinker.turn(request(Position.of(state), last), later(), later())
        assert turn is not None
        thinker.follow()
        play_turn(state, turn)
        last = turns(state)[0].compact
        play_turn(state, last)
    assert thinker.spy.seen == [0, 4, 8]


def test_another_position_than_expected_is_begun_anew() -> None:
    thinker = Followed()
    thinker.turn(request(START), later(), later())
    thinker.follow()
    other = START.play(parse_turn("g1g2g1")).play(parse_turn("b8b7b8"))
    turn = thinker.turn(request(other, "b8b7b8"), later(), later())
    assert turn in set(other.turns())
    assert thinker.spy.seen == [0, 0]


def test_nobody_thinks_when_nobody_waits() -> None:
    thinker = Followed()
    assert thinker.turn(request(START), 0.0, 0.0) is None
    thinker.follow()
    assert thinker.spy.seen == []


def test_an_agent_that_does_not_exist() -> None:
    with pytest.raises(Misused, match="there is no agent 'nobody'"):
        AmazonsSearcher("nobody").load()


@pytest.mark.parametrize("name", ["random", "uct:20", pytest.param("territory", marks=pytest.mark.slow)])
def test_agents_give_legal_turns(name: str) -> None:
    soon = time.monotonic() + 0.05
    assert AmazonsSearcher(name, seed=1).turn(request(START), soon, later()) in set(START.turns())


def test_on_a_busy_machine_the_best_turn_so_far_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_BUSY", -1)
    told: list[Turn] = []
    turn = AmazonsSearcher("uct:3000", seed=1, tell=told.append).turn(request(START), later(), later())
    assert turn is not None
    assert told
    assert set(told) <= set(START.turns())


ENGINE = """
import os, signal, sys, time
from ludens.founding.amazons.codingame.protocol import Request
from ludens.founding.amazons.codingame.engine import Engine
request = Request("w", tuple(sys.argv[1].split("/")), None, 1)

def think(engine):
    return engine.think(request, time.monotonic(), time.monotonic() + 120)

def kill(engine):
    os.kill(engine._child.pid, signal.SIGKILL)
    return think(engine)

engine = Engine("random")
"""


def engine_says(script: str) -> list[str]:
    """What a script with an engine prints, by words."""
    words = [sys.executable, "-c", ENGINE + script, "/".join(START.rows())]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def test_an_engine_that_crashes_is_started_again_but_not_for_ever() -> None:
    script = """
for _ in range(4):
    print(think(engine) is not None, kill(engine) is not None, engine.is_alive)
    engine.revive()
"""
    assert engine_says(script) == ["True", "False", "False"] * 3 + ["False"] * 3


def test_the_best_turn_so_far_stands_in_for_the_last_word() -> None:
    script = """
import ludens.founding.amazons.codingame.engine as module
from ludens.founding.amazons.turn import parse_turn

def interrupted(thinker, request, until, latest):
    thinker._tell(parse_turn("b1b3b1"))
    os._exit(1)

module.AmazonsSearcher.turn = interrupted
print(think(Engine("random")))
"""
    assert engine_says(script) == ["b1-b3/b1"]


def test_a_held_engine_goes_on() -> None:
    script = """
print(think(engine) is not None)
with engine.held():
    print(engine.think(request, time.monotonic(), time.monotonic() + 0.2) is None)
print(think(engine) is not None)
engine.close()
engine.close()
"""
    assert engine_says(script) == ["True", "True", "True"]


def test_an_engine_ends_with_its_bot() -> None:
    (pid,) = engine_says("think(engine)\nprint(engine._child.pid, flush=True)\nos._exit(0)")
    end = time.monotonic() + 20
    while Path(f"/proc/{pid}/stat").exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert not Path(f"/proc/{pid}/stat").exists()


def run(words: list[str], given: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command_line = [sys.executable, "-m", "ludens", "bot", "amazons-codingame", *words]
    whole = {**os.environ, **environment}
    return subprocess.run(command_line, input=given, capture_output=True, text=True, env=whole, check=False)


def test_nothing_heavy_is_imported_before_the_first_line() -> None:
    script = "import sys, ludens.cli.bot, ludens.founding.amazons.codingame.bot; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "llvmlite", "rich", "ludens.game", "ludens.language", "ludens.agents", "subprocess"}
    assert "ludens.founding.amazons.codingame.engine" in loaded


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        (["--agent", "nobody", "--first-ms", "60000"], "8\n" + write_request(request(START)), "there is no agent 'nob"),
        (["--agent", "nobody", "--prepare"], "", "there is no agent 'nobody'"),
        ([], "what?\n", "the number of rows is expected first, not 'what?'"),
        ([], "8\nwhite\n", "the colour w or b is expected, not 'white'"),
    ],
)
def test_misuse_has_its_exit_code(words: list[str], given: str, message: str) -> None:
    done = run(words, given)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_with_a_cold_cache_the_stopgap_answers_at_once(tmp_path: Path) -> None:
    given = "8\n" + write_request(request(START)) * 2
    done = run(["--first-ms", "20", "--turn-ms", "20"], given, LUDENS_CACHE=str(tmp_path / "cold"))
    assert done.returncode == 0
    assert [parse_turn(line) in set(START.turns()) for line in done.stdout.splitlines()] == [True, True]
    assert done.stderr.count("played by the stopgap") == 2


def test_prepare_says_that_it_is_ready() -> None:
    done = run(["--prepare", "--agent", "uct"], "")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("uct is ready, loaded in ")


def test_it_plays_a_match_by_its_search_and_leaves_nothing_behind(tmp_path: Path) -> None:
    told: list[object] = []
    words = f"{sys.executable} -m ludens bot amazons-codingame --agent uct:5 --first-ms 60000 --turn-ms 20000"
    good = command(tmp_path, "good", FIRST)
    results = list(Referee((words, good), Clock(90, 30), tmp_path / "record", report=told.append).play(2, 3))
    assert [result.reason for result in results] == ["no-moves", "no-moves"]
    assert (tmp_path / "record" / "game-001-player-1.stderr").read_text() == ""
    assert len([event for event in told if isinstance(event, Played | Result)]) > 20
    assert _processes_of("uct:5") == []


def _processes_of(word: str) -> list[str]:
    """The command lines that hold a word, of processes that are not only waiting to be reaped."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = entry.read_bytes().split(b"\0")
            if word.encode() in words:
                found.append(repr(words))
    return found
