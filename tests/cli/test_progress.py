"""Progress in a pipe and on a terminal: also before anything is done."""

from __future__ import annotations

import time

import pytest
from rich.progress import Progress

from acidtest.cli import progress
from acidtest.cli.progress import Shown


def test_a_pipe_is_told_what_is_waited_for_and_then_how_fast_it_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_FIRST_S", 0.01)
    monkeypatch.setattr(progress, "_QUIET_S", 0.01)
    with Shown("one").stage("asking", 3) as advance:
        _until_said(capsys, "one: asking: 0/3, waiting for the first one, 0 s so far")
        advance()
        _until_said(capsys, "one: asking: 1/3, ")
        _until_said(capsys, "/s, ")


def test_a_terminal_shows_how_long_the_first_one_takes() -> None:
    now = 0.0
    bars = Progress(get_time=lambda: now)
    bars.add_task("asking", total=3)
    column = progress._Rate()
    assert not column.render(bars.tasks[0])
    now = 31.0
    assert str(column.render(bars.tasks[0])) == "waiting for the first one, 31 s so far"
    bars.advance(bars.tasks[0].id)
    assert "waiting" not in str(column.render(bars.tasks[0]))


def _until_said(capsys: pytest.CaptureFixture[str], text: str) -> None:
    while text not in capsys.readouterr().err:
        time.sleep(0.005)
