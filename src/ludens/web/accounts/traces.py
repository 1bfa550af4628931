"""Where somebody stands in the tables of the database, and how all of it becomes another's, or nobody's.

What is at tables that are open somewhere is changed by the server that has them open; here, what is written of them,
and only where it is still what was read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ludens.web.archive.records import GameRecord
from ludens.web.database import Run
from ludens.web.people import words
from ludens.web.people.keys import BOT, new_guest, public_id
from ludens.web.people.party import Party
from ludens.web.storage import Storage

Statement = tuple[str, Mapping[str, Any]]
#: how often what has been changed in between is read again
_TRIES: Final = 20
#: tables that a person is in by no more than a column, and that nobody else has a row of with the same key
_PLAIN: Final = (
    ("finished_people", "person"),
    ("bots", "owner"),
    ("reports", "reporter"),
    ("reports", "person"),
    ("deeds", "moderator"),
    ("deeds", "subject"),
)
#: those where there may be such a row of the other person: by the columns that make up the key beside the person
_KEYED: Final = (
    ("contacts", "guest", ("kind", "address")),
    ("turns", "guest", ("table_id",)),
    ("seated", "person", ("table_id",)),
    ("answers", "person", ("game_id",)),
    ("blocks", "person", ("blocked",)),
    ("blocks", "blocked", ("person",)),
    ("measures", "subject", ("kind",)),
)


# --- a guest who gets an account


def adopt(store: Storage, old: str, new: str) -> None:
    """Let all that is written of a guest be that of another: games, ratings, seats, messages. Raises StorageError."""
    names = {"old": old, "new": new}
    statements = [*_games(store, old, id=public_id(new))]
    for table, column in _PLAIN:
        statements.append((f"UPDATE {table} SET {column} = :new WHERE {column} = :old", names))
    for table, column, key in _KEYED:
        same = " AND ".join(f"other.{one} = {table}.{one}" for one in key)
        mine = f"EXISTS (SELECT 1 FROM {table} AS other WHERE other.{column} = :new AND {same})"
        statements.append((f"DELETE FROM {table} WHERE {column} = :old AND {mine}", names))
        statements.append((f"UPDATE {table} SET {column} = :new WHERE {column} = :old", names))
    statements += _ratings(old, new)
    known_so = "INSERT INTO public_ids (id, person) SELECT :id, :new WHERE EXISTS"
    statements += [
        (f"{known_so} (SELECT 1 FROM public_ids WHERE person = :old) ON CONFLICT (id) DO NOTHING",
         names | {"id": public_id(new)}),
        ("DELETE FROM public_ids WHERE person = :old", names),
    ]  # fmt: skip
    statements += [("DELETE FROM blocks WHERE person = blocked", {}), *_evidence(store, old, new)]
    statements.append(("DELETE FROM jobs WHERE key = :key", {"key": f"turns:{old}"}))
    stands = "DELETE FROM jobs WHERE kind = 'standing' AND data LIKE :pattern"  # it is written anew
    statements.append((stands, {"pattern": f'%"{old}"%'}))
    store.execute(*statements)
    _tournaments(store, old, new)
    _parties(store, old, new)


def _ratings(old: str, new: str) -> list[Statement]:
    """Of two ratings in a game the one stays that says more; the games of both count."""
    names, both = {"old": old, "new": new}, "one.game = ratings.game AND one.system = ratings.system"
    theirs = f"SELECT 1 FROM ratings AS one WHERE {both} AND one.person = :new"
    games = f"games + COALESCE((SELECT one.games FROM ratings AS one WHERE {both} AND one.person = :other), 0)"
    better = f"{theirs} AND one.error <= ratings.error"
    worse = f"SELECT 1 FROM ratings AS one WHERE {both} AND one.person = :old AND one.error < ratings.error"
    return [
        # what goes leaves its games to what stays
        (f"UPDATE ratings SET games = {games} WHERE person = :new", {**names, "other": old}),
        (
            f"UPDATE ratings SET games = COALESCE((SELECT one.games FROM ratings AS one WHERE {both}"
            " AND one.person = :new), games) WHERE person = :old",
            names,
        ),
        (f"DELETE FROM ratings WHERE person = :old AND EXISTS ({better})", names),
        (f"DELETE FROM ratings WHERE person = :new AND EXISTS ({worse})", names),
        ("UPDATE ratings SET person = :new WHERE person = :old", names),
    ]


# --- somebody who leaves


def erase(store: Storage, guest: str, account: str) -> None:
    """Let nothing be left of somebody but their games, which are a player's who left. Raises StorageError."""
    if not guest:  # which stands for machines, and for those who have left before
        return
    bots = bots_of(store, guest)
    addresses = _addresses(store, guest, account)
    statements = list[Statement]()
    for one in (guest, *bots):
        statements += _of_person(store, one)
    statements += [
        ("DELETE FROM ways WHERE account = :account", {"account": account}),
        ("DELETE FROM signed_in WHERE account = :account", {"account": account}),
        ("DELETE FROM accounts WHERE id = :account", {"account": account}),
        ("DELETE FROM once WHERE guest = :guest", {"guest": guest}),
    ]
    if account:
        statements.append(("DELETE FROM once WHERE account = :account", {"account": account}))
    statements += [("DELETE FROM once WHERE data = :address", {"address": one}) for one in addresses]
    statements += _letters(store, [guest, *(f'"{one}"' for one in addresses)])  # whole, as JSON has them
    store.execute(*statements)
    for one in (guest, *bots):
        _tournaments(store, one, "")
        _parties(store, one, "")


