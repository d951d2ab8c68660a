"""`acidtest doctor`: which tools this machine has and lacks."""

from __future__ import annotations

import contextlib
import json
import platform
from dataclasses import asdict

import click

from acidtest.core.commands import Check
from acidtest.core.paths import cache_dir
from acidtest.core.registry import all_checks
from acidtest.report.terminal import console, new_table, plain
from acidtest.toolchains.sandbox import sandbox_check


def checks() -> list[Check]:
    """Check this machine for everything acidtest may use."""
    linux = platform.machine() in ("x86_64", "aarch64") and platform.system() == "Linux"
    here = f"{platform.system()} {platform.release()} {platform.machine()}"
    advice = "" if linux else "the sandbox needs Linux on x86-64 or aarch64"
    return [
        Check("python", True, platform.python_version()),
        Check("platform", linux, here, advice=advice),
        sandbox_check(),
        *all_checks(),
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
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def doctor(as_json: bool) -> int:
    """Show which tools are installed, their versions, and how to get the missing ones."""
    tools = checks()
    missing = [check for check in tools if not check.installed and check.needed_for == "everything"]
    if as_json:
        data = {"tools": [_as_json(check) for check in tools], "cache": str(cache_dir())}
        click.echo(json.dumps(data, indent=2))
        return 3 if missing else 0
    table = new_table()
    for column in ("tool", "found", "version", "sandboxed", "needed for", "how to get it"):
        table.add_column(column)
    for check in tools:
        cells = (check.version, check.sandboxed, check.needed_for, check.advice)
        table.add_row(plain(check.tool), "yes" if check.installed else "NO", *map(plain, cells))
    console().print(table)
    click.echo(f"caches: {cache_dir()} ({_cache_size()}); delete the folder to clear them")
    return 3 if missing else 0
