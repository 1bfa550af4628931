"""The frame of a small description that can be played: what is grown stands in it where it means something."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.ludemes import matches
from ludens.rules import categories, structure
from ludens.rules.base import Ludeme

BOARDS: Final = [
    "(board (square 3))",
    "(board (square 4))",
    "(board (rectangle 1 6))",
    "(board (rectangle 2 3))",
    "(board (hex 2))",
    "(board (tri 3))",
    "(board (square 3) use:Vertex)",
    "(board (square 2) use:Edge)",
    "(board (square 2) use:Vertex)",
    "(board (concentric {1 6}))",
    "(board (square 3) (values Cell (range 0 2)))",
    "(boardless Square 5)",
    "(mancalaBoard 2 3)",
]
LINES: Final = ["(board (square 3) {track})", "(board (rectangle 1 6) {track})", "(mancalaBoard 2 3 {track})"]
TRACKS: Final = ['(track "Track" "0,E,N,W" loop:True)', '(track "Track" {0 1 2 5 4 3 End})', '(track "Track" {0..5})']
#: what is fetched where a description asks for it, by what it then says
EQUIPMENT: Final[Mapping[str, Sequence[str]]] = {
    r"(?i)pips|\bdice|\bdie\b|roll\)|face": ["(dice d:4 num:2)", "(dice d:3 from:0 num:1)", "(dice d:6 num:2)"],
    r"(?i)card|trump|split Deck": ["(deck suits:2 {(card Seven rank:0 value:0) (card Ace rank:1 value:2)})"],
    r"(?i)domino|LineOfPlay|Playable|PipsMatch": ["(dominoes upTo:2)"],
    r"mapEntry": ['(map "Map" {(pair 0 1) (pair 1 2) (pair 2 0)}) (map {(pair 0 3) (pair 1 4) (pair P1 5)})'],
    r"(?i)hint": ['(hints {(hint {0 1} 1) (hint {2 3} 2)})'],
    r"pathExtent|SidesMatch|path:": [
        '(tile "Bend" P1 numSides:4 {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)})'
    ],
    r"(?i)large": ['(tile "Long" Each {F} numSides:4)', '(tile "Bent" Each {F R F})'],
}  # fmt: skip
STARTS: Final = [
    '(place "Disc1" {0 1}) (place "Disc2" {3 4})',
    '(place "Disc1" 0) (place "Disc2" 4)',
    '(place "Ball0" 2)',
    '(place "Disc1" {0 1} state:1) (place "Disc2" 3 value:1)',
]
HANDS: Final = ['(place "Disc1" "Hand1" count:3) (place "Disc2" "Hand2" count:3)']
STACKS: Final = ['(place Stack items:{"Disc1" "Disc2"} 0) (place Stack "Disc2" 1 count:2)']
TEAMS: Final = "(set Team 1 {P1}) (set Team 2 {P2})"
MOVES: Final = [
    "(move Add (to (sites Empty)))",
    "(or (move Add (to (sites Empty))) (forEach Piece))",
    "(forEach Piece)",
    "(move Select (from (sites Board)))",
    "(or (move Add (to (sites Empty))) (move Pass))",
    "(move (from (sites Occupied by:Mover)) (to (sites Empty)))",
    "(move Add (to (sites Empty)) stack:True)",
]
EFFECTS: Final = ["(set Counter 1)", "(addScore Mover 1)", "(moveAgain)", "(set State at:(last To) 1)", "(remove 0)"]
STEPS: Final = ["(move Step (to if:(is Empty (to))))", "(move Hop (between if:True) (to if:(is Empty (to))))", ""]
CONDITIONS: Final = ["(is Even (count Moves))", "(is Odd (count Turns))", "(> (count Moves) 3)", "True"]


@dataclass
class Frame:
    """The parts of a description, each with something simple in it."""

    choose: random.Random
    players: str = "2"
    mode: str = ""
    board: str = ""
    piece: str = ""
    items: list[str] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    metas: list[str] = field(default_factory=list)
    play: str = ""
    phases: str = ""
    ends: list[str] = field(default_factory=list)
    subgames: str = ""

    def put(self, place: type[Ludeme], text: str) -> None:
        """Put a clause where the frame has a place for it."""
        PUT[place](self, text)

    def moves(self, text: str) -> None:
        """Moves to choose from: beside others, instead of them, or those of a piece."""
        choose, others = self.choose, self.choose.choice(MOVES)
        effect, test = choose.choice(EFFECTS), choose.choice(CONDITIONS)
        if choose.random() < 0.2:
            self.piece, self.play = text, f"(or (forEach Piece) {others})"
        else:
            self.play = choose.choice(
                [
                    text,
                    f"(or {text} {others})",
                    f"(or {others} {text})",
                    f"(or {text} {others} (then {effect}))",
                    f"(priority {text} {others})",
                    f"(if {test} {text} {others})",
                    f"(do {text} next:{others})",
                ]
            )

    def effect(self, text: str) -> None:
        """What follows a move."""
        choose = self.choose
        test = choose.choice(CONDITIONS)
        text = choose.choice([text, text, f"(if {test} {text})", f"(and {text} {choose.choice(EFFECTS)})"])
        plays = [
            f"(move Add (to (sites Empty)) (then {text}))",
            f"(or (move Add (to (sites Empty))) (forEach Piece) (then {text}))",
            f"(or (move Add (to (sites Empty)) (then {text})) (move Pass))",
            f"(move Select (from (sites Board)) (to (sites Board)) (then {text}))",
            f"(move (from (sites Occupied by:Mover)) (to (sites Empty) (apply {text})))",
            f"(forEach Piece (then {text}))",
        ]
        self.play = choose.choice(plays)

    def condition(self, text: str) -> None:
        """What decides where one may move, what follows, or who wins."""
        choose, moves = self.choose, self.choose.choice(MOVES)
        ways: list[Callable[[], object]] = [
            lambda: setattr(self, "play", f"(move Add (to (sites Empty) if:{text}))"),
            lambda: setattr(self, "play", f"(or (move Add (to (sites Empty) if:{text})) (move Pass))"),
            lambda: setattr(self, "play", f"(move Step (from (sites Occupied by:Mover) if:{text}) (to if:{text}))"),
            lambda: setattr(self, "play", f"(if {text} {moves} (move Add (to (sites Empty))))"),
            lambda: setattr(self, "play", f"(do {moves} ifAfterwards:{text})"),
            lambda: self.effect(f"(if {text} {choose.choice(EFFECTS)})"),
            lambda: self.ends.append(f"(if {text} (result Mover Win))"),
        ]
        choose.choice(ways)()

    def phase(self, text: str) -> None:
        """One phase, and another one to go on to."""
        second = f'(phase "Second" (play {self.choose.choice(MOVES)}) (nextPhase (is Even (count Moves)) "First"))'
        self.phases = f"{text} {second}" if '"First"' in text[:20] else f"{second.replace('Second', 'First')} {text}"

    def item(self, text: str) -> None:
        if re.match(r"\((board|boardless|mancalaBoard|surakartaBoard)\b", text):
            self.board = text
        else:
            self.items.append(text)

    def text(self) -> str:
        """The description, with what it asks for."""
        if self.subgames:
            return f'(match "Grown" (players 2) (games {{{self.subgames}}}) (end (if True (result Mover Win))))'
        board = self.board or self._board()
        self.starts = self.starts or self._starts()
        moves, result = self.choose.choice([12, 20, 40]), self.choose.choice(["Win", "Draw"])
        last = f"(if (>= (count Moves) {moves}) (result Mover {result}))"
        meta = f"(meta {{{' '.join(self.metas)}}})" if self.metas else ""
        play = f"phases:{{{self.phases}}}" if self.phases else f"(play {self.play or self.choose.choice(MOVES)})"
        rules = f"{meta} {self._start()} {play} (end {{{' '.join([*self.ends, last])}}})"
        piece = self.piece or self.choose.choice(STEPS)
        items = " ".join([f'(piece "Disc" Each {piece})', '(piece "Ball" Neutral)', *self._fetched(rules)])
        return f'(game "Grown" (players {self.players}) {self.mode} (equipment {{{board} {items}}}) (rules {rules}))'

    def _said(self) -> str:
        return " ".join([*self.items, self.piece, *self.starts, self.play, self.phases, *self.ends, *self.metas])

    def _board(self) -> str:
        if re.search(r"(?i)track|sow", self._said()):
            return self.choose.choice(LINES).replace("{track}", self.choose.choice(TRACKS))
        return self.choose.choice(BOARDS)

    def _starts(self) -> list[str]:
        said, starts = self._said(), [self.choose.choice(STARTS)]
        if re.search(r"(?i)stack|level", said):
            starts = STACKS
        elif re.search(r"(?i)sow|count:", said) and self.choose.random() < 0.5:
            starts = ["(set Count 2 to:(sites Board))"]
        elif "(move Add" in said and self.choose.random() < 0.4:
            starts = []
        if "Hand" in said or "hand" in said:
            starts = [*starts, *HANDS]
        return [*starts, TEAMS] if "Team" in said else list(starts)

    def _start(self) -> str:
        return f"(start {{{' '.join(self.starts)}}})" if self.starts else ""

    def _fetched(self, rules: str) -> list[str]:
        """The other equipment: what was put there, and what is asked for."""
        said = f"{rules} {self._said()}"
        found = [self.choose.choice(texts) for asked, texts in EQUIPMENT.items() if re.search(asked, said)]
        if re.search("(?i)hand", said):
            found.append("(hand Each)")
        if "Region" in said or "sites P" in said or "sites M" in said:
            found.append('(regions "Region" {0 1 2}) (regions P1 {0 3}) (regions P2 (sites Top))')
        return [*self.items, *found]


#: how what belongs to a category is put into a frame
PUT: Final[Mapping[type[Ludeme], Callable[[Frame, str], object]]] = {
    categories.MovesLudeme: Frame.moves,
    categories.NonDecision: Frame.effect,
    categories.BooleanLudeme: lambda f, text: f.condition(text),
    categories.GraphLudeme: lambda f, text: setattr(f, "board", f"(board {text})"),
    categories.ItemLudeme: Frame.item,
    categories.StartRuleLudeme: lambda f, text: f.starts.append(text),
    categories.EndRuleLudeme: lambda f, text: f.ends.append(text),
    categories.MetaRuleLudeme: lambda f, text: f.metas.append(text),
    structure.Phase: Frame.phase,
    structure.PlayerFacing: lambda f, text: setattr(f, "players", f"{{(player N) {text}}}"),
    structure.Mode: lambda f, text: setattr(f, "mode", text),
    matches.Subgame: lambda f, text: setattr(f, "subgames", text),
}


class Puzzle(Frame):
    """A deduction puzzle, whose constraints are what is grown."""

    def condition(self, text: str) -> None:
        self.play = f"(satisfy {{{text}}})"

    def text(self) -> str:
        graph = self.board or "(board (square 3) (values Cell (range 0 2)))"
        if not self.play or "satisfy" not in self.play:
            self.play = "(satisfy {(all Different)})"
        hints = '(hints "Hint" {(hint {0 1} 1) (hint {2 3} 2)}) (regions {0 1 2})'
        items = " ".join([graph, hints, "(regions AllDirections)", *self.items])
        start = self.choose.choice(["", "(start (set {{0 1}}))"])
        return (
            f'(game "Grown" (players 1) (equipment {{{items}}})'
            f" (rules {start} (play {self.play}) (end (if (is Solved) (result P1 Win)))))"
        )
