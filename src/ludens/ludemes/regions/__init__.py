"""The regions: sets of sites (spec 9)."""
