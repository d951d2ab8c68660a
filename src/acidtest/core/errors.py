"""Errors shown to users; each says what is wrong, where, and what to do next."""

from __future__ import annotations


class AcidtestError(Exception):
    """Base of all errors that are reported to the user without a traceback."""

    exit_status = 2


class InputError(AcidtestError):
    """The user's input (a file, an option, a record) is wrong."""


class InfrastructureError(AcidtestError):
    """A compiler, the sandbox, the disk or the network failed. Never a score."""

    exit_status = 3


class SuiteFault(AcidtestError):
    """A suite breaks its own contract. The run stops, since no figure would be right."""

    exit_status = 3
