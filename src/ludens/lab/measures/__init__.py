"""The measures: one class each, whose docstring is its definition and its source."""
