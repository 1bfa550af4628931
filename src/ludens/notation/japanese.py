"""How shogi is written in Japan, in what KIF and CSA have in common: the pieces, the ends, starts with odds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from ludens.game import Game, Move, State
from ludens.notation.grid import Grid
from ludens.notation.turns import Turn


class Shogi(Protocol):
    """What files of shogi are written and read with: a notation that knows USI and SFEN."""

    game: Game
    grid: Grid

    def usi(self, state: State, turn: Sequence[Move]) -> str: ...

    def site(self, square: str) -> int | None: ...

    def letter_of(self, state: State, move: Move) -> str: ...

    def letter_at(self, state: State, square: str) -> str: ...

    def parse(self, state: State, text: str) -> Turn: ...

    def of_usi(self, state: State, text: str) -> Turn: ...

    def position(self, state: State) -> str: ...

    def state(self, text: str) -> State: ...


#: what the pieces are called by their letters in USI: in KIF, and in CSA
KANJI: Final = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍",
}  # fmt: skip
CODES: Final = {
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
#: other ways in which KIF writes them; those of one sign stand in diagrams
LETTERS: Final = {kanji: letter for letter, kanji in KANJI.items()} | {
    "王": "K", "竜": "+R", "杏": "+L", "圭": "+N", "全": "+S",
}  # fmt: skip
#: the squares that are empty where the stronger player, who begins, gives odds
ODDS: Final = {
    "平手": "", "香落ち": "1a", "右香落ち": "9a", "角落ち": "2b", "飛車落ち": "8b", "飛香落ち": "8b1a",
    "二枚落ち": "8b2b", "三枚落ち": "8b2b1a", "四枚落ち": "8b2b9a1a", "五枚落ち": "8b2b9a1a8a",
    "左五枚落ち": "8b2b9a1a2a", "六枚落ち": "8b2b9a1a8a2a", "左七枚落ち": "8b2b9a1a8a2a3a",
    "右七枚落ち": "8b2b9a1a8a2a7a", "八枚落ち": "8b2b9a1a8a2a7a3a", "十枚落ち": "8b2b9a1a8a2a7a3a6a4a",
}  # fmt: skip

#: who has won where a game ended so with a player to move: that one, the other, nobody; None for a game broken off
MOVER, OTHER, NOBODY = "mover", "other", "nobody"


class End(NamedTuple):
    """How players ended a game: in words for Termination, in KIF, in CSA ("" where it has none), and who has won."""

    words: str
    kif: str
    csa: str
    won: str | None


#: the first of those with the same winner needs no tag
ENDS: Final = (
    End("resignation", "投了", "TORYO", OTHER),
    End("mate", "詰み", "TSUMI", OTHER),
    End("time", "切れ負け", "TIME_UP", OTHER),
    End("illegal move", "反則負け", "ILLEGAL_MOVE", OTHER),
    End("absence", "不戦敗", "", OTHER),
    End("entering king", "入玉勝ち", "KACHI", MOVER),
    End("illegal move of the other", "反則勝ち", "", MOVER),
    End("absence of the other", "不戦勝", "", MOVER),
    End("repetition", "千日手", "SENNICHITE", NOBODY),
    End("impasse", "持将棋", "JISHOGI", NOBODY),
    End("draw", "引き分け", "HIKIWAKE", NOBODY),
    End("maximum of moves", "最大手数", "MAX_MOVES", NOBODY),
    End("broken off", "中断", "CHUDAN", None),
    End("sealed move", "封じ手", "", None),
    End("no mate", "不詰", "FUZUMI", None),
    End("taken back", "待った", "MATTA", None),
    End("error", "エラー", "ERROR", None),
)
#: other words for the same
OTHER_ENDS: Final = {
    "詰": "詰み", "時間切れ": "切れ負け", "時間切れ負け": "切れ負け", "入玉宣言": "入玉勝ち", "入玉": "持将棋",
    "引分": "引き分け", "引分け": "引き分け", "先日手": "千日手",
}  # fmt: skip
TERMINATION: Final = "Termination"


def end_of(ended: str, mover: int, tags: Mapping[str, str]) -> End:
    """The end of a game with that result and player to move, as its tags tell it where that fits."""
    fits = [end for end in ENDS if result(end.won, mover) == ended]
    return next((end for end in fits if end.words == tags.get(TERMINATION)), fits[0])


def keep_end(tags: dict[str, str], end: End) -> None:
    """Tell in tags how a game ended, unless it is what is supposed anyhow."""
    if end != next(one for one in ENDS if one.won == end.won):
        tags[TERMINATION] = end.words


def result(won: str | None, mover: int) -> str:
    """The result of a game that ended so.

    >>> result(OTHER, 1), result(NOBODY, 2), result(None, 1)
    ('0-1', '1/2-1/2', '*')
    """
    if won is None or won == NOBODY:
        return "*" if won is None else "1/2-1/2"
    return "1-0" if (won == MOVER) == (mover == 1) else "0-1"


def on_one_line(text: str) -> str:
    """A text without breaks of lines; the wide spaces of Japanese names stay as they are.

    >>> on_one_line("渡辺\u3000明\\n 竜王")
    '渡辺\\u3000明 竜王'
    """
    return " ".join(part for part in re.split(r"[ \t\r\n\f\v]+", text) if part)
