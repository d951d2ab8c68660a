"""Tests: Who answers."""
