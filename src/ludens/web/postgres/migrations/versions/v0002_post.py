"""Letters to people who are away: jobs, where people are reached, and at which tables it is their turn."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "jobs",
        Column("key", Text, primary_key=True),
        Column("kind", Text, nullable=False),
        Column("due", Double, nullable=False),
        Column("data", Text, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("held", Double, nullable=False),
    )
    op.create_index("jobs_due", "jobs", ["due"])
    op.create_table(
        "contacts",
        Column("guest", Text, primary_key=True),
        Column("kind", Text, primary_key=True),
        Column("address", Text, primary_key=True),
        Column("details", Text, nullable=False),
        Column("confirmed", Integer, nullable=False),
        Column("token", Text, nullable=False),
        Column("made", Double, nullable=False),
        Column("told", Double, nullable=False),
    )
    op.create_index("contacts_token", "contacts", ["token"])
    op.create_table(
        "turns",
        Column("guest", Text, primary_key=True),
        Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        Column("title", Text, nullable=False),
        Column("ply", BigInteger, nullable=False),
        Column("sent", Integer, nullable=False),
    )
    op.create_index("turns_table", "turns", ["table_id"])
