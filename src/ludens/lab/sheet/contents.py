"""The rules sheet of a game, made from the ludemes of its description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final
from weakref import WeakKeyDictionary

from ludens.game import Game
from ludens.game.builder import Rulebook
from ludens.game.single import SingleGame
from ludens.lab.sheet.document import Item, Picture, RulesSheet, Section
from ludens.lab.sheet.formats import paragraphs
from ludens.lab.sheet.pictures import board_picture, piece_picture
from ludens.lab.sheet.rules import list_ends, list_moves
from ludens.lab.sheet.terms import glossary, with_terms
from ludens.language import to_text
from ludens.ludemes import nouns
from ludens.ludemes.boards import BoardItem, MancalaBoard
from ludens.ludemes.equipment import Hints, Map, Piece, Tile
from ludens.ludemes.graphs import CustomSquare, Rectangle, Square
from ludens.ludemes.regions.items import Regions
from ludens.ludemes.translation import called, translated
from ludens.ludemes.translation import sentence as told
from ludens.ludemes.wording import Wording, phrase
from ludens.render.names import player_names
from ludens.rules.base import Ludeme
from ludens.rules.categories import GraphLudeme, ItemLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.state.model import Container
from ludens.rules.structure import NextPhase, Phase
from ludens.words import capital, language, or_english, say, speaking, term, together

#: whose pieces are that are no player's
_OWNED: Final = {RoleType.Neutral: "neutral", RoleType.Shared: "shared by all players"}
_NUMBERS: Final = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


def words_of(game: Game) -> Wording:
    """The words of a game, in English: what its players, pieces and sites are called."""
    with speaking("en"):
        return _words_of(game)


def _words_of(game: Game) -> Wording:
    model = game.model
    plain = {c.name: ((c.base_name.rstrip("0123456789") or c.base_name), c.owner) for c in game.components}
    hands = {c.name: (c.kind, c.owner) for c in game.containers[1:]}
    kinds = [type(one) for one in game.ludemes() if isinstance(one, GraphLudeme)]
    boards = [one for one in game.ludemes() if isinstance(one, BoardItem)]
    cell = "square" if kinds and all(issubclass(kind, (Square, Rectangle, CustomSquare)) for kind in kinds) else "cell"
    pits = any(isinstance(board, MancalaBoard) for board in boards)
    return Wording(
        players=game.num_players,
        names=tuple(player_names(game)) if game.num_players > 1 else ("the player",),
        pieces=tuple(plain[c.name][0] for c in game.components),
        owners=hands | plain,
        site_type=SiteType(model.default_site),
        cell="pit" if pits else cell,
        vertex="pit" if pits else "point",
        labels=tuple(site.label for site in game.topology.elements(model.default_site)),
        places={c.first_site: _beside(c, game) for c in game.containers[1:]},
        owned_places={c.first_site: (c.owner, c.kind) for c in game.containers[1:]},
    )


def _beside(container: Container, game: Game) -> str:
    """What a container beside the board is called."""
    names = player_names(game)
    if 0 < container.owner <= len(names):
        return f"{nouns.possessive(names[container.owner - 1])} {container.kind}"
    return f"the shared {container.kind}"


def sheets(game: Game, *, pictures: bool = True) -> list[RulesSheet]:
    """The rules sheets of a game, or of each game of a match; without `pictures` nothing is compiled."""
    return [_sheet(one, pictures) for one in game.games if isinstance(one, SingleGame)]


def pictures_of(game: SingleGame) -> Iterator[Picture]:
    """The pictures of a sheet, one after the other: the board, and the moves of each kind of piece that has any."""
    yield board_picture(game)
    for group in _grouped(game.rulebook):
        for item in group:
            if item.moves is not None and (drawn := _drawn(game, item)) is not None:
                yield drawn


def rules_of(game: Game) -> list[str]:
    """The rules of a game in paragraphs: those that its author wrote, else those of its sheet."""
    if written := game.metadata.text("rules"):
        return [written]
    by_language = _paragraphs_of.setdefault(game, {})
    if language() not in by_language:
        unwritten = sheets(game, pictures=False)
        titles = len(unwritten) > 1
        by_language[language()] = [
            text for one in unwritten for text in ([one.title] if titles else []) + paragraphs(one)
        ]
    return by_language[language()]


#: the rules that nobody wrote, of games that are asked for again and again
_paragraphs_of: WeakKeyDictionary[Game, dict[str, list[str]]] = WeakKeyDictionary()


def _sheet(game: SingleGame, pictures: bool) -> RulesSheet:
    book = game.rulebook
    groups = _grouped(book)
    words = with_terms(words_of(game), [*(one[0] for one in groups), *_others(book), book.rules])
    parts = [
        _aim(game, words),
        _board(game, book, words, pictures),
        _pieces(game, book, groups, words, pictures),
        _start(book, words),
        _play(game, book, words),
        _end(book, words),
    ]
    parts.append(glossary(words))
    sections = tuple(section for section in parts if section is not None)
    return RulesSheet(game.name, game.metadata.text("description"), game.metadata.text("rules"), sections)


def _aim(game: Game, words: Wording) -> Section:
    count = game.num_players
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    if count < 2:
        text = say("A puzzle for one player.") if count else say("Nobody plays: the game goes by itself.")
        return Section(say("Players"), text)
    names = together([called(words.player(p)) for p in range(1, count + 1)])
    players = say("{0} players: {1}.", capital(term(number)) if language() == "en" else count, names)
    if game.is_simultaneous:
        return Section(say("Players"), f"{players} {say('All move at once. “You” are any of them.')}")
    first = words.player(1)
    turns = f"They take turns, and {first} {nouns.verb('begins', first, negated=False)}."
    if language() != "en":
        turns = say("They take turns, and {0} begins.", called(first))
    return Section(say("Players"), f"{players} {turns} {say('“You” are the player whose turn it is.')}")


def _board(game: Game, book: Rulebook, words: Wording, pictures: bool) -> Section:
    items = [item for item in _equipment(book) if isinstance(item, BoardItem)]
    boards = " ".join(told(item, words) for item in items) or say("A board of three by three squares.")
    count = game.topology.count(game.model.default_site)
    on = nouns.plural(words.noun(None)) if count != 1 else words.noun(None)
    played = f"The game is played on its {count} {on}."
    text = f"{boards} {played if language() == 'en' else say('The game is played on its {0} {1}.', count, term(on))}"
    regions = [item for item in _equipment(book) if isinstance(item, Regions)]
    region_items = tuple(filter(None, (_region(region, words) for region in regions)))
    return Section(say("Board"), text, region_items, _pictures(board_picture(game)) if pictures else ())


def _region(region: Regions, words: Wording) -> Item | None:
    """What a region is: whose, which sites."""
    sites = region.sites
    if sites is None:
        return None
    owner = f"{phrase(region.role, words, 'of')} " if region.role is not None else "the "
    many = isinstance(sites, tuple) and len(sites) > 1 and not all(isinstance(site, int) for site in sites)
    name = nouns.spaced(region.name) if region.name else "regions" if many else "region"
    words_of_sites = phrase(sites, words, "and+site")
    english = nouns.sentence(f"{owner}{name}: {words_of_sites}")

    def make() -> str:
        what = say("the regions") if many else say("the region")
        if region.name:
            what = term(f"{name}|a region", say("“{0}”|a name", name))
        if region.role is not None:
            what = say("{0} {1}|whose region", translated(region.role, words, "of"), what)
        return capital(say("{0}: {1}.|a region and its sites", what, translated(sites, words, "and+site")))

    return Item(or_english(make, english))


def _equipment(book: Rulebook) -> Iterable[ItemLudeme]:
    return book.game.equipment.items if book.game.equipment is not None else ()


def _pictures(*pictures: Picture | None) -> tuple[Picture, ...]:
    return tuple(one for one in pictures if one is not None)


def _grouped(book: Rulebook) -> list[list[Piece | Tile]]:
    """The pieces, those together that belong to the same players and move in the same way."""
    groups = dict[object, list[Piece | Tile]]()
    for item in _equipment(book):
        if isinstance(item, (Piece, Tile)):
            moves = to_text(item.moves.node) if item.moves is not None else None
            groups.setdefault((item.role, moves) if moves is not None else id(item), []).append(item)
    return list(groups.values())


def _others(book: Rulebook) -> list[ItemLudeme]:
    """The equipment but the pieces."""
    return [item for item in _equipment(book) if not isinstance(item, (Piece, Tile))]


def _pieces(
    game: Game, book: Rulebook, groups: list[list[Piece | Tile]], words: Wording, pictures: bool
) -> Section | None:
    plain = [Item(told(item, words)) for item in _others(book) if not _is_described_elsewhere(item)]
    sections = list[Section]()
    for group in groups:
        first = group[0]
        names = [nouns.spaced(item.name.rstrip("0123456789") or item.name) for item in group]
        who = f" ({_OWNED.get(first.role) or phrase(first.role, words)})" if first.role is not None else ""
        title = nouns.listed([names[0].capitalize(), *names[1:]], "and") + who
        if language() != "en":
            title = capital(together(list(map(term, names)))) + (
                f" ({_owner(first.role)})" if first.role is not None else ""
            )
        if first.moves is None:
            plain.append(Item(title))
        else:
            drawn = [_drawn(game, item) for item in group] if pictures else []
            sections.append(Section(title, "", list_moves(first.moves, words), _pictures(*drawn)))
    if not sections and not plain:
        return None
    return Section(say("Pieces"), "", tuple(plain), (), tuple(sections))


def _owner(role: RoleType) -> str:
    """Whose pieces are, in other languages than English."""
    if role in _OWNED:
        return say(_OWNED[role])
    number = role.value[1:]
    return say("player {0}", number) if number.isdigit() else say("each player")


def _is_described_elsewhere(item: ItemLudeme) -> bool:
    return isinstance(item, (BoardItem, Regions, Map, Hints))


def _drawn(game: Game, item: ItemLudeme) -> Picture | None:
    """The picture of the moves of a piece: of its first owner."""
    for component in game.components:
        if component.item is item and (picture := piece_picture(game, component)) is not None:
            return picture
    return None


def _start(book: Rulebook, words: Wording) -> Section:
    rules = book.rules.start
    if rules is None:
        return Section(say("Set-up"), say("The board is empty at the start."))
    times = Counter(phrase(rule, words) for rule in rules.listed)
    first = {phrase(rule, words): rule for rule in reversed(rules.listed)}
    items = (
        Item(_times(first[text], number, words) if number > 1 else told(first[text], words))
        for text, number in times.items()
    )
    return Section(say("Set-up"), "", tuple(items))


def _times(rule: Ludeme, number: int, words: Wording) -> str:
    """What is laid out several times."""
    english = nouns.sentence(f"{phrase(rule, words)} ({number} times)")
    return or_english(lambda: say("{0} ({1} times).", capital(translated(rule, words, "")), number), english)


def _play(game: Game, book: Rulebook, words: Wording) -> Section:
    rules = book.rules
    meta = tuple(Item(told(rule, words)) for rule in (rules.meta.listed if rules.meta else ()))
    whose = say("At each turn, all players choose:") if game.is_simultaneous else say("On your turn:")
    notes = " ".join(_notes(book))
    if rules.phases is None:
        items = list_moves(rules.play.moves, words) if rules.play is not None else ()
        return Section(say("Play"), whose, (*items, *meta, *_as_items(notes)))
    sections = tuple(_phase(phase, words, whose) for phase in rules.phases)
    many = len(sections) > 1
    return Section(say("Play"), say("The game has phases.") if many else "", (*meta, *_as_items(notes)), (), sections)


def _as_items(text: str) -> tuple[Item, ...]:
    return (Item(text),) if text else ()


def _notes(book: Rulebook) -> Iterator[str]:
    """What is meant by the words that players do not know."""
    kinds = {type(one).__name__ for one in book.rules.walk()}
    if book.game.equipment is not None:
        kinds |= {type(one).__name__ for one in book.game.equipment.walk()}
    if "Counter" in kinds:
        yield say("The counter counts the turns since it was started.")
    if "State" in kinds:
        yield say("A state is a number that a piece carries: what has happened to it.")
    if "MoveAgain" in kinds:
        yield say("To move again is to go on with the same turn.")


def _phase(phase: Phase, words: Wording, whose: str) -> Section:
    title = phase.name
    if phase.role is not None:
        title = say("{0} ({1})|a phase", title, translated(phase.role, words, ""))
    items = list_moves(phase.play.moves, words)
    ends = list_ends(phase.end.listed, words) if phase.end is not None else ()
    following = tuple(_next(each, words) for each in phase.next_phases)
    after = (Item(say("The game may end in this phase:"), ends),) if ends else ()
    return Section(title, whose, (*items, *following, *after))


def _next(following: NextPhase, words: Wording) -> Item:
    return Item(told(following, words))


def _end(book: Rulebook, words: Wording) -> Section | None:
    if book.rules.end is None:
        return None
    return Section(say("End"), "", list_ends(book.rules.end.listed, words))
