"""Track indices: how many pieces stand at each index of a track that visits a site twice (spec 6, 1.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.stage import IntLike

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context


def kept(c: Context) -> bool:
    """Whether the game keeps track indices."""
    return c.state.has("on_track")


def add(c: Context, what: IntLike, count: IntLike, site: IntLike) -> None:
    """Pieces arrive from nowhere: at the first index of the site on each track."""
    if kept(c):
        raise NotImplementedError("tracks that visit a site twice")


def move(c: Context, what: IntLike, count: IntLike, origin: IntLike, target: IntLike) -> None:
    """Pieces move along the tracks."""
    if kept(c):
        raise NotImplementedError("tracks that visit a site twice")


def remove(c: Context, what: IntLike, site: IntLike) -> None:
    """A piece leaves: one less at every index of the site."""
    if kept(c):
        raise NotImplementedError("tracks that visit a site twice")
