"""Embed JSON texts with acidtest or sentence-transformers, and print seconds per text."""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any


def by_acidtest(texts: list[str], workers: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as kept, ProcessPoolExecutor(workers) as pool:
        tasks = [(text, kept) for text in texts]
        list(pool.map(embed, [(f"warm up {i}", kept) for i in range(8 * workers)]))
        start = time.perf_counter()
        cpu = sum(pool.map(embed, tasks))
        wall = time.perf_counter() - start
        again = timed(lambda: list(pool.map(embed, tasks)))
    return {key: s / len(texts) for key, s in (("wall", wall), ("again", again), ("cpu", cpu))}


def embed(task: tuple[str, str]) -> float:
    """Embed a text and return the processor time it took."""
    from acidtest import embed as semantic

    text, kept = task
    model = semantic.load(embeddings=Path(kept))
    start = time.process_time()
    model.embed(text)
    return time.process_time() - start


def by_torch(texts: list[str], threads: int) -> dict[str, float]:
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(threads)
    folder = os.environ["ACIDTEST_WEIGHTS"]
    model: Any = SentenceTransformer(folder, device="cpu")
    model.encode("warm up")
    before = time.process_time()
    wall = timed(lambda: [model.encode(text) for text in texts])
    cpu = time.process_time() - before
    return {"wall": wall / len(texts), "cpu": cpu / len(texts)}


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    given = json.loads(sys.stdin.read())
    measure = by_torch if sys.argv[1] == "torch" else by_acidtest
    print(json.dumps(measure(given, int(sys.argv[2]))))
