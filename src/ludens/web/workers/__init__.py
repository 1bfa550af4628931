"""Where the work is done that would block pages: threads for the engine, processes for descriptions of strangers."""
