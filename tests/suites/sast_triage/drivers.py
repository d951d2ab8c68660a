"""Runs the drivers that show whether a label of the shipped corpus is true."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from acidtest.suites.sast_triage import suite as sast_triage

DATA = Path(sast_triage.__file__).parent / "data"
CHECKS = DATA / "checks"
WRAPPED = ("malloc", "calloc", "free", "strdup", "fopen", "fclose", "lstat")
HOLDS, FIRES, SANITIZER = 0, 98, 99


class Outcome(NamedTuple):
    """Whether the harm was done, and what a sanitizer said of it."""

    fires: bool
    said: str


def outcomes(
    package: str, sources: Path, cases: Iterable[str], scratch: Path
) -> dict[str, Outcome]:
    """What happens to these sources of a package in each of the cases."""
    driver = next((CHECKS / package).glob("driver.*"))
    if driver.suffix == ".c":
        return _sanitized(sources, driver, cases, scratch)
    environment = {**os.environ, "TMPDIR": str(scratch)}
    if driver.suffix == ".js":
        node = shutil.which("node")
        if node is None:
            pytest.skip("the driver is JavaScript and there is no node")
        command = [node, str(driver), str(sources)]
    else:
        environment["PYTHONPATH"] = f"{sources}{os.pathsep}{CHECKS}"
        command = [sys.executable, "-B", str(driver)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return {case: Outcome(said == "fires", "") for case, said in json.loads(done.stdout).items()}


def _sanitized(
    sources: Path, driver: Path, cases: Iterable[str], scratch: Path
) -> dict[str, Outcome]:
    program = scratch / "driver"
    subprocess.run(
        [
            *(
                "gcc",
                "-g",
                "-O0",
                "-w",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
            ),
            *("-ftrivial-auto-var-init=pattern", f"-I{sources / 'src'}", f"-I{CHECKS}"),
            *map(str, sorted((sources / "src").glob("*.c"))),
            str(driver),
            "-Wl," + ",".join(f"--wrap={name}" for name in WRAPPED),
            *("-o", str(program)),
        ],
        check=True,
    )
    limits = "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=256"
    environment = {
        **os.environ,
        "ASAN_OPTIONS": f"{limits}:exitcode={SANITIZER}",
        "UBSAN_OPTIONS": f"exitcode={SANITIZER}:print_stacktrace=1",
    }
    found = {}
    for case in cases:
        folder = scratch / case
        folder.mkdir()
        done = subprocess.run(
            [str(program), case],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            cwd=folder,
            env=environment,
        )
        assert done.returncode in (HOLDS, FIRES, SANITIZER), f"{case}: {done.stderr}"
        said = done.stderr if done.returncode == SANITIZER else ""
        found[case] = Outcome(done.returncode != HOLDS, said)
    return found
