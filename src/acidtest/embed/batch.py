"""all-MiniLM-L6-v2 for millions of texts: batches on a GPU, with torch.

Texts of about the same length are embedded together, so little is computed for padding. Matrix
products are in float16, as fast as bfloat16 and eight times as exact; sums and norms in float32.
Needs the extra `[cuda]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from acidtest.core.extras import needed_by
from acidtest.core.text import choices
from acidtest.core.untrusted import without_surrogates
from acidtest.embed import graph, weights
from acidtest.embed.model import SemanticUnavailable, read_limit

Item = TypeVar("Item")
Result = TypeVar("Result")
Vectors = npt.NDArray[np.float32]

DEVICES = ("cuda", "cpu")
TOGETHER = 1 << 17
"""Tokens in one batch."""
CHUNK = 1 << 14
"""Texts that are sorted by length together; the next chunk is read into tokens meanwhile."""
_STEP = 8  # lengths are rounded up to a multiple


class BatchModel:
    """Embeds many texts at once. Nothing is cached: equal texts are for the caller to join."""

    def __init__(self, device: str = "cuda") -> None:
        """Load the fetched weights onto a device."""
        if device not in DEVICES:
            raise SemanticUnavailable(f"unknown device '{device}'; {choices(device, DEVICES)}")
        with needed_by("embedding in batches"):
            import tokenizers
            import torch
        if device == "cuda" and not torch.cuda.is_available():
            raise SemanticUnavailable("no CUDA device here: leave out the device for the processor")
        if not weights.is_fetched():
            raise SemanticUnavailable("the weights are missing: run `acidtest fetch minilm` once")
        folder = weights.minilm_folder()
        self._torch, self._device = torch, torch.device(device)
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(read_limit(folder))
        self._layers = _Layers(torch, graph.read_safetensors(folder / "model.safetensors"), device)

    def embed(self, texts: Iterable[str]) -> Iterator[Vectors]:
        """The embeddings of texts, in their order and as one array for some thousands of them.

        Like `SentenceModel.embed`, of a long text the model sees only the beginning.
        """
        for _, ids in _ahead(self._numbered, _parts(texts, CHUNK)):
            yield self._embedded(ids)

    def similarities(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Vectors]:
        """The published semantic similarity of pairs, some thousands at a time.

        Each distinct text of such a part is embedded once.
        """
        parts = (_Part(pairs) for pairs in _parts(pairs, CHUNK // 2))
        for part, ids in _ahead(lambda part: self._numbered(list(part.places)), parts):
            vectors = self._embedded(ids)
            yield np.einsum("ij,ij->i", vectors[part.ours], vectors[part.theirs])

    def _numbered(self, texts: Sequence[str]) -> list[list[int]]:
        """Texts as token numbers, on all processors."""
        encoded = self._tokenizer.encode_batch_fast([without_surrogates(text) for text in texts])
        return [each.ids for each in encoded]

    def _embedded(self, ids: Sequence[list[int]]) -> Vectors:
        torch = self._torch
        lengths = np.array([len(each) for each in ids])
        order = np.argsort(lengths, kind="stable")
        result = torch.empty((len(ids), graph.WIDTH), device=self._device)
        start = 0
        while start < len(order):
            # the longest of a batch decides its width: grow from the short end
            end = start
            while end < len(order):
                width = -(-int(lengths[order[end]]) // _STEP) * _STEP
                if end > start and width * (end + 1 - start) > TOGETHER:
                    break
                end += 1
            places = order[start:end]
            width = -(-int(lengths[places[-1]]) // _STEP) * _STEP
            own = lengths[places]
            batch = np.zeros((len(places), width), dtype=np.int32)
            numbers = chain.from_iterable(ids[place] for place in places)
            batch[np.arange(width) < own[:, None]] = np.fromiter(numbers, np.int32, own.sum())
            result[self._on_device(places)] = self._layers(
                self._on_device(batch), self._on_device(own), padded=bool((own < width).any())
            )
            start = end
        vectors: Vectors = result.cpu().numpy()
        return vectors

    def _on_device(self, array: npt.NDArray[Any]) -> Any:
        tensor = self._torch.from_numpy(array)
        if self._device.type == "cuda":
            tensor = tensor.pin_memory()
        return tensor.to(self._device, non_blocking=True)


class _Part:
    """Some pairs: the distinct texts, and where those of each pair are among them."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self.places: dict[str, int] = {}
        place = self.places.setdefault
        self.ours = [place(ours, len(self.places)) for ours, _ in pairs]
        self.theirs = [place(theirs, len(self.places)) for _, theirs in pairs]


