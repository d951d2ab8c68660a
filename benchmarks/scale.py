"""Memory and time of a large run, and of the commands that read it.

    python benchmarks/scale.py --answers 1000000 --attempts 1
    python benchmarks/scale.py --write

The suite asks and observes nothing (benchmarks/engine.py), so what is left is acidtest itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.report import write_section

_ROOT = Path(__file__).resolve().parents[1]
_PAGE = _ROOT / "docs" / "scale.md"
_SIZES = {
    "10^5 samples": (100_000, 1),
    "10^6 samples": (1_000_000, 1),
    "10^3 samples with 10^3 attempts": (1_000_000, 1000),
}
Taken = tuple[float, float]
_PLUGIN = """
from benchmarks.engine import Made, Nothing
SUITE = Nothing(Made({samples}), toolchain={{}})
"""


def install(folder: Path, samples: int) -> dict[str, str]:
    """Make the suite known as a plug-in; returns the environment to run acidtest in."""
    about = folder / "nothing_plugin-1.dist-info"
    about.mkdir(parents=True)
    (folder / "nothing_plugin.py").write_text(_PLUGIN.format(samples=samples))
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nothing_plugin\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[acidtest.suites]\nnothing = nothing_plugin:SUITE\n")
    paths = [str(folder), str(_ROOT), str(_ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def measured(name: str, command: Sequence[str], environment: dict[str, str]) -> Taken:
    """Peak of memory in MB, and CPU seconds."""
    done = subprocess.Popen(
        [sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert done.stdout is not None
    text = done.stdout.read()
    _, status, used = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    if done.returncode:
        raise SystemExit(f"{name} ended with status {done.returncode}: {text[-2000:]}")
    taken = used.ru_maxrss / 1024, used.ru_utime + used.ru_stime
    print(f"  {name}: {taken[0]:.0f} MB, {taken[1]:.1f} s", flush=True)
    return taken


def each(answers: int, attempts: int) -> dict[str, Taken]:
    """Run the engine twice, then each command on the runs."""
    print(f"{answers:,} answers, {attempts:,} to a sample", flush=True)
    numbers = ["--answers", str(answers), "--attempts", str(attempts)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = install(folder / "plugin", answers // attempts)
        run, other = folder / "run", folder / "other" / "run"
        engine = [str(_ROOT / "benchmarks" / "engine.py"), *numbers]
        taken = {"the run": measured("run", [*engine, "--out", str(folder)], environment)}
        different = ["--out", str(folder / "other"), "--end", "3"]
        measured("another run", [*engine, *different], environment)
        parquet = ["--format", "parquet", "--out", str(folder / "scores.parquet")]
        for title, command in {
            "`show`": ["show", str(run)],
            "`compare`": ["compare", str(run), str(other)],
            "`export --format parquet`": ["export", str(run), *parquet],
            "`report`": ["report", str(run), "--out", str(folder / "page.html")],
        }.items():
            taken[title] = measured(title, ["-m", "acidtest", *command], environment)
    return taken


def main() -> None:
    """Print what the given size takes, or write the table of all sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--attempts", type=int, default=1, help="answers to each sample")
    parser.add_argument("--write", action="store_true", help=f"all sizes, into docs/{_PAGE.name}")
    args = parser.parse_args()
    if not args.write:
        each(args.answers, args.attempts)
        return
    columns = {title: each(*size) for title, size in _SIZES.items()}
    lines = ["| command | " + " | | ".join(columns) + " | |", "|---|" + "---|" * 2 * len(columns)]
    for name in next(iter(columns.values())):
        cells = [f"{taken[name][0]:.0f} | {taken[name][1]:.1f}" for taken in columns.values()]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    write_section("memory", "\n".join(lines), _PAGE)


if __name__ == "__main__":
    main()
