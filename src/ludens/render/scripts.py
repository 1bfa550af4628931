"""Pieces that carry characters: shogi, xiangqi, janggi and mahjong, and the characters of each of their pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ludens.render.kanji import PROMOTED, ROMAJI, all_japanese, japanese

Script: TypeAlias = Literal["shogi", "xiangqi", "janggi", "mahjong"]

#: the names of xiangqi pieces, romanised and in English, with the characters of the red and of the black side
_XIANGQI: Final[dict[str, tuple[str, str]]] = {
    names: pair
    for listed, pair in (
        ("jiang shuai general marshal king", ("帥", "將")),
        ("shi advisor adviser guard mandarin", ("仕", "士")),
        ("xiang elephant minister", ("相", "象")),
        ("ma horse knight", ("馬", "馬")),
        ("ju che chariot rook", ("俥", "車")),
        ("pao cannon", ("炮", "砲")),
        ("zu bing soldier pawn", ("兵", "卒")),
    )
    for names in listed.split()
}
_JANGGI: Final[dict[str, str]] = {
    "han": "漢", "cho": "楚", "cha": "車", "po": "包", "ma": "馬", "sang": "象", "sa": "士", "byeong": "兵",
    "jol": "卒",
}  # fmt: skip
#: the characters of janggi in place of those of xiangqi
_IN_KOREA: Final[dict[tuple[str, str], tuple[str, str]]] = {
    ("帥", "將"): ("漢", "楚"), ("仕", "士"): ("士", "士"), ("相", "象"): ("象", "象"), ("俥", "車"): ("車", "車"),
    ("炮", "砲"): ("包", "包"),
}  # fmt: skip
_PINYIN: Final = frozenset({"jiang", "shuai", "shi", "xiang", "ma", "ju", "che", "pao", "zu", "bing"})
_NUMERALS: Final = {
    name: "一二三四五六七八九"[n]
    for n, name in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
}
_MAHJONG: Final[dict[str, str]] = {
    "windeast": "東", "windsouth": "南", "windwest": "西", "windnorth": "北", "dragonred": "中", "dragongreen": "發",
    "dragonwhite": "", "seasonspring": "春", "seasonsummer": "夏", "seasonautumn": "秋", "seasonwinter": "冬",
    "flowerplum": "梅", "flowerorchid": "蘭", "flowerchrysanthemum": "菊", "flowerbamboo": "竹",
}  # fmt: skip
#: the letters on western pieces without a picture, as players of shogi abbreviate them
WESTERN: Final[dict[str, str]] = {
    "ginsho": "S", "silver": "S", "silvergeneral": "S", "kinsho": "G", "gold": "G", "goldgeneral": "G", "tokin": "+P",
    "narikyo": "+L", "narikei": "+N", "narigin": "+S",
}  # fmt: skip
#: the figures of western pieces, by the names in the language of the game
FIGURES: Final[dict[str, str]] = {
    "osho": "king", "gyoku": "king", "hisha": "rook", "kakugyo": "bishop", "keima": "knight", "kyosha": "lance",
    "fuhyo": "pawn", "ryuo": "dragon", "ryuma": "unicorn", "jiang": "king", "shuai": "king", "general": "king",
    "han": "king", "cho": "king", "shi": "bishop", "sa": "bishop", "advisor": "bishop", "xiang": "elephant",
    "sang": "elephant", "ma": "knight", "ju": "rook", "che": "rook", "cha": "rook", "pao": "cannon",
    "po": "cannon", "zu": "pawn", "bing": "pawn", "byeong": "pawn", "jol": "pawn", "horse": "knight",
    "chariot": "rook", "soldier": "pawn", "lance": "lance",
}  # fmt: skip
_STYLES: Final[dict[str, Script]] = {"Shogi": "shogi", "Xiangqi": "xiangqi", "Janggi": "janggi"}


@dataclass(frozen=True)
class Tile:
    """A mahjong tile: its suit ("circle", "bamboo" or ""), its number, what is written on it, and in which colour."""

    suit: str = ""
    number: int = 0
    written: str = ""
    colour: str = "#1c1c1c"


def script_of(names: Iterable[str], board: str, styles: Iterable[str]) -> Script | None:
    """The script of a game, by its pieces' styles, or the names of its pieces, or its board's style.

    >>> script_of({"Jiang", "Shi", "Ma"}, "Board", ()), script_of({"Pawn", "King"}, "Chess", ())
    ('xiangqi', None)
    """
    plain = {re.sub(r"[^a-z]", "", name.lower()) for name in names}
    extended = next((style for style in styles if style.startswith("Extended")), "")
    if extended:
        return "shogi" if "Shogi" in extended else "xiangqi"
    vocabularies: tuple[tuple[Script, frozenset[str]], ...] = (
        ("shogi", frozenset(ROMAJI)),
        ("janggi", frozenset(_JANGGI) - _PINYIN),
        ("xiangqi", _PINYIN),
    )
    for script, words in vocabularies:
        if plain and 2 * len(plain & words) >= len(plain):
            return script
    if plain and 2 * sum(tile_of(name) is not None for name in plain) > len(plain):
        return "mahjong"
    suited = _STYLES.get(board)
    readable = sum(bool(characters(suited, name, red=True)) for name in names) if suited else 0
    return suited if plain and 2 * readable >= len(plain) else None


def characters(script: Script | None, name: str, *, red: bool, second: bool = False) -> str:
    """The characters on a piece, from top to bottom; with `red` the red side's, with `second` the second king's.

    >>> characters("xiangqi", "General", red=True), characters("shogi", "Osho", red=False, second=True)
    ('帥', '玉将')
    """
    plain = re.sub(r"[^a-z]", "", name.lower())
    if script == "shogi":
        written = japanese(name.rstrip("0123456789"))
        return "玉将" if written == "王将" and second else written
    if script == "janggi" and plain in _JANGGI:
        return _JANGGI[plain]
    if script == "janggi" and _XIANGQI.get(plain) in _IN_KOREA:
        return _IN_KOREA[_XIANGQI[plain]][0 if red else 1]
    if script in ("xiangqi", "janggi") and plain in _XIANGQI:
        return _XIANGQI[plain][0 if red else 1]
    return ""


def is_promoted(name: str, rivals: Iterable[str]) -> bool:
    """Whether a shogi piece is one of those that others are promoted to, and written in red.

    >>> is_promoted("Tokin", ()), is_promoted("Dragon", {"Rook"}), is_promoted("Rook", ())
    (True, True, False)
    """
    plain = name.lower()
    return plain in PROMOTED and (
        plain in ROMAJI or not any(japanese(r) for r in rivals if "Dragon" in r and r != "Dragon")
    )


def tile_of(name: str) -> Tile | None:
    """The mahjong tile of a name; None if it names none.

    >>> tile_of("BambooSeven"), tile_of("Pawn")
    (Tile(suit='bamboo', number=7, written='', colour='#1c1c1c'), None)
    """
    plain = name.lower()
    match = re.fullmatch(r"(character|circle|bamboo)(" + "|".join(_NUMERALS) + ")", plain)
    if match:
        suit, number = match[1], list(_NUMERALS).index(match[2]) + 1
        return Tile("", number, _NUMERALS[match[2]] + "萬", "#b3121d") if suit == "character" else Tile(suit, number)
    if plain not in _MAHJONG:
        return None
    first = plain[:6]
    colours = {"season": "#9c4a00", "flower": "#9c2a6a"} | ({first: "#b3121d"} if plain == "dragonred" else {})
    return Tile("", 0, _MAHJONG[plain], "#0b6b34" if plain == "dragongreen" else colours.get(first, "#1c1c1c"))


def all_characters() -> set[str]:
    """Every character that a piece of any script may carry."""
    texts = [*(c for pair in _XIANGQI.values() for c in pair), *_JANGGI.values(), *_NUMERALS.values()]
    return all_japanese() | set("".join([*texts, *_MAHJONG.values(), "玉萬楚河漢界"]))
