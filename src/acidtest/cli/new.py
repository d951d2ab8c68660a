"""`acidtest new suite NAME`: creates a package with a working suite to start from."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click

from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.paths import check_folder

_FILES = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "suite.py.txt": "src/{package}/suite.py",
    "judge.py.txt": "src/{package}/judge.py",
    "init.py.txt": "src/{package}/__init__.py",
    "data.jsonl.txt": "src/{package}/data/words.jsonl",
    "test_suite.py.txt": "tests/test_suite.py",
}


@click.group()
def new() -> None:
    """Start something of your own."""


@new.command()
@click.argument("name")
@click.option("--out", type=PATH, help="Folder. Default: ./NAME.")
def suite(name: str, out: Path | None) -> None:
    """Create a package with a working suite NAME: data, judge, controls and a test.

    \b
    acidtest new suite demo5
    pip install ./demo5
    acidtest run demo5 --system oracle
    """  # noqa: D301
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise InputError(f"new suite {name}: expected lower-case words joined by hyphens: my-suite")
    folder = out or Path(name)
    check_folder(folder)
    if any(folder.iterdir()):
        raise InputError(f"{folder}: already exists; choose another name, or use --out FOLDER")
    package = "acidtest_" + name.replace("-", "_")
    title = "".join(word.capitalize() for word in name.split("-"))
    templates = files("acidtest.cli") / "templates"
    for template, target in _FILES.items():
        path = folder / target.format(package=package)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (templates / template).read_text(encoding="utf-8")
        for place, value in (("@NAME@", name), ("@PACKAGE@", package), ("@TITLE@", title)):
            text = text.replace(place, value)
        path.write_text(text, encoding="utf-8")
    click.echo(f"wrote {folder}; next: pip install {folder.absolute()}")
    click.echo(f"then:  acidtest run {name} --system oracle")
