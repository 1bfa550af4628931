"""What disks and strange programs do to files that ludens reads back: bytes flipped, ends cut off, rows changed."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from fuzz.driver import Input

COLUMNS: Final = {
    "tables": ["id", "created", "touched", "name", "description", "options", "players", "rng", "paused", "cursor"],
    "plies": ["table_id", "number", "moves", "choices", "trial", "player", "name", "from_ref", "to_ref"],
    "descriptions": ["key", "text"],
}
VALUES: Final = [
    "NULL", "''", "'x'", "'['", "'[1]'", "'[[1]]'", "'{}'", "'[' || '-1]'", "0", "-1", "1e308", "9223372036854775807",
    "x''", "x'ff'", "cast(x'ff' as text)", "zeroblob(9)", "'null'", "'[1.5]'", "'[\"human\", 3]'", "'(game'",
    "replace(hex(zeroblob(5000)), '00', '[')",
]  # fmt: skip
STATEMENTS: Final = [
    "DELETE FROM descriptions",
    "DELETE FROM plies WHERE number % 2",
    "DROP TABLE plies",
    "DROP INDEX tables_touched",
    "ALTER TABLE tables ADD COLUMN more",
    "ALTER TABLE tables RENAME COLUMN rng TO other",
    "PRAGMA user_version = 7",
    "PRAGMA user_version = 0",
    "PRAGMA journal_mode = DELETE",
    "VACUUM",
]


def cache_file(choose: random.Random) -> Input:
    return Input("cache", json.dumps(_damage(choose)))


def database_file(choose: random.Random) -> Input:
    how = (
        _damage(choose)
        if choose.random() < 0.5
        else {"sql": [_statement(choose) for _ in range(choose.randrange(1, 4))]}
    )
    return Input("database", json.dumps(how))


def _damage(choose: random.Random) -> dict[str, Any]:
    if choose.random() < 0.2:
        return {"cut": choose.choice([0, choose.random(), choose.random(), 0.999])}
    edits = []
    for _ in range(choose.choice([1, 1, 2, 5])):
        share = choose.choice([0.0, choose.random() * 0.02, choose.random(), choose.random()])
        length = choose.choice([1, 1, 1, 4, 100, 4096])
        edits.append((share, choose.choice(["00", "ff", choose.randbytes(1).hex(), "7b"]) * length))
    return {"edits": edits}


def _statement(choose: random.Random) -> str:
    if choose.random() < 0.2:
        return choose.choice(STATEMENTS)
    table = choose.choice(list(COLUMNS))
    column, value = choose.choice(COLUMNS[table]), choose.choice(VALUES)
    return f"UPDATE OR IGNORE {table} SET {column} = {value}"
