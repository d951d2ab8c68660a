"""Symbolic comparison of two bytecodes: what replay could not tell apart, for all inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # so that its code counts where observations are cached
    from acidtest.suites.solidity_decompile.prove import worker

    assert worker

SYMBOLIC = "acidtest.suites.solidity_decompile.prove.worker"
"""The program that proves; only there z3 is needed."""
