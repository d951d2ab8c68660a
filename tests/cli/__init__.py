"""Tests: The command line."""
