"""A finished game as it is kept: everything that was open at its end, as JSON of a declared form."""

from __future__ import annotations

from typing import Annotated

from ludens.web.schemas.base import Outgoing, doc


class Person(Outgoing):
    """Who had a seat."""

    seat: Annotated[int, doc("from 1")]
    label: Annotated[str, doc("what the game calls who began there")]
    id: Annotated[str, doc("what others know a person or a bot by; empty where nobody is known")]
    name: str
    agent: Annotated[str, doc("of a machine, else empty")]


class GameRecord(Outgoing):
    """A game. The trial, with its description, plays it again; it is empty where the game began with a position."""

    id: str
    game: str
    library: Annotated[str, doc("its name in the library; empty for a description of somebody's own")]
    description: Annotated[str, doc("the SHA-256 of its text")]
    options: list[str]
    ended: Annotated[int, doc("milliseconds of the epoch")]
    over: Annotated[bool, doc("whether it was played to an end")]
    public: bool
    rated: bool
    reason: Annotated[str, doc("`rules`, `resigned`, `time`, `draw`; `left` where it was not played to an end")]
    result: Annotated[str, doc("in words")]
    winner: Annotated[int, doc("the seat that won alone, else 0")]
    ranking: Annotated[list[float], doc("of the seats")]
    people: list[Person]
    moves: Annotated[list[str], doc("plies, as people call them")]
    ms: Annotated[list[int], doc("how long each was thought about")]
    trial: str
