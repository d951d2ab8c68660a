"""A short form of benchmarks/judge_load.py: nothing is lost, nothing answered for another."""

from __future__ import annotations

import pytest
from benchmarks import judge_load


def test_load_kills_and_odd_clients_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rarer = {"LARGE": 40, "GONE": 30, "SLOW": 24, "NONSENSE": 10, "VARIANTS": 10}
    for name, every in rarer.items():
        monkeypatch.setattr(judge_load, name, every)
    tally = judge_load.Tally()
    with judge_load.service() as (url, pid):
        judge_load.load(url, pid, 90, tally, kill_every_s=0.5)
        counted = judge_load.get(url, "/metrics")
    assert (tally.lost, tally.mistaken) == (0, 0)
    assert set(tally.sent) == {"batches", "10 MB answers", "not read", "read slowly", "no JSON"}
    assert sum(tally.sent.values()) == 90
    assert f'acidtest_requests_total{{status="400"}} {tally.sent["no JSON"]}\n' in counted
