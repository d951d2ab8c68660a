"""Tests: The suite c-decompile."""
