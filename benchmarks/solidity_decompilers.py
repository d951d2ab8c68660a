"""The real decompilers of contracts, the controls and the document's targets in one table.

    python benchmarks/solidity_decompilers.py OUT [options of `acidtest run`, such as --limit 12]

Runs each system into a folder of OUT, unless it is there, and prints the table in Markdown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from acidtest.core.records import Json
from acidtest.metrics import published

SYSTEMS = ("panoramix", "sevm", "evmole", "heimdall")
CONTROLS = ("oracle", "abi-skeleton", "shuffled", "echo", "silent")
COLUMNS = {
    "complete": "complete",
    "compiles": "compiles",
    "abi.selectors": "abi.selectors",
    "behaves": "behaves",
    "text.overall": "text.overall",
    "published.semantic_similarity": "similarity",
    "published.high_similarity": "above 0.8",
    "published.low_edit_distance": "distance below 0.4",
    "published.overall": "published.overall",
}
_PLAIN = ("published.semantic_similarity", "published.overall", "text.overall")


def summary(folder: Path, system: str, options: list[str]) -> dict[str, Json]:
    """The summary of a run, which is made first if it is not there."""
    path = folder / system / "summary.json"
    if not path.exists():
        controls = "core" if system == SYSTEMS[0] else "none"
        argv = [sys.executable, "-m", "acidtest", "run", "solidity-decompile", "--system", system]
        argv += ["--controls", controls, "--out", str(folder / system), *options]
        subprocess.run(argv, check=True, stdout=sys.stderr)
    loaded: dict[str, Json] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def shown(name: str, value: float | None) -> str:
    """A figure as the document has it: similarities as they are, shares in percent."""
    if value is None:
        return "–"
    return f"{value:.2f}" if name in _PLAIN else f"{100 * value:.1f}"


def main(out: str, *options: str) -> None:
    """Print the table."""
    summaries = {name: summary(Path(out), name, list(options)) for name in SYSTEMS}
    print(f"| | {' | '.join(COLUMNS.values())} |\n|---|{'---:|' * len(COLUMNS)}")
    for name, made in summaries.items():
        cells = [shown(column, made["metrics"][column]["value"]) for column in COLUMNS]
        print(f"| `{name}` | {' | '.join(cells)} |")
    controls = summaries[SYSTEMS[0]]["controls"]
    for name in CONTROLS:
        cells = [shown(column, controls[name].get(column)) for column in COLUMNS]
        print(f"| {name} | {' | '.join(cells)} |")
    targets = published.TARGETS
    target = {
        "published.semantic_similarity": targets["avg_semantic_similarity"],
        "published.high_similarity": targets["high_similarity_pct"] / 100,
        "published.low_edit_distance": targets["low_edit_distance_pct"] / 100,
    }
    cells = [shown(column, target[column]) if column in target else "" for column in COLUMNS]
    print(f"| the document's targets | {' | '.join(cells)} |")
    any_one = next(iter(summaries.values()))
    print(f"\nN = {any_one['n']}; `{any_one['signature']}`")


if __name__ == "__main__":
    main(*sys.argv[1:])
