"""Speed of the metric library against the literal published code, in the same run.

    ACIDTEST_DATA=… python benchmarks/metrics.py [--write]

`--write` puts what is printed into docs/performance.md. Times are processor seconds of
one core unless a table says otherwise, the best of some rounds. The similarity table needs the
fetched weights, and for its second line a Python that has sentence-transformers, named by
ACIDTEST_TORCH_PYTHON.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.embed import weights
from acidtest.metrics import code_metrics, published
from benchmarks.metrics_data import (
    Pair,
    literal_metrics,
    long_pairs,
    long_texts,
    real_functions,
    real_pairs,
)
from benchmarks.report import write_section

T = TypeVar("T")
LITERAL = literal_metrics()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="pairs of about 40 lines")
    parser.add_argument("--stream", type=int, default=1_000_000, help="pairs for the memory test")
    parser.add_argument("--texts", type=int, default=40, help="texts to embed")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    chosen = parser.parse_args()
    parts = [
        heading(),
        together(chosen.pairs),
        one_by_one(chosen.pairs // 5),
        sound(chosen.pairs // 5),
        cores(4 * chosen.pairs),
        memory(chosen.stream),
        similarity(chosen.texts),
    ]
    text = "\n".join(parts)
    if chosen.write:
        write_section("metrics", text)


def heading() -> str:
    versions = ", ".join(
        f"{name} {metadata.version(name)}"
        for name in ("numpy", "rapidfuzz", "nltk", "rouge-score", "Levenshtein", "scipy")
    )
    return shown(
        "## Speed of the metrics\n\n"
        "Printed by `python benchmarks/metrics.py --write`. Both sides ran in the same process on "
        "the same pairs; the literal code is `tests/metrics/literal.py`. Trust the ratios, not the "
        f"microseconds.\n\n"
        f"Python {platform.python_version()}, {os.cpu_count()} cores; {versions}.\n"
    )


def together(count: int) -> str:
    """All published text metrics of a pair, the literal code against the stream."""
    sets = {
        f"{count:,} pairs of about 40 lines, candidate altered": long_pairs(count, altered=True),
        f"{count:,} pairs of about 40 lines, unrelated": long_pairs(count, altered=False),
    }
    functions = real_functions()
    if functions:
        sets["500 real functions, each against 4 others"] = real_pairs(functions, "others")
        sets["500 real functions, each against an altered one"] = real_pairs(functions, "altered")
    rows = []
    for name, pairs in sets.items():
        slow, expected = best(2, partial(of_each, literal), pairs)
        fast, got = best(4, of_all, pairs)
        gap = max(
            abs(ours[metric] - theirs[metric])
            for ours, theirs in zip(got, expected, strict=True)
            for metric in theirs
        )
        rows.append([name, each(slow, pairs), each(fast, pairs), ratio(slow, fast), f"{gap:.1e}"])
    return shown(
        "### All published text metrics together\n\n"
        "`published.text_metrics_of(pairs)`, µs per pair. A stream reads each distinct text once, "
        "so pairs that share texts cost less.\n\n"
        + table(["pairs", "literal", "acidtest", "ratio", "largest difference"], rows)
    )


def one_by_one(count: int) -> str:
    """Each published metric called alone."""
    pairs = long_pairs(count, altered=True)
    rows = []
    for name, metric in LITERAL.items():
        ours: Callable[[str, str], float] = getattr(published, name)
        slow, _ = best(2, partial(of_each, metric), pairs)
        fast, _ = best(4, partial(of_each, ours), pairs)
        rows.append([name, each(slow, pairs), each(fast, pairs), ratio(slow, fast)])
    return shown(
        f"### Each published metric alone\n\n{count} altered pairs of about 40 lines, µs per pair. "
        "`edit_distance` is the floor: both sides run the same C++.\n\n"
        + table(["metric", "literal", "acidtest", "ratio"], rows)
    )


def sound(count: int) -> str:
    """The sound metrics, which parse."""
    sets = {
        "pairs of about 40 lines, altered until they no longer parse": long_pairs(
            count, altered=True
        )
    }
    if functions := real_functions():
        sets["real functions, each against another"] = real_pairs(functions, "others")[::4]
    rows = []
    for name, pairs in sets.items():
        taken, _ = best(1, partial(of_each, code_metrics), pairs)
        rows.append([f"{len(pairs)} {name}", each(taken, pairs)])
    return shown(
        "### All sound metrics together\n\n`code_metrics`, parsing included.\n\n"
        + table(["pairs", "µs per pair"], rows)
    )


def cores(count: int) -> str:
    """The same work on one or more processes: wall time, the best of several rounds."""
    pairs = long_pairs(count, altered=True)
    parts = [pairs[i : i + 250] for i in range(0, len(pairs), 250)]
    numbers = range(1, (os.cpu_count() or 1) + 1)
    wall = dict.fromkeys(numbers, float("inf"))
    used = dict.fromkeys(numbers, float("inf"))
    for _ in range(5):
        for processes in numbers:
            with ProcessPoolExecutor(processes) as pool:
                list(pool.map(count_all, [pairs[:8]] * processes))
                start = time.perf_counter()
                spent = sum(pool.map(seconds_of_all, parts))
                wall[processes] = min(wall[processes], time.perf_counter() - start)
                used[processes] = min(used[processes], spent)
    rows = [
        [str(n), f"{len(pairs) / wall[n]:,.0f}", f"{wall[1] / wall[n]:.2f}×", each(used[n], pairs)]
        for n in numbers
    ]
    return shown(
        "### Over cores\n\n"
        "Published text metrics of altered pairs of about 40 lines. The last column shows how much "
        "the processes slow each other down; the speed-up is in wall time and needs idle cores.\n\n"
        + table(["processes", "pairs per second", "speed-up", "processor µs per pair"], rows)
    )


def memory(count: int) -> str:
    """Peak memory of a long stream of distinct pairs, in a process of its own."""
    script = Path(__file__).with_name("metrics_stream.py")
    done = subprocess.run(
        [sys.executable, str(script), str(count)], capture_output=True, text=True, check=True
    )
    measured = json.loads(done.stdout)
    return shown(
        "### Memory\n\n"
        f"{measured['pairs']:,} distinct pairs streamed in {measured['seconds']:.0f} s: peak "
        f"resident memory {measured['megabytes']:.0f} MB.\n"
    )


def similarity(count: int) -> str:
    """Embed texts of about 40 lines on all cores: one process per core against torch threads."""
    title = "### Semantic similarity\n\n"
    if not weights.is_fetched():
        return shown(title + "Not measured: run `acidtest fetch minilm` first.\n")
    texts = json.dumps(long_texts(count))
    workers = os.cpu_count() or 1
    sides = {f"acidtest, {workers} processes of one thread": (sys.executable, "acidtest", workers)}
    ours = next(iter(sides))
    if torch := os.environ.get("ACIDTEST_TORCH_PYTHON"):
        for threads in sorted({1, workers}, reverse=True):
            name = f"sentence-transformers, one at a time, threads: {threads}"
            sides[name] = (torch, "torch", threads)
    best_times: dict[str, dict[str, float]] = {}
    for _ in range(4):  # alternate, so that a busy moment does not affect only one side
        for side, (python, which, number) in sides.items():
            now = embed(python, which, number, texts)
            kept = best_times.setdefault(side, now)
            best_times[side] = {key: min(value, now[key]) for key, value in kept.items()}
    rows = []
    for side, times in best_times.items():
        gains = [f"{times[key] / best_times[ours][key]:.2f}×" for key in ("wall", "cpu")]
        rows.append([side, ms(times["wall"]), gains[0], ms(times["cpu"]), gains[1]])
    if not torch:
        rows.append(["sentence-transformers", "not measured", "", "", ""])
    again = best_times[ours]["again"]
    return shown(
        title + f"{count} distinct texts of about 40 lines, fp32, ms per text; × is relative to "
        f"acidtest. Embedding the same texts again takes {ms(again)} ms each.\n\n"
        + table(["", "wall", "", "processor", ""], rows)
    )


def embed(python: str, side: str, workers: int, texts: str) -> dict[str, float]:
    script = str(Path(__file__).with_name("metrics_embed.py"))
    done = subprocess.run(
        [python, script, side, str(workers)],
        input=texts,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"ACIDTEST_WEIGHTS": str(weights.minilm_folder())},
    )
    times: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return times


def literal(reference: str, candidate: str) -> dict[str, float]:
    return {name: metric(reference, candidate) for name, metric in LITERAL.items()}


def of_each(score: Callable[[str, str], T], pairs: list[Pair]) -> list[T]:
    return [score(*pair) for pair in pairs]


def of_all(pairs: list[Pair]) -> list[dict[str, float]]:
    return list(published.text_metrics_of(pairs))


def count_all(pairs: list[Pair]) -> int:
    return len(of_all(pairs))


def seconds_of_all(pairs: list[Pair]) -> float:
    start = time.process_time()
    of_all(pairs)
    return time.process_time() - start


def best(rounds: int, score: Callable[[list[Pair]], T], pairs: list[Pair]) -> tuple[float, T]:
    """Return the fewest processor seconds of several rounds, and the result."""
    fewest = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = score(pairs)
        fewest = min(fewest, time.process_time() - start)
    return fewest, result


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def each(seconds: float, pairs: list[Pair]) -> str:
    return f"{seconds / len(pairs) * 1e6:,.1f}"


def ratio(slow: float, fast: float) -> str:
    return f"{slow / fast:.1f}×"


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f}"


def shown(text: str) -> str:
    print(text, flush=True)
    return text


if __name__ == "__main__":
    main()
