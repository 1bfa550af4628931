"""Variants of Fairy-Stockfish as descriptions: beside that program, and what a description lacks is said."""

from __future__ import annotations

from pathlib import Path

import pyffish
import pytest
from tests.imports.beside import differences

import ludens
from ludens.cli import main
from ludens.imports import variants
from ludens.imports.betza import BetzaError, motions
from ludens.imports.ini import ImportFailed, built_in

#: a game of our own, with what inheritance and custom pieces can say
OWN = """
# kings on the far row, a piece that moves one way and takes another, drops
[courtyard:crazyhouse]
maxRank = 6
maxFile = f  # letters and numbers are files
customPiece1 = w:mWcF
customPiece2 = z:nAfsN
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = wz
doubleStep = false
castling = false
startFen = zwqkwz/pppppp/6/6/PPPPPP/ZWQKWZ[] w - - 0 1
flagPiece = k
flagRegionWhite = *6
flagRegionBlack = *1
dropRegionWhite = *1 *2 *3
dropRegionBlack = *4 *5 *6

[hungry:courtyard]
pieceDrops = false
capturesToHand = false
startFen = zwqkwz/pppppp/6/6/PPPPPP/ZWQKWZ w - - 0 1
mustCapture = true
"""
#: rules of which no built-in variant has an example: pseudo-royal pieces, flags, hops, repetition, whole turns passed
MORE = """
[queens:chess]
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = q
extinctionPseudoRoyal = true
castling = false
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
nFoldRule = 2
nFoldValue = win

[leapers:chess]
customPiece1 = g:gQ
customPiece2 = c:pR
queen = -
promotionPieceTypes = gc
castling = false
startFen = cnbgkgnc/pppppppp/8/8/8/8/PPPPPPPP/CNBGKGNC w - - 0 1
perpetualCheckIllegal = true

[runners:chess]
maxRank = 4
maxFile = d
customPiece1 = n:mN
startFen = nn2/4/4/2NN w - - 0 1
flagPiece = n
flagRegionWhite = *4
flagRegionBlack = *1
flagPieceCount = 2
nMoveRule = 0

[eaters:giveaway]
passOnStalemate = true
castling = false
"""
#: kinds of rules: royal pieces, extinction, captures first, hands, promotion of shogi, Xiangqi, checks, explosions
KINDS = ("chess", "losers", "extinction", "crazyhouse", "minishogi", "minixiangqi", "3check", "nocheckatomic", "janus")


@pytest.mark.parametrize("name", KINDS)
def test_built_in_variants_play_as_there(name: str) -> None:
    imported = variants.described(variants.Variants(built_in(), "bases.ini")[name])
    assert [one for one in differences(imported, range(1, 2), 50) if not _is_mate_by_pawn(one)] == []


def _is_mate_by_pawn(difference: object) -> bool:
    """There a pawn of shogi may be dropped to mate, which loses; here it may not."""
    theirs = getattr(difference, "theirs", "")
    return getattr(difference, "ours", None) == [] and len(theirs) == 1 and theirs[0].startswith("P@")


@pytest.mark.slow
@pytest.mark.parametrize("name", built_in())
def test_every_built_in_variant_plays_as_there(name: str) -> None:
    imported = variants.described(variants.Variants(built_in(), "bases.ini")[name])
    unsaid = {"atomic", "racingkings"}
    seen = [one for one in differences(imported, range(6), 200) if not _is_mate_by_pawn(one)]
    assert seen == [] or (name in unsaid and imported.remarks)


@pytest.mark.parametrize("name", ["courtyard", "hungry"])
def test_variants_of_ones_own(name: str) -> None:
    pyffish.load_variant_config(OWN)
    imported = variants.described(variants.read(OWN)[name])
    assert not imported.remarks
    assert list(differences(imported, range(2), 60)) == []


