"""A run can be looked at while it goes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import acidtest
from acidtest.core.records import Answer, Question
from acidtest.core.systems import CallableSystem
from acidtest.engine import live
from acidtest.report.runs_folder import RunsFolder
from acidtest.store import read_summary

FILES = 12
HELD = 8


class Held(CallableSystem):
    """Gives the right answer to some questions, and to the others only when it is let go."""

    def __init__(self) -> None:
        super().__init__(lambda text: "", name="held", identity={"test": 1})
        self.go = threading.Event()
        self.asked = 0
        self.fails = False

    def answer(self, question: Question) -> Answer:
        """In the order of the samples, by one worker."""
        self.asked += 1
        if self.asked > HELD:
            assert self.go.wait(60)
            if self.fails:
                raise KeyboardInterrupt
        return Answer(question.sample.id, '{"findings": []}', question.attempt)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    monkeypatch.setattr(live, "FIRST_S", 0.01)
    monkeypatch.setattr(live, "EVERY_S", 0.01)
    system = Held()
    yield system
    system.go.set()


def start(system: Held, out: Path) -> threading.Thread:
    def work() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            acidtest.evaluate(
                "crypto-inventory", system, out=out, limit=FILES, controls="none", workers=1
            )

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def until_partial(root: Path, samples: int = HELD) -> dict[str, object]:
    for _ in range(3000):
        rows = RunsFolder(root).listed()
        if rows and rows[0].get("n") == samples:
            return rows[0]
        time.sleep(0.02)
    raise AssertionError("there were no figures")


def test_a_run_that_goes_shows_the_figures_so_far(held: Held, tmp_path: Path) -> None:
    thread = start(held, tmp_path / "one")
    row = until_partial(tmp_path)
    assert (row["run"], row["state"], row["live"]) == ("one", "going", "one/live")
    assert (row["done"], row["of"]) == (HELD, FILES)
    (section,) = RunsFolder(tmp_path).sections(["one/live"])
    (run,) = section.runs
    assert run.label == f"held (partial: {HELD} of {FILES} samples)"
    assert len(section.ids) == len(run.answers()) == HELD
    assert run.figures["readable"]["n"] == HELD
    held.go.set()
    thread.join()
    (row,) = RunsFolder(tmp_path).listed()
    assert (row["state"], row["n"]) == ("done", FILES)
    assert "live" not in row
    assert not (tmp_path / "one" / "live").exists()


def test_what_was_scored_beside_is_what_is_scored_at_the_end(held: Held, tmp_path: Path) -> None:
    thread = start(held, tmp_path / "beside")
    until_partial(tmp_path)
    held.go.set()
    thread.join()
    held.asked = 0
    start(held, tmp_path / "plain").join()
    both = [read_summary(tmp_path / name) for name in ("beside", "plain")]
    assert both[0] == both[1]


def test_a_large_run_shows_the_figures_of_its_first_samples(
    held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST", 5)
    thread = start(held, tmp_path / "one")
    until_partial(tmp_path, 5)
    (section,) = RunsFolder(tmp_path).sections(["one/live"])
    assert section.runs[0].label == f"held (partial: 5 of {FILES} samples)"
    held.go.set()
    thread.join()
    assert read_summary(tmp_path / "one")["n"] == FILES


def test_a_run_that_stops_keeps_its_figures_until_it_goes_on(held: Held, tmp_path: Path) -> None:
    held.fails = True
    thread = start(held, tmp_path / "one")
    until_partial(tmp_path)
    held.go.set()
    thread.join()
    (row,) = RunsFolder(tmp_path).listed()
    assert (row["state"], row["n"]) == ("stopped", HELD)
    held.fails = False
    start(held, tmp_path / "one").join()
    assert not (tmp_path / "one" / "live").exists()
    assert RunsFolder(tmp_path).listed()[0]["state"] == "done"


def test_when_the_figures_fail_the_run_goes_on(
    held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = threading.Event()

    def broken(self: live.Live) -> None:
        tried.set()
        raise OSError("no space")

    monkeypatch.setattr(live.Live, "_write", broken)
    thread = start(held, tmp_path / "one")
    assert tried.wait(60)
    held.go.set()
    thread.join()
    assert read_summary(tmp_path / "one")["n"] == FILES
