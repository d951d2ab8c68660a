"""What a judge service counts, in the text format of Prometheus."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from acidtest.engine.reward import BatchReport

_SECONDS = (0.01, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0)


class Counters:
    """Counts since the start. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._responses: Counter[int] = Counter()
        self._sums: Counter[str] = Counter()
        self._rules: Counter[str] = Counter()
        self._within: Counter[float] = Counter()
        self._batches, self._spent_s = 0, 0.0

    def response(self, status: int) -> None:
        """A response was sent."""
        with self._lock:
            self._responses[status] += 1

    def batch(self, report: BatchReport, seconds: float) -> None:
        """A batch was judged."""
        with self._lock:
            for name in ("answers", "judged", "full", "errors"):
                self._sums[name] += getattr(report, name)
            self._rules.update(report.rules)
            self._batches += 1
            self._spent_s += seconds
            self._within.update(limit for limit in _SECONDS if seconds <= limit)

    def text(self, waiting: int) -> str:
        """All of it, for `GET /metrics`."""
        with self._lock:
            lines = [*self._lines(waiting)]
        return "\n".join(lines) + "\n"

    def _lines(self, waiting: int) -> Iterator[str]:
        yield from _counter(
            "requests",
            "Responses by status.",
            {f'status="{s}"': n for s, n in _sorted(self._responses)},
        )
        about = {
            "answers": "Answers that were given a reward or none.",
            "judged": "Answers that had to be judged: the others were known.",
            "full": "Answers with the full reward.",
            "errors": "Answers without a reward: a tool failed, or the sample is unknown.",
        }
        for name, help in about.items():
            yield from _counter(name, help, {"": self._sums[name]})
        yield from _counter(
            "broke_rule",
            "Answers stopped by a rule.",
            {f'rule="{r}"': n for r, n in _sorted(self._rules)},
        )
        yield from _head("waiting_answers", "gauge", "Answers that are judged now or wait for it.")
        yield f"acidtest_waiting_answers {waiting}"
        yield from _head("batch_seconds", "histogram", "Time from a whole request to its rewards.")
        for limit in _SECONDS:
            yield f'acidtest_batch_seconds_bucket{{le="{limit}"}} {self._within[limit]}'
        yield f'acidtest_batch_seconds_bucket{{le="+Inf"}} {self._batches}'
        yield f"acidtest_batch_seconds_sum {self._spent_s:.6f}"
        yield f"acidtest_batch_seconds_count {self._batches}"
        yield from _head("resident_bytes", "gauge", "Resident memory of the service.")
        yield f"acidtest_resident_bytes {resident_bytes()}"


def _sorted(counts: Mapping[Any, int]) -> list[tuple[Any, int]]:
    return sorted(counts.items(), key=str)


def _counter(name: str, help: str, values: Mapping[str, int]) -> Iterator[str]:
    yield from _head(f"{name}_total", "counter", help)
    for labels, value in values.items():
        yield f"acidtest_{name}_total{'{' + labels + '}' if labels else ''} {value}"


def _head(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP acidtest_{name} {help}"
    yield f"# TYPE acidtest_{name} {kind}"


def resident_bytes() -> int:
    """The resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
