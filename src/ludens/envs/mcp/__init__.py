"""Games for language models: a server of the Model Context Protocol.

A model looks up rules and the language, checks descriptions of its own, plays against agents and reviews games. What it
sees of a game is what its seat sees. `ludens mcp` runs it.

>>> from ludens.envs import mcp
>>> mcp.server(mcp.Bounds(tables=2)).name
'ludens'
"""

from __future__ import annotations

from collections.abc import Collection

from ludens.envs.mcp.listing import GROUPS
from ludens.envs.mcp.server import TOOLS, server
from ludens.envs.tables.bounds import Bounds

__all__ = ["GROUPS", "TOOLS", "Bounds", "run", "server"]


def run(bounds: Bounds | None = None, *, port: int | None = None, groups: Collection[str] | None = ("play",)) -> None:
    """Serve until the client leaves: on the standard streams, or with a port over HTTP, to this machine alone.

    The tools of `groups` are listed at first, as `server` says.
    """
    mcp_server = server(bounds, groups)
    if port is None:
        mcp_server.run()
    else:
        mcp_server.run("streamable-http", port=port)
