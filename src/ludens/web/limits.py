"""What a visitor may ask of the server."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Limits:
    """Bounds on everything a visitor can ask; sizes in bytes, times in seconds. `set` changes one by its name."""

    description_size: int = 256 << 10
    body_size: int = 4 << 20
    frame_size: int = 16 << 10
    #: sockets that are open at once, as far as the system lets the server open so many
    sockets: int = 2000
    header_size: int = 16 << 10
    #: a request's header, and then its body, are waited for so long
    header_seconds: float = 10.0
    body_seconds: float = 60.0
    #: a client that reads nothing of what it is sent is let go after so long
    unread_seconds: float = 20.0
    #: what one address may have at once: sockets, pages, descriptions that are being read or compiled
    address_sockets: int = 200
    address_pages: int = 100
    address_descriptions: int = 8
    #: bytes of bodies that are being read, of one address and of all
    address_bodies: int = 32 << 20
    bodies: int = 256 << 20
    #: requests of one address a second, and how many may come at once
    address_requests: float = 100.0
    address_requests_at_once: int = 2000
    #: the log file, with the old ones beside it
    log_size: int = 16 << 20
    #: new tables of one address an hour
    address_tables: int = 300
    #: tries of one address to sign in an hour, archives of their data and deletions, reports and blocks
    address_sign_ins: int = 300
    address_archives: int = 30
    address_reports: int = 60
    #: messages of one page a second, and how many may come at once; what comes faster waits
    frames_per_second: int = 500
    frames_at_once: int = 1000
    stored_tables: int = 10_000
    #: where there are too many tables, or the disk is full, those make room that nobody has touched for so long
    kept_days: float = 30.0
    #: the same for games that strangers wrote; where that is not enough, an hour
    strangers_days: float = 3.0
    stored_size: int = 8 << 30
    #: finished games that are kept; of more, the oldest go
    archived_games: int = 200_000
    open_tables: int = 200
    pages: int = 500
    #: where there are too many pages, one makes room that has said nothing for so long
    silent_seconds: float = 600.0
    pages_per_table: int = 16
    #: pages that look on at a table of several people, beside those of who plays
    onlookers: int = 100
    unsent_frames: int = 512
    unsent_size: int = 4 << 20
    plies: int = 5000
    #: moves of a study, and seconds that a review has for each position
    study_moves: int = 3000
    review_seconds: float = 10.0
    #: reviews, and searches for puzzles, that are at work at once
    reviews: int = 16
    #: positions that are looked at before a puzzle counts as too difficult to be proved
    puzzle_positions: int = 50_000
    #: the largest shogi take half a minute on a machine that has nothing else to do
    compile_seconds: float = 90.0
    #: the same for games of the library
    library_seconds: float = 180.0
    compile_memory: int = 6 << 30
    waiting_compilations: int = 16
    #: drafts of the editor whose games are played for numbers at once; of one address; how long for each
    measured_drafts: int = 16
    address_measured_drafts: int = 4
    measuring_seconds: float = 20.0
    #: how long agents play for who is the strongest, beside the first game of a description: below 1 not at all;
    #: how many games may wait for it
    tournament_seconds: float = 20.0
    waiting_tournaments: int = 16
    thinking_seconds: float = 60.0
    thinking_iterations: int = 5_000_000
    thinking_plies: int = 20
    #: how long one call of the engine may take that is not thinking
    engine_seconds: float = 15.0
    #: processes that play the tables of strangers at once; those that rest make room for others
    workers: int = 32
    #: how many of them may be at work for one address
    address_workers: int = 16
    #: memory of one of them, beside what all of them share
    table_memory: int = 1 << 30
    #: the same of all of them, and of the processes that compile what strangers wrote; beyond it the largest is ended
    strangers_memory: int = 6 << 30
    #: one that nobody asked anything for so long is ended; its table gets another when it is next asked for something
    rest_seconds: float = 120.0
    #: the largest answer of one of them
    answer_size: int = 16 << 20
    #: processes that may die of a table, one after the other, before it is closed
    deaths: int = 3
    #: a table that no page looks at is put away after so long
    idle_seconds: float = 300.0
    #: a game with a clock that nobody begins, and that only bots wait for, is aborted after so long
    first_move_seconds: float = 300.0
    #: of several servers on one database: one that has not said for so long that it is there has lost its tables
    lease_seconds: float = 3.0
    #: who is away is told so long after their turn has begun, and at most so often
    post_delay_seconds: float = 60.0
    post_pause_seconds: float = 900.0
    #: the least time between two moves of computers among themselves
    pace_seconds: float = 0.25

    def set(self, text: str) -> Limits:
        """These limits with one changed, as in `thinking_seconds=10`. Raises ValueError, which says what is wrong."""
        name, _, value = text.partition("=")
        field = next((f for f in dataclasses.fields(self) if f.name == name.strip()), None)
        if field is None:
            names = ", ".join(f.name for f in dataclasses.fields(self))
            raise ValueError(f"there is no limit {name!r}; there are {names}")
        try:
            number = float(value) if isinstance(field.default, float) else int(value)
        except ValueError:
            raise ValueError(f"{name} wants a number, not {value!r}") from None
        if not 0 < number < 1 << 50:
            raise ValueError(f"{name} wants a number above 0, not {value!r}")
        changed: dict[str, Any] = {field.name: number}
        return dataclasses.replace(self, **changed)
