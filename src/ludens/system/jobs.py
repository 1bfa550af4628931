"""Job objects: how Windows bounds processes, and ends them together. The records are laid out alike on all systems."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from typing import Any, Final, Protocol

#: kinds of information about a job
BASIC_UI, EXTENDED_LIMITS = 4, 9
#: which bounds of a record are meant (winnt.h, JOB_OBJECT_LIMIT_...)
PROCESS_TIME: Final = 0x2
ACTIVE_PROCESS: Final = 0x8
PRIORITY_CLASS: Final = 0x20
PROCESS_MEMORY: Final = 0x100
DIE_ON_UNHANDLED_EXCEPTION: Final = 0x400
KILL_ON_JOB_CLOSE: Final = 0x2000
BELOW_NORMAL: Final = 0x4000
#: handles of others, the clipboard, settings, the display, global atoms, desktops, the end of the session
ALL_OF_UI: Final = 0xFF
#: what a process must let us do that is put into a job: PROCESS_TERMINATE and PROCESS_SET_QUOTA
_MAY_BE_BOUND: Final = 0x1 | 0x100
_TICKS: Final = 10_000_000  # of a second


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = [
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    ]


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = [
        ("BasicLimitInformation", BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]


class MemoryCounters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS."""

    _fields_ = [
        ("cb", ctypes.c_uint32),
        ("PageFaultCount", ctypes.c_uint32),
        ("PeakWorkingSetSize", ctypes.c_size_t),
        ("WorkingSetSize", ctypes.c_size_t),
        ("QuotaPeakPagedPoolUsage", ctypes.c_size_t),
        ("QuotaPagedPoolUsage", ctypes.c_size_t),
        ("QuotaPeakNonPagedPoolUsage", ctypes.c_size_t),
        ("QuotaNonPagedPoolUsage", ctypes.c_size_t),
        ("PagefileUsage", ctypes.c_size_t),
        ("PeakPagefileUsage", ctypes.c_size_t),
    ]


class Kernel(Protocol):
    """What is called of kernel32; a null result is a failure."""

    def CreateJobObjectW(self, security: None, name: None, /) -> int | None: ...  # noqa: N802
    def SetInformationJobObject(self, job: int, kind: int, record: Any, size: int, /) -> int: ...  # noqa: N802
    def AssignProcessToJobObject(self, job: int, process: int, /) -> int: ...  # noqa: N802
    def TerminateJobObject(self, job: int, code: int, /) -> int: ...  # noqa: N802
    def OpenProcess(self, rights: int, inherited: int, number: int, /) -> int | None: ...  # noqa: N802
    def GetCurrentProcess(self) -> int: ...  # noqa: N802
    def CloseHandle(self, handle: int, /) -> int: ...  # noqa: N802
    def K32GetProcessMemoryInfo(self, process: int, record: Any, size: int, /) -> int: ...  # noqa: N802


@dataclass
class Limits:
    """What a job lets its processes have; None is no bound. `seconds` are those of a process, since it began."""

    memory: int | None = None
    seconds: float | None = None
    processes: int | None = None
    is_nice: bool = False

    def record(self) -> ExtendedLimits:
        """The record of the bounds. The processes end with the job, and without a dialog where they crash."""
        record = ExtendedLimits()
        basic = record.BasicLimitInformation
        basic.LimitFlags = KILL_ON_JOB_CLOSE | DIE_ON_UNHANDLED_EXCEPTION
        if self.memory is not None:
            basic.LimitFlags |= PROCESS_MEMORY
            record.ProcessMemoryLimit = self.memory
        if self.seconds is not None:
            basic.LimitFlags |= PROCESS_TIME
            basic.PerProcessUserTimeLimit = int(self.seconds * _TICKS)
        if self.processes is not None:
            basic.LimitFlags |= ACTIVE_PROCESS
            basic.ActiveProcessLimit = self.processes
        if self.is_nice:
            basic.LimitFlags |= PRIORITY_CLASS
            basic.PriorityClass = BELOW_NORMAL
        return record


