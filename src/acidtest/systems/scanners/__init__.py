"""Cryptography scanners as systems: acidtest's own and third-party ones."""
