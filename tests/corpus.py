"""Files of real games, read with counts: how many games, which are refused and why, and which come back.

    python -m tests.corpus niklasf/python-chess=FOLDER wiegerw/pdn=FOLDER

Each folder is named by where its files are from. A game comes back where it is written, read again, and is the same:
turns, comments, annotations, variations, tags, result. The table of docs/corpus.md is what `--markdown` prints.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import ludens
from ludens import notation
from ludens.notation import NotationError, Record, Style
from ludens.notation.reading import File, Piece, encoding_of, lines_of
from ludens.notation.record import Line

#: the games of files by their suffixes, where no tag says another one
GAMES: Final = {
    "pgn": "Chess", "sgf": "Go", "pdn": "International Draughts", "ggf": "Reversi", "mat": "Backgammon",
    "kif": "Shogi", "kifu": "Shogi", "ki2": "Shogi", "csa": "Shogi",
}  # fmt: skip
#: what the tag Variant calls games, in small letters
VARIANTS: Final = {
    "standard": "Chess", "chess960": "Chess960", "fischerandom": "Chess960", "crazyhouse": "Crazyhouse",
    "antichess": "Antichess", "atomic": "Atomic Chess", "horde": "Horde", "three-check": "Three-Check",
    "king of the hill": "King of the Hill", "racing kings": "Racing Kings",
}  # fmt: skip
#: the number of the tag GameType
DRAUGHTS: Final = {
    "20": "International Draughts", "21": "English Draughts", "22": "Italian Draughts", "25": "Russian Draughts",
    "26": "Brazilian Draughts", "40": "Frisian Draughts",
}  # fmt: skip
_SQUARES: Final = re.compile(r"\d\.\s*[a-h][1-8][-:x]")
_NUMBERS: Final = re.compile(r"(?<![\d.])(\d{1,2})[-x](\d{1,2})(?![\d/])")
#: properties of SGF that tell of the file, and the size, which is written in any case
_OWN: Final = ("AP", "CA", "FF", "GM", "SZ", "ST")
_VARIANT: Final = re.compile(r'^\s*\[Variant\s+"([^"]+)"', re.MULTILINE)
_TYPE: Final = re.compile(r'^\s*\[GameType\s+"(\d+)', re.MULTILINE)
_SIZE: Final = re.compile(r"\bSZ\s*\[(\d+)\]")
_KIND: Final = re.compile(r"\bGM\s*\[(\d+)\]")


class Refusal(NamedTuple):
    """A game that is not read: where it stands, and why."""

    place: str
    why: str


@dataclass
class Count:
    """What became of the files of an origin in one format."""

    files: int = 0
    games: int = 0
    turns: int = 0
    back: int = 0
    remarks: int = 0
    refused: list[Refusal] = field(default_factory=list)
    #: games that were written and came back as others
    changed: list[str] = field(default_factory=list)


@cache
def style_of(name: str, *options: str) -> Style:
    return notation.of(ludens.load(name, options=list(options)))


def style_for(suffix: str, text: str) -> Style:
    """The notation that a game's own tags ask for. Raises NotationError where the library has no such game."""
    if (match := _VARIANT.search(text)) is not None and suffix == "pgn":
        name = VARIANTS.get(match[1].casefold())
        if name is None:
            raise NotationError(f"the variant {match[1]} is none of the library's here", "", 0)
        return style_of(name)
    if (match := _TYPE.search(text)) is not None and suffix == "pdn":
        if match[1] not in DRAUGHTS:
            raise NotationError(f"draughts of the type {match[1]} are none of the library's", "", 0)
        return style_of(DRAUGHTS[match[1]])
    if suffix == "pdn":
        return style_of(_draughts_of(text))
    if suffix == "sgf":
        if (match := _KIND.search(text)) is not None and match[1] != "1":
            raise NotationError(f"this is a file of another game than Go: GM[{match[1]}]", "", 0)
        size = int(match[1]) if (match := _SIZE.search(text)) is not None else 19
        return style_of("Go", f"Board Size/{size}x{size}")
    return style_of(GAMES[suffix])


def _draughts_of(text: str) -> str:
    """The draughts of a game that does not say: with letters Russian, with no square beyond 32 English."""
    moves = text.rpartition("]")[2]
    if _SQUARES.search(moves):
        return DRAUGHTS["25"]
    squares = [int(square) for match in _NUMBERS.finditer(moves) for square in match.groups()]
    return DRAUGHTS["21" if squares and max(squares) <= 32 and len(squares) > 20 else "20"]


