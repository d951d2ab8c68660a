"""Fuzzes what reads bytes that nobody trusts, and says how much of it was reached.

    python tools/fuzz.py [wire|loader|image|elf-py ...] [--seconds N] [--jobs N]

wire, loader and image are C and C++ under libFuzzer with ASan, UBSan and LSan; elf-py is the Python
reader of objects under a small fuzzer of its own. N seconds of processor time go to each target.
Exit status 1: a crash, a sanitizer's report, a leak, or less than 85 % of a target's lines reached.
New inputs are kept in build/native/fuzz and used again; those in tests/native/corpus come first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import native
from acidtest.lang import elf

LEAST = 85.0
LONGEST = 8192  # bytes of an input: all that is found with more is found with less
ROUND_S = 300  # then processor time is added up, and the workers start again
FUZZ = native.OUT / "fuzz"
INSTALL = (
    "clang with libFuzzer and LLVM's coverage tools were not found. "
    "Install them with: apt-get install clang-14 libclang-rt-14-dev llvm-14"
)
_CLANG = {"gcc": "clang", "g++": "clang++"}


def clang_suffix() -> str:
    """What the names of clang's programs end in, "-14" or the like."""
    for suffix in ("", *(f"-{version}" for version in range(25, 12, -1))):
        names = ("clang", "clang++", "llvm-profdata", "llvm-cov")
        if all(shutil.which(f"{name}{suffix}") for name in names):
            return suffix
    raise native.BuildError(INSTALL)


def _build(name: str, target: Path, flags: Sequence[str], mains: Sequence[str] = ()) -> Path:
    entry = dict(native.declared()["fuzz"][name])
    compiler = _CLANG[entry.get("compiler", "gcc")] + clang_suffix()
    entry["mains"] = [*entry["mains"], *mains]
    return native.compile_program(entry, target, ["-g", native.FUZZING, *flags], compiler)


# -- C and C++ ---------------------------------------------------------------------------------


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _round(program: Path, folder: Path, seconds: int, jobs: int) -> tuple[int, list[str]]:
    """Executions of some workers that share a corpus, and what those that failed said."""
    command: list[str | Path] = [
        *(program, folder / "corpus", f"-max_total_time={seconds}", f"-max_len={LONGEST}"),
        *(f"-artifact_prefix={folder}/found/", "-print_final_stats=1", "-rss_limit_mb=2560"),
        "-timeout=25",
    ]
    workers, executions, failures = [], 0, []
    for number in range(jobs):
        log = (folder / f"worker-{number}.log").open("wb")
        environment = {**os.environ, **native.ENVIRONMENT}
        workers.append((subprocess.Popen(command, stdout=log, stderr=log, env=environment), log))
    for worker, log in workers:
        status = worker.wait()
        log.close()
        text = Path(log.name).read_text(encoding="utf-8", errors="replace")
        units = re.search(r"stat::number_of_executed_units: *(\d+)", text)
        executions += int(units[1]) if units else 0
        if status:
            failures.append(text[-4000:])
    return executions, failures


