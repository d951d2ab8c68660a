"""Turns commands and options that are declared as records into click commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.registry import find_suite
from acidtest.core.text import visible
from acidtest.report.terminal import console, provenance, suite_table, summary_tables


def as_parameter(option: Option, name: str | None = None) -> click.Parameter:
    """A declared option as a click option; its value is passed under `name`."""
    name = name or option.name
    # to click, None is a default too, and an option with a default is not required
    default = {} if option.default is None else {"default": option.default}
    if not option.flag.startswith("-"):
        return click.Argument(
            [name],
            type=_type(option),
            nargs=-1 if option.many else 1,
            required=option.required,
            metavar=option.metavar or option.flag,
            **({} if option.many else default),
        )
    flags = [*([option.short] if option.short else []), option.flag, name]
    if option.kind is bool:
        return click.Option(flags, is_flag=True, default=bool(option.default), help=option.help)
    return click.Option(
        flags,
        type=_type(option),
        multiple=option.many,
        required=option.required,
        show_default=option.default is not None,
        metavar=option.metavar,
        help=option.help,
        **default,
    )


def _type(option: Option) -> click.ParamType[Any]:
    """The type of click that describes and completes it; what is wrong with a value, it says."""
    made: click.ParamType[Any] = click.STRING
    if option.choices:
        made = click.Choice(list(option.choices))
    elif option.kind is int:
        low = None if option.least is None else int(option.least)
        high = None if option.most is None else int(option.most)
        made = (
            click.IntRange(low, high) if (low, high) != (None, None) else click.types.IntParamType()
        )
    elif option.kind is float:
        made = click.FloatRange(option.least, option.most)
    elif option.kind is Path:
        return PATH

    def convert(value: Any, parameter: click.Parameter | None, ctx: click.Context | None) -> Any:
        with suppress(ValueError):
            value = option.kind(value)
        if wrong := option.wrong(value):
            made.fail(wrong, parameter, ctx)
        return value

    if made is not click.STRING:
        made.convert = convert  # type: ignore[assignment, method-assign]
    return made


def with_options(
    options: dict[str, Option],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of some fields to a click function."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        made = [as_parameter(option, name) for name, option in options.items()]
        function.__click_params__ = [  # type: ignore[attr-defined]
            *getattr(function, "__click_params__", []),
            *reversed(made),
        ]
        return function

    return decorate


def as_click(command: Command, name: str | None = None) -> click.Command:
    """A command that prints its result; `--json` prints the data instead."""

    def run(as_json: bool, **values: Any) -> int:
        return print_result(command.run(**values, progress=Shown()), as_json)

    switch = click.Option(["--json", "as_json"], is_flag=True, help="For programs.")
    parameters = [*map(as_parameter, command.options), switch]
    return click.Command(name or command.name, params=parameters, callback=run, help=command.help)


def print_result(result: CommandResult, as_json: bool) -> int:
    """Print the result and return the exit status."""
    if as_json:
        click.echo(json.dumps(result.data, indent=2, ensure_ascii=False, default=str))
        return result.status
    if result.text:
        click.echo(result.text)
    for summary in result.summaries:
        for part in summary_tables(find_suite(str(summary["suite"])), summary):
            console().print(part)
        click.echo(provenance(summary))
    for table in result.tables:
        console().print(suite_table(table.to_json()))
        if table.note:
            click.echo(f"{visible(table.note)}\n")
    _echo(result.lines, err=False)
    _echo(result.warnings, err=True)
    return result.status


def _echo(lines: Sequence[str], *, err: bool) -> None:
    for line in lines:
        click.echo(visible(line), err=err)
