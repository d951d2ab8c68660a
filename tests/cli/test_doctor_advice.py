"""Every advice line of `acidtest doctor`, run as it stands, turns a NO into a yes.

Minutes and hundreds of megabytes: `make install-test` runs it, `make test` does not.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.install,
    pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="the advice is for Debian"),
]

# `apt-get install PACKAGE…` for a machine that has them all: puts their programs on PATH
APT = f"""#!{sys.executable}
import pathlib, re, subprocess, sys
def query(*arguments):
    done = subprocess.run(["/usr/bin/dpkg-query", *arguments], capture_output=True, text=True)
    return done.stdout
def bring(program):
    link = pathlib.Path(__file__).with_name(program.name)
    if program.is_file() and not link.is_symlink():
        link.symlink_to(program)
packages, known, programs = sys.argv[2:], set(), set()
while packages:
    package = packages.pop()
    if package not in known:
        known.add(package)
        depends = query("-W", "-f", "${{Depends}}", package)
        packages += re.findall(r"(?:^|, )([\\w.+-]+)", depends)
        lines = re.findall("^/(?:usr/)?bin/.*", query("-L", package), re.MULTILINE)
        programs |= set(map(pathlib.Path, lines))
for program in programs:
    bring(program)
for name in pathlib.Path("/usr/bin").iterdir():
    if name.resolve() in programs:  # an alternative
        bring(name)
"""


@dataclass(frozen=True)
class Machine:
    """A machine with Python, the base package and no other program."""

    folder: Path

    def bash(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a line as a user would who has activated the environment."""
        python = self.folder / "venv" / "bin" / "python"
        names = (
            f'pip() {{ "{python}" -m pip "$@"; }}; acidtest() {{ "{python}" -m acidtest "$@"; }}'
        )
        caches = {"ACIDTEST_CACHE": str(self.folder / "cache")}
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            ["/bin/bash", "-c", f"{names}\n{command}"],
            env={**kept, **caches, "PATH": str(self.folder / "bin")},
            cwd=self.folder,
            capture_output=True,
            text=True,
        )

    def doctor(self) -> dict[str, dict[str, Any]]:
        """Each tool, as `doctor --json` reports it."""
        done = self.bash("acidtest doctor --json")
        assert done.stdout, done.stderr
        return {tool["tool"]: tool for tool in json.loads(done.stdout)["tools"]}


@pytest.fixture(scope="module")
def bare(checkout: Path) -> Iterator[Machine]:
    """The base package, built from this tree, and `apt-get`."""
    with _folder() as folder:
        yield _bare(folder, checkout)


@contextmanager
def _folder() -> Iterator[Path]:
    """One that the sandbox, which is nobody, may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def _bare(folder: Path, checkout: Path) -> Machine:
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "apt-get").write_text(APT)
    (folder / "bin" / "apt-get").chmod(0o755)
    machine = Machine(folder)
    done = machine.bash(f"pip install --quiet {_from(checkout, 'acidtest')}")
    assert done.returncode == 0, done.stderr
    return machine


def _from(folder: Path, requirement: str) -> str:
    """A requirement of acidtest, from this tree and with the versions that are tested."""
    extras = requirement.removeprefix("acidtest")
    return f"--constraint '{folder}/requirements.lock' '{folder}{extras}'"


@pytest.fixture(scope="module")
def missing(bare: Machine) -> dict[str, str]:
    """The advice for each tool that the bare machine lacks."""
    return {name: tool["advice"] for name, tool in bare.doctor().items() if not tool["found"]}


TOOLS = (
    *("bubblewrap", "gcc", "kept compiler", "g++", "C verdict"),
    *("embeddings", "evm", "faiss", "ghidra", "grammars", "inspect-ai", "local model", "solc"),
    *("heimdall", "other targets", "panoramix"),
)


def test_no_tool_is_forgotten(missing: dict[str, str]) -> None:
    assert sorted(missing) == sorted(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_the_advice_mends_what_it_stands_for(
    tool: str, bare: Machine, missing: dict[str, str], checkout: Path
) -> None:
    with _folder() as folder:
        # links to files: pip replaces files and never writes into them
        subprocess.run(["cp", "-al", f"{bare.folder}/.", folder], check=True)
        answers = _follow(Machine(folder), tool, missing[tool], checkout)
    assert answers[-1] == "yes", answers


def _follow(machine: Machine, tool: str, advice: str, checkout: Path) -> list[str]:
    """Run the advice, and the next one if it has changed: what each said, then yes or NO."""
    answers: list[str] = []
    for _ in range(2):  # bubblewrap may need gcc next, to build what runs in it
        line = re.sub(r"'(acidtest\[.+?\])'", lambda name: _from(checkout, name[1]), advice)
        answers.append(f"{advice}: {machine.bash(line).stderr[-1000:]}")
        now = machine.doctor()[tool]
        if now["found"]:
            return [*answers, "yes"]
        advice = now["advice"]
    return [*answers, "NO"]
