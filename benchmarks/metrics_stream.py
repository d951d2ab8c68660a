"""Stream distinct pairs through the published text metrics and print the peak memory, as JSON."""

import json
import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.metrics import published
from benchmarks.metrics_data import Pair, long_texts, real_functions, reworded


def distinct_pairs(count: int) -> Iterator[Pair]:
    rng = random.Random(43)
    functions = real_functions() or long_texts(500)
    for i in range(count):
        reference = functions[i % len(functions)] + f" // {i}"
        yield reference, reworded(reference, rng)


def main() -> None:
    start = time.perf_counter()
    pairs = sum(1 for _ in published.text_metrics_of(distinct_pairs(int(sys.argv[1]))))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = time.perf_counter() - start
    print(json.dumps({"pairs": pairs, "seconds": seconds, "megabytes": peak}))


if __name__ == "__main__":
    main()
