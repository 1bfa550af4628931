"""The referee: what bots are told, every way to lose by its name, matches of two games, and records on disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bots import FIRST, GOOD, answering, command

from ludens.arena.protocols.seat import Clock
from ludens.founding.amazons.codingame.referee import REASONS, Loss, Played, Referee, Result, Start, judge, read_game
from ludens.founding.amazons.position import Position
from ludens.founding.amazons.record import read_record
from ludens.founding.amazons.turn import parse_turn
from ludens.game import State
from ludens.workers.cluster.journal import read_journal
from ludens.workers.programs import CommandError

PATIENT = Clock(60, 60)


class Listener:
    """Keeps what a referee tells."""

    def __init__(self) -> None:
        self.starts: list[Start] = []
        self.turns: list[Played] = []
        self.results: list[Result] = []

    def __call__(self, event: Start | Played | Result) -> None:
        kept: list[object] = {Start: self.starts, Played: self.turns, Result: self.results}[type(event)]  # type: ignore[assignment]
        kept.append(event)


def play(
    first: str,
    second: str,
    games: int = 1,
    clock: Clock = PATIENT,
    *,
    seed: int = 1,
    fresh: bool = False,
    folder: Path | None = None,
) -> Listener:
    listener = Listener()
    list(Referee((first, second), clock, folder, fresh, listener).play(games, seed))
    return listener


@pytest.fixture
def good(tmp_path: Path) -> str:
    return command(tmp_path, "good", FIRST)


def test_a_match_is_two_games_with_the_colours_swapped(good: str) -> None:
    heard = play(good, good, 2)
    assert [(s.game, s.match, s.white) for s in heard.starts] == [(1, 1, 1), (2, 1, 2)]
    assert heard.starts[0].rows == heard.starts[1].rows
    assert [r.reason for r in heard.results] == ["no-moves", "no-moves"]
    assert {t.player for t in heard.turns if t.turn == 1} == {1, 2}
    assert all(t.message.startswith("turn ") and t.seconds >= 0 and t.actions > 0 for t in heard.turns)


def test_the_last_to_move_wins(good: str) -> None:
    heard = play(good, good, 2)
    for result in heard.results:
        last = [t for t in heard.turns if t.turn == result.turns and t.player == result.winner]
        assert last
        assert last[-1].colour == result.colour


def test_the_bots_are_started_once_a_match(good: str) -> None:
    heard = play(good, good, 4)
    first_of_each = [t.message for t in heard.turns if t.turn == 1]
    assert [m == "turn 1" for m in first_of_each] == [True, False, True, False]
    assert all(t.first == (t.message == "turn 1") for t in heard.turns)


def test_the_bots_are_started_for_each_game_where_that_is_wanted(good: str) -> None:
    heard = play(good, good, 2, fresh=True)
    assert [t.message for t in heard.turns if t.turn == 1] == ["turn 1", "turn 1"]


def test_equal_seeds_give_equal_starts_and_others_do_not(good: str) -> None:
    rows = [play(good, good, 1, seed=seed).starts[0].rows for seed in (5, 5, 6)]
    assert rows[0] == rows[1] != rows[2]
    for row in rows:
        text = "".join(row)
        assert (len(row), len(text), text.count("w"), text.count("b"), text.count("-")) == (8, 64, 4, 4, 0)


SPY = """
import builtins
told = open({path!r}, "a", buffering=1)

def input():
    line = builtins.input()
    told.write(line + "\\n")
    return line
