"""Several servers (*nodes*) on one database: each table is open on one of them, and any of them answers for all."""
