"""The messages that the rules of games are made of: `python docs/making/wordings.py [--share] [GAME ...]`.

They are written to `docs/making/wordings.txt`, those that stand in most sentences first; `--share` says which share of
the sentences each language has whole.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import ludens
from ludens import library, words
from ludens.lab import sheet
from ludens.lab.sheet.document import Item, Section

FILE = Path(__file__).parent / "wordings.txt"


def sentences(name: str) -> Iterator[str]:
    """The sentences of a game's rules, marked."""
    with words.speaking(words.MARKED):
        for one in sheet.sheets(ludens.load(name), pictures=False):
            for section in one.sections:
                yield from _of_section(section)


def _of_section(section: Section) -> Iterator[str]:
    yield from (text for text in (section.text,) if text)
    for item in section.items:
        yield from _of_item(item)
    for inner in section.sections:
        yield from _of_section(inner)


def _of_item(item: Item) -> Iterator[str]:
    yield item.text
    for inner in item.items:
        yield from _of_item(inner)


def messages_in(text: str) -> list[str]:
    """The messages that a marked sentence is made of; none of one that is English."""
    return words.messages_in(text)


def share(listed: Sequence[str], language: str) -> float:
    """Which part of sentences a language has whole."""
    return sum(words.is_whole(text, language) for text in listed) / max(len(listed), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", help="games of the library, or files; all of the library without")
    parser.add_argument("--share", action="store_true", help="only say which share of the sentences is translated")
    arguments = parser.parse_args()
    listed = [text for name in arguments.games or library.names() for text in sentences(name)]
    for language in words.languages():
        if language != "en":
            print(f"{language}: {share(listed, language):.0%} of {len(listed)} sentences")
    if not arguments.share:
        counted = Counter(message for text in listed for message in set(messages_in(text)))
        listed_first = sorted(counted, key=lambda message: (-counted[message], message))
        FILE.write_text("".join(f"{message}\n" for message in listed_first), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
