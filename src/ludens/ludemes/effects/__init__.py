"""Effects: what moves do besides moving pieces."""
