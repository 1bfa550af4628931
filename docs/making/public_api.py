#!/usr/bin/env python3
"""Print the public API, a name or a signature a line: what the pages of `docs/api` show, read without importing it.

    python docs/making/public_api.py > tests/public_api.txt

`tests/docs/test_public_api.py` holds the code to that file; docs/stability.md says what it promises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

ROOT = Path(__file__).resolve().parents[2]
_SHOWN = re.compile(r"^::: (ludens\S+)", re.MULTILINE)


def listing() -> str:
    """Every public name that the pages of the API show, with its members and their signatures, in order."""
    package = griffe.load("ludens", search_paths=[ROOT / "src"], allow_inspection=False)
    pages = sorted((ROOT / "docs/api").glob("*.md"))
    names = sorted({name for page in pages for name in _SHOWN.findall(page.read_text(encoding="utf-8"))})
    return "".join(f"{line}\n" for name in names for line in _lines(name, package[name.partition(".")[2]]))


def _lines(name: str, named: griffe.Object | griffe.Alias) -> Iterator[str]:
    shown = named.final_target if isinstance(named, griffe.Alias) else named
    if shown.is_function:
        yield f"{name}{_signature(shown)}"
    elif shown.is_class:
        yield f"{name}({', '.join(str(base) for base in shown.bases)})"
        if "dataclass" in shown.labels or "__init__" in shown.members:
            yield f"{name}.__init__{_parameters(shown.parameters)}"
        for member in sorted(_members(shown), key=lambda one: one.name):
            if not member.name.startswith("_") and not member.is_alias:
                yield from _lines(f"{name}.{member.name}", member)
    else:
        yield f"{name}: {shown.annotation}" if getattr(shown, "annotation", None) else name


def _members(shown: griffe.Class) -> Iterator[griffe.Object | griffe.Alias]:
    """The members of a class, and those that are declared for it in `ludens.members`."""
    yield from shown.members.values()
    for base in shown.resolved_bases:
        if base.module.path == "ludens.members":
            yield from base.members.values()


def _signature(function: griffe.Object) -> str:
    returns = f" -> {function.returns}" if function.returns is not None else ""
    return f"{_parameters(function.parameters)}{returns}"


def _parameters(parameters: griffe.Parameters) -> str:
    return f"({', '.join(_parts(parameters))})"


def _parts(parameters: griffe.Parameters) -> Iterator[str]:
    kinds = griffe.ParameterKind
    named_only = False
    for one in parameters:
        stars = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(one.kind, "")
        if one.kind == kinds.keyword_only and not named_only:
            yield "*"
        named_only |= one.kind in (kinds.keyword_only, kinds.var_positional)
        kind = f": {one.annotation}" if one.annotation is not None else ""
        default = f" = {one.default}" if one.default is not None and not stars else ""
        yield f"{stars}{one.name}{kind}{default}"


if __name__ == "__main__":
    print(listing(), end="")