def form_of(style: Style, suffix: str) -> str:
    """The format of files with a suffix."""
    return next(name for name, file in style.files.items() if f".{suffix}" in file.suffixes)


def facts(line: Line) -> object:
    """All that a line holds, to be compared."""
    held = {name: value for name, value in line.annotations().items() if name not in ("variations", "times", "setups")}
    if marks := held.pop("marks", None):
        held["marks"] = {turn: sorted(map(str, several)) for turn, several in marks.items()}
    if nodes := held.pop("nodes", None):
        held["nodes"] = {turn: [_properties(one) for one in several] for turn, several in nodes.items()}
    others = {turn: [facts(one) for one in lines] for turn, lines in line.variations.items()}
    return line.plies, held, others


def _properties(node: object) -> object:
    """The properties of a node of SGF, without those that every file says for itself."""
    return {key: value for key, value in node.items() if key not in _OWN} if isinstance(node, dict) else node


def comes_back(style: Style, form: str, record: Record) -> bool:
    """Whether a game is the same when it has been written and read."""
    again = style.read(style.write(record, form), form)
    tags = {key: value for key, value in record.tags.items() if key != "Result"}
    return (
        len(again) == 1
        and facts(again[0].line) == facts(record.line)
        and again[0].result == record.result
        and tags.items() <= again[0].tags.items()
        and again[0].start.sites() == record.start.sites()
    )


def read_file(path: Path, name: str, count: Count) -> None:
    """Read the games of a file, one by one."""
    suffix, count.files = path.suffix.lower()[1:], count.files + 1
    usual = style_of(GAMES[suffix])
    file = usual.file(form_of(usual, suffix))
    with path.open("rb") as data:
        lines = list(lines_of(data, encoding_of(data, [file], name)))
    for piece in _pieces(file, lines):
        count.games += 1
        try:
            style = style_for(suffix, piece.text)
            form = form_of(style, suffix)
            [record] = style.read(piece.text, form, name)
        except (NotationError, ludens.LudError, ValueError) as error:
            cause = error.cause if isinstance(error, NotationError) else str(error)
            count.refused.append(Refusal(f"{name}:{piece.line}", " ".join(str(cause).split())[:160]))
            continue
        count.turns += len(record.turns)
        count.remarks += len(record.remarks)
        if comes_back(style, form, record):
            count.back += 1
        else:
            count.changed.append(f"{name}:{piece.line}")


def _pieces(file: File, lines: Sequence[str]) -> Iterator[Piece]:
    return (piece for piece in file.split(lines) if piece.text.strip())


def counts(origins: Sequence[tuple[str, Path]], most: int) -> dict[tuple[str, str], Count]:
    """What became of the files of each origin, format by format; of each no more than `most` files."""
    result = dict[tuple[str, str], Count]()
    for origin, folder in origins:
        for path in sorted(path for path in folder.rglob("*") if path.suffix.lower()[1:] in GAMES and path.is_file()):
            count = result.setdefault((origin, path.suffix.lower()[1:]), Count())
            if count.files < most:
                read_file(path, str(path.relative_to(folder)), count)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="ORIGIN=FOLDER")
    parser.add_argument("--markdown", action="store_true", help="print the table of the manual")
    parser.add_argument("--most", type=int, default=10_000, metavar="N", help="no more files than these of an origin")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="name no more refused and changed games (10)")
    arguments = parser.parse_args()
    origins = [(name, Path(folder)) for name, _, folder in (one.partition("=") for one in arguments.folders)]
    found = counts(origins, arguments.most)
    if arguments.markdown:
        print("| origin | format | files | games | read | come back |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for (origin, suffix), count in found.items():
        row = (count.files, count.games, count.games - len(count.refused), count.back)
        if arguments.markdown:
            print(f"| {origin} | {suffix} | " + " | ".join(f"{number:,}" for number in row) + " |")
            continue
        print("{} {}: {} files, {} games, {} read, {} come back;".format(origin, suffix, *row), end=" ")
        print(f"{count.turns} turns, {count.remarks} remarks")
        for refusal in count.refused[: arguments.show]:
            print(f"  refused {refusal.place}: {refusal.why}")
        for place in count.changed[: arguments.show]:
            print(f"  changed {place}")
        for why, times in Counter(re.sub(r"\d+", "N", one.why)[:60] for one in count.refused).most_common(8):
            print(f"  {times:4} x {why}")


if __name__ == "__main__":
    main()
