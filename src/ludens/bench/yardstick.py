"""What a processor is worth at the moment: a fixed native loop, timed beside all that is measured.

The loop is a text of its own and not written on the stage, so that it stays the same when ludens gets faster: runs of
different hours, versions and machines are compared by what they did in the time that this loop took.
"""

from __future__ import annotations

import hashlib
import time
from functools import cache

from ludens.native import Package, Program, Signature
from ludens.stage.engine import compile_ir

#: random numbers, a table of 16 KiB that is read and written where they point, a branch that nobody can foresee
_TEXT = """
define i64 @yardstick(i64 %n) {
entry:
  %table = alloca [2048 x i64], align 64
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %at = getelementptr [2048 x i64], [2048 x i64]* %table, i64 0, i64 %i
  store i64 %i, i64* %at
  %i1 = add i64 %i, 1
  %filled = icmp eq i64 %i1, 2048
  br i1 %filled, label %loop, label %fill
loop:
  %k = phi i64 [ 0, %fill ], [ %k1, %next ]
  %x0 = phi i64 [ 88172645463325252, %fill ], [ %x3, %next ]
  %sum0 = phi i64 [ 0, %fill ], [ %sum, %next ]
  %a = shl i64 %x0, 13
  %x1 = xor i64 %x0, %a
  %b = lshr i64 %x1, 7
  %x2 = xor i64 %x1, %b
  %c = shl i64 %x2, 17
  %x3 = xor i64 %x2, %c
  %index = and i64 %x3, 2047
  %place = getelementptr [2048 x i64], [2048 x i64]* %table, i64 0, i64 %index
  %old = load i64, i64* %place
  %new = add i64 %old, %x3
  store i64 %new, i64* %place
  %bits = and i64 %old, 3
  %rare = icmp eq i64 %bits, 0
  br i1 %rare, label %multiply, label %next
multiply:
  %product = mul i64 %sum0, %new
  %mirror = getelementptr [2048 x i64], [2048 x i64]* %table, i64 0, i64 %bits
  store i64 %product, i64* %mirror
  br label %next
next:
  %sum1 = phi i64 [ %sum0, %loop ], [ %product, %multiply ]
  %sum = xor i64 %sum1, %old
  %k1 = add i64 %k, 1
  %done = icmp uge i64 %k1, %n
  br i1 %done, label %end, label %loop
end:
  ret i64 %sum
}
"""
#: which loop it is: rates of other loops are not to be compared
NAME = hashlib.sha256(_TEXT.encode()).hexdigest()[:12]
#: turns of the loop in one sample, some hundredths of a second
_TURNS = 4_000_000


@cache
def _program() -> Program:
    return Program(Package(compile_ir(_TEXT, 2), {"yardstick": Signature(("i64",), "i64")}))


def rate() -> float:
    """Turns of the loop a second of processor time, now."""
    program = _program()
    began = time.thread_time()
    program.call("yardstick", _TURNS)
    return _TURNS / (time.thread_time() - began)
