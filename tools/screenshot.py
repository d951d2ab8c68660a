"""Renew the screenshots in docs from the demo's runs. `make screenshot` calls it.

    python tools/screenshot.py [OUT]        OUT is the demo's folder, `out` unless given

docs/report.png is the README's picture; docs/pictures has the pages at both widths, light and dark.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from acidtest.core.progress import Silent
from acidtest.report.leaderboard import write_site
from acidtest.report.runs_folder import RunsFolder
from acidtest.report.serve import make_server

DOCS = Path(__file__).parents[1] / "docs"
SIZES = {"wide": (1280, 960), "phone": (390, 844)}


def pictures(report: Path, server: str, site: Path) -> list[tuple[str, str, str, str]]:
    """File, address, size and colours of each picture."""
    answers = f"{server}answers#verdict=wrong"
    return [
        ("report.png", report.as_uri(), "wide", "light"),
        ("pictures/report-wide-dark.png", report.as_uri(), "wide", "dark"),
        ("pictures/report-phone-light.png", report.as_uri(), "phone", "light"),
        ("pictures/report-phone-dark.png", report.as_uri(), "phone", "dark"),
        ("pictures/list-wide-light.png", server, "wide", "light"),
        ("pictures/list-phone-dark.png", server, "phone", "dark"),
        ("pictures/answers-wide-dark.png", answers, "wide", "dark"),
        ("pictures/answers-phone-light.png", answers, "phone", "light"),
        ("pictures/site-wide-light.png", (site / "submit.html").as_uri(), "wide", "light"),
        ("pictures/site-phone-dark.png", (site / "index.html").as_uri(), "phone", "dark"),
    ]


def take(browser: Any, path: Path, address: str, size: str, colours: str) -> None:
    """One picture of what fits on the screen."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached", timeout=300_000)
    path.parent.mkdir(exist_ok=True)
    page.screenshot(path=path)
    tall = page.evaluate("document.documentElement.scrollHeight")
    print(f"{path.relative_to(DOCS)}: the page is {tall:,} pixels tall at a width of {width}")
    page.close()


def main(out: Path) -> int:
    """Take all pictures; says what is missing."""
    chromium, report = shutil.which("chromium"), (out / "report.html").resolve()
    if chromium is None or not report.exists():
        print(f"this needs chromium and {report} (make demo)", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as folder,
        make_server(RunsFolder(out), "127.0.0.1", 0) as server,
        sync_playwright() as driver,
    ):
        write_site(out, Path(folder) / "public", Silent())
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for name, *rest in pictures(report, server.address, Path(folder) / "public"):
                take(browser, DOCS / name, *rest)
        finally:
            browser.close()
            server.shutdown()
            serving.join()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "out")))
