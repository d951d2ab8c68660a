"""Speed of sast-triage: exact search in a large store, and findings filtered and scored.

    python benchmarks/sast.py            # both, about two minutes
    python benchmarks/sast.py --write    # and the table in docs/performance.md

The second run over 10,000 findings is measured: its embeddings are on disk. The first run would
take the model a quarter of an hour; since only the time matters here, the cache is filled with
vectors drawn at random, under the keys that the findings' tokens have.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from acidtest import engine
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.embed import load
from acidtest.embed.cache import EmbeddingCache
from acidtest.embed.weights import MODEL_SHA256
from acidtest.suites.sast_triage.filter.decide import Settings
from acidtest.suites.sast_triage.filter.embed import MiniLM, compared_text
from acidtest.suites.sast_triage.filter.index import Index, Vectors
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.systems.filters.sast_filter import DEFAULTS, SastFilter

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.report import write_section


def drawn(rng: np.random.Generator, rows: int) -> Vectors:
    """Unit vectors of the embedding's size."""
    vectors = rng.normal(size=(rows, 384)).astype(np.float32)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def search(known: int, queries: int, types: int) -> float:
    """Milliseconds per query: the best of three batches, with the index built beforehand."""
    rng = np.random.default_rng(0)
    index = Index(drawn(rng, known), [str(i % types) for i in range(known)])
    asked, of = drawn(rng, queries), [str(i % types) for i in range(queries)]
    index.search(asked[:types], of[:types], 5)
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        index.search(asked, of, 5)
        best = min(best, time.perf_counter() - start)
    return 1000 * best / queries


def findings(folder: Path, count: int) -> Path:
    """Repeat the shipped findings, each time with other names in the code."""
    samples = list(SUITE.read([]).samples)
    shipped = [sample.record for sample in samples]
    known = samples[0].truth.known
    with (folder / "findings.jsonl").open("w", encoding="utf-8") as stream:
        for number in range(count):
            record = dict(shipped[number % len(shipped)])
            again = number // len(shipped)
            record["id"] = f"{record['id']}x{again}"
            record["trace"] = f"{record['trace']}\n#  999|   int copy_{again} = {again};"
            record["similar_known_issues"] = []
            stream.write(json.dumps(record) + "\n")
    with (folder / "known.jsonl").open("w", encoding="utf-8") as stream:
        for entry in known.entries:
            row = {"issue_type": entry.issue_type, "trace": entry.trace, "reason": entry.reason}
            stream.write(json.dumps(row) + "\n")
    return folder


def fill_cache(folder: Path, texts: Sequence[str]) -> None:
    """Fill the cache as a first run would, but with random values."""
    model, rng = load(embeddings=folder), np.random.default_rng(1)
    cache = EmbeddingCache(folder / f"{MODEL_SHA256[:16]}.sqlite")
    for text in dict.fromkeys(texts):
        for ids in model.windows(text):
            key = hashlib.sha256(np.array([ids], dtype=np.int64).tobytes()).digest()
            cache.put(key, drawn(rng, 1)[0])
    cache.close()


def filtered_and_scored(count: int) -> dict[str, float]:
    """Seconds of the parts of one run over `count` findings, embeddings on disk."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = findings(folder, count)
        samples = list(SUITE.read([data]).samples)
        traces = [sample.truth.finding.trace for sample in samples]
        traces += [entry.trace for entry in samples[0].truth.known.entries]
        fill_cache(folder / "embeddings", [compared_text(trace) for trace in traces])
        settings: Settings = DEFAULTS["threshold"]
        embedder = MiniLM(folder / "embeddings")
        system = SastFilter("", "threshold", settings, None, embedder)
        start = time.perf_counter()
        plan = engine.make_plan(SUITE, system, RunOptions(data=[data], controls="none"))
        read = time.perf_counter()
        engine.run(plan, folder / "run", Silent())
        done = time.perf_counter()
        return {"read": read - start, "whole": done - start}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    parser.add_argument("--findings", type=int, default=10_000)
    chosen = parser.parse_args()
    rows = []
    for known, types in ((1_000, 1), (10_000, 1), (100_000, 1), (100_000, 20)):
        took = search(known, 1000, types)
        rows.append(f"| {known:,} known issues, {types} types | {took:.3f} ms per query |")
        print(rows[-1], flush=True)
    times = filtered_and_scored(chosen.findings)
    rate = 60 * chosen.findings / times["whole"]
    rows.append(f"| {chosen.findings:,} findings read, filtered, scored | {times['whole']:.1f} s |")
    rows.append(f"| findings per minute | {rate:,.0f} |")
    print("\n".join(rows[-2:]))
    if chosen.write:
        text = (
            "## sast-triage\n\n`python benchmarks/sast.py --write`, "
            f"{os.cpu_count()} cores, Python {platform.python_version()}. Search is exact, in "
            "batches of 1,000 with k = 5, among known issues of the finding's type. The run over "
            "findings finds its embeddings on disk (a second run).\n\n"
            "| what | took |\n|---|---:|\n" + "\n".join(rows)
        )
        write_section("sast", text)


if __name__ == "__main__":
    main()
