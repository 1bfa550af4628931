"""Texts that an exported game gives, as assembly: labels, names and errors by number, and those of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludens.export import entries
from ludens.export.code import Emitted, sites_of
from ludens.rules.state import memory


def texts(code: Emitted) -> str:
    """The assembly of the functions slot_label, component_name, error_text and move_text."""
    labels = [site["label"] for site in sites_of(code.game)]
    names = ["", *(component.name for component in code.game.components)]
    return "\n".join(
        (
            _function("slot_label", labels, ""),
            _function("component_name", names, ""),
            _function("error_text", _by_number(memory.ERRORS), "an unknown error", sign=-1),
            _MOVE_TEXT.replace("PREFIX", entries.PREFIX),
        )
    )


#: a move by the labels of its sites, as `ludens.game.notation` has it: A4-D4, C3, pass
_MOVE_TEXT: Final = """\
@"text.way" = internal constant [2 x i8] c"-\\00"
@"text.pass" = internal constant [5 x i8] c"pass\\00"

define internal i32 @"text.put"(ptr %text, i32 %room, i32 %begin, ptr %part) nounwind {
  br label %next
next:
  %i = phi i32 [ 0, %0 ], [ %more, %on ]
  %source = getelementptr i8, ptr %part, i32 %i
  %letter = load i8, ptr %source
  %at = add i32 %begin, %i
  %behind = add i32 %at, 1
  %fits = icmp slt i32 %behind, %room
  br i1 %fits, label %put, label %on
put:
  %target = getelementptr i8, ptr %text, i32 %at
  store i8 %letter, ptr %target
  br label %on
on:
  %more = add i32 %i, 1
  %done = icmp eq i8 %letter, 0
  br i1 %done, label %end, label %next
end:
  ret i32 %at
}

define i32 @"PREFIXmove_text"(ptr %move, ptr %text, i32 %room) nounwind {
  %from = call i32 @"PREFIXmove_from_slot"(ptr %move)
  %to = call i32 @"PREFIXmove_to_slot"(ptr %move)
  %nowhere = icmp slt i32 %to, 0
  br i1 %nowhere, label %pass, label %somewhere
pass:
  %passed = call i32 @"text.put"(ptr %text, i32 %room, i32 0, ptr @"text.pass")
  br label %end
somewhere:
  %origin = icmp sge i32 %from, 0
  %leaves = icmp ne i32 %from, %to
  %both = and i1 %origin, %leaves
  br i1 %both, label %way, label %target
way:
  %start = call ptr @"PREFIXslot_label"(i32 %from)
  %started = call i32 @"text.put"(ptr %text, i32 %room, i32 0, ptr %start)
  %joined = call i32 @"text.put"(ptr %text, i32 %room, i32 %started, ptr @"text.way")
  br label %target
target:
  %so_far = phi i32 [ 0, %somewhere ], [ %joined, %way ]
  %stop = call ptr @"PREFIXslot_label"(i32 %to)
  %stopped = call i32 @"text.put"(ptr %text, i32 %room, i32 %so_far, ptr %stop)
  br label %end
end:
  %length = phi i32 [ %passed, %pass ], [ %stopped, %target ]
  %last = sub i32 %room, 1
  %short = icmp slt i32 %length, %last
  %place = select i1 %short, i32 %length, i32 %last
  %some = icmp sgt i32 %room, 0
  br i1 %some, label %finish, label %out
finish:
  %final = getelementptr i8, ptr %text, i32 %place
  store i8 0, ptr %final
  br label %out
out:
  ret i32 %length
}
"""


def _by_number(texts: Mapping[int, str]) -> Sequence[str]:
    return [texts.get(number, "") for number in range(max(texts) + 1)]


def _function(name: str, values: Sequence[str], otherwise: str, *, sign: int = 1) -> str:
    """A function that gives the text of a number, or another one where there is none."""
    items = [otherwise, *(text or otherwise for text in values)]
    lines = [f'@"text.{name}.{i}" = internal constant {_constant(text)}' for i, text in enumerate(items)]
    pointers = ", ".join(f'ptr @"text.{name}.{i}"' for i in range(len(items)))
    lines += [
        f'@"text.{name}" = internal constant [{len(items)} x ptr] [{pointers}]',
        f'define ptr @"{entries.PREFIX}{name}"(i32 %given) nounwind {{',
        f"  %number = mul i32 %given, {sign}",
        f"  %inside = icmp ult i32 %number, {len(values)}",
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
