"""The game table in the browser: a server of one process, and the page that it serves."""
