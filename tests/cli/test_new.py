"""`acidtest new suite`: what it writes is a suite that can be installed, run and tested."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Call, in_process

NAMES = ("demo5", "my-own-suite")


def _python(*arguments: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module", params=NAMES)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the new package, and `site`, into which pip has installed it."""
    root = tmp_path_factory.mktemp("new")
    name = str(request.param)
    done = in_process("new", "suite", name, "--out", root / name)
    assert done.status == 0, done.err
    assert f"acidtest run {name} --system oracle" in done.out
    pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    pip += ["--no-build-isolation", "--target", str(root / "site"), str(root / name)]
    installed = _python(*pip, cwd=root)
    assert installed.returncode == 0, installed.stderr
    return root / name


def test_it_runs_as_any_suite_does(made: Path, tmp_path: Path) -> None:
    site, cache = str(made.parent / "site"), str(tmp_path / "cache")
    command = ("-m", "acidtest", "run", made.name, "--system", "oracle", "--json")
    done = _python(*command, cwd=tmp_path, PYTHONPATH=site, ACIDTEST_CACHE=cache)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["suite"] == made.name
    assert summary["metrics"]["exact"]["value"] == 1.0
    assert summary["n"] >= 3
    assert {name: found["exact"] for name, found in summary["controls"].items()} == {
        "oracle": 1.0,
        "silent": 0.0,
        "echo": 0.0,
    }


def test_its_own_tests_pass(made: Path, tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(made.parent / "site"), "ACIDTEST_CACHE": str(tmp_path / "cache")}
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    done = _python(*command, cwd=made, PYTHONDONTWRITEBYTECODE="1", **env)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


def test_nothing_of_the_template_is_left(made: Path) -> None:
    written = [path for path in made.rglob("*") if path.is_file() and "build" not in path.parts]
    written = [path for path in written if not path.parent.name.endswith(".egg-info")]
    package = "acidtest_" + made.name.replace("-", "_")
    assert {str(path.relative_to(made)) for path in written} == {
        "README.md",
        "pyproject.toml",
        f"src/{package}/__init__.py",
        f"src/{package}/data/words.jsonl",
        f"src/{package}/judge.py",
        f"src/{package}/suite.py",
        "tests/test_suite.py",
    }
    texts = [path.read_text(encoding="utf-8") for path in written]
    assert not [text for text in texts if re.search("@[A-Z]+@", text)]


def test_without_out_it_is_a_folder_of_that_name(acidtest: Call, tmp_path: Path) -> None:
    assert acidtest("new", "suite", "demo5").status == 0
    assert (tmp_path / "demo5" / "pyproject.toml").exists()


def test_an_empty_folder_is_filled(acidtest: Call, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    assert acidtest("new", "suite", "demo5", "--out", "here").status == 0


@pytest.mark.parametrize(
    "name", ["Demo", "my_suite", "5demo", "a--b", "-", "a-", "demo.py", "../up", "", "für"]
)
def test_a_bad_name_is_refused_and_nothing_is_written(
    acidtest: Call, tmp_path: Path, name: str
) -> None:
    done = acidtest("new", "suite", "--", name)
    assert done.status == 2
    assert "expected lower-case words joined by hyphens: my-suite" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("file", "demo5: this is a file; give a folder"),
        ("folder", "demo5: already exists; choose another name, or use --out FOLDER"),
    ],
)
def test_what_is_there_is_not_overwritten(
    acidtest: Call, tmp_path: Path, kind: str, said: str
) -> None:
    kept = tmp_path / "demo5" if kind == "file" else tmp_path / "demo5" / "mine.txt"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("mine")
    for out in ([], ["--out", "demo5"]):
        done = acidtest("new", "suite", "demo5", *out)
        assert done.status == 2
        assert said in done.err
    assert kept.read_text() == "mine"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept]
