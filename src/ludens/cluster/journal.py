"""Records of JSON lines: the public name of `ludens.workers.cluster.journal`."""

from __future__ import annotations

from ludens.workers.cluster.journal import Journal, read_journal

__all__ = ["Journal", "read_journal"]
