"""The connections of a session, and telling all of them."""

from __future__ import annotations

import time

from ludens.web.protocol import encode_message
from ludens.web.schemas import server
from ludens.web.session.connection import Connection, Reply


class Audience:
    """The connections that look at a session. `left` is when the last one went."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.left = time.monotonic()

    def __len__(self) -> int:
        return len(self.connections)

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.left = time.monotonic()

    def send(self, message: server.Message, reply: Reply | None = None) -> None:
        """Tell all; the one that asked gets the message as its answer."""
        text = encode_message(message)
        for connection in list(self.connections):
            if reply is not None and connection is reply.connection:
                reply.send(message)
            else:
                connection.send(text)

    def close(self) -> None:
        """Close all connections, once they have been sent what they were told."""
        for connection in list(self.connections):
            connection.close()
