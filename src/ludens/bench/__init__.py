"""How fast ludens is: measured, kept, compared and drawn. The command `ludens bench` is its face.

A *suite* says what is measured of a game, by *metrics*. A *system* is what is measured, in a process of its own:
ludens, another tree of it, OpenSpiel and other libraries. The systems take turns, round by round, so that what else a
machine does meets all of them alike; a fixed native loop is timed beside them, by which runs of different hours are
compared.

>>> from ludens.bench import statistics
>>> str(statistics.paired([1.00, 1.01, 0.99, 1.02, 1.00, 1.01], [1.20, 1.22, 1.18, 1.22, 1.21, 1.20], more=True))
'1.20 (1.19 to 1.21) faster'
"""
