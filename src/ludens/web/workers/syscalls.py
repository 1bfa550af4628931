"""What a worker may not ask of the kernel: other processes, other programs, the network. Linux alone, on two machines.

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
    refused: tuple[int, ...]


_MACHINES = {
    # fork, vfork, execve, execveat, ptrace, process_vm_readv and _writev, socket, connect, bind, listen,
    # kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal
    "x86_64": _Machine(
        0xC000003E, 56, 435, 234, (57, 58, 59, 322, 101, 310, 311, 41, 42, 49, 50, 62, 200, 129, 297, 424)
    ),
    # the same without fork and vfork, which are not there
    "aarch64": _Machine(
        0xC00000B7, 220, 435, 131, (221, 281, 117, 270, 271, 198, 203, 200, 201, 129, 130, 138, 240, 424)
    ),
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
    ):
        lines += [_line(_EQUAL, number, 0, 4), _line(_LOAD, _FIRST_ARGUMENT), test, refuse, allow]
    return b"".join([*lines, allow])


def _line(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", operation, if_true, if_false, value)
