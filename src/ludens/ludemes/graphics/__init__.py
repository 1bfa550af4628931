"""Graphics metadata: how a game is drawn. The classes hold what is written; the renderer reads their fields."""
