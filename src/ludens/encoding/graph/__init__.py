"""One encoding for all games: the board as a graph, pieces by their rules, moves as (from, to, kind, what).

`game.encoding.graph` gives that of a game; `vocabulary` has the names of all that it holds, which are the same for
every game.
"""

from ludens.encoding.graph.batch import Graph, GraphBatch, collate
from ludens.encoding.graph.encoding import GraphEncoding
from ludens.encoding.graph.vocabulary import VERSION

__all__ = ["VERSION", "Graph", "GraphBatch", "GraphEncoding", "collate"]
