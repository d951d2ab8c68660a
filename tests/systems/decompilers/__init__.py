"""Tests of the decompilers as systems."""
