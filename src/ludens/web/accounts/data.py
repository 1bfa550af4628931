"""All that is kept about somebody, for themselves: lines of JSON in an archive, without what is secret."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any, Final

from ludens import words
from ludens.web.accounts import traces
from ludens.web.people.keys import BOT, public_id
from ludens.web.storage import Storage

#: what is kept in tables of its own, by the file that it comes in; times are seconds of the epoch
_QUERIES: Final[Mapping[str, str]] = {
    "account": "SELECT id, name, made FROM accounts WHERE id = :account",
    "sign-in": "SELECT kind, subject, label, made, used FROM ways WHERE account = :account ORDER BY made",
    "browsers": "SELECT made, until FROM signed_in WHERE account = :account ORDER BY made",
    "links": "SELECT kind, until FROM once WHERE guest = :guest OR (account = :account AND account <> '')",
    "ratings": "SELECT game, name, system, value, error, volatility, games, changed FROM ratings WHERE person = :guest",
    "answers": "SELECT game_id, given, fun, clear, words FROM answers WHERE person = :guest ORDER BY given",
    "bots": "SELECT id, name, scopes, created FROM bots WHERE owner = :guest ORDER BY created",
    "letters": "SELECT kind, address, confirmed, made, told FROM contacts WHERE guest = :guest ORDER BY made",
    "turns": "SELECT table_id, title, ply, sent FROM turns WHERE guest = :guest",
    "reports": "SELECT kind, table_id, name, reason, words, made FROM reports WHERE reporter = :guest ORDER BY made",
    "blocks": "SELECT name, made FROM blocks WHERE person = :guest ORDER BY made",
    "measures": "SELECT kind, until FROM measures WHERE subject = :guest",
    "moderation": "SELECT at, deed, name, words FROM deeds WHERE moderator = :guest ORDER BY at",
}


def archive(store: Storage, guest: str, account: str, language: str) -> bytes:
    """The archive of somebody's data. Raises StorageError."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, listed in _files(store, guest, account).items():
            lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in listed)
            made.writestr(f"{name}.jsonl", words.resolved_json(lines, language))
    return target.getvalue()


def _files(store: Storage, guest: str, account: str) -> dict[str, list[dict[str, Any]]]:
    files = {"you": [{"id": public_id(guest)}] if guest else []}
    values = {"guest": guest, "account": account}
    for name, text in _QUERIES.items():
        columns = text.partition("SELECT ")[2].partition(" FROM ")[0].split(", ")
        # nobody's rows are those of machines, and of people who have left
        listed = store.query(text, values) if guest else []
        files[name] = [dict(zip(columns, row, strict=True)) for row in listed]
    files["games"] = _games(store, guest)
    files["tables"], files["messages"] = _tables(store, guest)
    files["tournaments"] = _tournaments(store, guest)
    for bot in files["bots"]:
        files["games"] += _games(store, BOT + bot["id"])
    return files


def _games(store: Storage, guest: str) -> list[dict[str, Any]]:
    text = (
        "SELECT DISTINCT id, ended, record FROM finished JOIN finished_people ON game_id = id WHERE person = :guest"
        " AND person <> '' ORDER BY ended"
    )
    return [json.loads(record) for _, _, record in store.query(text, {"guest": guest})]


def _tables(store: Storage, guest: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The tables where somebody has a place, and what they have said there."""
    tables, messages = list[dict[str, Any]](), list[dict[str, Any]]()
    for table in traces.tables_of(store, guest) if guest else ():
        party = traces.party_of(store, table)
        if party is None:
            continue
        person = party.people.get(guest)
        place = {"name": person.name if person else "", "seat": party.seat_of(guest), "host": party.host == guest}
        tables.append({"table": table, **place})
        with store.database.reading() as run:
            lines = run("SELECT line FROM chat WHERE table_id = ? ORDER BY number", (table,)).fetchall()
        own = party.ids_of(guest)
        spoken = [json.loads(bytes(line)) for (line,) in lines if traces.speaker(bytes(line)) in own]
        messages += [{"table": table, "at": one["at"], "name": one["name"], "text": one["text"]} for one in spoken]
    return tables, messages


def _tournaments(store: Storage, guest: str) -> list[dict[str, Any]]:
    listed = list[dict[str, Any]]()
    rows = store.query("SELECT state FROM tournaments WHERE state LIKE :pattern", {"pattern": f"%{guest}%"})
    for (state,) in rows if guest else ():
        one = json.loads(state)
        names = [entrant["name"] for entrant in one["players"] if entrant["guest"] == guest]
        listed.append({"id": one["id"], "name": one["name"], "as": names, "host": one["host"] == guest})
    return listed
