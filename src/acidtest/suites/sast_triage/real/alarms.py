"""Runs the analysers of the recipe on the files with labels, and says which it could not run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import install
from acidtest.core.untrusted import load_json

_PATIENCE_S = 1800.0
_ADVICE = f"{install('analysers')}, then acidtest fetch sast-real"
_SEVERITY = {"ERROR": "high", "WARNING": "medium", "INFO": "low"}
_QUIET = {"SEMGREP_ENABLE_VERSION_CHECK": "0", "SEMGREP_SEND_METRICS": "off"}


@dataclass(frozen=True, slots=True)
class Alarm:
    """What an analyser says of a line."""

    severity: str
    event: str
    message: str


Place = tuple[str, str, int, str]
"""Analyser, file from the folder of all packages, line, rule."""


@dataclass
class Reports:
    """All alarms by their place, and by analyser why it said nothing."""

    alarms: dict[Place, Alarm] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def run_analysers(
    root: Path, files: Mapping[str, Sequence[str]], pinned: Mapping[str, str], rules: Path
) -> Reports:
    """Each analyser on its files below `root`; only the pinned versions say the same."""
    reports = Reports()
    for tool, version in pinned.items():
        argv = _program(tool)
        if argv is None:
            reports.missing[tool] = f"{tool} {version} is not installed: {_ADVICE}"
        elif (there := _version(argv)) != version:
            reports.missing[tool] = f"{tool} {version} is needed, {there} is installed: {_ADVICE}"
        else:
            run = {"bandit": _bandit, "semgrep": _semgrep}[tool]
            reports.alarms |= run(argv, root, files.get(tool, ()), rules)
    return reports


def _program(name: str) -> str | None:
    """The analyser beside this Python, else the one on PATH."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def _version(argv: str) -> str:
    done = children.run([argv, "--version"], env={**os.environ, **_QUIET}, timeout=120)
    match = re.search(r"\d+(?:\.\d+)+", done.stdout)
    return match[0] if match else "unknown"


def _report(argv: Sequence[str], root: Path, key: str) -> list[dict[str, Any]]:
    name = Path(argv[0]).name
    try:
        done = children.run(argv, cwd=root, env={**os.environ, **_QUIET}, timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired as error:
        raise InfrastructureError(f"{name} was not done after {_PATIENCE_S:g} seconds") from error
    try:
        rows: list[dict[str, Any]] = load_json(done.stdout)[key]
    except (ValueError, KeyError, TypeError) as error:
        last = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        raise InfrastructureError(f"{name} wrote no report: {last}") from error
    return rows


def _bandit(argv: str, root: Path, files: Sequence[str], rules: Path) -> dict[Place, Alarm]:
    command = [argv, "-q", "-f", "json", *files]
    return {
        ("bandit", _file(row["filename"]), row["line_number"], row["test_id"]): Alarm(
            row["issue_severity"].lower(), row["test_name"], _one_line(row["issue_text"])
        )
        for row in _report(command, root, "results")
    }


def _semgrep(argv: str, root: Path, files: Sequence[str], rules: Path) -> dict[Place, Alarm]:
    command = [argv, "scan", "--config", str(rules), "--metrics", "off", "--json", "--jobs", "1"]
    command += ["--disable-version-check", "--no-git-ignore", "--quiet"]
    alarms: dict[Place, Alarm] = {}
    for row in _report([*command, *files], root, "results"):
        rule = row["check_id"].rpartition(".")[2]
        said = row["extra"]
        alarms["semgrep", _file(row["path"]), row["start"]["line"], rule] = Alarm(
            _SEVERITY.get(said["severity"], "low"),
            rule.partition("-")[2].replace("-", "_"),
            _one_line(said["message"]),
        )
    return alarms


def _file(name: str) -> str:
    """The path without the dots that analysers put before it."""
    return PurePosixPath(name).as_posix()


def _one_line(text: str) -> str:
    return " ".join(text.split())
