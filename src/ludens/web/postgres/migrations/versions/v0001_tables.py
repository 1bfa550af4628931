"""Tables with their people and their chat, and the nodes that have them open.

Columns are those of SQLite's file, where `ludens.web.database` says what each holds.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, LargeBinary, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("descriptions", Column("key", Text, primary_key=True), Column("text", Text, nullable=False))
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("created", Double, nullable=False),
        Column("touched", Double, nullable=False),
        Column("name", Text, nullable=False),
        Column("description", Text, ForeignKey("descriptions.key"), nullable=False),
        Column("options", Text, nullable=False),
        Column("players", Text, nullable=False),
        Column("rng", LargeBinary, nullable=False),
        Column("paused", Integer, nullable=False),
        Column("cursor", BigInteger, nullable=False),
        Column("node", Text, nullable=False, server_default=""),
    )
    op.create_index("tables_touched", "tables", ["touched"])
    op.create_index("tables_node", "tables", ["node"])
    op.create_index("tables_description", "tables", ["description"])
    op.create_table(
        "plies",
        _table(),
        Column("number", BigInteger, primary_key=True),
        Column("moves", Text, nullable=False),
        Column("choices", BigInteger, nullable=False),
        Column("trial", Text, nullable=False),
        Column("player", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("from_ref", Text),
        Column("to_ref", Text),
        Column("ms", BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "studies",
        _table(),
        Column("start", LargeBinary, nullable=False),
        Column("study", LargeBinary, nullable=False),
    )
    op.create_table(
        "parties",
        _table(),
        Column("party", LargeBinary, nullable=False),
        Column("deadline", Double),
        Column("began", Double),
    )
    op.create_index("parties_deadline", "parties", ["deadline"])
    op.create_table(
        "chat",
        _table(),
        Column("number", BigInteger, primary_key=True),
        Column("line", LargeBinary, nullable=False),
    )
    op.create_table(
        "nodes",
        Column("id", Text, primary_key=True),
        Column("address", Text, nullable=False),
        Column("until", Double, nullable=False),
    )
    op.create_table("settings", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))


def _table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