def fuzz_native(name: str, seconds: float, jobs: int) -> bool:
    """Fuzz one target for that much processor time; whether nothing was found."""
    folder = FUZZ / name
    for part in ("corpus", "found"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for path in native.corpus(name):
        shutil.copy(path, folder / "corpus")
    flags = [*native.SANITIZE, f"-fsanitize=fuzzer,{native.SANITIZERS}"]
    program = _build(name, folder / "fuzzer", flags)
    start, executions = _cpu_s(), 0
    while (left := seconds - (_cpu_s() - start)) > 0:
        wall = max(1, min(ROUND_S, math.ceil(left / jobs)))
        ran, failures = _round(program, folder, wall, jobs)
        executions += ran
        used = _cpu_s() - start
        print(f"{name}: {used:.0f} of {seconds:.0f} s, {executions} executions", flush=True)
        for failure in failures:
            print(f"{name}: the fuzzer stopped; its input is in {folder / 'found'}\n{failure}")
        if failures:
            return False
    inputs = len(list((folder / "corpus").iterdir()))
    clean = "no crash, no report, no leak" if executions else "nothing fuzzed"
    print(f"{name}: {clean}; {inputs} inputs kept; lines covered:")
    return True


def coverage_native(name: str) -> bool:
    """Print the lines of the target's files that its inputs reach; whether they are enough."""
    folder, suffix = FUZZ / name, clang_suffix()
    flags = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping"]
    program = _build(name, folder / "covered", flags, ["standalone.c"])
    raw, merged = folder / "covered.profraw", folder / "covered.profdata"
    inputs = sorted((folder / "corpus").iterdir())
    environment = {**os.environ, "LLVM_PROFILE_FILE": str(raw)}
    subprocess.run([program, *inputs], env=environment, stdout=subprocess.DEVNULL, check=True)
    subprocess.run([f"llvm-profdata{suffix}", "merge", "-o", merged, raw], check=True)
    command: list[str | Path] = [
        f"llvm-cov{suffix}",
        "export",
        "-summary-only",
        program,
        "-instr-profile",
        merged,
    ]
    report: Any = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    targets = {str(native.NATIVE / source) for source in native.declared()["fuzz"][name]["sources"]}
    lines: Mapping[str, Mapping[str, int]] = {
        file["filename"]: file["summary"]["lines"]
        for file in report["data"][0]["files"]
        if file["filename"] in targets
    }
    if set(lines) != targets:
        raise native.BuildError(f"{name}: no coverage was measured of {targets - set(lines)}")
    good = [_tell(Path(path).name, n["covered"], n["count"]) for path, n in sorted(lines.items())]
    return all(good)


def _tell(name: str, covered: int, count: int) -> bool:
    part = 100 * covered / count
    short = "" if part >= LEAST else f", which is less than {LEAST:.0f} %"
    print(f"    {name}: {part:.1f} % of {count} lines{short}")
    return part >= LEAST


# -- Python --------------------------------------------------------------------------------------

_NUMBERS = [0, 1, 2, 3, 4, 8, 16, 24, 64, 0x7F, 0x80, 0xFF, 0xFFF1, 0xFFFF, 1 << 31, (1 << 64) - 1]


class _Lines:
    """Notes which line of elf.py is followed by which."""

    def __init__(self) -> None:
        self.pairs: set[tuple[int, int]] = set()
        self._last = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> _Lines | None:
        if frame.f_code.co_filename != elf.__file__:
            return None
        if event == "line":
            self.pairs.add((self._last, frame.f_lineno))
            self._last = frame.f_lineno
        return self


def _mutated(pool: Sequence[bytes], rng: random.Random) -> bytes:
    data = bytearray(rng.choice(pool))
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        size = rng.choice((1, 2, 4, 8))
        at = rng.randrange(len(data) + 1) // size * size
        number = rng.choice((*_NUMBERS, rng.getrandbits(64), len(data)))
        data[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "little")
    if rng.random() < 0.05:
        del data[rng.randrange(len(data) + 1) :]
    if rng.random() < 0.05:
        other = rng.choice(pool)
        cut = rng.randrange(len(other) + 1)
        data[cut:] = other[cut:]
    return bytes(data[:LONGEST])


def _code_lines() -> set[int]:
    """The lines of functions in elf.py that can run."""

    def inside(code: Any) -> Iterator[int]:
        for constant in code.co_consts:
            if hasattr(constant, "co_lines"):
                yield from inside(constant)
                if "__firstlineno__" not in constant.co_names and constant.co_flags & 2:
                    first = constant.co_firstlineno
                    yield from (n for *_, n in constant.co_lines() if n and n != first)

    return set(inside(compile(Path(elf.__file__).read_text(), elf.__file__, "exec")))


def _objects() -> list[bytes]:
    """Objects and programs of the corpora; a loader's input begins with three bytes of options."""
    whole = [path.read_bytes() for path in native.corpus("elf")]
    return whole + [path.read_bytes()[3:] for path in native.corpus("loader")]


def fuzz_python(seconds: float, _: int = 1) -> bool:
    """Fuzz acidtest.lang.elf; whether ElfError was all it raised, and enough lines were reached."""
    pool, waiting, lines = _objects(), _objects(), _Lines()
    rng = random.Random(seconds)
    executions, slowest, end = 0, 0.0, time.process_time() + seconds
    while waiting or time.process_time() < end:
        data = waiting.pop() if waiting else _mutated(pool, rng)
        known, start = len(lines.pairs), time.process_time()
        sys.settrace(lines)
        try:
            made = elf.read_object(data)
            made.defined(), made.undefined()
        except elf.ElfError:
            pass
        except Exception as error:
            sys.settrace(None)
            folder = FUZZ / "elf-py" / "found"
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / hashlib.sha256(data).hexdigest()[:16]
            path.write_bytes(data)
            print(f"elf-py: {error!r}; the input is {path}")
            return False
        finally:
            sys.settrace(None)
        executions += 1
        slowest = max(slowest, time.process_time() - start)
        if len(lines.pairs) > known:
            pool.append(data)
    print(f"elf-py: {executions} executions in {seconds:.0f} s of processor time,", end=" ")
    print(f"{len(pool)} inputs kept, the slowest took {slowest:.2f} s")
    code = _code_lines()
    return _tell("elf.py", len(code & {line for _, line in lines.pairs}), len(code))


def main() -> int:
    """Fuzz the targets asked for, one after another."""
    known = [*native.declared()["fuzz"], "elf-py"]
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each (60)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that fuzz together (1)")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(known):
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    good = True
    try:
        for name in options.targets or known:
            if name == "elf-py":
                good &= fuzz_python(options.seconds)
            else:
                good &= fuzz_native(name, options.seconds, options.jobs) and coverage_native(name)
    except native.BuildError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
