"""Tests: What is on disk."""
