"""Difficulty is measured with systems, for every sample of the shipped corpus, and reproducible."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest import evaluate
from acidtest.core.errors import InputError
from acidtest.suites.c_decompile import dataset, difficulty
from acidtest.suites.c_decompile.suite import SUITE


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    for system in ("oracle", "stub"):
        evaluate("c-decompile", system, limit=2, controls="none", out=folder / system)
    evaluate("c-decompile", "silent", limit=1, controls="none", out=folder / "less")
    evaluate("c-decompile", "silent", data=[one_task()], controls="none", out=folder / "other")
    return {path.name: path for path in folder.iterdir()}


def one_task() -> Path:
    return sorted(dataset.CORPUS.glob("*.c"))[0]


def test_a_sample_carries_the_systems_that_fail_on_it(runs: dict[str, Path]) -> None:
    found = difficulty.measure([runs["oracle"], runs["stub"]], SUITE.read([]).sha256)
    assert list(found["systems"]) == ["oracle", "stub"]
    assert list(found["failed"].values()) == [["stub"], ["stub"]]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["oracle", "oracle"], "oracle occurs twice; pass one run per system"),
        (["oracle", "other"], "not a run on the current shipped corpus"),
        (["oracle", "less"], "is not in every run"),
    ],
)
def test_runs_that_do_not_fit_together_are_refused(
    runs: dict[str, Path], names: list[str], why: str
) -> None:
    with pytest.raises(InputError, match=why):
        difficulty.measure([runs[name] for name in names], SUITE.read([]).sha256)


def test_every_shipped_sample_was_measured_with_at_least_two_systems() -> None:
    samples = SUITE.read([]).samples
    assert set(difficulty.measured()["failed"]) == {sample.id for sample in samples}
    assert len(difficulty.measured()["systems"]) >= 2
    levels = {sample.groups["difficulty"] for sample in samples}
    assert levels == {"easy", "medium", "hard"}


def test_generated_and_foreign_tasks_have_no_difficulty(tmp_path: Path) -> None:
    copied = tmp_path / one_task().name
    copied.write_bytes(one_task().read_bytes())
    assert all("difficulty" not in sample.groups for sample in SUITE.read([copied]).samples)
