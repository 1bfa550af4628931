"""Members of games, states and encodings that are done elsewhere: each declaration is what its function does."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import ludens
from ludens import members

OWNERS = (members.GameMembers, members.StateMembers, members.EncodingMembers, members)


def declared() -> Iterator[tuple[str, Any]]:
    """The declarations, by the names of their owners and their own."""
    for owner in OWNERS:
        for name, member in vars(owner).items():
            function = getattr(member, "fget", None) or getattr(member, "func", None) or member
            if hasattr(function, "place"):
                yield f"{owner.__name__}.{name}", function


DECLARED = dict(declared())


def defaults(function: Any) -> dict[str, Any]:
    """The parameters behind the first, and their defaults; those that only pass names on are none."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return {one.name: one.default for one in parameters if one.kind is not inspect.Parameter.VAR_KEYWORD}


def target_of(member: Any) -> Any:
    module, _, name = member.place.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("name", DECLARED)
def test_a_declaration_is_what_its_function_takes(name: str) -> None:
    """A declaration may leave out what has a default, as that of a picture does."""
    member, target = DECLARED[name], target_of(DECLARED[name])
    own, theirs = defaults(member), defaults(target)
    assert list(own.items()) == [(name, theirs[name]) for name in theirs if name in own]
    assert all(theirs[name] is not inspect.Parameter.empty for name in theirs.keys() - own)
    assert inspect.getdoc(member)


def test_most_of_what_is_asked_is_declared() -> None:
    names = {name.rpartition(".")[2] for name in DECLARED}
    assert {"why", "why_not", "vector", "encoding", "observation", "parse", "__str__", "_repr_svg_", "batch"} <= names


def test_members_look_like_methods() -> None:
    signature = inspect.signature(ludens.State.why_not)
    assert list(signature.parameters) == ["self", "from_site", "to_site"] and signature.return_annotation == "WhyNot"
    assert ludens.State.why_not.__qualname__ == "StateMembers.why_not"
    assert "the clauses that made it" in (inspect.getdoc(ludens.State.why) or "")


def test_nothing_is_imported_before_a_member_is_called() -> None:
    program = """
import sys, ludens
state = ludens.load("Tic-Tac-Toe").start(seed=1)
print("ludens.explain" in sys.modules, "ludens.encoding" in sys.modules, "ludens.render" in sys.modules)
state.why("A1")
print("ludens.explain" in sys.modules, "ludens.encoding" in sys.modules, "ludens.render" in sys.modules)
"""
    printed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert printed.split() == ["False"] * 3 + ["True", "False", "False"]


def test_states_have_no_dictionary() -> None:
    """The declarations of members leave the layout of states as it is, on which native code rests."""
    assert not hasattr(ludens.load("Tic-Tac-Toe").start(seed=1), "__dict__")