@pytest.mark.parametrize("name", ["queens", "leapers", "runners", "eaters"])
def test_pseudo_royal_pieces_hops_flags_and_repetition(name: str) -> None:
    pyffish.load_variant_config(MORE)
    imported = variants.described(variants.read(MORE)[name])
    assert not imported.remarks
    assert list(differences(imported, range(2), 60)) == []


def test_what_is_not_said_is_named_with_its_line() -> None:
    text = "[quack:chess]\nwallingRule = duck\ncountingRule = makruk\npocketSize = 3\n"
    imported = variants.described(variants.read(text, "mine.ini")["quack"])
    assert imported.remarks == (
        "mine.ini:2: wallingRule = duck: is not said",
        "mine.ini:3: countingRule = makruk: is not said",
    )
    assert "// Not said: mine.ini:2: wallingRule = duck" in imported.text
    assert ludens.load(imported.text).name == "Quack"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("maxRank = 8", "mine.ini:1: 'maxRank = 8' is not a section"),
        ("[a]\nwhat is this", "mine.ini:2: 'what is this' is not a setting"),
        ("[a:chesss]", "mine.ini:1: the base chesss is unknown here: did you mean chess?"),
        ("[a:b]\n[b:a]", "inherits from itself"),
        ("[a:chess]\nmaxRank = eight", "mine.ini:2: maxRank: a number is expected"),
        ("[a:chess]\ncustomPiece1 = x:NN", "mine.ini:2: customPiece1: a rider of longer leaps"),
        ("[a:chess]\nstartFen = 8/8/8/8/8/8/8/9 w - - 0 1", "mine.ini:2: startFen: '9' has 9 squares"),
        ("[a:chess]\nstartFen = 8/8/8/8/8/8/8/7x w - - 0 1", "mine.ini:2: startFen: no piece has the letter x"),
        ("[a:chess]\nflagPiece = k\nflagRegion = z9z", "mine.ini:3: flagRegion: 'z9z' is no square"),
    ],
)
def test_what_cannot_be_read_says_where(text: str, message: str) -> None:
    with pytest.raises(ImportFailed) as error:
        for variant in variants.read(text, "mine.ini").values():
            variants.described(variant)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("notation", "offsets"),
    [
        ("fN", {(1, 2), (-1, 2)}),
        ("fsN", {(2, 1), (-2, 1)}),
        ("vW", {(0, 1), (0, -1)}),
        ("frlW", {(0, 1), (1, 0), (-1, 0)}),
        ("flF", {(-1, 1)}),
        ("bF", {(1, -1), (-1, -1)}),
        ("K", {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}),
    ],
)
def test_directions_of_betza(notation: str, offsets: set[tuple[int, int]]) -> None:
    [motion] = motions(notation)
    assert set(motion.offsets) == offsets and motion.reach == 1


def test_ways_of_betza() -> None:
    quiet, takes = motions("mR4cB")
    assert (quiet.moves, quiet.takes, quiet.reach) == (True, False, 4)
    assert (takes.moves, takes.takes, takes.reach) == (False, True, 0)
    for notation in ("pN", "xW", "Y", "W?"):
        with pytest.raises(BetzaError):
            motions(notation)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.ini"
    file.write_text(OWN + "\n[quack:chess]\nwallingRule = duck\n")
    assert main(["import", str(file), "--list"]) == 0
    printed = capsys.readouterr()
    assert (
        "courtyard                whole" in printed.out and "quack                    1 setting not said" in printed.out
    )
    assert main(["import", str(file), "quack", "--strict", "-o", str(tmp_path / "quack.lud")]) == 1
    assert "wallingRule = duck: is not said" in capsys.readouterr().err
    assert main(["check", str(tmp_path / "quack.lud")]) == 0
    assert main(["import", str(file), "-o", str(tmp_path / "all")]) == 0
    assert {path.name for path in (tmp_path / "all").iterdir()} == {"courtyard.lud", "hungry.lud", "quack.lud"}
    assert main(["import", str(file)]) == 2
    assert main(["import", str(file), "courtyart"]) == 2
    assert "did you mean courtyard?" in capsys.readouterr().err
