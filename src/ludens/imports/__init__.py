"""Games of other systems as descriptions that a person can read.

>>> from ludens.imports import variants
>>> chess = variants.read("[mini:chess]\\nmaxRank = 6\\nmaxFile = 5\\ncastling = false\\n"
...     "startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\\n")["mini"]
>>> variants.described(chess).text.splitlines()[0]
'// From a variants.ini: [mini:chess]'
"""
