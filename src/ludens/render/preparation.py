"""All places and pictures of a game, drawn beforehand for programs that draw positions without Python."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from ludens.game import Game
from ludens.game.hidden import Hidden, hides
from ludens.ludemes.graphics.shown import ShowLocalStateHoles
from ludens.render.pieces import PiecePainter, PieceRow, PlacedPiece
from ludens.render.scene import Drawing, drawing_of, ref, words_of
from ludens.render.view import SITE_TYPES, Key, Piece, View, game_view, given_sites
from ludens.rules.state.model import Component

Json = dict[str, Any]

#: where local states and values up to these look all the same, others do, too; no more than these are looked at
_LOOKS: Final = {"state": (8, 128), "value": (33, 33)}
#: more seeds than these, less one, look the same
_HEAPS: Final = 33
#: of taller stacks the topmost pieces are shown
_STOREYS: Final = 16


def prepared(game: Game) -> Json:
    """The data with which a program draws positions by itself, where a piece covers one site.

    `places` have for each slot of a state where a piece on it lies, and `symbols` there, by component, where pictures
    depend on the place; of a puzzle the components are its values. A place of stacks has the number of one of
    `stacks`: for one piece, two and so on, of each from below how far it lies from the place, and what is written on
    it. Where `covered` is set there, pieces that are narrower than one above them are not seen. A place of dice has
    its number among the `dice`, the values of its faces, and the picture and words of each, `fresh` and `spent`.

    `portraits` have by component its picture, those of local states and values that look otherwise, its width, words
    and owner, and `unseen`, by the flags of what is hidden, the picture, words and owner that are seen in their place;
    `heaps` have by component, and by owner and local state ("1.0"), the pictures of one seed, two and so on; `refs` are
    the references of the slots' sites, `labels` their names; `beside` are the slots that lie beside the board;
    `symbols` are the pictures that `scene` does not have.
    """
    return _Preparation(drawing_of(game)).result()


@dataclass
class _Preparation:
    """Draws each component on each slot."""

    drawing: Drawing
    symbols: dict[str, str] = field(default_factory=dict)
    stacks: list[Json] = field(default_factory=list)
    heaps: dict[int, dict[str, list[str]]] = field(default_factory=dict)
    portraits: dict[int, Json] = field(default_factory=dict)
    #: those of components where pictures depend on the place, for such as lie nowhere else
    fitted: dict[int, Json] = field(default_factory=dict)

    @cached_property
    def view(self) -> View:
        return replace(game_view(self.drawing.game, 1), pieces={})

    @cached_property
    def painter(self) -> PiecePainter:
        return self.drawing.painter(self.view, 1)

    def result(self) -> Json:
        game = self.drawing.game
        dice = self._dice()
        places = [self._place((SITE_TYPES[letter[0]], site), dice) for letter, site in game.slots]
        model = game.model
        return {
            "places": places,
            "stacks": self.stacks,
            "portraits": self.fitted | self.portraits,
            "heaps": self.heaps,
            "dice": len(dice),
            "labels": {site["ref"]: site["label"] for site in self.drawing.sites()},
            "refs": [ref(letter, site) for letter, site in game.slots],
            "beside": list(range(model.first_other_site, model.total_sites)),
            "symbols": self.symbols,
        }

    # --- places

    def _place(self, key: Key, dice: dict[Key, Json]) -> Json | None:
        """Where pieces lie on a site; None where none is drawn."""
        if key in dice:
            return dice[key]
        by_component = {piece.what: placed[0] for piece in self._pieces(key) if (placed := self._placed(key, [piece]))}
        if not by_component:
            return None
        first = next(iter(by_component.values()))
        place = self._entry(first)
        if first.kind in ("cell", "edge"):
            place["kind"] = first.kind
        if first.kind in ("cell", "edge") or first.piece.given:
            place["symbols"] = {what: self._picture(p) for what, p in by_component.items()}
        if first.kind == "seeds":
            place["kind"] = "seeds"
            for what, p in by_component.items():
                self.heaps.setdefault(what, self._heaps(p))
        elif self.view.stacking:
            place["stack"] = self._stack(key, first)
        portraits = self.fitted if "symbols" in place else self.portraits
        for what, p in by_component.items():
            if what not in portraits:
                portraits[what] = self._portrait(p)
        return place

    def _pieces(self, key: Key) -> list[Piece]:
        """The pieces that may lie on a site: one of each component, or a puzzle's values except 0."""
        kind, site = key
        if not self.drawing.game.is_puzzle:
            return [self._of(component) for component in self._components]
        low, high = self.drawing.game.model.puzzle.ranges.get(kind, (0, 0))
        given = (kind[0], site) in given_sites(self.drawing.game)
        return [Piece(None, value, 1, value=value, given=given) for value in range(max(low, 1), high + 1)]

    def _of(self, component: Component) -> Piece:
        owner = component.owner if component.owner <= self.view.num_players else 0
        return Piece(component, component.index, owner)

    @cached_property
    def _components(self) -> list[Component]:
        return [c for c in self.view.components if not c.faces]

    def _placed(self, key: Key, pile: list[Piece]) -> list[PlacedPiece]:
        """Where a pile lies on a site, from below."""
        self.view.pieces = {key: pile}
        placed = self.painter.on_board() + [p for row in self._hands for p in self.painter.in_row(row)]
        return [p for p in placed if p.key == key]

    @cached_property
    def _hands(self) -> list[PieceRow]:
        return [row for row in self.drawing.sheet.rows if row.container.kind != "dice"]

    def _entry(self, placed: PlacedPiece) -> Json:
        entry = self.drawing.listed_as(placed, "", self.view)
        place = {name: entry[name] for name in ("ref", "x", "y", "size", "rotation")}
        return place | {"label": self.drawing.place_words(placed)}

    def _dice(self) -> dict[Key, Json]:
        """The places of dice, in the order of a state's `dice_value`."""
        self.view.pieces, entries = {}, dict[Key, Json]()
        rows = {row.container.index: row for row in self.drawing.sheet.rows}
        for container in self.drawing.game.model.dice():
            for faces, p in zip(container.faces, self.painter.in_row(rows[container.index]), strict=True):
                entry = self._entry(p) | {"kind": "die", "die": len(entries), "faces": faces}
                for name, used in (("fresh", False), ("spent", True)):
                    shown = [replace(p, count=face, used=used) for face in faces]
                    entry[name] = [{"symbol": self._picture(one), "words": words_of(one, "")} for one in shown]
                entries[p.key] = entry
        return entries

    # --- stacks

    def _stack(self, key: Key, first: PlacedPiece) -> int:
        """The number of the stacks that lie as those on a site do."""
        one = self._components[0] if first.piece.component is None else first.piece.component
        stack: Json = {"covered": self._covers(key), "piles": []}
        for height in range(1, _STOREYS + 1):
            pile = self._placed(key, [self._of(one)] * height)
            stack["piles"].append([self._offset(p, first) for p in pile])
        if stack not in self.stacks:
            self.stacks.append(stack)
        return self.stacks.index(stack)

    def _offset(self, placed: PlacedPiece, first: PlacedPiece) -> list[Any]:
        shift = (round(a - b, 2) for a, b in zip(placed.at, first.at, strict=True))
        return [*shift, placed.number]

    def _covers(self, key: Key) -> bool:
        """Whether pieces on a site hide narrower ones below them."""
        by_width = sorted(self._components, key=self._width)
        narrow, wide = by_width[0], by_width[-1]
        return (
            self._width(narrow) < self._width(wide) and len(self._placed(key, [self._of(narrow), self._of(wide)])) < 2
        )

    def _width(self, component: Component) -> float:
        piece = Piece(component, component.index, component.owner)
        return max(self.view.appearance.piece_scale(piece.query(0)))

    # --- pictures

    def _picture(self, placed: PlacedPiece) -> str:
        identifier, self.symbols[identifier] = self.drawing.symbol(self.painter, placed, 1)
        return identifier

    def _heaps(self, placed: PlacedPiece) -> dict[str, list[str]]:
        """The pictures of seeds by owner and local state."""
        players = self.view.num_players
        states = range(players + 1) if self.view.appearance.flag(ShowLocalStateHoles) else range(1)
        return {
            f"{who}.{state}": [
                self._picture(replace(placed, count=n, piece=replace(placed.piece, who=who, state=state)))
                for n in range(1, _HEAPS)
            ]
            for who in range(players + 2)
            for state in states
        }

    def _portrait(self, placed: PlacedPiece) -> Json:
        """A component's picture, those of its local states and values where they differ, width, words and owner."""
        plain, piece = self._picture(placed), placed.piece
        looks = {name: self._looks(placed, name, plain) for name in _LOOKS if name in self.drawing.game.layout}
        return {
            "symbol": plain,
            "looks": {name: pictures for name, pictures in looks.items() if pictures},
            "width": self._width(piece.component) if piece.component else 1.0,
            "words": self._words(placed, piece.who),
            "wordings": {name: wordings for name in looks if (wordings := self._wordings(placed, name))},
            "owner": piece.who,
            **({"unseen": self._unseen(placed, plain)} if hides(self.drawing.game) else {}),
        }

    def _words(self, placed: PlacedPiece, owner: int) -> str:
        return words_of(placed, self.drawing.whose(owner, self.view), self.view)

    def _wordings(self, placed: PlacedPiece, name: str) -> dict[int, str]:
        """The words of a component's local states, or of its values, that differ from the plain ones."""
        piece, plain = placed.piece, self._words(placed, placed.piece.who)
        variants = {n: replace(placed, piece=_changed(piece, name, n)) for n in range(1, _LOOKS[name][1])}
        return {n: words for n, one in variants.items() if (words := self._words(one, piece.who)) != plain}

    def _looks(self, placed: PlacedPiece, name: str, plain: str) -> dict[int, str]:
        """The pictures of a component's local states, or of its values, that differ from the plain one."""

        def differing(numbers: range) -> dict[int, str]:
            pictures = ((n, self._picture(replace(placed, piece=_changed(placed.piece, name, n)))) for n in numbers)
            return {n: symbol for n, symbol in pictures if symbol != plain}

        few, most = _LOOKS[name]
        looks = differing(range(1, few))
        return looks | differing(range(few, most)) if looks else looks

    def _unseen(self, placed: PlacedPiece, plain: str) -> dict[int, Json]:
        """The picture and words that are seen in place of a component's, by the flags of what is hidden."""
        parts, unseen = (Hidden.WHAT, Hidden.WHO, Hidden.STATE, Hidden.VALUE), dict[int, Json]()
        for count in range(1, len(parts) + 1):
            for flags in combinations(parts, count):
                hidden = sum(flags)
                piece = replace(placed.piece, hidden=hidden)
                owner = 0 if hidden & Hidden.WHO else piece.who
                symbol = self._picture(replace(placed, piece=piece))
                if symbol != plain or hidden & (Hidden.WHAT | Hidden.WHO):
                    words = self._words(replace(placed, piece=piece), owner)
                    unseen[hidden] = {"symbol": symbol, "words": words, "owner": owner}
        return unseen


def _changed(piece: Piece, name: str, number: int) -> Piece:
    """A piece of another local state or value."""
    return replace(piece, state=number) if name == "state" else replace(piece, value=number)
