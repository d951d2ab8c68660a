"""`acidtest history` without NAT."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from acidtest.cli import cli
from acidtest.core.errors import InputError


def test_a_history_without_evaluations_says_how_to_make_one(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["history", str(tmp_path)])
    assert isinstance(done.exception, InputError)
    assert "sast-eval" in str(done.exception)
