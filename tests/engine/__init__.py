"""Tests: Asking, observing, scoring."""
