"""Fuzzers: inputs of strangers by the thousand, each handled in a process that may die of it.

`generators` make inputs, number by number and always the same ones for a seed; `worker` handles them, one after
another, under limits of time and memory; `driver` hands them over; what must not happen is a *finding*, which
`minimise` makes short and `findings` keeps. `corpus` has the inputs that once were findings; `make test` handles them
all again. `python -m fuzz --help` in this folder's parent says how to let it run.
"""
