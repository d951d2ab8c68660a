"""The examples in a command's help have only options that it has."""

from __future__ import annotations

import re

import click
import pytest

from acidtest.cli.app import cli

CONTEXT = click.Context(cli)


def examples() -> list[tuple[str, str]]:
    """Each command with each line of its help that calls it."""
    calls = []
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        text = (command.help or "") if command else ""
        calls += [(name, line) for line in re.findall(rf"^\s*(acidtest {name}\b.*)$", text, re.M)]
    return [
        each for each in calls if not isinstance(cli.get_command(CONTEXT, each[0]), click.Group)
    ]


def test_there_are_examples() -> None:
    assert len(examples()) > 20


@pytest.mark.parametrize(("name", "line"), examples())
def test_an_example_has_only_options_of_its_command(name: str, line: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    known = {flag for parameter in command.params for flag in parameter.opts}
    assert set(re.findall(r"(?<=\s)--[a-z][a-z-]+", line.partition("#")[0])) <= known
