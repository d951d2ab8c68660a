"""Looking at a page: what tests with a browser share."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

SHOTS = os.environ.get("ACIDTEST_SCREENSHOTS")
"""A folder for pictures of the pages, for a person to look at; none are taken without it."""
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
RUNS = ("good", "deep/half", "stub")


def ready(page: Any, address: str) -> None:
    """Open a page, and the details of every suite on it."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator("details.suite").evaluate_all("all => all.forEach(one => { one.open = true; })")
    page.wait_for_selector("table.samples tbody tr")


def shot(page: Any, name: str) -> None:
    if SHOTS:
        whole = page.locator("dialog[open]").count() == 0
        page.screenshot(path=Path(SHOTS) / f"{name}-{page.size}.png", full_page=whole)


def rows(page: Any, count: int) -> None:
    """Wait until the table has so many."""
    line = page.locator("table.samples tbody tr")
    line.nth(count - 1).wait_for()
    line.nth(count).wait_for(state="detached")


def ids(page: Any) -> list[str]:
    return list(page.locator("table.samples tbody tr td:first-child a").all_inner_texts())


def faults(page: Any) -> list[tuple[str, str]]:
    """What axe-core finds wrong on a page, each with the first place."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    violations = found["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in violations]


def dress(page: Any) -> None:
    """Light on a desk, dark on a phone."""
    page.emulate_media(color_scheme="light" if page.size == "desktop" else "dark")
