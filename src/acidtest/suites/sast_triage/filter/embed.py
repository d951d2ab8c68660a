"""The text of a finding that is compared, and its embedding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from acidtest.core.records import Json
from acidtest.embed import load
from acidtest.embed.weights import MODEL_SHA256
from acidtest.suites.sast_triage.filter.index import Vectors
from acidtest.suites.sast_triage.identity import normalised


class Embedder(Protocol):
    """Turns texts into vectors of unit length. Raises `InfrastructureError` if it cannot."""

    @property
    def identity(self) -> Mapping[str, Json]:
        """Identifies the model: vectors of different identities must not be mixed."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text."""
        ...


def compared_text(trace: str) -> str:
    """A trace as it is embedded: without line numbers and versions, with the code around.

    The code around often holds the check that makes the difference to a real bug.
    """
    return normalised(trace, context=True)


class MiniLM:
    """all-MiniLM-L6-v2 on this machine; embeddings are kept on disk.

    A long trace is read whole: the embedding is the mean over its windows.
    """

    identity: Mapping[str, Json] = {"model": "all-MiniLM-L6-v2", "sha256": MODEL_SHA256[:16]}

    def __init__(self, embeddings: Path | None = None) -> None:
        """Load the model, or say what is missing. `embeddings` is where they are kept."""
        self._model = load(embeddings=embeddings)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text; each distinct text is embedded once."""
        known: dict[str, Vectors] = {}
        for text in texts:
            if text not in known:
                mean = self._model.embed_windows(text).mean(axis=0)
                known[text] = mean / max(float(np.linalg.norm(mean)), 1e-12)
        return np.stack([known[text] for text in texts]).astype(np.float32)
