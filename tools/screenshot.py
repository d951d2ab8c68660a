"""Renew docs/report.png: the demo's report as a browser shows it. `make screenshot` calls it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright


def main(report: str, picture: str) -> int:
    """Take the picture; says what is missing."""
    chromium = shutil.which("chromium")
    if chromium is None or not Path(report).exists():
        print("this needs chromium and out/report.html (make demo)", file=sys.stderr)
        return 2
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 960}, color_scheme="light")
        page.goto(Path(report).resolve().as_uri())
        page.wait_for_selector("html[data-ready]", state="attached")
        page.screenshot(path=picture)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main("out/report.html", "docs/report.png"))