"""


def lines_of(position: Position) -> str:
    return "".join(f"{row}\n" for row in position.rows())


def test_the_exact_lines_that_bots_are_told(tmp_path: Path) -> None:
    paths = [tmp_path / "white", tmp_path / "black"]
    heard = play(*(command(tmp_path, path.name, SPY.format(path=str(path)) + FIRST) for path in paths))
    told = [path.read_text() for path in paths]
    start = Position.parse("\n".join(heard.starts[0].rows))
    first, second, third, fourth = heard.turns[:4]
    afters = [start := start.play(parse_turn(turn.action)) for turn in (first, second, third)]
    begun = lines_of(Position.parse("\n".join(heard.starts[0].rows)))
    assert told[0].startswith(
        f"8\nw\n{begun}null\n{first.actions}\nw\n{lines_of(afters[1])}{second.action}\n{third.actions}\n"
    )
    assert told[1].startswith(
        f"8\nb\n{lines_of(afters[0])}{first.action}\n{second.actions}\n"
        f"b\n{lines_of(afters[2])}{third.action}\n{fourth.actions}\n"
    )
    assert first.actions == len(list(Position.parse("\n".join(heard.starts[0].rows)).turns()))


LOSERS = {
    "off the board": ("'z9a1a1'", "off-board", "z9a1a1: z9 is outside of the 8x8 board"),
    "just off the board": ("'a1a9a1'", "off-board", "a9 is outside"),
    "row 0": ("'a0a1a1'", "off-board", "a0 is outside"),
    "onto a piece": ("onto(rows)", "blocked", "cannot reach"),
    "an empty square moves": ("empty(rows)", "illegal", "is to move, and on"),
    "not along a line": ("crooked(legal)", "illegal", "are not on one line"),
    "garbage": ("'hello there'", "malformed", "an action such as d8d1d7 is expected, not 'hello there'"),
    "nothing but an end of line": ("''", "malformed", "not ''"),
    "a message without msg": ("legal[0] + ' hello'", "malformed", "'msg ...' is expected, not 'hello'"),
    "no end of line": ("sys.stdout.write('x' * 10000) and sys.stdout.flush() or sys.stdin.read()", "flood", "4096"),
    "an end": ("sys.exit(7)", "died", "exit code 7"),
    "an exception": ("1 // 0", "died", "exit code 1"),
    "a signal": ("__import__('os').kill(__import__('os').getpid(), 9)", "died", "SIGKILL"),
}
HELPERS = """
def onto(rows):
    at = [(x, 8 - y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "w"]
    lines = [(a, b) for a in at for b in at if a != b and (a[0] - b[0]) * (a[1] - b[1]) * (
        abs(a[0] - b[0]) - abs(a[1] - b[1])) == 0]
    (a, b) = lines[0]
    return name(a) + name(b) + name(a)

def name(square):
    return "abcdefgh"[square[0]] + str(square[1])

def empty(rows):
    at = [(x, 8 - y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "."]
    return name(at[0]) + name(at[1]) + name(at[0])

def crooked(legal):
    return legal[0][:2] + "abcdefgh"[("abcdefgh".index(legal[0][0]) + 1) % 8] + str(
        (int(legal[0][1]) + 2) % 8 + 1) + legal[0][:2]

"""


@pytest.mark.parametrize(("answer", "reason", "detail"), LOSERS.values(), ids=LOSERS)
def test_ways_to_lose(tmp_path: Path, good: str, answer: str, reason: str, detail: str) -> None:
    bad = command(tmp_path, "bad", HELPERS + GOOD + f"games(lambda number, colour, rows, last, legal: {answer})\n")
    heard = play(bad, good)
    result = heard.results[0]
    assert (result.winner, result.colour, result.reason, result.turns) == (2, "b", reason, 1)
    assert detail in result.detail
    assert result.reason in REASONS


def test_a_silent_bot_is_late_and_a_late_one_too(tmp_path: Path, good: str) -> None:
    for name, answer in {"silent": "sys.stdin.read()", "late": "__import__('time').sleep(2) or legal[0]"}.items():
        result = play(answering(tmp_path, name, answer), good, clock=Clock(0.5, 60)).results[0]
        assert (result.winner, result.reason) == (2, "timeout")
        assert "no answer within 500 ms" in result.detail


def test_later_turns_have_the_time_of_later_turns(tmp_path: Path, good: str) -> None:
    slow = answering(tmp_path, "slow", "number > 1 and __import__('time').sleep(2) or legal[0]")
    heard = play(slow, good, clock=Clock(60, 0.5))
    assert (heard.results[0].reason, heard.results[0].turns) == ("timeout", 3)
    assert "no answer within 500 ms" in heard.results[0].detail


def test_what_a_loser_complained_of_is_told(tmp_path: Path, good: str) -> None:
    result = play(answering(tmp_path, "bad", "1 // 0"), good).results[0]
    assert "ZeroDivisionError" in result.complaints


def test_a_bot_that_lost_by_a_fault_is_started_again(tmp_path: Path, good: str) -> None:
    bad = answering(tmp_path, "bad", "'?' if colour == 'w' else legal[0] + ' msg ' + str(number)")
    heard = play(bad, good, 2)
    assert [r.reason for r in heard.results] == ["malformed", "no-moves"]
    assert next(t.message for t in heard.turns if t.player == 1) == "1"


def test_a_command_that_starts_nothing_is_no_forfeit(good: str) -> None:
    with pytest.raises(CommandError, match="no-such-bot"):
        play("no-such-bot", good)


def state_of(text: str) -> State:
    return Position.parse(text).state_of(Referee(("true", "true")).amazons)


def test_the_way_of_the_wall_may_cross_the_square_that_was_left() -> None:
    state = state_of("7b/8/8/8/8/8/8/wb6 w")
    assert not isinstance(judge(state, "a1a2a1"), Loss)
    for line, reason in {"a1b1a1": "blocked", "a1c1a1": "blocked", "a1a2b1": "blocked", "a1a1a2": "illegal"}.items():
        judged = judge(state, line)
        assert isinstance(judged, Loss)
        assert (line, judged.reason) == (line, reason)


def test_judging_leaves_the_state_alone() -> None:
    state = state_of("7b/8/8/8/8/8/8/wb6 w")
    before = state.tobytes()
    judge(state, "a1a2a1")
    judge(state, "a1b1a1")
    assert state.tobytes() == before


def test_records_are_written_turn_by_turn(tmp_path: Path, good: str) -> None:
    folder = tmp_path / "deep" / "record"
    heard = play(good, good, 2, folder=folder)
    files = sorted(path.name for path in folder.iterdir())
    games = [f"game-00{number}.{kind}" for number in (1, 2) for kind in ("jsonl", "txt")]
    assert files == ["game-001-player-1.stderr", "game-001-player-2.stderr", *games]
    for number, result in enumerate(heard.results, 1):
        start, *turns, end = read_journal(folder / f"game-00{number}.jsonl")
        assert (start["event"], start["seed"], start["commands"]) == ("start", 1, [good, good])
        assert (end["event"], end["winner"], end["reason"]) == ("result", result.winner, "no-moves")
        assert len(turns) == result.turns
        position = Position.parse("\n".join(start["rows"]))
        for turn in turns:
            assert len(list(position.turns())) == turn["actions"]
            position = position.play(parse_turn(turn["action"]))
        assert position.is_over


def test_later_runs_add_to_a_folder(tmp_path: Path, good: str) -> None:
    for _ in range(2):
        play(good, good, 1, folder=tmp_path / "record")
    assert sorted(path.name for path in (tmp_path / "record").glob("*.jsonl")) == ["game-001.jsonl", "game-002.jsonl"]


def test_two_runs_at_once_share_a_folder(tmp_path: Path, good: str) -> None:
    one, other = (Referee((good, good), Clock(60, 60), tmp_path).play(2, seed) for seed in (1, 2))
    for games in (one, other, other, one):
        next(games)
    assert [next(games, None) for games in (one, other)] == [None, None]
    seeds = [next(iter(read_journal(tmp_path / f"game-00{number}.jsonl")))["seed"] for number in (1, 2, 3, 4)]
    assert seeds == [1, 2, 2, 1]
    assert len(list(tmp_path.glob("*.txt"))) == len(list(tmp_path.glob("*.stderr"))) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it has no start"),
        ('{"event": "played"}\n', "it has no start"),
        ('{"event": "start"}\n', "it has no white"),
        ('{"event": "start", "white": 1, "commands": 3}\n', "not subscriptable"),
        ('{"event": "played"}\n{"event": "pl', "it has no start"),
    ],
)
def test_a_file_that_is_no_record(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "game.jsonl").write_text(text)
    with pytest.raises(ValueError, match=f"no record of a referee: .*{message}"):
        read_game(tmp_path / "game.jsonl")


def test_standard_error_is_kept(tmp_path: Path, good: str) -> None:
    loud = answering(tmp_path, "loud", "print('thinking', number, file=sys.stderr) or legal[0]")
    play(good, loud, 1, folder=tmp_path / "record")
    assert (tmp_path / "record" / "game-001-player-2.stderr").read_text().startswith("thinking 1\nthinking 2\n")


def test_a_folder_that_cannot_be_written_is_an_error_before_any_game(tmp_path: Path, good: str) -> None:
    file = tmp_path / "file"
    file.write_text("precious")
    with pytest.raises(OSError, match="exists"):
        play(good, good, folder=file)
    assert file.read_text() == "precious"


KILLED = """
import sys
from pathlib import Path
from ludens.founding.amazons.codingame.referee import Played, Referee
from ludens.arena.protocols.seat import Clock
def report(event):
    if isinstance(event, Played) and event.turn == 5:
        print("five", flush=True)
        sys.stdin.read()
list(Referee((sys.argv[1], sys.argv[1]), Clock(60, 60), Path(sys.argv[2]), report=report).play(2, 1))
"""


def test_a_killed_referee_loses_nothing_that_was_played(tmp_path: Path, good: str) -> None:
    words = [sys.executable, "-c", KILLED, good, str(tmp_path / "record")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"five\n"
        referee.send_signal(signal.SIGKILL)
    entries = list(read_journal(tmp_path / "record" / "game-001.jsonl"))
    assert [entry.get("turn") for entry in entries] == [None, 1, 2, 3, 4, 5]
    record = read_game(tmp_path / "record" / "game-001.jsonl")
    assert (len(record.turns), record.result) == (5, "*")


def test_a_game_is_kept_in_notation_too(tmp_path: Path, good: str) -> None:
    (result,) = play(good, good, folder=tmp_path).results
    record = read_record((tmp_path / "game-001.txt").read_text())
    assert record == read_game(tmp_path / "game-001.jsonl")
    assert (len(record.turns), record.final.is_over) == (result.turns, True)
    assert record.result == ("1-0" if result.colour == "w" else "0-1")
    assert (record.headers["White"], record.headers["Reason"]) == (good, "no-moves")


def test_a_forfeit_has_its_result_in_notation(tmp_path: Path, good: str) -> None:
    play(good, answering(tmp_path, "bad", "'z9z9z9'"), folder=tmp_path / "record")
    record = read_game(tmp_path / "record" / "game-001.jsonl")
    assert (len(record.turns), record.result, record.headers["Reason"]) == (1, "1-0", "off-board")


FULL = """
import resource, signal, sys
from pathlib import Path
from ludens.founding.amazons.codingame.referee import Referee, Start
from ludens.arena.protocols.seat import Clock
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
referee = Referee((sys.argv[1], sys.argv[1]), Clock(60, 60), Path(sys.argv[2]))
print([result.reason for result in referee.play(2, 1)])
print(referee.trouble)
"""


def test_a_full_disk_stops_no_game_and_spoils_no_line(tmp_path: Path, good: str) -> None:
    words = [sys.executable, "-c", FULL, good, str(tmp_path / "record")]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    )
    assert done.stdout.splitlines()[0] == "['no-moves', 'no-moves']", done.stderr
    assert "cannot be written: File too large" in done.stdout.splitlines()[1]
    for number in (1, 2):
        lines = (tmp_path / "record" / f"game-00{number}.jsonl").read_text().splitlines()
        assert len(lines) > 3
        assert [json.loads(line).get("turn") for line in lines] == [None, None, *range(1, len(lines) - 1)]


def test_an_interrupted_referee_kills_its_bots_and_says_so(tmp_path: Path, good: str) -> None:
    told = tmp_path / "pid"
    bot = command(tmp_path, "pid", f"import os; open({str(told)!r}, 'w').write(str(os.getpid()))\n" + FIRST)

    def interrupt(event: object) -> None:
        if isinstance(event, Played) and event.turn == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Referee((bot, good), PATIENT, tmp_path / "record", report=interrupt).play(2, 1))
    entries = list(read_journal(tmp_path / "record" / "game-001.jsonl"))
    assert (entries[-1]["event"], entries[-1]["why"]) == ("aborted", "KeyboardInterrupt")
    end = time.monotonic() + 20
    while Path(f"/proc/{told.read_text()}").exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert not Path(f"/proc/{told.read_text()}").exists()
