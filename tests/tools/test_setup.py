"""What `make setup` installs can be had anywhere."""

from __future__ import annotations

from pathlib import Path

LOCK = Path(__file__).parents[2] / "requirements.lock"


def test_every_pin_is_a_package_and_a_version() -> None:
    """Where an extra names another, pip-compile also pins acidtest itself, as a folder."""
    pins = [
        row for row in LOCK.read_text().splitlines() if row and not row.lstrip().startswith("#")
    ]
    assert len(pins) > 100
    assert [pin for pin in pins if "==" not in pin or "/" in pin] == []
