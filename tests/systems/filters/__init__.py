"""Tests of the SAST filters as systems."""
