"""All commands, and what becomes of an error."""

from __future__ import annotations

import traceback
from importlib import import_module

import click

from acidtest.cli import _threads  # noqa: F401 - before numpy is loaded

from acidtest.core.version import __version__  # isort: skip
from acidtest.cli import ending
from acidtest.core.children import Stopped
from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.redact import redact_message
from acidtest.core.registry import command_names, find_command
from acidtest.core.text import choices, described, visible

_COMMANDS = {
    "run": "run:run",
    "score": "run:score",
    "show": "look:show",
    "compare": "compare:compare",
    "plan": "plan:plan",
    "report": "report:report",
    "serve": "serve:serve",
    "site": "site:site",
    "export": "look:export",
    "questions": "prompts:questions",
    "export-prompts": "prompts:export_prompts",
    "judge": "judge:judge",
    "verify": "verify:verify",
    "redteam": "redteam:redteam",
    "suites": "look:suites",
    "samples": "samples:samples",
    "systems": "look:systems",
    "metrics": "metrics:metrics",
    "doctor": "doctor:doctor",
    "fetch": "fetch:fetch",
    "demo": "demo:demo",
    "corpus": "corpus:corpus",
    "import": "import_log:import_log",
    "new": "new:new",
}
"""Each command's module and name; a module is imported when its command is used or listed."""


class _Commands(click.Group):
    """The built-in commands, and those that other packages add."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Built-in commands first."""
        return [*_COMMANDS, *command_names()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command only when it is used or listed."""
        if cmd_name in _COMMANDS:
            module, _, name = _COMMANDS[cmd_name].partition(":")
            own: click.Command = getattr(import_module(f"acidtest.cli.{module}"), name)
            return own
        try:
            added = find_command(cmd_name)
        except Exception as error:  # a broken package must only break its own command
            return _broken(cmd_name, f"cannot be loaded: {described(error)}")
        if added is None:
            if ctx.resilient_parsing or cmd_name.startswith("-"):
                return None
            meant = choices(cmd_name, self.list_commands(ctx), "acidtest --help")
            raise InputError(f"no such command '{cmd_name}'; {meant}")
        from acidtest.cli.commands import as_click

        return as_click(added, cmd_name)


def _broken(name: str, problem: str) -> click.Command:
    """A placeholder command that reports why it could not be loaded."""

    def run() -> None:
        raise InputError(f"{name}: {problem}")

    return click.Command(name, callback=run, help=problem)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="acidtest")
def cli() -> None:
    """Measure how well a system understands code, by running what it answers.

    \b
    acidtest doctor                                   what this machine has and lacks
    acidtest run c-decompile --system oracle          a control, on the shipped corpus
    acidtest score c-decompile --answers mine.jsonl   answers you recorded
    acidtest show runs/c-decompile/…                  the summary, or one sample
    acidtest compare RUN_A RUN_B                      is B better than A?
    acidtest plan c-decompile --difference 5          how many samples that takes
    acidtest report RUN… --out report.html            a page with the results

    Exit status: 0 success; 1 a --fail-under or --fail-over was not met, or `verify` or
    `doctor` found something wrong or missing; 2 bad usage or input;
    3 some samples could not be scored, or acidtest itself failed; 130, 143, 129 ended by Ctrl-C,
    SIGTERM, SIGHUP; 141 nobody reads the output any more. Run the same command again to continue
    an interrupted or killed run.
    """  # noqa: D301


def run_command() -> int:
    """Run the command that was typed; its exit status."""
    try:
        status = cli(standalone_mode=False)
    except (Exception, Stopped) as error:
        # click makes Abort of an interrupt, and code that is being loaded makes anything of it
        if ending.signalled() or isinstance(error, click.exceptions.Abort | Stopped):
            raise KeyboardInterrupt from None
        return _report(error)
    return status if isinstance(status, int) else 0


def _report(error: BaseException) -> int:
    """Say what went wrong; the exit status."""
    if isinstance(error, click.ClickException):
        error.show()
        return 2
    if isinstance(error, AcidtestError):
        ending.say(visible(redact_message(f"acidtest: {error}")))
        return error.exit_status
    if isinstance(error, OSError):
        ending.say(visible(redact_message(f"acidtest: {error}")))
        return 3
    if isinstance(error, MemoryError):
        ending.say("acidtest: out of memory; see the limits with `ulimit -a`")
        return 3
    # status 1 would mean that a bound was not met
    traceback.print_exception(error)
    ending.say(visible(f"acidtest: internal error: {described(error)}"))
    return 3
