"""`acidtest doctor`: which tools this machine has and lacks."""

from __future__ import annotations

import contextlib
import json
import platform
import shutil
import textwrap
from dataclasses import asdict

import click

from acidtest.cli.completion import SuiteName
from acidtest.core.commands import Check
from acidtest.core.paths import cache_dir
from acidtest.core.protocols import Suite
from acidtest.core.registry import all_checks, find_suite
from acidtest.core.text import visible


def checks(suite: Suite | None = None) -> list[Check]:
    """Check this machine for all that acidtest may use, or for what one suite uses."""
    linux = platform.machine() in ("x86_64", "aarch64") and platform.system() == "Linux"
    here = f"{platform.system()} {platform.release()} {platform.machine()}"
    advice = "" if linux else "the sandbox needs Linux on x86-64 or aarch64"
    return [
        Check("python", True, platform.python_version()),
        Check("platform", linux, here, advice),
        *all_checks(suite),
    ]


def _cache_size() -> str:
    size = 0
    for path in cache_dir().rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # another run may have just deleted a file
            size += path.stat().st_size if path.is_file() else 0
    return f"{size / 1e6:.1f} MB"


def _as_json(check: Check) -> dict[str, object]:
    data = asdict(check)
    return {"tool": data.pop("tool"), "found": data.pop("installed"), **data}


@click.command()
@click.argument("suite", type=SuiteName(), required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def doctor(suite: str | None, as_json: bool) -> int:
    """Show what is installed for all suites or one SUITE, and how to get what is missing.

    Exit status: 1 if a suite or one of its systems cannot run without what is missing; 0 if all
    can, or if only further options need it.
    """
    tools = checks(find_suite(suite) if suite else None)
    missing = [check for check in tools if not check.installed]
    status = 0 if all(check.optional for check in missing) else 1
    if as_json:
        data = {"tools": [_as_json(check) for check in tools], "cache": str(cache_dir())}
        click.echo(json.dumps(data, indent=2))
        return status
    for check in tools:
        if check.installed:
            _say(f"{check.tool:14} ", check.version)
    for check in missing:
        click.echo(visible(f"\nmissing: {check.tool}, for {check.needed_for}\n    {check.advice}"))
    click.echo(f"\ncaches: {cache_dir()} ({_cache_size()}); delete the folder to clear them")
    return status


def _say(start: str, text: str) -> None:
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    indent = " " * len(start)
    click.echo(visible(textwrap.fill(text, width, initial_indent=start, subsequent_indent=indent)))
