"""Functions of numbers that are no instruction, for targets that have no library: compiled in with the code.

The logarithm is here, which searches want; it is exact to within one unit of the last place, so that a search may break
a near tie in another way than the host's. Rules get no such functions: their numbers are the same everywhere, or the
target refuses the game.
"""

from __future__ import annotations

import re
from typing import Final

#: minimax polynomial of (log(1+f) - log(1-f)) / s - 2 with s = f / (2 + f), from the highest power on, in s squared
_SERIES: Final = (
    1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01, 2.222219843214978396e-01,
    2.857142874366239149e-01, 3.999999999940941908e-01, 6.666666666666735130e-01,
)  # fmt: skip
#: the logarithm of 2 in two parts, the first of which has few bits
_HIGH, _LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
#: the bits of a double that is half the square root of 2, and where its exponent begins
_HALF_ROOT, _EXPONENT = 0x3FE6A09E00000000, 52

_LOG: Final = "ludens.log"
_CALLED: Final = re.compile(r"@llvm\.log\.f64\b")
_DECLARED: Final = re.compile(r"^declare double @llvm\.log\.f64\(double\)\n", re.MULTILINE)


def with_own_math(ir: str) -> str:
    """A module that calls its own logarithm where it called LLVM's."""
    if not _CALLED.search(ir):
        return ir
    return _CALLED.sub(f"@{_LOG}", _DECLARED.sub("", ir)) + _logarithm()


def _logarithm() -> str:
    """log(x) for x > 0: x is 2**k * (1 + f), 1 + f between the root of 1/2 and that of 2; then a series in f."""
    lines = [
        f"define internal double @{_LOG}(double %x) nounwind memory(none) {{",
        "  %bits = bitcast double %x to i64",
        f"  %above = sub i64 %bits, {_HALF_ROOT}",
        f"  %k = ashr i64 %above, {_EXPONENT}",
        f"  %power = shl i64 %k, {_EXPONENT}",
        "  %rest = sub i64 %bits, %power",
        "  %m = bitcast i64 %rest to double",
        "  %f = fsub double %m, 1.0",
        "  %d = fadd double %f, 2.0",
        "  %s = fdiv double %f, %d",
        "  %z = fmul double %s, %s",
        f"  %r0 = fmul double %z, {_SERIES[0]!r}",
    ]
    for i, factor in enumerate(_SERIES[1:]):
        lines += [f"  %a{i} = fadd double %r{i}, {factor!r}", f"  %r{i + 1} = fmul double %a{i}, %z"]
    lines += [
        "  %half = fmul double %f, 0.5",
        "  %h = fmul double %half, %f",
        "  %kd = sitofp i64 %k to double",
        f"  %hr = fadd double %h, %r{len(_SERIES) - 1}",
        "  %shr = fmul double %s, %hr",
        f"  %kl = fmul double %kd, {_LOW!r}",
        "  %small = fadd double %shr, %kl",
        "  %c = fsub double %h, %small",
        "  %e = fsub double %c, %f",
        f"  %kh = fmul double %kd, {_HIGH!r}",
        "  %log = fsub double %kh, %e",
        "  ret double %log",
        "}",
        "",
    ]
    return "\n".join(lines)
