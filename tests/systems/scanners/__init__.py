"""Tests of the crypto scanners as systems."""
