"""Real descriptions that were changed: words and clauses cut, doubled, swapped, or taken from another description."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from fuzz import sources, trees
from fuzz.driver import Input
from fuzz.trees import Group

NOISE: Final = [*'(){}[]<>":#~,/\\ \n', "//", "..", "\0", "\r", "é", "\U0001f3b2", "#1", "<S>", '"F"', "-1.5", "x:"]
NUMBERS: Final = ["0", "1", "2", "3", "7", "-1", "-2", "16", "17", "100", "255", "256", "65536", "2147483647", "Off"]


def make(choose: random.Random) -> Input:
    kind = choose.random()
    optimised = choose.random() < 0.06
    if kind < 0.05:
        return Input("description", _noise(choose), optimised)
    return Input("description", changed(choose, as_written=kind < 0.2), optimised)


def changed(choose: random.Random, *, as_written: bool = False) -> str:
    """A description of which a few parts are others."""
    source = sources.pick(choose)
    if as_written:
        try:
            tree = trees.read(source.text)
        except ValueError:
            tree = source.tree.copy()
    else:
        tree = source.tree.copy()
    for _ in range(choose.choice([1, 1, 1, 2, 2, 3, 5])):
        _change(tree, choose)
    return trees.write(tree)


def _change(tree: Group, choose: random.Random) -> None:
    places = list(trees.places(tree))[1:]
    if places:
        group, number = choose.choice(places)
        choose.choice(_changes)(tree, group, number, choose)


Change = Callable[[Group, Group, int, random.Random], object]


def _cut(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    del group.items[number]


def _double(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    item = group.items[number]
    group.items.insert(number, item.copy() if isinstance(item, Group) else item)


def _swap(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    other = choose.randrange(len(group.items))
    group.items[number], group.items[other] = group.items[other], group.items[number]


def _word(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    """Another word: a number for a number, else any of another description."""
    donor = sources.pick(choose)
    words = [g.items[n] for g, n in trees.places(donor.tree) if isinstance(g.items[n], str)]
    old = group.items[number]
    if (isinstance(old, str) and old.lstrip("-").isdigit()) or choose.random() < 0.2:
        group.items[number] = choose.choice(NUMBERS)
    elif words:
        group.items[number] = choose.choice(words)


def _like(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    """A clause of another description that may stand in the same places, or any where there is none."""
    old = group.items[number]
    donor = sources.pick(choose)
    wanted = sources.kinds(old.keyword) if isinstance(old, Group) else frozenset()
    fitting = [g for g in donor.groups if sources.kinds(g.keyword) & wanted] or list(donor.groups)
    new = choose.choice(fitting).copy()
    label = old.opening[:-1] if isinstance(old, Group) else ""
    new.opening = label + new.opening[-1]
    group.items[number] = new


def _own(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    """A clause of the same description, within itself perhaps."""
    items = [g.items[n] for g, n in trees.places(tree)]
    old = group.items[number]
    wanted = sources.kinds(old.keyword) if isinstance(old, Group) else frozenset()
    fitting = [g for g in items if isinstance(g, Group) and sources.kinds(g.keyword) & wanted]
    if fitting and isinstance(old, Group):
        new = choose.choice(fitting).copy()
        new.opening = old.opening[:-1] + new.opening[-1]
        group.items[number] = new


def _more(tree: Group, group: Group, number: int, choose: random.Random) -> None:
    """A clause of another description beside this one."""
    donor = sources.pick(choose)
    group.items.insert(number, choose.choice(donor.groups).copy())


_changes: list[Change] = [_cut, _double, _swap, _word, _word, _word, _like, _like, _like, _like, _own, _own, _more]


def _noise(choose: random.Random) -> str:
    """A description with stretches of its text replaced by noise."""
    text = sources.pick(choose).text
    for _ in range(choose.randrange(1, 4)):
        start = choose.randrange(len(text) + 1)
        end = min(len(text), start + choose.choice([0, 0, 1, 5, 30]))
        text = text[:start] + choose.choice([*NOISE, ""]) + text[end:]
    return text
