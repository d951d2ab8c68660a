"""Tests: The programs acidtest works with."""
