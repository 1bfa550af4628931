"""Texts that an exported game gives by number, as assembly: labels, names, errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.export import entries
from ludens.export.code import Emitted, sites_of
from ludens.ludemes.runtime import memory


def texts(code: Emitted) -> str:
    """The assembly of the functions slot_label, component_name and error_text."""
    labels = [site["label"] for site in sites_of(code.game)]
    names = ["", *(component.name for component in code.game.components)]
    return "\n".join(
        (
            _function("slot_label", labels, ""),
            _function("component_name", names, ""),
            _function("error_text", _by_number(memory.ERRORS), "an unknown error", sign=-1),
        )
    )


def _by_number(told: Mapping[int, str]) -> Sequence[str]:
    return [told.get(number, "") for number in range(max(told) + 1)]


def _function(name: str, listed: Sequence[str], otherwise: str, *, sign: int = 1) -> str:
    """A function that gives the text of a number, or another one where there is none."""
    items = [otherwise, *(text or otherwise for text in listed)]
    lines = [f'@"text.{name}.{i}" = internal constant {_constant(text)}' for i, text in enumerate(items)]
    pointers = ", ".join(f'ptr @"text.{name}.{i}"' for i in range(len(items)))
    lines += [
        f'@"text.{name}" = internal constant [{len(items)} x ptr] [{pointers}]',
        f'define ptr @"{entries.PREFIX}{name}"(i32 %given) nounwind {{',
        f"  %number = mul i32 %given, {sign}",
        f"  %inside = icmp ult i32 %number, {len(listed)}",
        "  %behind = add i32 %number, 1",
        "  %index = select i1 %inside, i32 %behind, i32 0",
        f'  %at = getelementptr ptr, ptr @"text.{name}", i32 %index',
        "  %text = load ptr, ptr %at",
        "  ret ptr %text",
        "}",
        "",
    ]
    return "\n".join(lines)


def _constant(text: str) -> str:
    data = text.encode() + b"\0"
    escaped = "".join(rf"\{byte:02X}" for byte in data)
    return f'[{len(data)} x i8] c"{escaped}"'
