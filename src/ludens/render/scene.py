"""Boards and positions for programs that draw them: a page, an editor. The drawings are those of `svg`.

`scene` holds what stays: the board as a fragment of SVG, its sites, and the pictures of pieces. `pieces` says what of
them lies where in a state. Sites are named by references such as "c:12", "v:3" and "e:5".
"""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from ludens.board.measure import SiteType
from ludens.game import Game, Move, State
from ludens.game.hidden import Hidden, hides
from ludens.game.hidden_sites import known_flags
from ludens.game.match import Match
from ludens.game.turns import with_next_to_move
from ludens.ludemes.graphics.pieces import PieceRotate, PieceStyle
from ludens.ludemes.graphics.symbols import ShowCheck
from ludens.render.board import draw
from ludens.render.canvas import Attributes, Canvas, Point
from ludens.render.ground import cell_path, edge_path
from ludens.render.names import player_names
from ludens.render.picture import BoardPicture
from ludens.render.pieces import PiecePainter, PieceRow, Placed
from ludens.render.portraits import pips_of, printed_on
from ludens.render.sheet import Sheet, draw_places
from ludens.render.view import (
    SITE_TYPES,
    Piece,
    View,
    Viewer,
    fill,
    game_view,
    move_kinds,
    playing,
    seat_of,
    shown_sites,
)
from ludens.rules.state.model import Component, Container
from ludens.words import count, say, term, within

Json = dict[str, Any]

_SIZE: Final = 640.0
_MARGIN: Final = 10.0
_HALF: Final = 50.0
_PAPER: Final[Attributes] = {"class_": "paper", "rx": 10.0}


def ref(kind: str, site: int) -> str:
    """The reference of a site of a type ("Cell", or its letter).

    >>> ref("Vertex", 3), ref("C", 12)
    ('v:3', 'c:12')
    """
    return f"{kind[0].lower()}:{site}"


def move_refs(game: Game, move: Move) -> tuple[str | None, str | None]:
    """The references of the sites that a move comes from and goes to; None where it has none."""
    kinds = move_kinds(move) if len(game.model.site_types) > 1 else (None, None)
    return _site_ref(game, kinds[0], move.from_site), _site_ref(game, kinds[1], move.to_site)


def scene(game: Game) -> Json:
    """The board of a game, for a page: JSON-serialisable, and the same for every state.

    `board` is a fragment of SVG in a page of `width` by `height`, with a rectangle of the class "paper" behind what has
    no ground of its own; where its colours are not the description's, `data-ground` says "0" (the first ground), "1"
    and so on, "lines", "pit" or "rim"; `symbols` the pictures of the game's pieces by their identifiers, in boxes from
    -50 to 50, and `western` those with figures in the place of characters; `sites` have a middle, a radius, words for
    people, and an outline where they have an area; `axes` are labels along the board, for which `margins` are kept free
    (left, above, right, below), or `inside` its cells, and whether they belong to sites and turn with it; `frame` is
    the board; `components` name the pictures of pieces; `facing` says whether pieces look in their owners' directions.
    """
    drawing = drawing_of(game)
    sheet = drawing.sheet
    return {
        "width": _round(sheet.width),
        "height": _round(sheet.height),
        "frame": [_round(v) for v in (sheet.frame.left, sheet.frame.top, sheet.frame.width, sheet.frame.height)],
        "board": drawing.board(),
        "symbols": dict(drawing.first_symbols()),
        "western": dict(drawing.western),
        "default": ref(sheet.view.default_site, 0)[0],
        "sites": drawing.sites(),
        "axes": drawing.axes(),
        "containers": [{"index": c.index, "name": c.kind, "owner": c.owner} for c in sheet.view.containers],
        "components": drawing.components(),
        "facing": drawing.facing,
        "players": [
            {
                "player": p,
                "colour": sheet.view.appearance.player_colour(p),
                "name": player_names(game)[p - 1],
            }
            for p in range(1, sheet.view.num_players + 1)
        ],
    }


def pieces(state: State, viewer: Viewer = "mover") -> Json:
    """What lies where in a state, as the `viewer` sees it: the player to move unless told; None sees everything.

    `pieces` have a key (their site and level), a place, a size, a symbol, words for people, and what is written over
    them; `symbols` are the pictures of those symbols that `scene` does not have; `dice` what has been rolled; `check`
    the sites of the mover's pieces that are under attack, where the metadata want that shown; `hidden` those of which
    the viewer knows that what is there is hidden; `won` those that show why the game is over, such as a winning line.
    On a table without a board, `box` is the part to show, the sites of `shown` lie in it, and `extra` outlines them;
    `moved` says where hands and dice then lie.
    """
    state = playing(state)
    return drawing_of(state.game).pieces(state, viewer)


