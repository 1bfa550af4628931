"""Which bus there is, by its address."""

from __future__ import annotations

from ludens.web.database import StorageError
from ludens.web.nodes.bus import Bus, LocalBus


def bus_of(address: str, database: str) -> Bus:
    """The bus at an address, or that of a database where there is none. Raises StorageError."""
    scheme = address.partition(":")[0]
    if not address and database:
        from ludens.web.nodes.postgres_bus import PostgresBus

        return PostgresBus(database)
    if scheme in ("nats", "tls"):
        from ludens.web.nodes.nats_bus import NatsBus

        return NatsBus(address)
    if address:
        raise StorageError("a bus is NATS, as in nats://host:4222; without one the database carries notices")
    return LocalBus()
