"""The metadata: information, graphics, agents and heuristics, reconstructions (manual: metadata).

Nothing here changes the rules. The classes hold what is written; who draws or searches reads their fields.
"""

from ludens.ludemes.metadata.clause import Metadata, read_metadata

__all__ = ["Metadata", "read_metadata"]