def bots_of(store: Storage, guest: str) -> list[str]:
    """What tables know the bots of somebody by. Raises StorageError."""
    return [BOT + row[0] for row in store.query("SELECT id FROM bots WHERE owner = :guest", {"guest": guest})]


def _addresses(store: Storage, guest: str, account: str) -> list[str]:
    text = (
        "SELECT address FROM contacts WHERE guest = :guest AND kind = 'mail'"
        " UNION SELECT subject FROM ways WHERE account = :account AND kind = 'mail'"
    )
    return [row[0] for row in store.query(text, {"guest": guest, "account": account})]


def _of_person(store: Storage, guest: str) -> list[Statement]:
    """What lets go of a person or a bot, but at tables and in tournaments."""
    who, left = {"guest": guest}, words.left()
    statements = [*_games(store, guest, id="", name=left)]
    statements += [
        ("UPDATE finished_people SET person = '', name = :left WHERE person = :guest", who | {"left": left}),
        ("DELETE FROM bots WHERE owner = :guest", who),
        ("DELETE FROM bots WHERE id = :id", {"id": guest.removeprefix(BOT) if guest.startswith(BOT) else ""}),
        ("DELETE FROM ratings WHERE person = :guest", who),
        ("DELETE FROM public_ids WHERE person = :guest", who),
        ("DELETE FROM reports WHERE person = :guest", who),
        ("UPDATE reports SET reporter = '', words = '' WHERE reporter = :guest", who),
        ("UPDATE deeds SET subject = '', name = :left, words = '' WHERE subject = :guest", who | {"left": left}),
        (
            "UPDATE deeds SET moderator = '', moderator_name = :left, words = '' WHERE moderator = :guest",
            who | {"left": left},
        ),
        *_evidence(store, guest, ""),
    ]
    statements += [(f"DELETE FROM {table} WHERE {column} = :guest", who) for table, column, _ in _KEYED]
    return statements


def _letters(store: Storage, marks: Sequence[str]) -> Iterator[Statement]:
    """What lets no letter be sent any more that is about somebody."""
    for key, data in store.query("SELECT key, data FROM jobs"):
        if any(mark in key or mark in data for mark in marks):
            yield "DELETE FROM jobs WHERE key = :key", {"key": key}


# --- games, evidence


def _games(store: Storage, guest: str, **changes: str) -> Iterator[Statement]:
    """What changes somebody in the records of their games."""
    own = public_id(guest)
    text = "SELECT id, record FROM finished JOIN finished_people ON game_id = id WHERE person = :guest"
    for id_, record in store.query(text, {"guest": guest}):
        before = msgspec.json.decode(record, type=GameRecord)
        people = [msgspec.structs.replace(one, **changes) if one.id == own else one for one in before.people]
        after = msgspec.structs.replace(before, people=people)
        row = {"id": id_, "record": msgspec.json.encode(after).decode()}
        yield "UPDATE finished SET record = :record WHERE id = :id", row


