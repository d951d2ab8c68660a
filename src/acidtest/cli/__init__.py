"""The command line: thin commands over the engine."""

import sys
from typing import TYPE_CHECKING, Any

import click

from acidtest.cli import ending
from acidtest.cli.streams import redact_streams
from acidtest.core.children import Stopped
from acidtest.core.redact import learn

if TYPE_CHECKING:
    from acidtest.cli.app import cli

__all__ = ["cli", "main"]


def main() -> None:
    """Entry point of the `acidtest` command."""
    try:
        ending.take_over()
        learn(sys.argv[1:])
        redact_streams()
        from acidtest.cli.app import run_command  # late: a signal may come while it is loaded

        ending.finish(run_command())
    except (click.exceptions.Abort, KeyboardInterrupt, Stopped):
        ending.interrupted()
    except ending.ReaderGone:
        ending.reader_gone()


def __getattr__(name: str) -> Any:
    if name == "cli":
        from acidtest.cli import app

        return app.cli
    raise AttributeError(f"module 'acidtest.cli' has no attribute '{name}'")
