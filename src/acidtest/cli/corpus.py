"""`acidtest corpus COMMAND SUITE`: commands that suites offer for their tasks."""

from __future__ import annotations

import click

from acidtest.cli.commands import as_click
from acidtest.core.commands import Command
from acidtest.core.errors import InputError
from acidtest.core.protocols import CorpusCommands
from acidtest.core.registry import find_suite, suite_names
from acidtest.core.text import choices


def _offered() -> dict[str, dict[str, Command]]:
    """For each command, the suites that have it."""
    offered: dict[str, dict[str, Command]] = {}
    for name in suite_names():
        try:
            suite = find_suite(name)
        except InputError:  # `acidtest doctor` reports what cannot be loaded
            continue
        if isinstance(suite, CorpusCommands):
            for command in suite.corpus_commands:
                offered.setdefault(command.name, {})[name] = command
    return dict(sorted(offered.items()))


class _Suites(click.Group):
    """One command; its subcommands are the suites that have it."""

    def __init__(self, name: str, commands: dict[str, Command]) -> None:
        summary = next(iter(commands.values())).help.partition("\n")[0]
        super().__init__(name, help=summary, subcommand_metavar="SUITE [OPTIONS]…")
        for suite, command in commands.items():
            self.add_command(as_click(command, suite))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one suite; raises `InputError` listing the suites that have it."""
        made = super().get_command(ctx, cmd_name)
        if made is None:
            find_suite(cmd_name)
            raise InputError(
                f"acidtest corpus {self.name}: {cmd_name} does not have this command; these do: "
                f"{', '.join(self.commands)}"
            )
        return made


class _Corpus(click.Group):
    """Loads the suites only when the command is used, so that other commands start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands of all suites."""
        return list(_offered())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command by name."""
        offered = _offered()
        if cmd_name in offered:
            return _Suites(cmd_name, offered[cmd_name])
        if ctx.resilient_parsing or cmd_name.startswith("-"):
            return None
        raise InputError(f"no such command 'corpus {cmd_name}'; {choices(cmd_name, offered)}")


@click.group(cls=_Corpus)
def corpus() -> None:
    """Examine a suite's tasks, or make new ones."""
