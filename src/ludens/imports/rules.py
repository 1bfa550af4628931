"""What the settings of a variant say: the board, the pieces, who stands where, regions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ludens.imports.betza import BetzaError, motions
from ludens.imports.ini import ImportFailed, Section, Setting, resolved, sections
from ludens.imports.pieces import Piece, Style

#: Betza's notation of the pieces that options name, and what they are called: no name is a part of another, since the
#: language finds pieces by parts of their names
PIECES: Final[Mapping[str, tuple[str, str]]] = {
    "pawn": ("Pawn", "fmWfceF"), "knight": ("Knight", "N"), "bishop": ("Bishop", "B"), "rook": ("Rook", "R"),
    "queen": ("Queen", "Q"), "fers": ("Ferz", "F"), "alfil": ("Alfil", "A"), "fersAlfil": ("Ferfil", "FA"),
    "silver": ("Silver", "FfW"), "aiwok": ("Aiwok", "RNF"), "bers": ("Ryuo", "RF"),
    "archbishop": ("Archbishop", "BN"), "chancellor": ("Chancellor", "RN"), "amazon": ("Amazon", "QN"),
    "knibis": ("Knibis", "mNcB"), "biskni": ("Biskni", "mBcN"), "kniroo": ("Kniroo", "mNcR"),
    "rookni": ("Rookni", "mRcN"), "shogiPawn": ("Fuhyo", "fW"), "lance": ("Lance", "fR"),
    "shogiKnight": ("Keima", "fN"), "gold": ("Gold", "WfF"), "dragonHorse": ("Ryuma", "BW"),
    "clobber": ("Stone", "cW"), "breakthrough": ("Runner", "fmWfF"), "immobile": ("Statue", ""),
    "cannon": ("Cannon", "mRcpR"), "janggiCannon": ("Pao", "pR"), "soldier": ("Soldier", "fsW"),
    "horse": ("Horse", "nN"), "elephant": ("Elephant", "nA"), "janggiElephant": ("Sang", "nZ"),
    "banner": ("Banner", "RcpRnN"), "wazir": ("Wazir", "W"), "commoner": ("Commoner", "K"),
    "centaur": ("Centaur", "KN"), "king": ("King", "K"),
}  # fmt: skip
#: what shogi calls pieces that are promoted
_PROMOTED: Final = {"shogiPawn": "Tokin", "lance": "Narikyo", "shogiKnight": "Narikei", "silver": "Narigin"}
#: options that no rule depends on
IGNORED: Final = frozenset({"pieceToCharTable", "variantTemplate", "pocketSize", "pieceValueMg", "pieceValueEg"})
#: options that are said, in some value at least
TRANSLATED: Final = frozenset({
    "maxRank", "maxFile", "startFen", "pawnTypes", "promotionRegionWhite", "promotionRegionBlack", "promotionPawnTypes",
    "promotionPawnTypesWhite", "promotionPawnTypesBlack", "promotionPieceTypes", "promotionPieceTypesWhite",
    "promotionPieceTypesBlack", "promotedPieceType", "mandatoryPawnPromotion", "mandatoryPiecePromotion", "doubleStep",
    "doubleStepRegionWhite", "doubleStepRegionBlack", "castling", "castlingKingsideFile", "castlingQueensideFile",
    "castlingKingFile", "castlingKingPiece", "castlingRookPieces", "checking", "mustCapture", "pieceDrops",
    "capturesToHand", "dropLoop", "firstRankPawnDrops", "promotionZonePawnDrops", "dropRegionWhite", "dropRegionBlack",
    "dropNoDoubled", "dropNoDoubledCount", "dropChecks", "immobilityIllegal", "flyingGeneral", "soldierPromotionRank",
    "nMoveRule", "stalemateValue", "checkmateValue", "shogiPawnDropMateIllegal", "extinctionValue",
    "extinctionPieceTypes", "extinctionPieceCount",
    "extinctionOpponentPieceCount", "flagPiece", "flagPieceWhite", "flagPieceBlack", "flagRegion", "flagRegionWhite",
    "flagRegionBlack", "checkCounting", "connectN", "blastOnCapture", "pass",
    "nFoldRule", "nFoldValue", "nFoldValueAbsolute", "perpetualCheckIllegal", "extinctionPseudoRoyal", "flagMove",
    "flagPieceSafe", "flagPieceCount", "flagPieceBlockedWin", "connectValue", "connectVertical", "connectHorizontal",
    "connectDiagonal", "connectNxN", "connectPieceTypes", "passOnStalemate", "mustDrop", "enclosingDrop",
    "castlingRank", "nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack", "promotionLimit",
})  # fmt: skip
#: values that say nothing, but for options whose default is another
_PLAIN: Final = frozenset({"", "-", "false", "none", "0"})
_FAMILIES: Final = ("customPiece", "mobilityRegion")
_FEN: Final = re.compile(r"([^\s\[]+)(?:\[([^\]]*)\])?(?:\s+([wb]))?(?:\s+([A-Za-z-]+))?(?:.*?(\d+)\+(\d+))?")


@dataclass(frozen=True)
class Variant:
    """The rules of a variant: its settings, inherited ones among them, and where the file has it."""

    name: str
    base: str | None
    line: int
    settings: Mapping[str, Setting]
    file: str = "variants.ini"

    def text(self, key: str, default: str = "") -> str:
        setting = self.settings.get(key)
        return default if setting is None else setting.value

    def flag(self, key: str, default: bool = False) -> bool:
        return self.text(key, str(default)).lower() == "true"

    def number(self, key: str, default: int) -> int:
        text = self.text(key, str(default))
        if not text.isdigit():
            raise self.failed(key, f"a number is expected, not {text!r}")
        return int(text)

    def side(self, key: str, player: int, default: str = "") -> str:
        """A setting that may be said for one player alone: `flagPieceWhite`, and `flagPiece` for both."""
        own = f"{key}{'White' if player == 1 else 'Black'}"
        return self.text(own, self.text(key, default))

    def failed(self, key: str, message: str) -> ImportFailed:
        line = self.settings[key].line if key in self.settings else 0
        return ImportFailed(f"{self.file}:{line or self.line}: {key}: {message}")


class Variants(Mapping[str, Variant]):
    """The variants of a file by their names. What one inherits is looked up when it is asked for."""

    def __init__(self, read: Mapping[str, Section], name: str) -> None:
        self._sections, self._name = read, name

    def __getitem__(self, key: str) -> Variant:
        """A variant. Raises ImportFailed where what it inherits from is unknown."""
        section = self._sections[key]
        settings = resolved(section, self._sections, self._name)
        return Variant(section.name, section.base, section.line, settings, self._name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sections)

    def __len__(self) -> int:
        return len(self._sections)


def read(text: str, name: str = "variants.ini") -> Variants:
    """The variants of a file. Raises ImportFailed for what is no such file, with the line."""
    return Variants(sections(text, name), name)


@dataclass
class _Start:
    """What stands where at the start, by letters, and what is in hand; `rights` are those to castle."""

    squares: dict[tuple[int, int], str] = field(default_factory=dict)
    pocket: str = ""
    side: str = "w"
    rights: str = ""
    checks: int = 0


class Rules:
    """What the settings of a variant say, read for writing; what is not said gathers in `remarks`."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.rows, self.columns = variant.number("maxRank", 8), self.file("maxFile", 8)
        self.remarks: list[str] = []
        for key, setting in variant.settings.items():
            understood = key in TRANSLATED or key in IGNORED or key in PIECES or key.startswith(_FAMILIES)
            if not understood and setting.value.lower() not in _PLAIN:
                self.remark(key, "is not said")
        self.start = self._start()
        self.pieces = self._pieces()
        self.by_letter = {piece.letter: piece for piece in self.pieces}
        if variant.flag("blastOnCapture") and variant.flag("capturesToHand"):
            self.remark("blastOnCapture", "only what is taken goes to hand, not all that explodes")
        if (rule := variant.text("enclosingDrop")) not in ("", "none", "top"):
            self.remark("enclosingDrop", f"{rule} is not said")
        self.style = Style(
            separate=variant.flag("mustCapture") or variant.flag("blastOnCapture"),
            double_step=variant.flag("doubleStep", True),
            notes_passing=bool(self.promoted) and any(one.passing for kind in self.pieces for one in kind.motions),
        )

    # --- reading the settings

    def remark(self, key: str, message: str) -> None:
        """Say that the description lacks what a setting says."""
        setting = self.variant.settings.get(key, Setting(""))
        place = f"{self.variant.file}:{setting.line}" if setting.line else f"[{self.variant.name}]"
        self.remarks.append(f"{place}: {key} = {setting.value}: {message}")

    def file(self, key: str, default: int) -> int:
        text = self.variant.text(key, str(default))
        if text.isdigit():
            return int(text)
        if len(text) == 1 and text.isalpha():
            return ord(text.lower()) - ord("a") + 1
        raise self.variant.failed(key, f"a file is a letter or a number, not {text!r}")

    def _start(self) -> _Start:
        text = self.variant.text("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        match = _FEN.match(text)
        if match is None:
            raise self.variant.failed("startFen", f"{text!r} is no position")
        start = _Start(pocket=(match[2] or "").replace("-", ""), side=match[3] or "w", rights=match[4] or "")
        start.checks = int(match[5]) if match[5] else 0
        ranks = match[1].split("/")
        if len(ranks) > self.rows:  # the pieces in hand may stand behind a slash
            start.pocket, ranks = ranks[self.rows], ranks[: self.rows]
        for index, rank in enumerate(ranks):
            column = 0
            for token in re.findall(r"\d+|\+?[A-Za-z]~?|\*|.", rank):
                if token.isdigit():
                    column += int(token)
                    continue
                if token == "*":
                    self.remark("startFen", "walls are left out")
                elif token.strip("+~").isalpha():
                    start.squares[column, self.rows - 1 - index] = token
                else:
                    raise self.variant.failed("startFen", f"{token!r} is no piece")
                column += 1
            if column != self.columns:
                raise self.variant.failed("startFen", f"{rank!r} has {column} squares, the board {self.columns} files")
        return start

    def _pieces(self) -> list[Piece]:
        """The kinds of pieces; a letter stands for the piece that is named last with it."""
        kinds: dict[str, Piece] = {}
        pawns = self.variant.text("pawnTypes", "p")
        for key, setting in self.variant.settings.items():
            custom = re.fullmatch(r"customPiece\d+", key)
            if custom is None and key not in PIECES:
                continue
            kinds = {letter: piece for letter, piece in kinds.items() if piece.option != key}
            letter, _, notation = setting.value.partition(":")
            letter = letter.strip()
            if letter in ("", "-"):
                continue
            name, usual = PIECES.get(key, ("", ""))
            if custom:
                name = f"Piece {letter.upper()}"
                if letter in pawns and all(one.name != "Pawn" for one in kinds.values() if one.letter != letter):
                    name = "Pawn"
            try:
                moves = motions(notation.strip() or usual)
            except BetzaError as error:
                raise self.variant.failed(key, str(error)) from None
            kinds.pop(letter, None)
            kinds[letter] = Piece(key, name, letter, moves)
        used = {token.strip("+~").lower() for token in (*self.start.squares.values(), *self.start.pocket)}
        if used - kinds.keys():
            raise self.variant.failed("startFen", f"no piece has the letter {min(used - kinds.keys())}")
        return self._with_promoted(kinds)

    def _with_promoted(self, kinds: dict[str, Piece]) -> list[Piece]:
        """The kinds, and one more for each that is promoted to what others are too: captures know what it was."""
        pairs = (word.partition(":") for word in self.variant.text("promotedPieceType").split())
        self.promoted = {a: b for a, sign, b in pairs if sign and a in kinds and b in kinds}
        on_board = {token.lower() for token in self.start.squares.values()}
        for letter, better in list(self.promoted.items()):
            shared = better in on_board or list(self.promoted.values()).count(better) > 1
            if shared and self.variant.flag("capturesToHand"):
                name = _PROMOTED.get(kinds[letter].option, f"Plus {letter.upper()}")
                kinds[f"+{letter}"] = Piece("promoted", name, f"+{letter}", kinds[better].motions)
        own = {letter: f"+{letter}" for letter in self.promoted if f"+{letter}" in kinds}
        self.promoted |= own
        return list(kinds.values())

    def squares(self, key: str, player: int, default: str = "") -> list[tuple[int, int]] | None:
        """The squares of a region; None where nothing is said."""
        text = self.variant.side(key, player, default)
        return None if not text else self.squares_of(key, text)

    def squares_of(self, key: str, text: str) -> list[tuple[int, int]]:
        result: list[tuple[int, int]] = []
        for word in text.split():
            match = re.fullmatch(r"(\*|[a-zA-Z])(\*|\d+)", word)
            if match is None:
                if word == "-":
                    continue
                raise self.variant.failed(key, f"{word!r} is no square")
            columns = range(self.columns) if match[1] == "*" else [ord(match[1].lower()) - ord("a")]
            rows = range(self.rows) if match[2] == "*" else [int(match[2]) - 1]
            result += [(x, y) for y in rows for x in columns if x < self.columns and y < self.rows]
        return sorted(set(result), key=lambda one: (one[1], one[0]))

    def kinds(self, key: str, letters: str) -> list[Piece]:
        """The pieces of some letters; `*` means all."""
        if letters.strip() == "*":
            return list(self.pieces)
        return [self.by_letter[sign] for sign in letters if sign in self.by_letter]

    # --- the parts of the description
