"""Memory and time of a large run, and of the commands that read it.

    python benchmarks/scale.py --answers 1000000 --attempts 1

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

_ROOT = Path(__file__).resolve().parents[1]
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


def measure(name: str, command: Sequence[str], environment: dict[str, str]) -> None:
    """Print a row: peak of memory, CPU time."""
    done = subprocess.Popen(
        [sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert done.stdout is not None
    text = done.stdout.read()
    _, status, used = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    if done.returncode:
        raise SystemExit(f"{name} ended with status {done.returncode}: {text[-2000:]}")
    cpu = used.ru_utime + used.ru_stime
    print(f"| {name} | {used.ru_maxrss / 1024:.0f} | {cpu:.1f} |", flush=True)


def main() -> None:
    """Run the engine once, then each command on the run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--attempts", type=int, default=1, help="answers to each sample")
    args = parser.parse_args()
    numbers = ["--answers", str(args.answers), "--attempts", str(args.attempts)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = install(folder / "plugin", args.answers // args.attempts)
        run, other = folder / "run", folder / "other" / "run"
        print("| command | peak, MB | CPU, s |\n|---|---|---|")
        engine = [str(_ROOT / "benchmarks" / "engine.py"), *numbers]
        measure("run", [*engine, "--out", str(folder)], environment)
        different = ["--out", str(folder / "other"), "--end", "3"]
        measure("a second run, other answers", [*engine, *different], environment)
        acidtest = ["-m", "acidtest"]
        for command in (
            ["show", str(run)],
            ["compare", str(run), str(other)],
            ["export", str(run), "--format", "parquet", "--out", str(folder / "scores.parquet")],
            ["report", str(run), "--out", str(folder / "page.html")],
        ):
            measure(command[0], [*acidtest, *command], environment)


if __name__ == "__main__":
    main()
