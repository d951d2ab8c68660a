"""Cryptography: taxonomy, names, DER, and the scanner."""
