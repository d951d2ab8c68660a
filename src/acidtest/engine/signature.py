"""What figures must share to be compared."""

from __future__ import annotations

from acidtest.core.protocols import Dataset, Judge, Suite


def signature(suite: Suite, dataset: Dataset, judge: Judge) -> str:
    """What figures must share to be compared: suite version, data and scoring toolchain."""
    parts = [f"{suite.name}", f"v{suite.version}", f"data:{dataset.sha256[:16]}"]
    parts += [f"{name}:{value}" for name, value in sorted(judge.toolchain.items())]
    return "|".join(parts)