# --- drawings are kept: a game's board is drawn once, a picture of a piece whenever a new one comes up


@dataclass
class Drawing:
    """All that is drawn of a game."""

    game: Game
    sheet: Sheet
    painters: dict[int, PiecePainter] = field(default_factory=dict)
    cached: dict[tuple[Any, ...], tuple[str, str]] = field(default_factory=dict)
    western: dict[str, str] = field(default_factory=dict)
    base: dict[str, str] | None = None

    # --- the board

    def board(self) -> str:
        canvas, sheet = Canvas(), self.sheet
        picture = sheet.painter(canvas).picture
        if picture.bare:  # what lies on no ground of its own needs a light one where the page is dark
            left, top, right, bottom = sheet.bleed
            place = sheet.frame.left - left, sheet.frame.top - top
            canvas.rect(*place, sheet.frame.width + left + right, sheet.frame.height + top + bottom, "none", **_PAPER)
        draw(picture)
        for row in [] if self.sheet.view.boardless else self.sheet.rows:
            draw_places(canvas, row)
        return "".join(canvas.parts)

    def axes(self) -> Json | None:
        """The labels along the board, where it has such, and the room they take: left, above, right, below.

        Those that are no columns' and rows' belong to sites: they turn with the board. Some stand inside the cells.
        """
        labels = [{"x": _round(x), "y": _round(y), "text": text} for (x, y), text in self.sheet.labels]
        facts = {"turns": self.sheet.axes is None, "inside": self.sheet.inside}
        return {"margins": [_round(m) for m in self.sheet.label_room], "labels": labels, **facts} if labels else None

    def sites(self) -> list[Json]:
        """The board's sites, of every type that the game uses, and those of hands and dice."""
        model, sites = self.game.model, []
        picture = self.sheet.painter(Canvas()).picture
        default = self.sheet.view.default_site
        # in two rows the points are not where the cells around them are
        others = [] if self.sheet.frame.two_rows else model.site_types
        for kind in dict.fromkeys([default, *others]):
            sites += [self.site(picture, kind, site) for site in range(model.topology.count(kind))]
        for row in self.sheet.rows:
            for n, (x, y) in enumerate(row.places):
                label = _place_name(row.container, n)
                sites.append(
                    _entry(ref("Cell", row.container.first_site + n), (x, y), row.radius, label, row.container)
                )
        return sites

    def site(self, picture: BoardPicture, kind: SiteType, site: int) -> Json:
        """A site of the board."""
        frame, view = picture.frame, picture.view
        label = _site_label(view, kind, site)
        entry = _entry(ref(kind, site), frame.site(kind, site), frame.radius(kind), label, None)
        if kind == "Cell":
            entry["path"] = cell_path(picture, site)
        elif kind == "Edge":
            entry["path"] = edge_path(picture, site)
            entry["line"] = True
        return entry

    # --- pieces

    def first_symbols(self) -> dict[str, str]:
        """The pictures of the components as they are when they come into play."""
        if self.base is None:
            self.base = dict(self._first(c) for c in self.sheet.view.components if not c.faces)
        return self.base

    def _first(self, component: Component) -> tuple[str, str]:
        piece = Piece(component, component.index, component.owner)
        placed = Placed("piece", (self.sheet.view.default_site, 0), 0, piece, (0, 0), _HALF, 0)
        return self.symbol(self.painter(self.sheet.view, 1), placed, 1)

    def components(self) -> list[Json]:
        """The name and the picture of each component but dice."""
        listed = (c for c in self.sheet.view.components if not c.faces)
        return [{"name": c.name, "owner": c.owner, "symbol": self._first(c)[0]} for c in listed]

    @property
    def facing(self) -> bool:
        """Whether the pieces of a player are turned to where they go."""
        appearance = self.sheet.view.appearance
        styles = (item.style.value for item in appearance.of(PieceStyle))
        return bool(appearance.of(PieceRotate)) or any(style.startswith("Extended") for style in styles)

    def painter(self, view: View, mover: int) -> PiecePainter:
        """A painter for a view, which shares what is known of the game."""
        if mover not in self.painters:
            self.painters[mover] = replace(self.sheet, view=game_view(self.game, mover)).painter(Canvas())
        shared = self.painters[mover]
        painter, picture = copy.copy(shared), copy.copy(shared.picture)
        picture.view, picture.canvas, picture.frame = view, Canvas(), self.sheet.frame
        painter.picture = picture
        return painter

    def symbol(self, painter: PiecePainter, placed: Placed, mover: int) -> tuple[str, str]:
        """The picture of what lies in a place, and its identifier, which depends on nothing but the picture."""
        piece = placed.piece
        shape = placed.key if placed.kind in ("cell", "edge", "large") else None
        key = (mover, placed.kind, placed.count, placed.used, placed.faces, placed.container, piece, shape)
        if key not in self.cached:
            canvas = painter.picture.canvas = Canvas()
            painter.picture_of(replace(placed, at=(0.0, 0.0), radius=_HALF, turn=0.0))
            drawn = "".join(canvas.parts)
            identifier = "s" + hashlib.blake2s(drawn.encode(), digest_size=6).hexdigest()
            self.cached[key] = identifier, drawn
            if painter.script is not None and placed.kind == "piece":
                self.western[identifier] = self._western(painter, placed)
        return self.cached[key]

    def _western(self, painter: PiecePainter, placed: Placed) -> str:
        """The picture of a piece for those who do not read what is written on it."""
        painter.western, painter.picture.canvas = True, Canvas()
        painter.picture_of(replace(placed, at=(0.0, 0.0), radius=_HALF, turn=0.0))
        painter.western = False
        return "".join(painter.picture.canvas.parts)

    def pieces(self, state: State, viewer: Viewer) -> Json:
        mover = state.mover
        self.painter(self.sheet.view, mover)
        view = replace(self.painters[mover].view, pieces={}, dice=[], scores=None)
        fill(view, state, viewer)
        view.dice = state.rolled if view.dice else []  # what the mover has to choose with
        painter = self.painter(view, mover)
        drawn_pieces = painter.on_board()
        for row in self.sheet.rows:
            drawn_pieces += painter.in_row(row)
        base, symbols, listed = self.first_symbols(), {}, []
        for placed in drawn_pieces:
            identifier, drawn = self.symbol(painter, placed, mover)
            if identifier not in base:
                symbols[identifier] = drawn
            listed.append(self.listed_as(placed, identifier, view))
        answer: Json = {"pieces": listed, "symbols": symbols, "extra": "", "dice": view.dice or None}
        answer["western"] = {name: self.western[name] for name in symbols if name in self.western}
        answer["check"] = _in_check(state, view)
        answer["hidden"] = _hidden(state, viewer)
        answer["won"] = [ref(view.default_site, site) for site in _shown_at_the_end(state)]
        return answer | (self._table(view, painter, listed) if view.boardless else {})

    def listed_as(self, placed: Placed, identifier: str, view: View) -> Json:
        place, piece = ref(*placed.key), placed.piece
        owner = 0 if piece.hidden & Hidden.WHO else piece.component.owner if piece.component else piece.who
        words = words_of(placed, self.whose(owner, view), view)
        return {
            "key": f"{place}:{placed.level}",
            "ref": place,
            "x": _round(placed.at[0]),
            "y": _round(placed.at[1]),
            "size": _round(2 * placed.radius),
            "symbol": identifier,
            "rotation": _round(placed.turn),
            "owner": owner if 0 <= owner <= view.num_players else 0,
            "label": say("{0} on {1}|a piece, and where it is", words, self.place_words(placed)),
            "words": words,
            "badge": placed.number,
            "kind": placed.kind,
            **({"count": placed.count} if placed.kind == "seeds" and not piece.hidden & Hidden.COUNT else {}),
            **({"used": placed.used} if placed.kind == "die" else {}),
        }

    def whose(self, owner: int, view: View) -> str:
        """Whose a piece is, in words that stand before its name; "" for nobody's."""
        named = 1 <= owner <= view.num_players and view.num_players > 1
        return within(player_names(self.game)[owner - 1]) if named else ""

    def place_words(self, placed: Placed) -> str:
        kind, site = placed.key
        view = self.sheet.view
        for container in view.others:
            if kind == "Cell" and site in container.sites:
                return _place_name(container, site - container.first_site)
        return _site_label(view, kind, site)

    # --- tables without a board

    def _table(self, view: View, painter: PiecePainter, listed: list[Json]) -> Json:
        """The part of an endless table that is in use; what lies beside it moves along, and grows with it."""
        frame, sheet, keys = self.sheet.frame, self.sheet, shown_sites(view)
        reach = frame.radius("Cell") * 1.4
        points = [frame.key(key) for key in keys] or [frame.centre]
        left, right = min(x for x, _ in points) - reach, max(x for x, _ in points) + reach
        top, bottom = min(y for _, y in points) - reach, max(y for _, y in points) + reach
        scale = max(1.0, max(right - left, bottom - top) / _SIZE)
        canvas, moved = painter.picture.canvas, {}
        canvas.parts = []
        for row in self._moved_rows((left, right, top, bottom), scale):
            draw_places(canvas, row)
            for n, (x, y) in enumerate(row.places):
                moved[ref("Cell", row.container.first_site + n)] = [_round(x), _round(y), _round(row.radius)]
        for entry in listed:
            if entry["ref"] in moved:
                entry["x"], entry["y"], _ = moved[entry["ref"]]
                entry["size"] = _round(entry["size"] * scale)
        for kind, site in keys:
            if kind == "Cell":
                canvas.path(cell_path(painter.picture, site), "none", "#b8b8b8", 1.0)
        margin = _MARGIN * scale
        box = [left - margin, top - margin - sheet.rows_above * scale, right - left + 2 * margin]
        box.append(bottom + margin + sheet.rows_below * scale - box[1])
        return {
            "extra": "".join(canvas.parts),
            "box": [_round(v) for v in box],
            "moved": moved,
            "shown": [ref(*key) for key in keys if key[0] == view.default_site],
        }

    def _moved_rows(self, box: tuple[float, float, float, float], scale: float) -> Iterator[PieceRow]:
        """The rows of hands and dice, above and below a box (left, right, top, bottom), in another size."""
        left, right, top, bottom = box
        sheet = self.sheet
        above = {c.index for c in sheet.above}
        for row in sheet.rows:
            near, far = (sheet.frame.top, top) if row.container.index in above else (sheet.below_top, bottom)
            middle = sheet.frame.centre[0]
            places = tuple(((left + right) / 2 + (x - middle) * scale, far + (y - near) * scale) for x, y in row.places)
            yield PieceRow(row.container, places, row.radius * scale)


