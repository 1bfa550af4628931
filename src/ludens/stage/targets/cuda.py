"""NVIDIA's graphics cards: PTX, the assembly that their drivers take, and the same kernels for this machine.

A kernel is assembly that asks `@ludens.thread()` which of its threads runs, and `@ludens.threads()` how many there are:
the card says so itself, and `emulated` runs one after the other here. Nothing is called that the module does not have,
and nothing by its address, so that `ptxas` knows all.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import llvmlite.binding as llvm

from ludens.stage import fuel
from ludens.stage.apart import apart
from ludens.stage.engine import emitted, optimised
from ludens.stage.targets.mathematics import with_own_math
from ludens.stage.targets.objects import LIBRARY, intrinsic
from ludens.stage.targets.target import HOST, Target

#: the kinds of cards that code is made for, and the version of PTX that knows them: A100, H100 and H200, B200
ARCHITECTURES: Final = {"sm_80": "ptx70", "sm_90": "ptx78", "sm_100": "ptx86"}
#: what finds out which thread runs, and how many do: 32 bits each
THREAD, THREADS = "ludens.thread", "ludens.threads"
#: the most bytes of its own that a card gives a thread
MOST_OWN: Final = 512 << 10
#: how deep functions that call themselves may be nested: a level takes memory of every thread that a card could run
NESTED: Final = 40

_REGISTERS: Final = ("tid", "ctaid", "ntid", "nctaid")
_DECLARED: Final = "\n".join(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}.x()" for name in _REGISTERS)


def _read(name: str) -> str:
    return f"  %{name} = call i32 @llvm.nvvm.read.ptx.sreg.{name}.x()"


_OF_CARD: Final = f"""
{_DECLARED}
define internal i32 @{THREAD}() alwaysinline nounwind {{
{_read("tid")}
{_read("ctaid")}
{_read("ntid")}
  %before = mul i32 %ctaid, %ntid
  %thread = add i32 %before, %tid
  ret i32 %thread
}}
define internal i32 @{THREADS}() alwaysinline nounwind {{
{_read("ntid")}
{_read("nctaid")}
  %threads = mul i32 %nctaid, %ntid
  ret i32 %threads
}}
"""
_OF_HOST: Final = f"""
@ludens.thread.now = internal global i32 0
@ludens.threads.now = internal global i32 0
define internal i32 @{THREAD}() nounwind {{
  %thread = load i32, ptr @ludens.thread.now
  ret i32 %thread
}}
define internal i32 @{THREADS}() nounwind {{
  %threads = load i32, ptr @ludens.threads.now
  ret i32 %threads
}}
"""
#: what the function that fills up fuel does where its budget is spent, which may call by address
_SPENT: Final = re.compile(r"^spent:\n.*?^take:\n", re.MULTILINE | re.DOTALL)
#: looks at the stop word, which nobody writes while a kernel runs: it is the thread's own
_WATCHED: Final = re.compile(r"load (?:volatile|atomic) i32, ptr (%\S+?)(?: monotonic, align 4)?$", re.MULTILINE)


def card(architecture: str) -> Target:
    """The cards of an architecture. Raises KeyError for one that is not listed."""
    version = ARCHITECTURES[architecture]
    return Target(architecture, "nvptx64-nvidia-cuda", f"+{version}", architecture, own_math=True)


def ptx(ir: str, kernels: Collection[str], target: Target, level: int = 2) -> str:
    """The PTX of a module, in which these functions are kernels.

    Raises RuntimeError where the assembly is wrong, ValueError where it calls what no card has.
    """

    def made() -> str:
        machine = target.machine(level)
        module = optimised(machine, _for_cards(ir, kernels) + _OF_CARD, level, target, lambda m: _hide(m, kernels))
        unknown = sorted(f.name for f in module.functions if f.is_declaration and not _is_known(f.name))
        if unknown:
            raise ValueError(", ".join(map(intrinsic, unknown)))
        return emitted(machine, module, assembly=True).decode()

    return apart(made)


def emulated(ir: str, kernels: Mapping[str, Sequence[str]], level: int = 2) -> bytes:
    """This machine's object code of the module, in which each kernel has an `emulation`; by kernel what it takes."""
    text = _without_calls(with_own_math(ir)) + _OF_HOST + "".join(map(_loop, kernels, kernels.values()))

    def made() -> bytes:
        machine = HOST.machine(level, loaded=True)
        return emitted(machine, optimised(machine, text, level))

    return apart(made)


