"""Look after the labels of sast-real: what they hold, whether the fixes fit them, what is asked.

    python tools/sast_real.py --count      # what the labels hold; needs nothing
    python tools/sast_real.py --check      # compares both versions of every pair with the labels
    python tools/sast_real.py --balance    # chooses anew what is asked; fetch sast-real first

--check downloads the fixed versions too. A flagged line of a real bug must be gone or changed
there, or stand where the fix changed the code around it; anything else is printed, with status 1.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from acidtest.core.records import Sample
from acidtest.suites.sast_triage import real
from acidtest.suites.sast_triage.blind import RULES, confusion, groups_by_rule
from acidtest.suites.sast_triage.cases import read_records
from acidtest.suites.sast_triage.words import REAL_BUG

LABELS = Path(real.__file__).with_name("labels.jsonl")
NEAR = 15
SURPLUS = (1, 2, 3, 4)
MOST_REAL = 1.25


def count() -> dict[str, Counter[str]]:
    """What the labels hold, in all and of what is asked."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for label in real.labels():
        for part in ("labelled", "asked") if label.asked else ("labelled",):
            counts[part][label.label] += 1
            counts[f"{part}, analyser"][label.tool] += 1
            if label.approximate:
                counts[part]["approximate false alarm"] += 1
    for part, chosen in (
        ("labelled", real.labels()),
        ("asked", [n for n in real.labels() if n.asked]),
    ):
        counts[part]["packages"] = len({label.package for label in chosen})
        counts[part]["advisories"] = len({label.advisory for label in chosen} - {""})
    return counts


def unchanged() -> Iterator[str]:
    """The real bugs whose fix did not touch the flagged line or the code around it."""
    before, after = real.archives(), real.archives("after")
    for label in real.labels():
        if label.label != REAL_BUG:
            continue
        key = label.package, label.version
        old, new = (side[key].fetch(real.SUFFIXES) / label.file for side in (before, after))
        lines = _lines(old)
        if real.fingerprint(lines[label.line - 1]) != label.code:
            yield f"{label.path}:{label.line}: the line is another one"
        elif label.fixed_in != after[key].version:
            yield f"{label.path}:{label.line}: fixed in {label.fixed_in}, not {after[key].version}"
        elif label.line not in _touched(lines, _lines(new)):
            yield f"{label.path}:{label.line}: the fix does not touch it"


def _lines(path: Path) -> list[str]:
    text = path.read_text("utf-8", "replace") if path.exists() else ""
    return [" ".join(line.split()) for line in text.split("\n")]


def _touched(old: Sequence[str], new: Sequence[str]) -> set[int]:
    """The lines that a change removes, or that stand at most `NEAR` lines from one."""
    lines: set[int] = set()
    for kind, start, stop, _, _ in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if kind != "equal":
            lines |= set(range(start + 1 - NEAR, stop + 1 + NEAR))
    return lines


def choose(samples: Sequence[Sample], surplus: int) -> set[int]:
    """The largest part in which no blind rule gains: as many real bugs as false alarms in all, and
    by each rule at most `surplus` false alarms in groups that have more of them than real bugs.
    """
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    sign = np.array([-1.0 if s.truth.label == REAL_BUG else 1.0 for s in samples])
    groups = [
        np.array([name == each for each in of_rule])
        for of_rule in groups_by_rule(samples).values()
        for name in sorted(set(of_rule))
    ]
    rule_of = [n for n, of in enumerate(groups_by_rule(samples).values()) for _ in set(of)]
    size, extra = len(samples), len(groups)
    rows = [np.concatenate([sign, np.zeros(extra)])]
    high, low = [0.0], [-np.inf]
    rows.append(np.concatenate([np.where(sign < 0, 1, -MOST_REAL), np.zeros(extra)]))
    high.append(0.0)
    low.append(-np.inf)
    for place, members in enumerate(groups):  # what a group has more is at most its own extra
        one = np.zeros(extra)
        one[place] = -1
        rows.append(np.concatenate([sign * members, one]))
        low.append(-np.inf)
        high.append(0.0)
    for rule in range(len(RULES)):
        rows.append(np.concatenate([np.zeros(size), [float(rule == n) for n in rule_of]]))
        low.append(0.0)
        high.append(float(surplus))
    worth = np.concatenate([-1 + np.arange(size) / (2 * size**2), np.zeros(extra)])
    made = milp(
        worth,
        constraints=LinearConstraint(np.array(rows), low, high),
        integrality=np.ones(size + extra),
        bounds=Bounds(0, np.concatenate([np.ones(size), np.full(extra, size)])),
        options={"time_limit": 120},
    )
    if made.x is None:
        raise SystemExit("no part of the findings is balanced")
    return {n for n in range(size) if made.x[n] > 0.5}


def worst(samples: Sequence[Sample]) -> float:
    """The highest correlation of a blind rule."""
    from acidtest.metrics import detection

    return max(detection.mcc(confusion(samples, rule)).value or 0.0 for rule in RULES)


def balance() -> None:
    """Mark what is asked: the largest part in which every blind rule stays at .10 or below."""
    rows, _ = real.read(whole=True)
    samples = list(read_records(rows, real.NAME))
    best: set[int] = set()
    for surplus in (0, *SURPLUS):
        chosen = choose(samples, surplus)
        reached = worst([samples[n] for n in sorted(chosen)])
        print(f"surplus {surplus}: {len(chosen)} findings, a blind rule reaches {reached:.3f}")
        if reached <= 0.1 and len(chosen) > len(best):
            best = chosen
    keys = {_key(rows[n]) for n in best}
    text = ""
    for label in real.labels():
        kept = {name: value for name, value in asdict(label).items() if value not in ("", False)}
        kept.pop("asked", None)
        asked = (label.path, label.line, label.rule) in keys
        text += json.dumps(kept if asked else {**kept, "asked": False}, ensure_ascii=False) + "\n"
    LABELS.write_text(text, encoding="utf-8")


def _key(row: Mapping[str, object]) -> tuple[object, object, object]:
    return row["file_path"], row["line_number"], row["rule"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--count", "--check", "--balance"):
        parser.add_argument(name, action="store_true")
    options = parser.parse_args()
    if options.balance:
        balance()
    if options.count:
        for name, counts in count().items():
            print(name, dict(counts.most_common()), sep=": ")
    wrong = list(unchanged()) if options.check else []
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