@lru_cache(maxsize=64)
def drawing_of(game: Game) -> Drawing:
    game = game.instance(0) if isinstance(game, Match) else game
    return Drawing(game, Sheet.of(game_view(game), _SIZE, _MARGIN, axes=True, captions=False))


def _in_check(state: State, view: View) -> list[str]:
    """Where the mover's pieces stand that the opponent could capture now, of those that `(show Check ..)` names."""
    items = view.appearance.of(ShowCheck)
    if not items or view.num_players != 2 or state.is_over:
        return []
    names = {item.piece for item in items if item.piece is not None}
    watched = {c.index: c.owner for c in view.components if not names or {c.name, _base(c)} & names}
    own = {
        key[1]: ref(*key)
        for key, pieces in view.on_board().items()
        if (c := pieces[-1].component) and watched.get(c.index) == state.mover
    }
    if not own:
        return []
    attacked = _attacked(state) | _attacked_without(state, watched)
    return [place for site, place in own.items() if site in attacked]


def _hidden(state: State, viewer: Viewer) -> list[str]:
    """The sites of which a viewer knows that something may be hidden there: an opponent's hand of cards.

    Of a hand they are all, or none: which of its places is still full could tell what was played from it.
    """
    seat = seat_of(viewer, state)
    if seat is None or not hides(state.game):
        return []
    flags = zip(state.game.slots, known_flags(state, seat).tolist(), strict=True)
    sites = {place for place, flag in flags if flag & Hidden.ALL}
    for container in state.game.containers[1:]:
        whole = {("C", site) for site in container.sites}
        sites |= whole if sites & whole else set()
    return [ref(SITE_TYPES[kind], site) for kind, site in sorted(sites)]


