"""A judge service in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def judge_service(suite: str) -> Iterator[str]:
    """Its address."""
    words = [sys.executable, "-m", "acidtest", "judge", suite, "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split(" at ")[1].split()[0]
        finally:
            process.terminate()
