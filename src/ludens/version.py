"""The version of ludens: what the package, the cache, certificates and exports say."""

__version__ = "1.0.0"
