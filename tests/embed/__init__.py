"""Tests: Sentence embeddings."""
