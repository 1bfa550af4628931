"""The graph generators, one module a family of tilings."""