class Job:
    """Processes under common bounds, which end together, at the latest when this process does."""

    def __init__(self, limits: Limits, kernel: Kernel | None = None) -> None:
        """Raises OSError where the system refuses it."""
        self._kernel = kernel or windows()
        handle = self._kernel.CreateJobObjectW(None, None)
        if not handle:
            raise OSError("Windows refuses a job object")
        self._handle: int | None = handle
        self.bound(limits)

    def bound(self, limits: Limits) -> None:
        """Set other bounds."""
        self._set(EXTENDED_LIMITS, limits.record())

    def refuse_desktop(self) -> None:
        """Nothing of the desktop, the clipboard or the session is in reach."""
        self._set(BASIC_UI, ctypes.c_uint32(ALL_OF_UI))

    def _set(self, kind: int, record: ctypes.Structure | ctypes.c_uint32) -> None:
        handle = self._open()
        if not self._kernel.SetInformationJobObject(handle, kind, ctypes.byref(record), ctypes.sizeof(record)):
            raise OSError("Windows refuses the bounds of a job object")

    def enter(self) -> None:
        """Put this process under the bounds, for good."""
        self._assign(self._kernel.GetCurrentProcess())

    def add(self, number: int) -> None:
        """Put another process under the bounds, and what it starts from now on."""
        process = self._kernel.OpenProcess(_MAY_BE_BOUND, 0, number)
        if not process:
            raise OSError(f"process {number} cannot be bound")
        try:
            self._assign(process)
        finally:
            self._kernel.CloseHandle(process)

    def _assign(self, process: int) -> None:
        if not self._kernel.AssignProcessToJobObject(self._open(), process):
            raise OSError("Windows refuses to put a process into a job object")

    def _open(self) -> int:
        if self._handle is None:
            raise OSError("the job object is closed")
        return self._handle

    def end(self) -> None:
        """End all processes; more than once is harmless."""
        if self._handle is not None:
            self._kernel.TerminateJobObject(self._handle, 1)
            self._kernel.CloseHandle(self._handle)
            self._handle = None


def resident_bytes(process: int | None = None, kernel: Kernel | None = None) -> int:
    """The bytes of memory that this or another process has; 0 where Windows does not say."""
    kernel = kernel or windows()
    query, read = 0x1000, 0x10  # PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_VM_READ
    handle = kernel.GetCurrentProcess() if process is None else kernel.OpenProcess(query | read, 0, process)
    if not handle:
        return 0
    counters = MemoryCounters(cb=ctypes.sizeof(MemoryCounters))
    succeeded = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
    if process is not None:
        kernel.CloseHandle(handle)
    return int(counters.WorkingSetSize) if succeeded else 0


def windows() -> Kernel:
    """kernel32, with handles as wide as they are. Raises OSError on another system."""
    if sys.platform != "win32":
        raise OSError("job objects are Windows's")
    library = ctypes.WinDLL("kernel32", use_last_error=True)
    handle = ctypes.c_void_p
    for name, result, arguments in (
        ("CreateJobObjectW", handle, (handle, handle)),
        ("SetInformationJobObject", ctypes.c_int, (handle, ctypes.c_int, handle, ctypes.c_uint32)),
        ("AssignProcessToJobObject", ctypes.c_int, (handle, handle)),
        ("TerminateJobObject", ctypes.c_int, (handle, ctypes.c_uint32)),
        ("OpenProcess", handle, (ctypes.c_uint32, ctypes.c_int, ctypes.c_uint32)),
        ("GetCurrentProcess", handle, ()),
        ("CloseHandle", ctypes.c_int, (handle,)),
        ("K32GetProcessMemoryInfo", ctypes.c_int, (handle, handle, ctypes.c_uint32)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    kernel: Kernel = library
    return kernel
