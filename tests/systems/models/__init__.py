"""Tests of the models as systems."""
