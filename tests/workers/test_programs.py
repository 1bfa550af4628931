"""Bots as processes: lines, deadlines, ends, and nothing left behind."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludens.system.processes import CAN_WATCH
from ludens.workers.programs import LINE_LIMIT, CommandError, Died, Flooded, Late, Process, split_command

PATIENT = 120.0


def bot(tmp_path: Path, text: str) -> str:
    """The command of a Python script."""
    path = tmp_path / "a bot.py"
    path.write_text("import os, subprocess, sys, time\n" + text)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def eventually(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENT
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    assert holds()


def test_lines_go_both_ways(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "for line in sys.stdin: print(line.strip()[::-1], flush=True)")) as process:
        assert process.ask("abc\n", PATIENT)[0] == "cba"
        answer, took = process.ask("xyz\n", PATIENT)
        assert (answer, 0 < took < PATIENT) == ("zyx", True)


def test_a_bot_has_a_session_of_its_own(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "print(os.getsid(0) == os.getpid(), flush=True); time.sleep(60)")) as process:
        assert process.ask("", PATIENT)[0] == "True"  # the Ctrl-C of a terminal is for the referee alone


def test_lines_said_early_are_kept(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "print('one\\r\\ntwo', flush=True); time.sleep(60)")) as process:
        assert [process.ask("", PATIENT)[0] for _ in range(2)] == ["one", "two"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "an empty command"),
        ("no-such-program-anywhere x", "'no-such-program-anywhere' is not found"),
        ("'unclosed", "no closing quotation"),
        ("/etc/passwd", "'/etc/passwd' is not a program that may be run"),
    ],
)
def test_commands_that_start_nothing(command: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        Process(command)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    with pytest.raises(CommandError, match="cannot be started"):
        Process(str(path))


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    assert split_command(f"echo $HOME; touch {marker}")[1:] == ["$HOME;", "touch", str(marker)]
    with Process(f"echo $HOME; touch {marker}") as process:
        assert process.ask("", PATIENT)[0] == f"$HOME; touch {marker}"
    assert not marker.exists()


def test_silence_is_late(tmp_path: Path) -> None:
    with (
        Process(bot(tmp_path, "sys.stdin.read()")) as process,
        pytest.raises(Late, match="no answer within 50 ms"),
    ):
        process.ask("go\n", 0.05)


def test_a_line_without_an_end_is_late(tmp_path: Path) -> None:
    script = "sys.stdout.write('d8d1d7'); sys.stdout.flush(); sys.stdin.read()"
    with Process(bot(tmp_path, script)) as process, pytest.raises(Late):
        process.ask("go\n", 0.5)


def test_a_process_that_does_not_read_is_late(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "time.sleep(60)")) as process, pytest.raises(Late):
        process.ask("x" * (1 << 22), 0.2)


def test_an_end_is_told_with_its_code(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "sys.exit(3)")) as process, pytest.raises(Died, match="exit code 3"):
        process.ask("go\n", PATIENT)


def test_an_end_by_a_signal_is_told_with_its_name(tmp_path: Path) -> None:
    with (
        Process(bot(tmp_path, "os.kill(os.getpid(), 11)")) as process,
        pytest.raises(Died, match=r"signal 11 \(SIGSEGV\)"),
    ):
        process.ask("go\n", PATIENT)


def test_closing_the_output_is_an_end(tmp_path: Path) -> None:
    with (
        Process(bot(tmp_path, "os.close(1); time.sleep(60)")) as process,
        pytest.raises(Died, match="closed its output"),
    ):
        process.ask("go\n", PATIENT)


def test_last_words_without_an_end_of_line_count(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "sys.stdout.write('d8d1d7')")) as process:
        assert process.ask("go\n", PATIENT)[0] == "d8d1d7"
        with pytest.raises(Died):
            process.ask("go\n", PATIENT)


def test_a_bot_that_closed_its_input_may_still_answer(tmp_path: Path) -> None:
    script = "os.close(0); print('ready', flush=True); time.sleep(1); print('still here', flush=True); time.sleep(60)"
    with Process(bot(tmp_path, script)) as process:
        assert process.ask("", PATIENT)[0] == "ready"
        assert process.ask("go\n" * 1000, PATIENT)[0] == "still here"


def test_a_flood_is_cut_off(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "while True: sys.stdout.write('x' * 100000)")) as process:
        with pytest.raises(Flooded, match=str(LINE_LIMIT)):
            process.ask("go\n", PATIENT)
        assert len(process._received) < 10 * LINE_LIMIT + (1 << 16)


def test_a_long_line_is_a_flood(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "print('x' * 5000)")) as process, pytest.raises(Flooded, match="a line of more than"):
        process.ask("go\n", PATIENT)


def test_bytes_that_are_no_text_are_read_all_the_same(tmp_path: Path) -> None:
    with Process(bot(tmp_path, "sys.stdout.buffer.write(bytes([255, 254, 10]))")) as process:
        assert process.ask("go\n", PATIENT)[0] == "\ufffd\ufffd"


CHILDREN = {
    "child": "subprocess.Popen([sys.executable, '-c', NAP])",
    "child of its own session": "subprocess.Popen([sys.executable, '-c', NAP], start_new_session=True)",
    "orphan of its own session": (
        "subprocess.run([sys.executable, '-c', 'import subprocess, sys;'"
        "'subprocess.Popen([sys.executable, \"-c\", ' + repr(NAP) + '], start_new_session=True)'])"
    ),
    "daemon without an environment": (
        "nap = [sys.executable, '-c', NAP]\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        os.closerange(0, 64)\n"
        "        os.execve(sys.executable, nap, {})\n"
        "    os._exit(0)\n"
        "os.wait()"
    ),
    "child with another environment": "subprocess.Popen([sys.executable, '-c', NAP], env={}, start_new_session=True)",
}


def nap(told: Path) -> str:
    """A program that tells its number in a file and stays."""
    new = f"{told}.new"
    tell = f"open({new!r}, 'w').write(str(os.getpid())); os.rename({new!r}, {str(told)!r})"
    return f"import os, time; {tell}; time.sleep(300)"


@pytest.mark.parametrize("spawn", CHILDREN.values(), ids=CHILDREN)
def test_children_are_killed_too(tmp_path: Path, spawn: str) -> None:
    if not Path("/proc/self/environ").exists():
        pytest.skip("needs /proc")
    told = tmp_path / "pid"
    wait = f"while not os.path.exists({str(told)!r}): time.sleep(0.01)"
    script = f"NAP = {nap(told)!r}\n{spawn}\n{wait}\nprint('up', flush=True)"
    with Process(bot(tmp_path, script + "\ntime.sleep(300)")) as process:
        assert process.ask("", PATIENT)[0] == "up"
        child = int(told.read_text())
        assert is_alive(child)
    eventually(lambda: not is_alive(child))
    assert not is_alive(process.pid)


@pytest.mark.parametrize("spawn", CHILDREN.values(), ids=CHILDREN)
def test_nothing_outlives_a_referee_that_is_killed(tmp_path: Path, spawn: str) -> None:
    if not CAN_WATCH:
        pytest.skip("needs a watcher")
    told = tmp_path / "pid"
    command = bot(tmp_path, f"NAP = {nap(told)!r}\n{spawn}\nprint(os.getpid(), flush=True)\ntime.sleep(300)")
    script = f"from ludens.workers.programs import Process\nprint(Process({command!r}).ask('', 20)[0], flush=True)\n"
    referee = subprocess.Popen([sys.executable, "-c", script + "import time; time.sleep(300)"], stdout=subprocess.PIPE)
    assert referee.stdout is not None
    with referee:
        main = int(referee.stdout.readline())
        eventually(told.exists)
        referee.kill()
    child = int(told.read_text())
    eventually(lambda: not is_alive(main) and not is_alive(child))


def test_bots_are_killed_though_they_ignore_signals(tmp_path: Path) -> None:
    script = (
        "import signal\nfor s in (1, 2, 15): signal.signal(s, signal.SIG_IGN)\nprint('up', flush=True); time.sleep(300)"
    )
    process = Process(bot(tmp_path, script))
    process.ask("", PATIENT)
    process.close()
    process.close()
    assert not is_alive(process.pid)


def test_standard_error_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Process(bot(tmp_path, "print('why', file=sys.stderr); sys.exit(1)"), log) as process, pytest.raises(Died):
        process.ask("go\n", PATIENT)
    assert log.read_text() == "why\n"
    assert process.complaints == "why\n"


def test_standard_error_has_a_limit_and_blocks_nobody(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = "sys.stderr.write('x' * 3000000); sys.stderr.flush(); print('done')"
    with Process(bot(tmp_path, script), log, stderr_limit=10_000) as process:
        assert process.ask("", PATIENT)[0] == "done"
    assert log.read_text() == "x" * 10_000 + "\n[cut off here]\n"


def test_descriptors_do_not_leak(tmp_path: Path) -> None:
    command = bot(tmp_path, "time.sleep(60)")
    Process(command).close()
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for _ in range(3):
        Process(command).close()
    assert before == (len(os.listdir("/proc/self/fd")) if before else 0)
