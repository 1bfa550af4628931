"""Makes a finding short: takes away what it does not need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from fuzz import trees
from fuzz.trees import Group

#: whether a text still shows what the finding shows
Shows = Callable[[str], bool]


def minimised(text: str, shows: Shows, seconds: float) -> str:
    """A shorter text that shows the same, as far as so many seconds go."""
    until = time.monotonic() + seconds
    try:
        tree = trees.read(text)
    except ValueError:
        return _cut(text, shows, until)
    if not shows(trees.write(tree)):
        return _cut(text, shows, until)
    return _pruned(tree, shows, until)


def _pruned(tree: Group, shows: Shows, until: float) -> str:
    """Without clauses and words, and with inner clauses in the place of outer ones; the largest first."""
    found = True
    while found:
        found = False
        for smaller in _smaller(tree):
            if time.monotonic() > until:
                return trees.write(tree)
            if shows(trees.write(smaller)):
                tree, found = smaller, True
                break
    return trees.write(tree)


def _smaller(tree: Group) -> Iterator[Group]:
    """Trees with one item less, or with one that is smaller."""
    sized = sorted(
        ((len(trees.write(group.items[n])), k) for k, (group, n) in enumerate(trees.places(tree)) if k),
        reverse=True,
    )
    for _, k in sized:
        yield _edited(tree, k, None)
        group, number = list(trees.places(tree))[k]
        old = group.items[number]
        if isinstance(old, Group):
            for inner in old.items:
                if isinstance(inner, Group):
                    new = inner.copy()
                    new.opening = old.opening[:-1] + new.opening[-1]
                    yield _edited(tree, k, new)


def _edited(tree: Group, k: int, new: Group | None) -> Group:
    copy = tree.copy()
    group, number = list(trees.places(copy))[k]
    group.items[number : number + 1] = [] if new is None else [new]
    return copy


def _cut(text: str, shows: Shows, until: float) -> str:
    """Without stretches of the text, halves first."""
    size = len(text) // 2
    while size:
        start = 0
        while start < len(text) and time.monotonic() < until:
            shorter = text[:start] + text[start + size :]
            if shows(shorter):
                text = shorter
            else:
                start += size
        size //= 2
    return text
