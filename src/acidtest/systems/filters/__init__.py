"""Filters of SAST findings as systems."""