def _ahead(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
    """Each item with its result, made in a thread while the caller uses the one before."""
    rest = iter(items)
    with ThreadPoolExecutor(1) as thread:
        waiting = [(item, thread.submit(work, item)) for item in islice(rest, 1)]
        while waiting:
            item, future = waiting.pop()
            result = future.result()
            waiting = [(item, thread.submit(work, item)) for item in islice(rest, 1)]
            yield item, result


def _parts(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


class _Layers:
    """The network: token numbers and lengths in, embeddings out."""

    def __init__(self, torch: Any, given: graph.Weights, device: str) -> None:
        self._torch = torch

        def full(name: str) -> Any:
            return torch.from_numpy(np.array(given[name])).to(device)

        def half(name: str) -> Any:
            return full(name).to(torch.float16)

        self._words = full("embeddings.word_embeddings.weight")
        kind = full("embeddings.token_type_embeddings.weight")[0]
        self._positions = full("embeddings.position_embeddings.weight") + kind
        self._first = self._norm_of(full, "embeddings.LayerNorm")
        self._each = []
        for number in range(graph.LAYERS):
            layer = f"encoder.layer.{number}"
            parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
            self._each.append(
                {
                    "qkv": tuple(
                        torch.cat([half(f"{part}.{what}") for part in parts])
                        for what in ("weight", "bias")
                    ),
                    "out": self._linear_of(half, f"{layer}.attention.output.dense"),
                    "norm": self._norm_of(full, f"{layer}.attention.output.LayerNorm"),
                    "wide": self._linear_of(half, f"{layer}.intermediate.dense"),
                    "back": self._linear_of(half, f"{layer}.output.dense"),
                    "last": self._norm_of(full, f"{layer}.output.LayerNorm"),
                }
            )

    @staticmethod
    def _linear_of(half: Any, name: str) -> tuple[Any, Any]:
        return half(f"{name}.weight"), half(f"{name}.bias")

    @staticmethod
    def _norm_of(full: Any, name: str) -> tuple[Any, Any]:
        return full(f"{name}.weight"), full(f"{name}.bias")

    def __call__(self, ids: Any, lengths: Any, *, padded: bool) -> Any:
        with self._torch.inference_mode():
            return self._forward(ids, lengths, padded)

    def _forward(self, ids: Any, lengths: Any, padded: bool) -> Any:
        torch, f = self._torch, self._torch.nn.functional
        texts, width = ids.shape
        there = torch.arange(width, device=ids.device) < lengths[:, None]
        mask = there[:, None, None, :] if padded else None  # without one, a faster kernel
        shape = (texts, width, 3, graph.HEADS, graph.WIDTH // graph.HEADS)

        def normed(x: Any, own: tuple[Any, Any]) -> Any:
            return f.layer_norm(x, (graph.WIDTH,), *own, eps=graph.EPSILON)

        x = normed(self._words[ids] + self._positions[:width], self._first)
        for layer in self._each:
            low = x.to(torch.float16)
            query, key, value = (
                f.linear(low, *layer["qkv"]).view(shape).permute(2, 0, 3, 1, 4).unbind(0)
            )
            heard = f.scaled_dot_product_attention(query, key, value, attn_mask=mask)
            heard = heard.transpose(1, 2).reshape(texts, width, graph.WIDTH)
            x = normed(x + f.linear(heard, *layer["out"]), layer["norm"])
            wide = f.gelu(f.linear(x.to(torch.float16), *layer["wide"]))
            x = normed(x + f.linear(wide, *layer["back"]), layer["last"])
        mean = (x * there[:, :, None]).sum(1) / lengths[:, None]
        return f.normalize(mean, dim=1)
