"""Games described and played by named jobs: the work behind the server for language models.

Descriptions by strangers are read, compiled and played in processes of their own.
"""
