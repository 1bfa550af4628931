"""Bots, finished games, positions, ratings, tournaments: the tables of `ludens.web.ledger`."""

from __future__ import annotations

from alembic import op

from ludens.web.ledger import statements

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for statement in statements():
        op.execute(statement)
