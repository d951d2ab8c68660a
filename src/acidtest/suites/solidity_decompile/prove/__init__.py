"""Symbolic comparison of two bytecodes: what replay could not tell apart, for all inputs."""
