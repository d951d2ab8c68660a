"""Compares runs of two versions of acidtest sample by sample: no figure may change unnoticed.

    python tools/compare_runs.py BEFORE AFTER

Both are folders of run folders with the same names. Every metric and all evidence of every
sample and attempt is compared; times are not. Exit status 1 if anything differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from acidtest.store import read_scores

_TIMES = ("time_s", "seconds")


def read(folder: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """By sample and attempt: metrics that have a value, evidence, and the error."""
    rows = {}
    for row in read_scores(folder / "scores.sqlite"):
        kept = {
            name: value
            for name, value in row.items()
            if name.startswith("metric:") and value is not None and name[7:] not in _TIMES
        }
        evidence = {k: v for k, v in row["evidence"].items() if k not in _TIMES}
        rows[row["id"], row["attempt"]] = {**kept, "evidence": evidence, "error": row["error"]}
    return rows


def main(before: Path, after: Path) -> int:
    """One line a run, and what differs."""
    differs = 0
    names = sorted(p.parent.relative_to(before) for p in before.rglob("scores.sqlite"))
    for name in names:
        if not (after / name / "scores.sqlite").exists():
            print(f"{name!s:40} missing in {after}")
            differs += 1
            continue
        old, new = read(before / name), read(after / name)
        changed: Counter[str] = Counter()
        example = ""
        for key in old.keys() | new.keys():
            mine, other = old.get(key, {}), new.get(key, {})
            for field in mine.keys() | other.keys():
                if mine.get(field) != other.get(field):
                    changed[field] += 1
                    values = f"{str(mine.get(field))[:200]} -> {str(other.get(field))[:200]}"
                    example = example or f"{key} {field}: {values}"
        told = ", ".join(f"{field} {n}" for field, n in changed.items()) or "no difference"
        print(f"{name!s:40} {len(old):5} samples and attempts: {told}")
        if changed:
            print(f"    {example}")
            differs += 1
    return 1 if differs or not names else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
