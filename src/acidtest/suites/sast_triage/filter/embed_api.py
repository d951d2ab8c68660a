"""Embeddings from an OpenAI-compatible endpoint: a NIM, vLLM, Ollama, llama.cpp, OpenAI."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import needed_by
from acidtest.core.paths import cache_dir
from acidtest.core.records import Json
from acidtest.core.redact import conceal, redact_message
from acidtest.embed.cache import EmbeddingCache
from acidtest.suites.sast_triage.filter.index import Vectors

KEY, URL = "EMBEDDINGS_LLM_API_KEY", "EMBEDDINGS_LLM_URL"
_BATCH = 64


class ApiEmbedder:
    """Embeds at an endpoint and caches the vectors: each text is paid for once."""

    def __init__(self, spec: str) -> None:
        """`NAME@URL`, or `NAME` with the URL in the environment, where the key is read from too."""
        name, _, url = spec.rpartition("@") if "@" in spec else (spec, "", os.environ.get(URL, ""))
        if not name or urlsplit(url).scheme not in ("http", "https"):
            raise InputError(
                f"embedder {conceal(spec)}: expected NAME@URL, for example "
                f"nomic-embed-text@http://127.0.0.1:11434/v1, or NAME with the URL in ${URL}"
            )
        with needed_by("an embedding endpoint"):
            import openai
        self._model = name
        self._url = url.rstrip("/")
        self._failure = openai.OpenAIError
        self._client = openai.OpenAI(
            base_url=self._url, api_key=os.environ.get(KEY) or "none", max_retries=4, timeout=120
        )
        self._kept = EmbeddingCache(cache_dir() / f"embeddings-{self._digest('')[:16]}.sqlite")

    @property
    def identity(self) -> Mapping[str, Json]:
        """The model and where it is served."""
        return {"embedder": self._model, "embedder_host": urlsplit(self._url).netloc.split("@")[-1]}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length per text; each distinct text is requested once."""
        known = {text: self._kept.get(self._digest(text).encode()) for text in texts}
        missing = [text for text, vector in known.items() if vector is None]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            for text, vector in zip(batch, self._asked(batch), strict=True):
                unit = vector / max(float(np.linalg.norm(vector)), 1e-12)
                self._kept.put(self._digest(text).encode(), unit)
                known[text] = unit
        rows = [vector for text in texts if (vector := known[text]) is not None]
        try:
            return np.stack(rows).astype(np.float32) if rows else np.zeros((0, 1), np.float32)
        except ValueError as error:
            raise InfrastructureError(
                f"{self._model}: the endpoint returned vectors of different lengths"
            ) from error

    def _asked(self, texts: Sequence[str]) -> Iterator[Any]:
        try:
            reply = self._client.embeddings.create(
                model=self._model, input=list(texts), encoding_format="float"
            )
            rows = sorted(reply.data, key=lambda row: row.index)
            vectors = [np.asarray(row.embedding, dtype=np.float32) for row in rows]
        except (self._failure, AttributeError, TypeError, ValueError) as error:
            reason = redact_message(" ".join(str(error).split()))[:300]
            host = urlsplit(self._url).netloc.rpartition("@")[2]
            raise InfrastructureError(
                f"{self._model} at {host} failed to embed: {reason}"
            ) from None
        if len(vectors) != len(texts) or not all(
            v.ndim == 1 and np.isfinite(v).all() for v in vectors
        ):
            raise InfrastructureError(
                f"{self._model}: {len(texts)} texts were sent, {len(vectors)} vectors came back"
            )
        return iter(vectors)

    def _digest(self, text: str) -> str:
        return hashlib.sha256(f"{self._model}\0{self._url}\0{text}".encode()).hexdigest()
