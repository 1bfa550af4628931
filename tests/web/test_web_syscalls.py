"""The filter of system calls, run by a small machine of the kernel's kind: for both machines, whichever this is.

The numbers are those of the kernel's tables: `arch/x86/entry/syscalls/syscall_64.tbl`, and
`include/uapi/asm-generic/unistd.h` for aarch64.
"""

from __future__ import annotations

import errno
import struct

import pytest

from ludens.system.syscalls import _MACHINES, _program

PROCESS = 4321
ALLOWED, REFUSED, MISSING = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
#: AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64, AUDIT_ARCH_I386
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "i386": 0x40000003}
#: by name, on x86-64 and on aarch64, which has no fork and vfork
TABLE = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "sched_yield": (24, 124),
    "nanosleep": (35, 101),
    "getpid": (39, 172),
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "bind": (49, 200),
    "listen": (50, 201),
    "clone": (56, 220),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "exit": (60, 93),
    "kill": (62, 129),
    "ptrace": (101, 117),
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "mount": (165, 40),
    "sched_setaffinity": (203, 122),
    "sched_getaffinity": (204, 123),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "ioprio_set": (251, 30),
    "unshare": (272, 97),
    "perf_event_open": (298, 241),
    "prlimit64": (302, 261),
    "setns": (308, 268),
    "sched_setattr": (314, 274),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "pidfd_getfd": (438, 438),
    "rt_sigqueueinfo": (129, 138),
    "gettid": (186, 178),
    "tkill": (200, 130),
    "futex": (202, 98),
    "exit_group": (231, 94),
    "tgkill": (234, 131),
    "openat": (257, 56),
    "rt_tgsigqueueinfo": (297, 240),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "getrandom": (318, 278),
    "execveat": (322, 281),
    "pidfd_send_signal": (424, 424),
    "clone3": (435, 435),
}
FORBIDDEN = {
    "socket", "connect", "bind", "listen", "fork", "vfork", "execve", "execveat", "kill", "ptrace",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tkill", "process_vm_readv", "process_vm_writev", "pidfd_send_signal",
    "pidfd_getfd", "setpriority", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr",
    "ioprio_set", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd",
    "unshare", "setns", "mount", "add_key", "request_key", "keyctl",
}  # fmt: skip
LOOKED_AT = {"clone", "clone3", "tgkill", "prlimit64"}
#: CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | ..., as a thread is made; SIGCHLD, as a process is
THREAD, CHILD = 0x3D0F00, 17


def ruling(code: bytes, machine: int, number: int, *arguments: int) -> int:
    """What a filter returns: classic BPF, as far as filters use it. Raises where it leaves its own lines."""
    looked_at = struct.pack("<iIQ6Q", number, machine, 0, *[*arguments, 0, 0, 0, 0, 0, 0][:6])
    lines = list(struct.iter_unpack("HBBI", code))
    at = word = 0
    for _ in range(len(lines)):
        operation, if_true, if_false, value = lines[at]
        match operation:
            case 0x20:  # BPF_LD | BPF_W | BPF_ABS
                assert value % 4 == 0
                (word,) = struct.unpack_from("<I", looked_at, value)
                at += 1
            case 0x15 | 0x35 | 0x45:  # BPF_JMP | BPF_JEQ, BPF_JGE, BPF_JSET, with a constant
                holds = {0x15: word == value, 0x35: word >= value, 0x45: bool(word & value)}[operation]
                at += 1 + (if_true if holds else if_false)
            case 0x06:  # BPF_RET | BPF_K
                return int(value)
            case _:
                raise AssertionError(f"no operation of a filter: {operation:#x}")
    raise AssertionError("a filter goes forward only, and returns")


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def asked(machine: str, name: str, *arguments: int) -> int:
    """What becomes of a system call of a worker on a machine."""
    number = TABLE[name][("x86_64", "aarch64").index(machine)]
    assert number is not None
    return ruling(_program(_MACHINES[machine], PROCESS), AUDIT[machine], number, *arguments)


def names_on(machine: str) -> list[str]:
    return [name for name, numbers in TABLE.items() if numbers[("x86_64", "aarch64").index(machine)] is not None]


def test_what_is_refused_and_nothing_else(machine: str) -> None:
    for name in names_on(machine):
        if name not in LOOKED_AT:
            assert asked(machine, name) == (REFUSED if name in FORBIDDEN else ALLOWED), name


def test_every_number_that_is_refused_is_known(machine: str) -> None:
    code, column = _program(_MACHINES[machine], PROCESS), ("x86_64", "aarch64").index(machine)
    refused = {number for number in range(600) if ruling(code, AUDIT[machine], number) == REFUSED}
    listed = {TABLE[name][column] for name in FORBIDDEN & set(names_on(machine))}
    looked_at = {TABLE[name][column] for name in ("clone", "tgkill")}  # whose arguments are 0 here
    assert refused == listed | looked_at


def test_threads_may_begin_and_processes_may_not(machine: str) -> None:
    assert asked(machine, "clone", THREAD) == ALLOWED
    assert asked(machine, "clone", CHILD) == REFUSED
    assert asked(machine, "clone", THREAD & ~0x10000) == REFUSED
    assert asked(machine, "clone3", THREAD) == MISSING  # then the C library tries clone


def test_a_signal_for_a_thread_of_its_own(machine: str) -> None:
    assert asked(machine, "tgkill", PROCESS, PROCESS, 6) == ALLOWED
    assert asked(machine, "tgkill", 1, 1, 9) == REFUSED


def test_limits_of_its_own(machine: str) -> None:
    assert asked(machine, "prlimit64", 0) == ALLOWED
    assert asked(machine, "prlimit64", 1) == REFUSED


def test_calls_of_another_machine_are_refused(machine: str) -> None:
    code = _program(_MACHINES[machine], PROCESS)
    for name, audit in AUDIT.items():
        if name != machine:
            assert all(ruling(code, audit, number) == REFUSED for number in range(600))


def test_the_other_numbers_of_a_machine_are_refused(machine: str) -> None:
    code = _program(_MACHINES[machine], PROCESS)
    for number in (0x40000000, 0x40000000 + 1, 0x40000000 + 520, 0x7FFFFFFF, -1):  # x32 on x86-64
        assert ruling(code, AUDIT[machine], number) == REFUSED


def test_the_kernel_takes_programs_of_this_form(machine: str) -> None:
    lines = list(struct.iter_unpack("HBBI", _program(_MACHINES[machine], PROCESS)))
    assert len(lines) <= 4096  # BPF_MAXINSNS
    assert lines[-1][0] == 0x06
    for number, (operation, if_true, if_false, _) in enumerate(lines):
        if operation & 7 == 5:
            assert number + 1 + max(if_true, if_false) < len(lines)