def _evidence(store: Storage, old: str, new: str) -> Iterator[Statement]:
    """What changes who stands in the evidence of reports: lines of who leaves go with them."""
    text = "SELECT id, evidence FROM reports WHERE evidence LIKE :pattern"
    for id_, evidence in store.query(text, {"pattern": f"%{old}%"}):
        about = json.loads(evidence)
        for name in ("lines", "people"):
            about[name] = [
                one | ({"guest": new} if one["guest"] == old else {})
                for one in about[name]
                if new or one["guest"] != old
            ]
        yield "UPDATE reports SET evidence = :evidence WHERE id = :id", {"id": id_, "evidence": json.dumps(about)}


# --- tournaments, tables


def _tournaments(store: Storage, old: str, new: str) -> None:
    """Change who takes part in tournaments that nobody runs; where `new` is empty, a player leaves."""
    text = "SELECT id, state FROM tournaments WHERE state LIKE :pattern"
    for id_, state in store.query(text, {"pattern": f"%{old}%"}):
        for _ in range(_TRIES):
            changed = json.dumps(exchanged(json.loads(state), old, new), ensure_ascii=False)
            values = (changed, id_, state)
            with store.database.writing() as run:
                if run("UPDATE tournaments SET state = ? WHERE id = ? AND state = ?", values).rowcount:
                    break
            ((state,),) = store.query("SELECT state FROM tournaments WHERE id = :id", {"id": id_})


def exchanged(state: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """A tournament as it is stored, with another person in the place of one, or a player who left."""
    if state["host"] == old:
        state["host"] = new
        if not new:
            state["name"] = ""
    for one in state["players"]:
        if one["guest"] == old:
            one["guest"], one["name"] = (new, one["name"]) if new else (new_guest(), words.left())
    return state


def _parties(store: Storage, old: str, new: str) -> None:
    """Change who is at tables, as it is written."""
    for table in tables_of(store, old):
        for _ in range(_TRIES):
            with store.database.writing() as run:
                if _rewrite(run, table, old, new):
                    break


def tables_of(store: Storage, guest: str) -> list[str]:
    """The tables where somebody is, or was. Raises StorageError."""
    with store.database.reading() as run:
        statement = f"SELECT table_id FROM parties WHERE {store.database.holds.format('party')}"
        return [one for (one,) in run(statement, (json.dumps(guest).encode(),)).fetchall()]


def party_of(store: Storage, table: str) -> Party | None:
    """The people of a table, as they are written. Raises StorageError."""
    with store.database.reading() as run:
        row = run("SELECT party FROM parties WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else _unpacked(bytes(row[0]))


def _rewrite(run: Run, table: str, old: str, new: str) -> bool:
    """Change who is at a table; whether it was still so when it was written."""
    row = run("SELECT party FROM parties WHERE table_id = ?", (table,)).fetchone()
    party = None if row is None else _unpacked(bytes(row[0]))
    if party is None:
        return True
    if new:
        party.adopt(old, new)
    else:
        _forget_lines(run, table, party.ids_of(old))
        party.forget(old)
    values = (party.packed(), table, row[0])
    return run("UPDATE parties SET party = ? WHERE table_id = ? AND party = ?", values).rowcount > 0


def _unpacked(data: bytes) -> Party | None:
    """A party, whatever game it is of; None where it is damaged."""
    try:
        return msgspec.json.decode(data, type=Party)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _forget_lines(run: Run, table: str, ids: set[str]) -> None:
    """Forget what was said under these ids."""
    for number, line in run("SELECT number, line FROM chat WHERE table_id = ?", (table,)).fetchall():
        if speaker(bytes(line)) in ids:
            run("DELETE FROM chat WHERE table_id = ? AND number = ?", (table, number))


def speaker(line: bytes) -> str:
    """The id at the table of who said something."""
    try:
        return str(json.loads(line).get("person", ""))
    except (ValueError, AttributeError, RecursionError):
        return ""
