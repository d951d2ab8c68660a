"""`acidtest doctor`: what this machine has and lacks."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
from dataclasses import asdict, dataclass

import click
from rich.table import Table

from acidtest.cli.tables import console
from acidtest.errors import AcidtestError
from acidtest.paths import cache_dir
from acidtest.sandbox import Sandbox, bwrap_version
from acidtest.toolchain.gcc import find_gcc


@dataclass(frozen=True)
class Finding:
    """One tool: whether it is there, which version, whether it runs confined, how to get it."""

    tool: str
    found: bool
    version: str
    sandboxed: str
    advice: str


def _gcc() -> Finding:
    try:
        gcc = find_gcc()
    except AcidtestError as error:
        return Finding("gcc", False, "", "", str(error))
    return Finding("gcc", True, f"{gcc.version} ({gcc.target})", "yes", "")


def _tool(name: str, package: str, sandboxed: str) -> Finding:
    path = shutil.which(name)
    if path is None:
        return Finding(name, False, "", "", f"apt-get install {package}")
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return Finding(name, True, (done.stdout.splitlines() or ["?"])[0][:60], sandboxed, "")


def _sandbox() -> Finding:
    version = bwrap_version()
    if version is None:
        return Finding("bubblewrap", False, "", "", "apt-get install bubblewrap")
    try:
        with Sandbox() as sandbox:
            mode = sandbox.mode
    except AcidtestError as error:
        return Finding("bubblewrap", False, version, "", str(error))
    text = {
        "nested": "works; each job in namespaces of its own",
        "single": "works; a bubblewrap for each job (slower: namespaces cannot be nested here)",
    }[mode]
    return Finding("bubblewrap", True, version, text, "")


def findings() -> list[Finding]:
    """Everything acidtest may use, looked for on this machine."""
    strict = platform.machine() in ("x86_64", "aarch64") and platform.system() == "Linux"
    return [
        Finding("python", True, platform.python_version(), "", ""),
        Finding(
            "platform",
            strict,
            f"{platform.system()} {platform.release()} {platform.machine()}",
            "",
            "" if strict else "the sandbox needs Linux on x86-64 or aarch64",
        ),
        _sandbox(),
        _gcc(),
        _tool("g++", "g++", "yes"),
        _tool("objdump", "binutils", "yes"),
    ]


def _cache_size() -> str:
    files = [path for path in cache_dir().rglob("*") if path.is_file()]
    return f"{sum(path.stat().st_size for path in files) / 1e6:.1f} MB"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def doctor(as_json: bool) -> int:
    """Say which tools are there, in which version, sandboxed or not, and how to get the rest."""
    found = findings()
    missing = [finding for finding in found if not finding.found]
    if as_json:
        data = {"tools": [asdict(f) for f in found], "cache": str(cache_dir())}
        click.echo(json.dumps(data, indent=2))
        return 3 if missing else 0
    table = Table()
    for column in ("tool", "found", "version", "sandboxed", "how to get it"):
        table.add_column(column)
    for finding in found:
        mark = "yes" if finding.found else "NO"
        table.add_row(finding.tool, mark, finding.version, finding.sandboxed, finding.advice)
    console().print(table)
    click.echo(f"caches: {cache_dir()} ({_cache_size()}); delete the folder to clear them")
    return 3 if missing else 0
