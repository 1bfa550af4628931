"""Processes that work for others: started, confined, asked with a deadline, killed. Knows no game.

- A *worker* is a process of ours that answers questions (`worker`, `blocking` for who waits; `serving` is what runs in
  it). It is started afresh (`starting`), or forked from a process that has all imported (`forking`, `fork_server`).
- A *program* is anybody's, and speaks lines (`programs`).
- A *cluster* does many tasks of one kind, here or on many machines (`cluster`).
"""
