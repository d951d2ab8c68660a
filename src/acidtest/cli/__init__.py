"""The command line: thin commands over the engine."""

import sys
from typing import TYPE_CHECKING, Any

from acidtest.cli import ending

if TYPE_CHECKING:
    from acidtest.cli.app import cli

__all__ = ["cli", "main"]


def main() -> None:
    """Entry point of the `acidtest` command."""
    try:
        ending.take_over()
        # late: a signal may come while these are loaded
        from acidtest.cli.streams import redact_streams
        from acidtest.core.paths import choose_temporary_folder
        from acidtest.core.redact import learn

        choose_temporary_folder()
        learn(sys.argv[1:])
        redact_streams()
        from acidtest.cli.app import run_command

        ending.finish(run_command())
    except ending.ReaderGone:
        ending.reader_gone()
    except BaseException as error:
        if ending.signalled() or isinstance(error, KeyboardInterrupt):
            ending.interrupted()
        raise


def __getattr__(name: str) -> Any:
    if name == "cli":
        from acidtest.cli import app

        return app.cli
    raise AttributeError(f"module 'acidtest.cli' has no attribute '{name}'")
