"""What operating systems differ in: processes, pipes, limits, locks and terminals. Everything else is portable Python.

No other room imports a module that only some systems have, or asks which system this is.
"""
