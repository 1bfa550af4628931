"""Accounts, and what moderators do: the tables of `ludens.web.accounts.tables`."""

from __future__ import annotations

from alembic import op

from ludens.web.accounts.tables import PEOPLE
from ludens.web.ledger import statements

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for statement in statements(PEOPLE):
        op.execute(statement)
