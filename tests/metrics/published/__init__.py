"""Tests of the published metrics."""
