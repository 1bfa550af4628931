"""Names of other systems as a description may have them."""

from __future__ import annotations

import re
from collections.abc import Sequence


def label(name: str) -> str:
    """A name without the signs that mean something in a description."""
    return re.sub(r"[^A-Za-z0-9 ?-]", "-", name)


def distinct(listed: Sequence[str]) -> dict[str, str]:
    """What pieces are called, by their names in small letters.

    No name is a part of another or ends with a digit, since the language finds pieces by parts of their names.
    """
    result: dict[str, str] = {}
    for name in listed:
        plain = label(name).replace("?", "")
        result[name.lower()] = f"{plain}." if plain[-1:].isdigit() else plain
    for key, name in result.items():
        others = [other for other_key, other in result.items() if other_key != key]
        number = 0
        while any(result[key] in other for other in others):
            number += 1
            result[key] = f"{name}{'.' * number}"
    return result


def text(words: str) -> str:
    """Words in quotation marks."""
    plain = " ".join(words.replace("\\", " ").replace('"', "'").split())
    return f'"{plain}"'


def sites(numbers: Sequence[int]) -> str:
    """A region as a list of sites, ranges where they follow each other."""
    parts: list[list[int]] = []
    for site in sorted(numbers):
        if parts and parts[-1][-1] == site - 1:
            parts[-1].append(site)
        else:
            parts.append([site])
    words = (f"{part[0]}..{part[-1]}" if len(part) > 1 else f"{part[0]}" for part in parts)
    return f"(sites {{{' '.join(words)}}})"
