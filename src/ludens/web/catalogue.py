"""What is told of the library: its games, the agents that play them, pictures of their boards."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import UNSET

from ludens import agents, library, render, words
from ludens.game import Game, compile_text
from ludens.language import LudError, parse
from ludens.library import shelves
from ludens.ludemes.boards import board_of
from ludens.ludemes.metadata import read_metadata
from ludens.native import sources_key
from ludens.rules.structure import players_told
from ludens.stage.cache import read_cache, write_cache
from ludens.web import prebuilt, views
from ludens.web.schemas.http import Agents, Catalogue, CatalogueEntry, Refusal, Shelf, ShelfFolder
from ludens.web.seats import agent_infos
from ludens.web.sources import GameSource

#: the width and height of a picture in the library, in pixels
PICTURE_SIZE = 240


def board_picture(source: GameSource) -> str:
    """The small picture of a description's board, without pieces, for which it would have to be compiled."""
    description = parse(source.text, name=source.name)
    return render.svg(
        board_of(description.game), size=PICTURE_SIZE, background=None, metadata=read_metadata(description)[0]
    )


def start_picture(game: Game) -> str:
    """The small picture of a game's start, with its pieces."""
    return render.svg(game.start(seed=1), size=PICTURE_SIZE, background=None, captions=False)


def agents_of(source: GameSource) -> Agents:
    """The agents that play a library game, for readers of all languages; the strongest says so."""
    game = compile_text(source.text, f"{source.name}.lud")
    best = agents.strongest(game)
    with words.speaking(words.MARKED):
        listed = agent_infos(game)
    return Agents(agents=[msgspec.structs.replace(one, strongest=one.name == best) for one in listed])


def catalogue() -> Catalogue:
    """What is told of each game of the library; takes a while where it is not in the cache."""
    digest = hashlib.sha256(f"catalogue 4\n{sources_key()}".encode())
    for name in library.names():
        digest.update(library.find(name).read_bytes())
    cached = read_cache(digest.hexdigest())
    if cached is not None:
        return msgspec.json.decode(cached, type=Catalogue)
    made = Catalogue(games=[prebuilt.entry(name, library.read(name)) or read_entry(name) for name in library.names()])
    write_cache(digest.hexdigest(), msgspec.json.encode(made))
    return made


def read_entry(name: str) -> CatalogueEntry:
    """What is told of a game of the library, as far as its description says without being compiled."""
    place = library.find(name)
    entry = CatalogueEntry(
        name=name, category=place.parent.name, description="", players=2, aliases=[], options=[], rulesets=[]
    )
    try:
        text = place.read_text(encoding="utf-8")
        description = parse(text, name=place.name)
        metadata, _ = read_metadata(description)
        return msgspec.structs.replace(
            entry,
            title=UNSET if library.title(text) in (name, "") else library.title(text),
            origin=shelves.origin_of(place) or UNSET,
            description=metadata.text("description"),
            aliases=list(metadata.aliases),
            players=players_told(description.game),
            options=views.options_of(description),
            rulesets=views.rulesets_of(description),
        )
    except LudError as error:
        return msgspec.structs.replace(entry, error=error.message)


def shelf() -> Shelf:
    """What stands on the shelf, and what does not although it lies there."""
    return Shelf(
        folders=[
            ShelfFolder(folder, len(listing["games"]), [msgspec.convert(one, Refusal) for one in listing["refused"]])
            for folder, listing in shelves.standing().items()
        ]
    )
