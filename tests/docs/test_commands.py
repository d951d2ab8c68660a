"""Every command block of README and docs works, top to bottom, in a folder of its own.

A page's folder holds what its reader has (tests/docs/given: answers, SARIF, a tool), and what the
commands before have made. A block that needs a key, a server or hours has a comment before it in
the page, `<!-- not run: REASON -->`; what has one is listed here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from tests.docs.blocks import Block, blocks

ROOT = Path(__file__).parents[2]
GIVEN = Path(__file__).parent / "given"
COMMAND = Path(__file__).parent / "command.py"
CALL = Path(__file__).parent / "call.py"
KOREAN = "README.ko.md"
TOP = ("README.md", KOREAN, "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
NOT_RUN = {
    "needs a key": 6,
    "asks the embedded model for minutes": 2,
    "needs a server": 1,
    "needs a Ray cluster": 1,
    "needs a bucket": 1,
    "downloads a package": 1,
    "minutes; .ci/run does the same": 1,
    "ten minutes of processor time": 1,
    "hours, angr (500 MB), and it rewrites a shipped file": 1,
    "angr is 500 MB": 1,
    "needs Ghidra and Java": 1,
    "NAT needs an environment of its own; tests/integrations/nat runs it": 1,
    "TRL needs an environment of its own; make reward-test runs it": 1,
    "OpenEnv needs an environment of its own; make reward-test runs this page": 1,
    "makes 64 tasks; tests/engine/test_fresh.py does the same with two": 1,
    "installs a package; tests/cli/test_new.py does the same": 2,
    "needs the cross compilers; benchmarks/targets.py does the same": 1,
    "needs a network, and minutes": 4,
    "needs servers with the models": 1,
}
"""Why blocks are not run, and how many for that reason."""


FIRST = "acidtest run c-decompile --system ghidra --limit 24"
"""The first run of the README, which shows what it prints."""


def anywhere(output: str) -> str:
    """What a run prints on any machine: without spaces at line ends, signature and folder."""
    return re.sub(r"(?m) +$|(?<=^signature ).*|(?<=ghidra-)[0-9a-f]+", "", output)


def printed(page: str) -> str:
    """The output that a page shows after the first run."""
    after = TEXTS[page].split(f"    {FIRST}\n\n")[1]
    lines = takewhile(lambda line: not line or line.startswith("    "), after.splitlines())
    return anywhere(textwrap.dedent("\n".join(lines))).strip()


def commands(page: str) -> list[Block]:
    """The blocks of a page that call acidtest, or make what those need."""
    return [block for block in blocks(TEXTS[page]) if block.runs]


def script(page: str) -> str:
    """The blocks of a page that are run; those on public data only where it is."""
    chosen = [block for block in commands(page) if not block.mark]
    if "ACIDTEST_DATA" not in os.environ:
        chosen = [block for block in chosen if "$ACIDTEST_DATA" not in block.text]
    lines = ["set -eu", "pip() { :; }"]
    for block in chosen:
        lines += [f"echo 'line {block.line}' >&2", block.text]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The socket of a process that has acidtest loaded."""
    path = tmp_path_factory.mktemp("loaded") / "socket"
    command = [sys.executable, str(COMMAND), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield path
        process.kill()


@pytest.mark.parametrize("page", [page for page in TEXTS if commands(page) and page != KOREAN])
def test_commands_work_from_top_to_bottom(page: str, loaded: Path, tmp_path: Path) -> None:
    folder = tmp_path / "reader"
    shutil.copytree(GIVEN, folder)
    acidtest = folder / "bin" / "acidtest"
    acidtest.write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{CALL}" "{loaded}" "$@"\n')
    acidtest.chmod(0o755)
    path = [str(acidtest.parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(path),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "AS_PRINTED": FIRST.removeprefix("acidtest "),
    }
    done = subprocess.run(
        ["bash", "-c", script(page)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{page}: {done.stderr[-2000:]}"
    if page == "README.md":
        assert printed(page) in anywhere(done.stdout)


def test_the_korean_readme_has_the_commands_of_the_english_one() -> None:
    def plain(page: str) -> list[str]:
        return [re.sub(r"\s+# .*", "", block.text) for block in commands(page)]

    assert plain(KOREAN) == plain("README.md")
    assert printed(KOREAN) == printed("README.md")


def test_few_blocks_are_not_run() -> None:
    every = [block for page in TEXTS for block in commands(page)]
    assert Counter(block.mark for block in every if block.mark) == NOT_RUN
    assert len(every) > 3.5 * sum(NOT_RUN.values())


def test_extras_that_pages_install_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"pip install '(?:acidtest|\.)\[([a-z,-]+)\]'", "".join(TEXTS.values()))
    assert {name for names in named for name in names.split(",")} <= set(
        project["optional-dependencies"]
    )


@pytest.mark.parametrize("page", TEXTS)
def test_programs_of_the_checkout_exist(page: str) -> None:
    named = re.findall(r"\bpython ((?:tools|benchmarks)/\w+(?:\.py)?)", TEXTS[page])
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
    named = re.findall(r"`make ([a-z-]+)`|(?m:^    make ([a-z-]+))", "".join(TEXTS.values()))
    assert {a or b for a, b in named} <= targets


def test_output_after_a_command_is_no_command() -> None:
    page = "    acidtest run x\n\n    x: 24 samples\n\n<!-- not run: slow -->\n\n    acidtest y\n"
    assert [(b.text, b.mark) for b in blocks(page)] == [
        ("acidtest run x", ""),
        ("acidtest y", "slow"),
    ]


def test_a_here_document_keeps_its_blank_lines() -> None:
    (block,) = blocks("    cat > f <<'END'\n    a\n\n    b\n    END\n    acidtest x f\n")
    assert block.text == "cat > f <<'END'\na\n\nb\nEND\nacidtest x f"
