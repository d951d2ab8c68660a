"""The reference pages name all that the code has."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

import acidtest
from acidtest.cli.app import cli
from acidtest.core.options import Options

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The two pages, as `make docs` makes them."""
    monkeypatch.syspath_prepend(str(TOOLS))
    sys.modules.pop("reference", None)
    from reference import api_page, cli_page

    return {"cli": cli_page(), "api": api_page()}


def test_every_command_and_option_is_there(pages: dict[str, str]) -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        _, heading, rest = pages["cli"].partition(f"\n## acidtest {name}\n")
        assert heading, name
        flags = [p.opts[-1] for p in command.params if isinstance(p, click.Option)]
        assert [flag for flag in flags if flag not in rest.partition("\n## ")[0]] == []


def test_every_public_name_and_option_is_there(pages: dict[str, str]) -> None:
    names = [name for name in acidtest.__all__ if not name.startswith("_")]
    assert [name for name in names if f"\n## acidtest.{name}\n" not in pages["api"]] == []
    assert [name for name in Options.__annotations__ if f"| `{name}` |" not in pages["api"]] == []


def test_pages_contain_no_markup_of_click(pages: dict[str, str]) -> None:
    assert "\b" not in pages["cli"]
