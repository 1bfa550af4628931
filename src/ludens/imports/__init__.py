"""Games of other systems as descriptions that a person can read.

>>> from ludens.imports import variants
>>> knights = variants.read("[knights:chess] ; three settings\\nmaxRank = 8\\nknight = n\\nqueen = -")["knights"]
>>> variants.described(knights).text.splitlines()[0]
Traceback (most recent call last):
ludens.imports.ini.ImportFailed: variants.ini:1: startFen: no piece has the letter q
"""
