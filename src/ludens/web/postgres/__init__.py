"""PostgreSQL in the place of SQLite, where several servers share one database; needs the extra `server`."""
