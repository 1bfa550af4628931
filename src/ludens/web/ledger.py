"""The tables beside those of sessions: bots, finished games, positions, ratings, tournaments, forms.

All of it is SQL that SQLite and PostgreSQL read alike: names for parameters, no blobs, no types of one alone.
"""

from __future__ import annotations

import re
from typing import Final

LEDGER: Final = """
CREATE TABLE IF NOT EXISTS bots (
    id TEXT PRIMARY KEY,             -- its name in small letters
    name TEXT NOT NULL,
    owner TEXT NOT NULL,             -- the guest who made it
    digest TEXT NOT NULL UNIQUE,     -- of its token, which is stored nowhere
    scopes TEXT NOT NULL,            -- JSON list
    created DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS seated (
    person TEXT NOT NULL,            -- the guest of a bot
    table_id TEXT NOT NULL, since BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE TABLE IF NOT EXISTS finished (
    id TEXT PRIMARY KEY,             -- of the game: a table may have several, one after the other
    table_id TEXT NOT NULL,
    game TEXT NOT NULL,              -- what the game is called
    library TEXT NOT NULL,           -- its name in the library; empty for a description of somebody's own
    description TEXT NOT NULL,       -- the key of its text
    options TEXT NOT NULL,           -- JSON list
    ended DOUBLE PRECISION NOT NULL,
    is_over INTEGER NOT NULL,        -- 0 where people left before the end
    is_public INTEGER NOT NULL,
    is_rated INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    winner INTEGER NOT NULL,         -- the seat that won alone, else 0
    reason TEXT NOT NULL,            -- rules, resigned, time, draw, left
    record TEXT NOT NULL             -- JSON: the trial and all else
);
CREATE INDEX IF NOT EXISTS finished_description ON finished (description, ended);
CREATE INDEX IF NOT EXISTS finished_ended ON finished (ended);
CREATE TABLE IF NOT EXISTS finished_people (
    game_id TEXT NOT NULL, seat INTEGER NOT NULL,
    person TEXT NOT NULL,            -- the guest; empty for machines, and where nobody knows
    name TEXT NOT NULL,
    agent TEXT NOT NULL,             -- of a machine
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX IF NOT EXISTS finished_person ON finished_people (person);
CREATE TABLE IF NOT EXISTS positions (
    opening TEXT NOT NULL,           -- a digest of the game with its options
    position TEXT NOT NULL,          -- the same for positions that the game's symmetries carry to each other
    game_id TEXT NOT NULL, ply INTEGER NOT NULL,
    mover INTEGER NOT NULL,
    PRIMARY KEY (opening, position, game_id)
);
CREATE INDEX IF NOT EXISTS positions_game ON positions (game_id);
CREATE TABLE IF NOT EXISTS symmetries (
    opening TEXT PRIMARY KEY,
    sites TEXT NOT NULL              -- JSON: of each symmetry where it carries the sites
);
CREATE TABLE IF NOT EXISTS ratings (
    game TEXT NOT NULL,              -- its name in the library
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    system TEXT NOT NULL,            -- glicko2 or openskill
    value DOUBLE PRECISION NOT NULL, error DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL, changed DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, person, system)
);
CREATE TABLE IF NOT EXISTS tournaments (
    id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, is_over INTEGER NOT NULL,
    state TEXT NOT NULL              -- JSON
);
CREATE TABLE IF NOT EXISTS answers (
    game_id TEXT NOT NULL, person TEXT NOT NULL,
    description TEXT NOT NULL,       -- the key of its text
    given DOUBLE PRECISION NOT NULL,
    fun INTEGER NOT NULL, clear INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (game_id, person)
);
"""


def statements(text: str = LEDGER) -> list[str]:
    """The statements one by one, without comments."""
    bare = re.sub(r"--[^\n]*", "", text)
    return [one.strip() for one in bare.split(";") if one.strip()]
