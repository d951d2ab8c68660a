"""The pages about the documents name tests that exist, and number their requirements in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "documents").glob("0*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_that_a_page_names_is_there(page: Path) -> None:
    named = re.findall(
        r"`(?:tests/)?([a-z_]+/[\w/]*test_\w+\.py)", page.read_text(encoding="utf-8")
    )
    assert named
    assert [name for name in named if not (ROOT / "tests" / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_requirements_are_numbered_without_a_gap(page: Path) -> None:
    text = page.read_text(encoding="utf-8").partition("## Where acidtest differs")[0]
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 10