def _shown_at_the_end(state: State) -> tuple[int, ...]:
    """The sites that show why a game is over, such as a winning line; none in games that hide something."""
    why = None if hides(state.game) else state.ending
    return why.sites if why is not None else ()


def _attacked(state: State) -> set[int]:
    """The sites that the other player could move to, if it were their turn."""
    return {move.to_site for move in with_next_to_move(state).legal_moves()}


def _attacked_without(state: State, watched: dict[int, int]) -> set[int]:
    """The sites that the other player could move to without regard to the pieces they have to guard.

    Another piece of theirs stands in the place of each of these, so that lines stay as they are, but does not move.
    """
    rows, enemy = state.sites(), state.next
    guarded = {row[1] for row in rows if watched.get(row[3]) == enemy}
    others = [row[3] for row in rows if row[3] and row[3] not in watched and row[4] == enemy]
    if not guarded or not others:
        return set()
    changed = [(*row[:3], others[0], *row[4:]) if row[1] in guarded and row[3] in watched else row for row in rows]
    try:
        position = state.game.position(changed, mover=enemy, next=state.mover)
    except ValueError:
        return set()
    return {move.to_site for move in position.legal_moves() if move.from_site not in guarded}


# --- words


def _site_label(view: View, kind: SiteType, site: int) -> str:
    """What people call a site of the board."""
    if kind == "Edge":
        a, b = view.topology.edge_vertices[site]
        vertices = view.topology.elements("Vertex")
        return say("{0} to {1}|two points", vertices[a].label, vertices[b].label)
    label = view.label(kind, site) or view.topology.elements(kind)[site].label or str(site)
    return label if kind == view.default_site else f"{kind.lower()} {label}"


