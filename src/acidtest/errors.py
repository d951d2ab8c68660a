"""The errors a person may meet; each says what, where and what to do next."""

from __future__ import annotations


class AcidtestError(Exception):
    """Base of all errors that are reported to the user without a traceback."""

    exit_status = 2


class InputError(AcidtestError):
    """The user's input (a file, an option, a record) is wrong."""


class InfrastructureError(AcidtestError):
    """Our side broke: compiler, sandbox, disk or network. Never a score."""

    exit_status = 3
