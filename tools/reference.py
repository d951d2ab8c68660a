"""The reference pages as Markdown, from the code: every command, and the Python API."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import click

import acidtest
from acidtest import api
from acidtest.cli.app import cli
from acidtest.core.options import Options, RunOptions

NAMES = [name for name in acidtest.__all__ if not name.startswith("_")]


def cli_page() -> str:
    """All commands with their options, as `--help` shows them."""
    head = ["# Command line", "", "Every command and option, as `acidtest COMMAND --help` says it."]
    context = click.Context(cli, info_name="acidtest", **cli.context_settings)
    return "\n".join([*head, *_command(cli, context, 2)]) + "\n"


def _command(command: click.Command, context: click.Context, depth: int) -> Iterator[str]:
    yield from ("", f"{'#' * depth} {context.command_path}", "")
    yield from (_prose(command.help or ""), "")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from ("```text", f"{context.command_path} {usage}", "```", "")
    records = [p.get_help_record(context) for p in command.params]
    options = [record for record in records if record and record[1]]
    if options:
        yield from ("| option | what it does |", "|---|---|")
        yield from (f"| `{_cell(flags)}` | {_cell(text)} |" for flags, text in options)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            below = click.Context(inner, info_name=name, parent=context)
            yield from _command(inner, below, depth if command is cli else depth + 1)


def _prose(text: str) -> str:
    """Help as Markdown: a paragraph that click must not wrap keeps its lines."""
    blocks = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        "```text\n" + block.removeprefix("\b\n").rstrip() + "\n```"
        if block.startswith("\b\n")
        else block.replace("<", "\\<")
        for block in blocks
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<hash>", "HASH")


def api_page() -> str:
    """The public names of the package: signature and docstring each."""
    lines = ["# Python", "", "The same engine as the command line: `import acidtest`.", ""]
    for name in NAMES:
        lines += _documented(f"acidtest.{name}", getattr(api, name), 2)
    lines += [
        "## Options of evaluate and score",
        "",
        "| name | type | what it does |",
        "|---|---|---|",
    ]
    types = inspect.get_annotations(Options)
    for each in fields(RunOptions):
        lines.append(
            f"| `{each.name}` | `{_cell(types[each.name].__forward_arg__)}` | {_about(each)} |"
        )
    return "\n".join(lines) + "\n"


def _about(field: Any) -> str:
    """The option's help in the words of Python: a list in place of a repeated flag."""
    return _cell(field.metadata["option"].help.replace("; may repeat", "; one or several"))


def _documented(title: str, thing: Any, depth: int) -> list[str]:
    lines = [f"{'#' * depth} {title}", ""]
    if not isinstance(thing, property):
        lines += ["```python", f"{title}{_signature(thing)}", "```", ""]
    lines += [*_docstring(inspect.getdoc(thing) or ""), ""]
    if inspect.isclass(thing):
        for name, member in vars(thing).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                lines += _documented(f"{thing.__name__}.{name}", member, depth + 1)
    return lines


def _signature(thing: Any) -> str:
    signature = inspect.signature(thing)
    given = [p for p in signature.parameters.values() if p.name != "self"]
    words = [str(p).replace("'", "") if p.default is p.empty else str(p) for p in given]
    words = [re.sub(r": '([^']*)'", r": \1", word) for word in words]
    for place, each in enumerate(given):
        if each.kind is each.KEYWORD_ONLY:
            words.insert(place, "*")
            break
    returned = str(signature.return_annotation).strip("'")
    end = ")" if inspect.isclass(thing) else f") -> {returned}"
    line = f"({', '.join(words)}{end}"
    return line if len(line) < 70 else "(\n    " + ",\n    ".join(words) + f",\n{end}"


def _docstring(text: str) -> Iterator[str]:
    """Examples become code blocks."""
    for block in text.split("\n\n"):
        if block.startswith(">>>"):
            yield from ("```python", re.sub(r"\s+# doctest:.*", "", block), "```", "")
        else:
            yield from (block, "")
