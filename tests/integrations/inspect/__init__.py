"""Tests of the tasks for Inspect AI."""
