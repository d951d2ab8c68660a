"""Semantic similarity on a GPU: texts a second, and how exact.

    python benchmarks/similarity.py [--texts 200000] [--write]

Needs a CUDA device and the extra `[cuda]`; sentence-transformers is compared if it is there.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest.embed import load
from acidtest.embed.batch import BatchModel
from acidtest.embed.weights import minilm_folder
from benchmarks.report import write_section

TOKENS = 128
COMPARED = 300
ROUNDS = 5
_WORDS = (
    "uint256 address mapping require msg sender balance transfer return function public view "
    "internal if for while else amount owner total supply emit event value data memory storage "
    "i j k x y z 0 1 2 10 256 0xff == != <= >= + - * / = ( ) { } [ ] ; , . && || !"
).split()


def texts(count: int, least: int, most: int) -> list[str]:
    """Distinct texts like code, with so many tokens as the model counts them."""
    dice = random.Random(1)
    tokenizer = _tokenizer()
    made = []
    for number in range(count):
        size = dice.randint(least, most) - 2  # without those that mark both ends
        text = f"f{number} " + " ".join(dice.choices(_WORDS, k=size))
        made.append(text)
    cut = []
    for start in range(0, count, 1 << 14):
        some = made[start : start + (1 << 14)]
        for text, each in zip(some, tokenizer.encode_batch(some), strict=True):
            size = min(len(each.ids), dice.randint(least, most)) - 2
            cut.append(text[: each.offsets[size][1]])
    return cut


def _tokenizer() -> Any:
    import tokenizers

    made = tokenizers.Tokenizer.from_file(str(minilm_folder() / "tokenizer.json"))
    made.no_padding()
    made.no_truncation()
    return made


def rate(work: Callable[[], object], count: int) -> tuple[float, float, float]:
    """Texts a second: the median of some rounds, the lowest and the highest."""
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        rates.append(count / (time.perf_counter() - start))
    return statistics.median(rates), min(rates), max(rates)


def error(model: BatchModel, compared: Sequence[str]) -> float:
    """The largest difference of a similarity from that of the float32 model on the processor."""
    with tempfile.TemporaryDirectory() as kept:
        exact = load(embeddings=Path(kept))
        whole = np.stack([exact.embed(text) for text in compared])
    fast = np.concatenate(list(model.embed(compared)))
    return float(np.abs(whole @ whole.T - fast @ fast.T).max())


def peak(torch: Any) -> float:
    """The card's bfloat16 products, in TFLOP/s."""
    side = 8192
    a, b = (torch.randn(side, side, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    for _ in range(3):
        a @ b
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(10):
        a @ b
    torch.cuda.synchronize()
    return float(10 * 2 * side**3 / (time.perf_counter() - start) / 1e12)


def operations(tokens: int) -> float:
    """Of one text: the matrix products of six layers."""
    width, inner, layers = 384, 1536, 6
    return layers * tokens * 2 * (4 * width * width + 2 * width * inner + 2 * tokens * width)


def peer(given: Sequence[str]) -> tuple[str, Callable[[], object]] | None:
    """sentence-transformers on the same card, in float16."""
    try:
        import sentence_transformers
    except ImportError:
        return None
    model: Any = sentence_transformers.SentenceTransformer(str(minilm_folder()), device="cuda")
    model.half()
    name = f"sentence-transformers {sentence_transformers.__version__}, float16, batches of 1,024"
    return name, lambda: model.encode(list(given), batch_size=1024)


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--texts", type=int, default=200_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    try:
        import torch

        model = BatchModel("cuda")
    except Exception as problem:
        print(f"skipped: {problem}")
        return 0
    count = options.texts
    same, mixed = texts(count, TOKENS, TOKENS), texts(count, 16, 256)
    list(model.embed(same[:4096] + mixed[:4096]))  # kernels are chosen at first use
    rows: list[str] = []

    def measure(name: str, work: Callable[[], object], texts: int, tokens: float | None) -> None:
        middle, low, high = rate(work, texts)
        share = f"{100 * middle * operations(round(tokens)) / 1e12 / best:.1f} %" if tokens else ""
        rows.append(f"| {name} | {middle:,.0f} ({low:,.0f} to {high:,.0f}) | {share} |")
        print(rows[-1], flush=True)

    best = peak(torch)
    pairs = list(zip(same[::2], same[1::2], strict=True))
    measure(f"texts of {TOKENS} tokens", lambda: list(model.similarities(pairs)), count, TOKENS)
    ids = [model._numbered(same[:16384])]
    measure("the same, already read into tokens", lambda: model._embedded(ids[0]), 16384, TOKENS)
    many = list(zip(mixed[::2], mixed[1::2], strict=True))
    measure("texts of 16 to 256 tokens", lambda: list(model.similarities(many)), count, None)
    if other := peer(same[: count // 4]):
        measure(f"{other[0]}: texts of {TOKENS} tokens", other[1], count // 4, TOKENS)
    worst = max(error(model, same[:COMPARED]), error(model, mixed[:COMPARED]))
    lines = [
        "## Semantic similarity on a GPU",
        "",
        f"`python benchmarks/similarity.py --texts {count} --write` on one "
        f"{torch.cuda.get_device_name()}, torch {torch.__version__}. From texts to similarities, "
        f"the median of {ROUNDS} rounds. The card's bfloat16 peak, measured in the same run: "
        f"{best:.0f} TFLOP/s.",
        "",
        "| what | texts a second | of the peak |",
        "|---|---:|---:|",
        *rows,
        "",
        f"Largest difference of a similarity from the float32 model on the processor, over "
        f"{2 * COMPARED**2:,} pairs: {worst:.1e}.",
    ]
    print("\n".join(lines))
    if options.write:
        write_section("similarity", "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
