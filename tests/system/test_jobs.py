"""Job objects of Windows, asked for by their numbers: what this process says to the kernel is what it means."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludens.system import jobs
from ludens.system.confinement import KEPT_FROM, out_of_reach, resident

GIGABYTE = 1 << 30


class Kernel:
    """Writes down what it is called with; it refuses what is named."""

    def __init__(self, refused: str = "") -> None:
        self.refused, self.calls = refused, list[tuple[Any, ...]]()

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> int:
            copies = [copied(argument) for argument in arguments]
            self.calls.append((name, *copies))
            return 0 if name == self.refused else 7

        return call

    def names(self) -> list[str]:
        return [name for name, *_ in self.calls]


def copied(argument: Any) -> Any:
    """A copy of a record as it is now; anything else as it is."""
    record = getattr(argument, "_obj", None)
    return argument if record is None else type(record).from_buffer_copy(record)


def test_a_worker_has_so_much_memory_and_time_and_no_child() -> None:
    kernel = Kernel()
    limits = jobs.Limits(memory=GIGABYTE, processes=1, is_nice=True)
    job = jobs.Job(limits, kernel)
    job.refuse_desktop()
    job.enter()
    limits.seconds = 2.5
    job.bound(limits)
    first, second = (call[3] for call in kernel.calls if call[0] == "SetInformationJobObject" and call[2] == 9)
    basic = first.BasicLimitInformation
    assert basic.LimitFlags == 0x2000 | 0x400 | 0x100 | 0x8 | 0x20
    assert (first.ProcessMemoryLimit, basic.ActiveProcessLimit, basic.PriorityClass) == (GIGABYTE, 1, 0x4000)
    assert second.BasicLimitInformation.LimitFlags == basic.LimitFlags | 0x2
    assert second.BasicLimitInformation.PerProcessUserTimeLimit == 25_000_000
    assert ("AssignProcessToJobObject", 7, 7) in kernel.calls
    (desktop,) = (call[3] for call in kernel.calls if call[0] == "SetInformationJobObject" and call[2] == 4)
    assert desktop.value == 0xFF


def test_a_bot_ends_with_all_that_it_started() -> None:
    kernel = Kernel()
    job = jobs.Job(jobs.Limits(), kernel)
    job.add(4711)
    job.end()
    job.end()
    assert kernel.names()[-5:] == [
        *("OpenProcess", "AssignProcessToJobObject", "CloseHandle"),
        *("TerminateJobObject", "CloseHandle"),
    ]
    with pytest.raises(OSError, match="closed"):
        job.enter()


@pytest.mark.parametrize(
    "refused", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject", "OpenProcess"]
)
def test_what_windows_refuses_is_an_error(refused: str) -> None:
    kernel = Kernel(refused)
    with pytest.raises(OSError):
        jobs.Job(jobs.Limits(), kernel).add(1)
    assert kernel.names().count("OpenProcess") == (kernel.names().count("CloseHandle") + (refused == "OpenProcess"))


def test_there_are_no_job_objects_elsewhere() -> None:
    if sys.platform != "win32":
        with pytest.raises(OSError, match="Windows"):
            jobs.Job(jobs.Limits())


def test_how_much_memory_a_process_has() -> None:
    assert 1 << 20 < resident() < 1 << 40
    assert 1 << 20 < resident(os.getppid()) < 1 << 40
    assert resident(2**22 + 1) == 0
    kernel = Kernel()
    assert jobs.resident_bytes(1, kernel) == 0 and kernel.names()[-1] == "CloseHandle"


def test_what_a_confined_process_is_kept_from_is_tried() -> None:
    if sys.platform == "linux":
        assert out_of_reach() == KEPT_FROM


#: what of Windows's headers the records and numbers must agree with
RECORDS = {
    "JOBOBJECT_BASIC_LIMIT_INFORMATION": jobs.BasicLimits,
    "JOBOBJECT_EXTENDED_LIMIT_INFORMATION": jobs.ExtendedLimits,
    "PROCESS_MEMORY_COUNTERS": jobs.MemoryCounters,
}
NUMBERS = {
    "JobObjectBasicUIRestrictions": jobs.BASIC_UI,
    "JobObjectExtendedLimitInformation": jobs.EXTENDED_LIMITS,
    "JOB_OBJECT_LIMIT_PROCESS_TIME": jobs.PROCESS_TIME,
    "JOB_OBJECT_LIMIT_ACTIVE_PROCESS": jobs.ACTIVE_PROCESS,
    "JOB_OBJECT_LIMIT_PRIORITY_CLASS": jobs.PRIORITY_CLASS,
    "JOB_OBJECT_LIMIT_PROCESS_MEMORY": jobs.PROCESS_MEMORY,
    "JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION": jobs.DIE_ON_UNHANDLED_EXCEPTION,
    "JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE": jobs.KILL_ON_JOB_CLOSE,
    "BELOW_NORMAL_PRIORITY_CLASS": jobs.BELOW_NORMAL,
    "JOB_OBJECT_UILIMIT_ALL": jobs.ALL_OF_UI,
}


@pytest.mark.integration
def test_the_records_are_those_of_the_headers_of_windows(tmp_path: Path) -> None:
    """The compiler of `ludens[export]` brings the headers, and checks each size, place and number."""
    pytest.importorskip("ziglang")
    claims = [f"{name} == {value}" for name, value in NUMBERS.items()]
    for name, record in RECORDS.items():
        claims.append(f"sizeof({name}) == {ctypes.sizeof(record)}")
        claims += [f"offsetof({name}, {field[0]}) == {getattr(record, field[0]).offset}" for field in record._fields_]
    headers = ["#define WIN32_LEAN_AND_MEAN", *(f"#include <{name}>" for name in ("windows.h", "psapi.h", "stddef.h"))]
    lines = [f'_Static_assert({claim}, "{claim}");' for claim in claims]
    source = tmp_path / "claims.c"
    source.write_text("\n".join([*headers, *lines]))
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-c", str(source)]
    compiler += ["-o", str(tmp_path / "claims.o")]
    done = subprocess.run(compiler, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
