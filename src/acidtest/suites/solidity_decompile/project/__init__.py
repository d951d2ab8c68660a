"""Whole projects as data: folders, build information, packages, verified sources."""
