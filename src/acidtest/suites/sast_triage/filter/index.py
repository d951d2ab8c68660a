"""Exact search among known issues of one type, the same result however queries are batched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from acidtest.core.extras import needed_by

Vectors = npt.NDArray[np.float32]

# faiss sums in a different order for large batches than for small ones: so this many more than
# needed are fetched, measured again in double precision, and compared to six digits
_MORE = 8
_DIGITS = 6


class Index:
    """Vectors of unit length by type. Filtering comes before the search, so no match is lost."""

    def __init__(self, vectors: Vectors, types: Sequence[str]) -> None:
        """A vector and a type for each entry; on ties, the earlier entry comes first."""
        if len(vectors) != len(types):
            raise ValueError(f"{len(vectors)} vectors but {len(types)} types")
        rows: dict[str, list[int]] = defaultdict(list)
        for row, name in enumerate(types):
            rows[name].append(row)
        self._parts = {name: _Part(vectors, members) for name, members in rows.items()}

    def search(
        self, queries: Vectors, types: Sequence[str], k: int
    ) -> list[list[tuple[int, float]]]:
        """For each query up to `k` entries of its type with their cosine, nearest first."""
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k}")
        nearest: list[list[tuple[int, float]]] = [[] for _ in types]
        by_type: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(types):
            if name in self._parts:
                by_type[name].append(place)
        for name, places in by_type.items():
            for place, near in zip(
                places, self._parts[name].search(queries[places], k), strict=True
            ):
                nearest[place] = near
        return nearest


class _Part:
    """The entries of one type; those with the same vector are searched for once."""

    def __init__(self, vectors: Vectors, rows: Sequence[int]) -> None:
        same: dict[bytes, list[int]] = defaultdict(list)
        for row in rows:
            same[vectors[row].tobytes()].append(row)
        self._rows = list(same.values())
        self._vectors = np.ascontiguousarray(vectors[[rows[0] for rows in self._rows]])
        self._index: Any = None

    def search(self, queries: Vectors, k: int) -> list[list[tuple[int, float]]]:
        near = self._nearest(queries, min(k + _MORE, len(self._rows)))
        exact = np.einsum(
            "qd,qnd->qn", queries.astype(np.float64), self._vectors[near].astype(np.float64)
        )
        nearest = []
        for places, cosines in zip(near, np.round(exact, _DIGITS), strict=True):
            entries = [
                (-float(cosine), row)
                for place, cosine in zip(places, cosines, strict=True)
                for row in self._rows[place]
            ]
            nearest.append([(row, -negative) for negative, row in sorted(entries)[:k]])
        return nearest

    def _nearest(self, queries: Vectors, k: int) -> npt.NDArray[np.int64]:
        if self._index is None:
            self._index = faiss_module().IndexFlatIP(self._vectors.shape[1])
            self._index.add(self._vectors)
        places: npt.NDArray[np.int64] = self._index.search(np.ascontiguousarray(queries), k)[1]
        return places


def faiss_module() -> Any:
    """The search library, imported late; raises `InfrastructureError` where it is missing."""
    with needed_by("the filter"):
        import faiss
    return faiss
