"""Rules that never read a finding: what they call the last version is the last one."""

from __future__ import annotations

import pytest

from acidtest.suites.sast_triage.blind import groups_by_rule

from .make import sample


@pytest.mark.parametrize(
    "versions",
    [
        ["1.9", "1.10", "2.0"],
        ["1.0.0-a", "1.0.0-b", "1.0.1"],
        ["0.3", "0.03.1", "9" * 4_000, "9" * 5_000],
    ],
)
def test_versions_are_ordered_by_their_numbers_however_long(versions: list[str]) -> None:
    samples = [sample(f"zip-{n}-def1", version=version) for n, version in enumerate(versions)]
    assert groups_by_rule(samples)["version"] == [str(n) for n in range(len(versions))]
    assert groups_by_rule(samples[::-1])["last-version"][0] == "True"
