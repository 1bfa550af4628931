"""What makes the tables of PostgreSQL those of today, one step a file; Alembic runs them when a server begins."""
