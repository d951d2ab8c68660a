"""Tests of the documents' names."""
