"""The text of a description, from the settings of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.imports import naming
from ludens.imports.betza import UNLIMITED
from ludens.imports.ends import ends
from ludens.imports.frame import inline, joined, lines, quoted, wrapped
from ludens.imports.pieces import CANNONS, Piece, moves_of
from ludens.imports.rules import Rules

#: the local state of what has been promoted, where captures go to hand, and of who may still castle
_UNMOVED, _PROMOTED = 1, 2


def text_of(rules: Rules) -> str:
    """The text of a description."""
    return Text(rules).write()


class Text:
    """The text of a variant's description, in its parts, and what they have in common."""

    def __init__(self, rules: Rules) -> None:
        self.w, self.variant, self.pieces = rules, rules.variant, rules.pieces
        v = rules.variant
        self.hands = v.flag("pieceDrops") or bool(rules.start.pocket)
        self.gains = v.flag("capturesToHand") and self.hands
        self.kings = [piece for piece in self.pieces if piece.option == "king"]
        self.royals = self._royals()
        self.counts_checks = v.flag("checkCounting")
        self.blast = v.flag("blastOnCapture")
        self.promoted = rules.promoted
        promotable = {v.side("promotionPawnTypes", player, v.text("pawnTypes", "p")) for player in (1, 2)}
        self.pawns = [piece for piece in self.pieces if any(piece.letter in letters for letters in promotable)]
        self.castling = list(self._castlings())

    # --- facts

    def component(self, piece: Piece, player: int) -> int:
        return 2 * self.pieces.index(piece) + player

    def site(self, square: tuple[int, int]) -> int:
        return square[1] * self.w.columns + square[0]

    def label(self, square: tuple[int, int]) -> str:
        return f"{chr(ord('A') + square[0])}{square[1] + 1}"

    def region(self, squares: Sequence[tuple[int, int]]) -> str:
        """A region as a list of sites, ranges where they follow each other."""
        return naming.sites([self.site(square) for square in squares])

    def regions(self) -> Iterator[str]:
        for player in (1, 2):
            for name, squares in self._named(player):
                if squares:
                    yield f'(regions "{name}" P{player} {self.region(squares)})'

    def _named(self, player: int) -> Iterator[tuple[str, list[tuple[int, int]] | None]]:
        far, second = (self.w.rows, 2) if player == 1 else (1, max(self.w.rows - 1, 1))
        w = self.w
        if self.promotes:
            yield "Far", w.squares("promotionRegion", player, f"*{far}")
        if self.uses_double_step:
            yield "Double Step", w.squares("doubleStepRegion", player, f"*{second}")
        if self.flagged:
            yield "Flag", w.squares("flagRegion", player)
        for piece in self.pieces:
            if (reach := self.reach(piece, player)) is not None:
                yield f"Reach of {piece.name}", reach
            if self.variant.flag("immobilityIllegal") and (stuck := self.stuck(piece, player)):
                yield f"End of {piece.name}", stuck
        if self.soldier_rank > 1:
            yield "Home", self.home(player)
        if (drops := w.squares("dropRegion", player)) is not None:
            yield "Drops", drops

    @property
    def promotes(self) -> bool:
        return bool(self.pawn_promotions or self.promoted)

    @property
    def pawn_promotions(self) -> list[Piece]:
        """The pawns that become what their player chooses."""
        chosen = [self.choices(player) for player in (1, 2)]
        return [piece for piece in self.pawns if any(chosen) and piece.letter not in self.promoted]

    def choices(self, player: int) -> list[Piece]:
        return self.w.kinds("promotionPieceTypes", self.variant.side("promotionPieceTypes", player, "nbrq"))

    @property
    def uses_double_step(self) -> bool:
        initial = any(motion.initial for piece in self.pieces for motion in piece.motions)
        return initial or (self.w.style.double_step and any(piece.is_pawn for piece in self.pieces))

    @property
    def flagged(self) -> bool:
        return any(self.w.squares("flagRegion", player) for player in (1, 2))

    def reach(self, piece: Piece, player: int) -> list[tuple[int, int]] | None:
        key = piece.option[0].upper() + piece.option[1:]
        own = f"mobilityRegion{'White' if player == 1 else 'Black'}{key}"
        text = self.variant.text(own)
        return self.w.squares_of(own, text) if text else None

    def stuck(self, piece: Piece, player: int) -> list[tuple[int, int]]:
        """The squares of an empty board from which a piece could never move."""
        result = []
        for y in range(self.w.rows):
            for x in range(self.w.columns):
                ends = ((x + a, y + b) for motion in piece.motions for a, b in piece.targets(motion, player))
                if not any(0 <= a < self.w.columns and 0 <= b < self.w.rows for a, b in ends):
                    result.append((x, y))
        return result

    @property
    def soldier_rank(self) -> int:
        """From which rank on soldiers go sideways, too; 1 where they always do."""
        has_soldiers = any(piece.option == "soldier" for piece in self.pieces)
        return self.variant.number("soldierPromotionRank", 1) if has_soldiers else 1

    def home(self, player: int) -> list[tuple[int, int]]:
        """The squares where a soldier goes straight on alone."""
        rank = self.soldier_rank
        rows = range(rank - 1) if player == 1 else range(self.w.rows - rank + 1, self.w.rows)
        return [(x, y) for y in rows for x in range(self.w.columns)]

    def _castlings(self) -> Iterator[tuple[int, int, int, str]]:
        """How kings castle: the king's steps, the rook's distance, how many squares lie between, and the direction."""
        v, w = self.variant, self.w
        if not v.flag("castling", True) or w.start.rights in ("", "-"):
            return
        first = v.number("castlingRank", 1) - 1
        king_letter = v.text(
            "castlingKingPiece", next((p.letter for p in self.pieces if p.option in ("king", "commoner")), "k")
        )
        sides = ((first, ""), (w.rows - 1 - first, "black"))
        kings = {rank: self._king_on(king_letter, rank) for rank, _ in sides}
        if all(king is None for king in kings.values()):
            if set("KQkq") & set(w.start.rights):
                w.remark("castling", "is left out, since the king does not stand alone on the first rank")
            return
        self.castling_king, rooks = king_letter, v.text("castlingRookPieces", "r")
        for right, key, default, way in (("K", "castlingKingsideFile", 7, 1), ("Q", "castlingQueensideFile", 3, -1)):
            ends = w.file(key, default) - 1
            for rank, black in sides:  # the sides castle alike
                king = kings[rank]
                corner = None if king is None else self._outermost(rooks, king, way, rank)
                if king is None or corner is None or (right.lower() if black else right) not in w.start.rights:
                    continue
                if (ends - king) * way < 1:
                    w.remark(key, "castling to that file is left out")
                    break
                yield abs(ends - king), abs(corner - king), abs(corner - king) - 1, "E" if way > 0 else "W"
                break

    def _king_on(self, letter: str, rank: int) -> int | None:
        """The file of the only king of the side that begins on a rank."""
        own = letter.upper() if rank < self.w.rows // 2 else letter.lower()
        files = [x for (x, y), token in self.w.start.squares.items() if y == rank and token == own]
        return files[0] if len(files) == 1 else None

    def _outermost(self, rooks: str, king: int, way: int, rank: int = 0) -> int | None:
        """The file of the rook that stands farthest from a king on one side of it."""
        files = range(self.w.columns - 1, king, -1) if way > 0 else range(king)
        own = rooks.upper() if rank < self.w.rows // 2 else rooks.lower()
        return next((file for file in files if self.w.start.squares.get((file, rank), " ") in own), None)

    # --- the text

    def write(self) -> str:
        name = self.variant.name.replace('"', "'")
        title = name[:1].upper() + name[1:]
        if self.w.start.side == "b":
            self.w.remark("startFen", "Black moves first there; here White does")
        pieces, takes = self._piece_items()
        defines = list(self._defines(takes))
        items = [f"(board (rectangle {self.w.rows} {self.w.columns}))"]
        if self.hands:
            items.append(f"(hand Each size:{len(self.pieces)})")
        items += pieces
        items += self._maps()
        items += self.regions()
        play, rules = self._play(bool(takes)), list(ends(self))
        parts = [
            *defines,
            f'(game "{title}"',
            "    (players {(player N) (player S)})",
            "    (equipment {",
            *(lines(item, 2) for item in items),
            "    })",
            "    (rules",
            "        (start {",
            *(lines(place, 3) for place in self._places()),
            "        })",
            lines(play, 2),
            "        (end {",
            *(lines(end, 3) for end in rules),
            "        })",
            "    )",
            ")",
        ]
        if any("Repeats" in rule for rule in rules):
            parts.append('(metadata (info (requires "ludens")))')
        return "\n".join(parts) + "\n"

    def _piece_items(self) -> tuple[list[str], list[tuple[Piece, list[str]]]]:
        items, takes = [], list[tuple[Piece, list[str]]]()
        for piece in self.pieces:
            reach = f'"Reach of {piece.name}"' if any(self.reach(piece, player) for player in (1, 2)) else ""
            if reach and any(motion.reach == UNLIMITED or motion.reach > 1 for motion in piece.motions):
                self.w.remark(piece.option, "slides are not kept within its region")
            quiet, captures = moves_of(piece, self.w.style, reach)
            if piece.option == "soldier" and self.soldier_rank > 1:
                quiet = self._soldier_moves(reach)
            if piece.option == "king" and self.variant.flag("flyingGeneral"):
                quiet.append('("Glare")')
            if self.castling and piece.letter == self.castling_king:
                castles = [f'("Castle" {way} {steps} {rook} {between})' for steps, rook, between, way in self.castling]
                quiet.append(f"(if (= {_UNMOVED} (state at:(from)))\n{lines(joined('or', castles), 1)}\n)")
            if self.blast and captures:
                options = "\n".join(lines(one, 1) for one in captures)
                captures = [f"(or {{\n{options}\n}} (then (remove (last To))))"]
            if captures and not self.variant.flag("mustCapture"):
                quiet, captures = [*quiet, *captures], []
            items.append(self._item(piece, quiet))
            if captures:
                takes.append((piece, captures))
        return items, takes

    def _soldier_moves(self, reach: str) -> list[str]:
        condition = f'(and ("IsNoFriend") (is In (to) (sites Mover {reach})))' if reach else '("IsNoFriend")'
        to = f'(to if:{condition} ("Take"))'
        return [
            f'(move Step\n    (if (is In (from) (sites Mover "Home"))\n        (directions Forward)\n'
            f"        (directions {{Forward Leftward Rightward}})\n    )\n    {to}\n)"
        ]

    def _item(self, piece: Piece, moves: list[str]) -> str:
        head = f'(piece "{piece.name}" Each'
        if not moves:
            return f"{head})"
        if len(moves) == 1:
            one = moves[0]
            return f"{head} {one})" if "\n" not in one and len(head) + len(one) < 100 else f"{head}\n{lines(one, 1)}\n)"
        return "\n".join([head, "    (or {", *(lines(move, 2) for move in moves), "    })", ")"])

    def _maps(self) -> Iterator[str]:
        if self.promoted:
            pairs = [
                f'(pair {self.component(self.w.by_letter[a], player)} "{self.w.by_letter[b].name}{player}")'
                for a, b in self.promoted.items()
                for player in (1, 2)
            ]
            yield "\n".join(['(map "Promoted" {', lines(wrapped(pairs), 1), "})"])
        if self.gains:
            bases = {b: a for a, b in self.promoted.items()}
            pairs = []
            for piece in self.pieces:
                base = self.w.by_letter[bases.get(piece.letter, piece.letter)]
                pairs += [f"(pair {self.component(piece, player)} {self.pieces.index(base)})" for player in (1, 2)]
            yield "\n".join(['(map "Kind" {', lines(wrapped(pairs), 1), "})"])

    def _defines(self, takes: list[tuple[Piece, list[str]]]) -> Iterator[str]:
        v = self.variant
        yield '(define "IsFree" (is Empty (to)))'
        yield '(define "IsNoFriend" (not (is Friend (who at:(to)))))'
        yield '(define "IsEnemy" (is Enemy (who at:(to))))'
        gain = ' ("Gain" #1)' if self.gains else ""
        blast = ' (remove ("Struck" #1))' if self.blast else ""
        taking = f"(remove #1 (then (set Counter))){gain}{blast}"
        if self.blast:
            yield self._is_kind(
                "IsImmune",
                [piece for piece in self.pieces if piece.is_pawn or piece.letter in v.text("blastImmuneTypes")],
            )
            yield (
                '(define "Struck"\n    (forEach (difference (sites Around #1) (from))\n'
                '        if:(and (is Occupied (site)) (not ("IsImmune" (what at:(site)))))\n    )\n)'
            )
        if cannons := [piece for piece in self.pieces if piece.option == CANNONS]:
            yield self._is_kind("IsPao", cannons)
        yield f'(define "TakeAt" {f"(and {{{taking}}})" if gain or blast else taking})'
        yield '(define "Take" (apply (if ("IsEnemy") ("TakeAt" (to)))))'
        yield '(define "TakeEnemy" (apply if:("IsEnemy") ("TakeAt" (to))))'
        if self.gains:
            yield from self._gain()
        yield from self._attacked(' ("Captures")' if takes else " (forEach Piece)" if self.hands or self.royals else "")
        if self.variant.flag("flyingGeneral") and self.kings:
            king = self.kings[0].name
            yield (
                f'(define "IsKing" (or (= (what at:(to)) (id "{king}" P1)) (= (what at:(to)) (id "{king}" P2))))\n'
                '(define "Glare" (move Slide Forward (to if:(is Occupied (to)) (apply if:("IsKing") (remove (to))))))'
            )
        if self.castling:
            yield from self._castle()
        if self.pawns:
            yield self._is_kind("IsPawn", self.pawns)
        if self.promoted:
            yield '(define "Moved" (what at:(last To)))\n(define "Better" (mapEntry "Promoted" ("Moved")))'
            yield (
                """\
(define "MayPromote"
    (and {
        (!= ("Better") ("Moved"))
        (or (is In (last From) (sites Mover "Far")) (is In (last To) (sites Mover "Far")))
"""
                + "".join(f"{lines(test, 2)}\n" for test in self._limits())
                + "    })\n)"
            )
        yield from self._after_move()
        if takes:
            moves = []
            for piece, captures in takes:
                own = joined("or", captures)
                moves.append(f'(forEach Piece "{piece.name}"\n{lines(own, 1)}\n)')
            yield '(define "Captures"\n    (or {\n' + "\n".join(lines(move, 2) for move in moves) + "\n    })\n)"
        if self.hands:
            yield '(define "Drop" (forEach Piece #1 container:(mover) (move (from (from)) (to #2 #3))))'

    def _royals(self) -> list[Piece]:
        """The pieces whose loss would be the end, and which may not be left to be taken then."""
        v = self.variant
        if not v.flag("extinctionPseudoRoyal"):
            return []
        return self.w.kinds("extinctionPieceTypes", v.text("extinctionPieceTypes"))

    @property
    def has_royals(self) -> bool:
        """Whether a side begins with a king, or a piece like one."""
        present = {token.strip("+~").lower() for token in self.w.start.squares.values()}
        return any(piece.letter in present for piece in (*self.kings[:1], *self.royals))

    def attacked(self, role: str) -> str:
        """The condition that a side is in check."""
        other = f" {'Next' if role == 'Mover' else 'Mover'}" if self.blast and self.royals else ""
        return f'("Attacked" {role}{other})'

    def _attacked(self, attackers: str) -> Iterator[str]:
        if self.kings and not self.royals:
            yield f'(define "Attacked" (is Threatened (id "{self.kings[0].name}" #1) #2{attackers}))'
        elif self.royals:
            yield from self._royal_attacked(attackers)
        if self.variant.flag("perpetualCheckIllegal") and self.kings:
            yield '(define "HasChecked" (is Perpetual #1 ("Attacked" Next)))'

    def _royal_attacked(self, attackers: str) -> Iterator[str]:
        """A piece counts as a king where few of its kind are left; where captures explode kings that touch are safe."""
        most = self.variant.number("extinctionPieceCount", 0) + 1
        touched = ""
        if self.blast:
            around = [f'(sites Occupied by:#1 component:"{piece.name}")' for piece in self.royals]
            them = around[0] if len(around) == 1 else f"(union {{{' '.join(around)}}})"
            yield f'(define "Touched" (sites Around {them}))'
            touched = '("Touched" #2)'
        tests = []
        for piece in self.royals:
            own = f'(sites Occupied by:#1 component:"{piece.name}")'
            where = f"(difference {own} {touched})" if touched else own
            tests.append(
                f'(and\n    (>= {most} (count Pieces #1 "{piece.name}" in:(sites Board)))\n'
                f'    (is Threatened (id "{piece.name}" #1) in:{where}{attackers})\n)'
            )
        tests += [f'(is Threatened (id "{king.name}" #1){attackers})' for king in self.kings[:1]]
        yield f'(define "Attacked"\n{lines(joined("or", tests), 1)}\n)'
        if self.castling:
            name = self.w.by_letter[self.castling_king].name
            yield f'(define "AttackedThere" (is Threatened (id "{name}" Mover) at:#1{attackers}))'

    def _gain(self) -> Iterator[str]:
        kind = '(mapEntry "Kind" (what at:#1))'
        if self.demotes:
            kind = f"(if (= {_PROMOTED} (state at:#1)) {self.pieces.index(self.pawn_promotions[0])} {kind})"
        yield f'(define "KindOf" {kind})'
        yield '(define "Gain" ("GainKind" ("KindOf" #1)))'
        yield '(define "GainKind" (add (piece (+ (mover) (* 2 #1))) (to (handSite Mover #1))))'

    @property
    def demotes(self) -> bool:
        """Whether what was promoted goes to hand as the pawn that it was."""
        return self.gains and bool(self.pawn_promotions) and not self.variant.flag("dropLoop")

    def _is_kind(self, name: str, pieces: Sequence[Piece]) -> str:
        tests = [f'(= #1 (id "{piece.name}" P{player}))' for piece in pieces for player in (1, 2)]
        body = f"(or {{{' '.join(tests)}}})" if len(tests) > 1 else (tests[0] if tests else "False")
        return f'(define "{name}" {body})'

    def _castle(self) -> Iterator[str]:
        yield f"""\
// Castling in the direction #1: the king goes #2 squares, the rook stands #3 away, with #4 empty squares between them.
(define "Castle"
    (if
        (and {{
            (= {_UNMOVED} (state at:(ahead (from) steps:#3 #1)))
            (is Friend (who at:(ahead (from) steps:#3 #1)))
            (all Sites (sites Direction from:(from) #1 distance:#4) if:(is Empty (site)))
{self._unattacked()}        }})
        (move (from (from)) (to (ahead (from) steps:#2 #1))
            (then
                (fromTo (from (ahead (last From) steps:#3 #1)) (to (ahead (last From) steps:(- #2 1) #1))
                    (then (set State at:(ahead (last From) steps:(- #2 1) #1) 0))
                )
            )
        )
    )
)"""

    def _unattacked(self) -> str:
        if not (self.kings or self.royals):
            return ""
        if self.royals:
            return (
                '            (not ("AttackedThere" (from)))\n'
                "            (all Sites (sites Direction from:(from) #1 distance:#2)\n"
                '                if:(not ("AttackedThere" (site)))\n            )\n'
            )
        return (
            '            (not ("Attacked" Mover at:(from)))\n'
            "            (all Sites (sites Direction from:(from) #1 distance:#2)\n"
            '                if:(not ("Attacked" Mover at:(site)))\n            )\n'
        )

    def _limits(self) -> Iterator[str]:
        """Conditions on a promotion: none in passing, and no more of a kind than may be on the board."""
        if self.w.style.notes_passing:
            yield '(!= (last To) (var "Passing"))'
        for word in self.variant.text("promotionLimit").split():
            letter, _, most = word.partition(":")
            if letter in self.promoted.values() and most.isdigit():
                name = self.w.by_letter[letter].name
                full = f'(<= {most} (count Pieces Mover "{name}" in:(sites Board)))'
                yield f'(not (and (= ("Better") (id "{name}" Mover)) {full}))'
            elif any(piece.letter == letter for player in (1, 2) for piece in self.choices(player)):
                self.w.remark("promotionLimit", f"that of {letter} is not said")

    def _resets(self) -> str | None:
        """Whether the move of a piece begins the count of moves without progress anew; None where none does."""
        v, key = self.variant, "nMoveRuleTypes"
        if not any(name in v.settings for name in (key, f"{key}White", f"{key}Black")):
            return '("IsPawn" (what at:(last To)))' if self.pawns else None
        kinds = [(piece, n) for n in (1, 2) for piece in self.w.kinds(key, v.side(key, n, v.text("pawnTypes", "p")))]
        tests = [f'(= (what at:(last To)) (id "{piece.name}" P{player}))' for piece, player in kinds]
        return inline("or", tests) if tests else None

    def _after_move(self) -> Iterator[str]:
        """What follows every move of a piece."""
        parts = []
        if self.castling:
            parts.append(f"(if (= {_UNMOVED} (state at:(last To))) (set State at:(last To) 0))")
        if (resets := self._resets()) is not None:
            parts.append(f"(if {resets} (set Counter))")
        if self.w.style.notes_passing:
            parts.append('(set Var "Passing" -1)')
        again = []
        if self.pawn_promotions:
            again.append('(and ("IsPawn" (what at:(last To))) (is In (last To) (sites Mover "Far")))')
        if self.promoted:
            again.append('("MayPromote")')
        if again:
            condition = again[0] if len(again) == 1 else f"(or {' '.join(again)})"
            parts.append(f"(if {condition} (moveAgain))")
        self.after = bool(parts)
        if parts:
            body = joined("and", parts)
            yield f'(define "AfterMove"\n{lines(body, 1)}\n)'
        if self.counts_checks:
            yield '(define "CountCheck" (if (and (not (is Next Mover)) ("Attacked" Next)) (addScore Mover 1)))'

    def _play(self, captures_first: bool) -> str:
        v = self.variant
        then = ' (then ("AfterMove"))' if self.after else ""
        drops, legal = list(self._drops()), self._legality()
        if drops and legal and not v.flag("dropChecks", True):
            drops = ["(do\n" + lines(joined("or", drops), 1) + f"\n    ifAfterwards:(not {self.attacked('Next')})\n)"]
        moves = f"(forEach Piece{then})"
        generator = joined("or", [moves, *drops])
        if legal:
            generator = f"(do\n{lines(generator, 1)}\n    ifAfterwards:{legal}\n)"
        if captures_first:
            captures = f'(or {{("Captures")}}{then})'
            captures = f"(do\n{lines(captures, 1)}\n    ifAfterwards:{legal}\n)" if legal else captures
            generator = f"(priority\n{lines(captures, 1)}\n{lines(generator, 1)}\n)"
        if v.flag("mustDrop") and drops:
            generator = generator.replace(moves, f"(if (no Pieces Mover in:(sites Hand Mover)) {moves})", 1)
        if v.flag("passOnStalemate"):
            generator = f"(priority\n{lines(generator, 1)}\n    (move Pass)\n)"
        if v.flag("pass"):
            generator = f"(or\n{lines(generator, 1)}\n    (move Pass)\n)"
        if self.promotes:
            generator = f"(if (is Prev Mover)\n{lines(self._promotion(), 1)}\n{lines(generator, 1)}\n)"
        if self.counts_checks:
            generator = f'(or {{\n{lines(generator, 1)}\n}} (then ("CountCheck")))'
        return f"(play\n{lines(generator, 1)}\n)"

    def _legality(self) -> str:
        if not self.has_royals:
            return ""
        own = f"(not {self.attacked('Mover')})"
        if self.blast and self.royals:
            gone = {role: self._gone(role) for role in ("Mover", "Next")}
            own = f"(and (not {gone['Mover']}) (or {gone['Next']} {own}))"
        return own if self.variant.flag("checking", True) else f"(and {own} (not {self.attacked('Next')}))"

    def _gone(self, role: str) -> str:
        """Whether a kind of piece that counts as a king is gone by an explosion."""
        least = self.variant.number("extinctionPieceCount", 0)
        tests = [f'(>= {least} (count Pieces {role} "{piece.name}" in:(sites Board)))' for piece in self.royals]
        return tests[0] if len(tests) == 1 else f"(or {{{' '.join(tests)}}})"

    def _promotion(self) -> str:
        state = f" (then (set State at:(last To) {_PROMOTED}))" if self.demotes else " (then (set Counter))"
        options = []
        if self.pawn_promotions:
            by_player = [self.choices(player) for player in (1, 2)]
            texts = [
                f"(move Promote (last To) (piece {quoted([piece.name for piece in chosen])}) Mover{state})"
                for chosen in by_player
            ]
            chosen = (
                texts[0]
                if texts[0] == texts[1]
                else f"(if (is Mover P1)\n{lines(texts[0], 1)}\n{lines(texts[1], 1)}\n)"
            )
            if not self.variant.flag("mandatoryPawnPromotion", True):
                chosen = f"(or\n{lines(chosen, 1)}\n    (move Pass)\n)"
            if not self.variant.flag("checking", True) and self.kings:
                chosen = f"(do\n{lines(chosen, 1)}\n    ifAfterwards:(not {self.attacked('Next')})\n)"
            options.append(('("IsPawn" (what at:(last To)))', chosen))
        if self.promoted:
            must = "True" if self.variant.flag("mandatoryPiecePromotion") else self._must_promote()
            text = '(move Promote (last To) (piece ("Better")))'
            if must != "True":
                text = (
                    f"(or\n    {text}\n    "
                    + ("(move Pass)" if must == "False" else f"(if (not {must}) (move Pass))")
                    + "\n)"
                )
            options.append(("", text))
        if len(options) == 1:
            return options[0][1]
        return f"(if {options[0][0]}\n{lines(options[0][1], 1)}\n{lines(options[1][1], 1)}\n)"

    def _must_promote(self) -> str:
        """Whether a piece could not move any more, so that it has to be promoted."""
        if not self.variant.flag("immobilityIllegal"):
            return "False"
        tests = [
            f'(and\n    (= (what at:(last To)) (id "{piece.name}" Mover))\n'
            f'    (is In (last To) (sites Mover "End of {piece.name}"))\n)'
            for piece in self.pieces
            if piece.letter in self.promoted and self.stuck(piece, 1)
        ]
        return "False" if not tests else tests[0] if len(tests) == 1 else f"(or {{{' '.join(tests)}}})"

    def _drops(self) -> Iterator[str]:
        v = self.variant
        if not self.hands:
            return
        where = (
            '(intersection (sites Empty) (sites Mover "Drops"))'
            if v.text("dropRegionWhite") or v.text("dropRegionBlack")
            else "(sites Empty)"
        )
        no_double = v.text("dropNoDoubled").replace("-", "")
        better = {*self.promoted.values()} - {*self.w.start.pocket.lower()}  # captures come as what they were
        plain = []
        for piece in self.pieces:
            if piece.option == "king" or piece.letter in better:
                continue
            target, condition = where, ""
            if any(self.reach(piece, player) for player in (1, 2)):
                target = f'(intersection {target} (sites Mover "Reach of {piece.name}"))'
            if piece.is_pawn or (piece in self.pawn_promotions):
                excluded = []
                if not v.flag("promotionZonePawnDrops"):
                    excluded.append('(sites Mover "Far")')
                if not v.flag("firstRankPawnDrops"):
                    excluded += (
                        ["(sites Bottom)", "(sites Top)"]
                        if v.flag("promotionZonePawnDrops")
                        else ["(if (is Mover P1) (sites Bottom) (sites Top))"]
                    )
                for region in excluded:
                    target = f"(difference {target} {region})"
            if v.flag("immobilityIllegal") and self.stuck(piece, 1):
                target = f'(difference {target} (sites Mover "End of {piece.name}"))'
            if v.text("enclosingDrop") == "top":
                target = f"(intersection {target} (union (sites Bottom) (sites Around (sites Occupied by:All) N)))"
            if piece.letter in no_double:
                most = v.number("dropNoDoubledCount", 1)
                if not most:
                    continue
                column = "(sites Column (column of:(to)))"
                condition = f' if:(no Pieces Mover "{piece.name}" in:{column})'
                if most > 1:
                    condition = f' if:(< (count Pieces Mover "{piece.name}" in:{column}) {most})'
            drop = f'("Drop" "{piece.name}" {target}{condition})'
            if v.flag("shogiPawnDropMateIllegal") and piece.option == "shogiPawn" and self.kings:
                king = self.kings[0].name
                mates = f'(and (is Threatened (id "{king}" Next)) (no Moves Next))'
                yield f"(do\n    {drop}\n    ifAfterwards:(not {mates})\n)"
            elif target == where and not condition:
                plain.append(piece.name)
            else:
                yield drop
        if plain:
            yield f'("Drop" {quoted(plain)} {where})'

    def _places(self) -> Iterator[str]:
        w = self.w
        grouped: dict[tuple[str, int], list[str]] = {}
        castlers = self._castlers()
        for square, token in sorted(w.start.squares.items(), key=lambda one: (one[0][1], one[0][0])):
            letter = token.strip("+~")
            piece, player = w.by_letter[letter.lower()], 1 if letter.isupper() else 2
            if token.startswith("+") and piece.letter in self.promoted:
                piece = w.by_letter[self.promoted[piece.letter]]
            state = _UNMOVED if square in castlers else _PROMOTED if token.endswith("~") else 0
            grouped.setdefault((f"{piece.name}{player}", state), []).append(f'"{self.label(square)}"')
        for (name, state), labels in grouped.items():
            where = f"coord:{labels[0]}" if len(labels) == 1 else f"{{{' '.join(labels)}}}"
            yield f'(place "{name}" {where}{f" state:{state}" if state else ""})'
        for letter in sorted(set(w.start.pocket)):
            piece, player = w.by_letter[letter.lower()], 1 if letter.isupper() else 2
            count = w.start.pocket.count(letter)
            counted = f" count:{count}" if count > 1 else ""
            yield f'(place "{piece.name}{player}" (handSite P{player} {self.pieces.index(piece)}){counted})'

    def _castlers(self) -> set[tuple[int, int]]:
        """The squares of kings and rooks that may castle."""
        w, result = self.w, set[tuple[int, int]]()
        if not self.castling:
            return result
        first = self.variant.number("castlingRank", 1) - 1
        for rank, rights in ((first, "KQ"), (w.rows - 1 - first, "kq")):
            own = self.castling_king.upper() if rank == first else self.castling_king.lower()
            king = next((x for (x, y), token in w.start.squares.items() if y == rank and token == own), None)
            for right, way in zip(rights, (1, -1), strict=True):
                if king is None or right not in w.start.rights:
                    continue
                rook = self._outermost(self.variant.text("castlingRookPieces", "r"), king, way, rank)
                result |= {(king, rank)} | ({(rook, rank)} if rook is not None else set())
        return result & w.start.squares.keys()