def _place_name(container: Container, n: int) -> str:
    """What people call a site of a hand, of dice, of a deck."""
    name = term(container.kind)
    if container.owner and container.kind != "dice":
        name = say("{0} of {1}|a hand, and whose it is", name, say("player {0}", container.owner))
    return say("{0}, place {1}", name, n + 1) if container.num_sites > 1 else name


def words_of(placed: Placed, whose: str, view: View | None = None) -> str:
    """What lies in a place: "white queen", "4 seeds", "die showing 3", "stick, flat side up", "hearts 6".

    A `view` tells which numbers are written on pieces.
    """
    piece = placed.piece
    if placed.kind == "die" and len(placed.faces) == 2:
        is_flat = placed.count == max(placed.faces)
        return say("stick, flat side up") if is_flat else say("stick, round side up")
    if placed.kind == "die":
        if not placed.count:
            return say("die")
        return say("die showing {0}, used", placed.count) if placed.used else say("die showing {0}", placed.count)
    if placed.kind == "seeds":
        if piece.hidden & Hidden.COUNT:
            return say("seeds")
        return count(placed.count, "{0} seed", "{0} seeds")
    query = piece.query(placed.container)
    called = view.appearance.piece_name(query) if view is not None else ""
    name = say("hidden piece") if piece.hidden & Hidden.WHAT else _component_name(piece.component, piece.value, called)
    name = say("{0} {1}|whose, and a piece", whose, name) if whose else name
    number = [placed.number] if placed.number and placed.number != "?" else []
    printed = [n for _, n in printed_on(view, query)] if view is not None else []
    return " ".join(map(str, [*number, name, *printed]))


def _component_name(component: Component | None, value: int, called: str = "") -> str:
    """A component's name in words; `called` is what the metadata name it.

    >>> _component_name(Component(1, "DoubleCounter1", 1), 0)
    'double counter'
    """
    if component is None:
        return say("value {0}", value)
    if component.card is not None:
        rank, suit = component.card.rank, component.card.suit
        called_suit = term(SUITS[suit]) if suit in SUITS else say("suit {0}", suit)
        return say("{0} of {1}|a card", term(f"{RANKS[rank]}|a card") if rank in RANKS else str(rank), called_suit)
    if pips := pips_of(component, called or component.name):
        return say("domino {0}", "-".join(map(str, pips)))
    return term(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", _base(component)).lower())


def _base(component: Component) -> str:
    """A component's name without its owner's number."""
    return (component.base_name or component.name).rstrip("0123456789") or component.name


#: what people call ranks and suits of cards; other ranks are numbers
RANKS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
SUITS: Final = {1: "clubs", 2: "diamonds", 3: "hearts", 4: "spades"}


# --- small things


def _entry(reference: str, at: Point, radius: float, label: str, container: Container | None) -> Json:
    return {
        "ref": reference,
        "x": _round(at[0]),
        "y": _round(at[1]),
        "r": _round(radius),
        "label": label,
        "container": container.index if container else 0,
    }


def _round(value: float) -> float:
    return round(float(value), 2)


def _site_ref(game: Game, kind: SiteType | None, site: int) -> str | None:
    """The reference of a site that a move names; beyond the board it lies in a hand."""
    model = game.model
    if site < 0:
        return None
    kind = kind or model.default_site
    if site >= model.first_other_site and (kind == "Cell" or site >= model.topology.count(kind)):
        kind = "Cell"
    return ref(kind, site)
