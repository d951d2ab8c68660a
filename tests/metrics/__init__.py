"""Tests of the metric library."""
