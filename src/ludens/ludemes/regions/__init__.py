"""The regions: sets of sites (manual: regions)."""
