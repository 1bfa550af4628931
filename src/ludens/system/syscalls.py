"""What a worker may not ask of the kernel: other processes and programs, the network. Linux alone, on two machines.

The filter is a program of the kernel's (`seccomp`), which stays in force for all threads of the process, for good.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import struct
import sys
from typing import NamedTuple

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
#: operations of the filter's machine: load a word, jump if equal, if greater or equal, if any bit is set, return
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  #: where they stand in what the filter looks at
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_CLONE_THREAD = 0x10000
_OTHER_NUMBERS = 0x40000000  #: where the numbers begin of another interface of the same machine


class _Machine(NamedTuple):
    """How the kernel calls a kind of machine, and the numbers of system calls there."""

    audit: int
    clone: int
    clone3: int
    signal_thread: int
    set_limits: int
    refused: tuple[int, ...]


#: by what they reach, with the numbers on x86-64 and on aarch64, where some are not there
_REFUSED = (
    # other programs and processes: fork, vfork, execve, execveat, ptrace, process_vm_readv and _writev, pidfd_getfd
    *((57, None), (58, None), (59, 221), (322, 281), (101, 117), (310, 270), (311, 271), (438, 438)),
    # kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal
    *((62, 129), (200, 130), (129, 138), (297, 240), (424, 424)),
    # how much others run: setpriority, sched_setparam, _setscheduler, _setaffinity, _setattr, ioprio_set
    *((141, 140), (142, 118), (144, 119), (203, 122), (314, 274), (251, 30)),
    # the network: socket, connect, bind, listen
    *((41, 198), (42, 203), (49, 200), (50, 201)),
    # much of the kernel at once: io_uring_setup, _enter and _register, bpf, perf_event_open, userfaultfd
    *((425, 425), (426, 426), (427, 427), (321, 280), (298, 241), (323, 282)),
    # other views of the system: unshare, setns, mount; keys: add_key, request_key, keyctl
    *((272, 97), (308, 268), (165, 40), (248, 217), (249, 218), (250, 219)),
)
_MACHINES = {
    "x86_64": _Machine(0xC000003E, 56, 435, 234, 302, tuple(x86 for x86, _ in _REFUSED)),
    "aarch64": _Machine(0xC00000B7, 220, 435, 131, 261, tuple(arm for _, arm in _REFUSED if arm is not None)),
}


def refuse_system_calls() -> bool:
    """Refuse this process what a worker does not need; whether the system can. It must have given up new rights."""
    machine = _MACHINES.get(platform.machine())
    if sys.platform != "linux" or machine is None:
        return False
    code = _program(machine, os.getpid())
    lines = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(lines))
    with contextlib.suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _MODE_FILTER, program, 0, 0) == 0)
    return False


def _program(machine: _Machine, process: int) -> bytes:
    """The filter: each test jumps over what it does not concern."""
    refuse = _line(_RETURN, _REFUSE | errno.EPERM)
    lines = [
        _line(_LOAD, _MACHINE),
        _line(_EQUAL, machine.audit, 1, 0),
        refuse,
        _line(_LOAD, _NUMBER),
        _line(_AT_LEAST, _OTHER_NUMBERS, 0, 1),
        refuse,
        _line(_EQUAL, machine.clone3, 0, 1),
        _line(_RETURN, _REFUSE | errno.ENOSYS),  # who asks tries `clone` then, whose flags can be looked at
    ]
    for number in machine.refused:
        lines += [_line(_EQUAL, number, 0, 1), refuse]
    allow = _line(_RETURN, _ALLOW)
    for number, test in (
        (machine.clone, _line(_ANY_BIT, _CLONE_THREAD, 1, 0)),
        (machine.signal_thread, _line(_EQUAL, process, 1, 0)),  # its own, as `abort` does
        (machine.set_limits, _line(_EQUAL, 0, 1, 0)),  # its own
    ):
        lines += [_line(_EQUAL, number, 0, 4), _line(_LOAD, _FIRST_ARGUMENT), test, refuse, allow]
    return b"".join([*lines, allow])


def _line(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", operation, if_true, if_false, value)
