"""Games told of and played by calls that name what they want: the work behind the server for language models.

Descriptions that anybody may have written are read, compiled and played in processes of their own.
"""
