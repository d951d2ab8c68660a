"""`acidtest plan`: what a wanted difference takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Call


def test_a_smaller_difference_takes_more_and_more_attempts_fewer_samples(acidtest: Call) -> None:
    plans = {}
    for points in ("5", "10"):
        done = acidtest("plan", "c-decompile", "--difference", points, "--json")
        assert done.status == 0, done.err
        plans[points] = done.json["plans"]
        assert done.json["metric"] == "passes_with_types"
        assert done.json["corpus"] == {"samples": 724, "clusters": 181}
    assert plans["5"][0]["samples"] > 3 * plans["10"][0]["samples"]
    samples = [row["samples"] for row in plans["10"]]
    assert samples == sorted(samples, reverse=True)
    assert not plans["5"][0]["enough"]
    assert plans["10"][0]["enough"]
    assert 5 < plans["10"][0]["corpus_shows"] < 10


def test_the_words_say_what_is_assumed(acidtest: Call) -> None:
    done = acidtest("plan", "sast-triage", "--difference", "20", "--base", "0.5")
    assert done.status == 0, done.err
    assert "to show 20 points of mcc at a base of 0.5, with a power of 80 %" in done.out
    assert "this data: 168 samples in 103 clusters, design effect 1." in done.out
    assert "luck of an attempt (assumed)" in done.out


def test_a_pilot_gives_base_and_spread(acidtest: Call, tmp_path: Path) -> None:
    asked = ("run", "crypto-inventory", "--system", "oracle@60", "--controls", "none")
    assert acidtest(*asked, "--out", "pilot", "--attempts", "2").status == 0
    command = ("plan", "crypto-inventory", "--difference", "10", "--from", "pilot")
    done = acidtest(*command, "--json")
    assert done.status == 0, done.err
    assert 0.5 < done.json["base"] < 0.7
    assert done.json["spread"]["source"] == "exact in pilot"
    assert done.json["spread"]["luck"] > 0.8, "items are drawn anew at each attempt"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--difference", "0"), "--difference 0: expected points above 0, and at most 100"),
        (("--difference", "-5"), "--difference -5: expected points above 0"),
        (("--difference", "101"), "--difference 101: expected points above 0, and at most 100"),
        (("--difference", "nan"), "--difference nan: expected points above 0"),
        (("--difference", "5", "--metric", "f2"), "unknown metric 'f2'; choose from: passes"),
        (("--difference", "5", "--base", "85"), "passes_with_types is between 0 and 1"),
        (("--difference", "5", "--power", "1"), "--power 1: expected a number between"),
    ],
)
def test_bad_input_is_named(acidtest: Call, more: tuple[str, ...], said: str) -> None:
    done = acidtest("plan", "c-decompile", *more)
    assert done.status == 2
    assert said in done.err


def test_a_pilot_of_another_suite_is_refused(acidtest: Call, oracle_run: Path) -> None:
    done = acidtest("plan", "sast-triage", "--difference", "5", "--from", oracle_run)
    assert done.status == 2
    assert "this is a run of c-decompile, not sast-triage" in done.err
