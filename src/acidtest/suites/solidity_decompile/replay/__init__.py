"""Differential replay: the original and an answer side by side in a real EVM."""
