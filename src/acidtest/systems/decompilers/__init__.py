"""Decompilers as systems: Ghidra's engine, angr, evmole, sevm."""
