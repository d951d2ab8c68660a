"""Tests of the adapter to the NeMo Agent Toolkit."""