def emulation(kernel: str) -> str:
    """What the function is called that runs a kernel thread by thread: it takes how many, then what the kernel does."""
    return f"ludens.emulate.{kernel}"


def _loop(kernel: str, kinds: Sequence[str]) -> str:
    parameters = ", ".join(f"{kind} %a{i}" for i, kind in enumerate(kinds))
    return f"""
define void @"{emulation(kernel)}"(i32 %threads, {parameters}) nounwind {{
entry:
  store i32 %threads, ptr @ludens.threads.now
  br label %look
look:
  %thread = phi i32 [ 0, %entry ], [ %next, %run ]
  %more = icmp ult i32 %thread, %threads
  br i1 %more, label %run, label %done
run:
  store i32 %thread, ptr @ludens.thread.now
  call void @"{kernel}"({parameters})
  %next = add i32 %thread, 1
  br label %look
done:
  ret void
}}
"""


def _for_cards(ir: str, kernels: Collection[str]) -> str:
    text = _without_calls(with_own_math(ir))
    for name in kernels:
        text = text.replace(f'define void @"{name}"(', f'define ptx_kernel void @"{name}"(')
    return text


def _without_calls(ir: str) -> str:
    """The module without calls by address, and with no look at what another thread writes."""
    text = _SPENT.sub("spent:\n  br label %fail\ntake:\n", ir)
    return _WATCHED.sub(r"load i32, ptr \1", text)


_FUNCTION: Final = re.compile(
    r"^(?:\.\w+ )*\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)\(.*?\n\)?[^;]*?\n\{(.*?)\n\}", re.M | re.S
)
_OWN: Final = re.compile(r"\.local \.align \d+ \.b8\s+\w+\[(\d+)\]")
_CALLED: Final = re.compile(r"^\s*call(?:\.uni)?\s+(?:\([^)]*\),\s*)?([\w$]+),", re.M)


def own_bytes(text: str) -> dict[str, int]:
    """By function of a module of PTX how many bytes of a thread's own memory it wants, with all that it calls.

    Functions that call themselves are counted as often as they may be nested, with `fuel.FRAME` bytes each for the
    registers that the assembler puts away. What it adds to others is not in it.
    """
    own, calls = functions(text)
    whole: dict[str, int] = {}
    for group in _groups(calls):
        bytes_, called = sum(own[name] for name in group), set[str]().union(*(calls[name] for name in group))
        if called & group:
            bytes_ = (NESTED + 1) * (bytes_ + fuel.FRAME * len(group))
        whole.update(dict.fromkeys(group, bytes_ + max((whole[other] for other in called - group), default=0)))
    return whole


def nested(text: str) -> list[set[str]]:
    """The functions of a module of PTX that call themselves, each with those by way of which it does."""
    _, calls = functions(text)
    return [group for group in _groups(calls) if any(calls[one] & group for one in group)]


def functions(text: str) -> tuple[dict[str, int], dict[str, set[str]]]:
    """By function of a module its own bytes, and which others of the module it calls."""
    bodies: dict[str, str] = dict(_FUNCTION.findall(text))
    own = {name: sum(map(int, _OWN.findall(body))) for name, body in bodies.items()}
    return own, {name: own.keys() & set(_CALLED.findall(body)) for name, body in bodies.items()}


def _groups(calls: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """The functions that reach each other, called ones before those that call them.

    R. Tarjan, Depth-first search and linear graph algorithms, 1972.
    """
    seen: dict[str, int] = {}
    path: list[str] = []
    done: set[str] = set()

    def visit(name: str) -> Iterator[set[str]]:
        seen[name] = lowest[name] = len(seen)
        path.append(name)
        for other in sorted(calls[name]):
            if other not in seen:
                yield from visit(other)
            if other not in done:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == seen[name]:
            group = set(path[path.index(name) :])
            del path[path.index(name) :]
            done.update(group)
            yield group

    lowest: dict[str, int] = {}
    for name in calls:
        if name not in seen:
            yield from visit(name)


def _hide(module: llvm.ModuleRef, kernels: Collection[str]) -> None:
    """Let the driver see nothing but the kernels."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in kernels:
            thing.linkage = "internal"


def _is_known(name: str) -> bool:
    """Whether a function that is only declared is one that cards have instructions for."""
    return name.startswith("llvm.") and intrinsic(name) not in LIBRARY
