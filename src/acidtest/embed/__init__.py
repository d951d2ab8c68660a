"""The sentence model without torch: needs the extra `[semantic]` and `acidtest fetch minilm`.

If either is missing, similarities are `None` with the reason; everything else works.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from acidtest.core.commands import Check, Download
from acidtest.core.extras import install
from acidtest.embed.model import SemanticUnavailable, SentenceModel, load
from acidtest.embed.weights import MODEL_SHA256, FetchError, fetch_minilm, is_fetched

__all__ = [
    "DOWNLOADS",
    "FetchError",
    "SemanticUnavailable",
    "SentenceModel",
    "checks",
    "fetch_minilm",
    "identity",
    "is_fetched",
    "load",
]

DOWNLOADS = (Download("minilm", "all-MiniLM-L6-v2, for semantic similarity", fetch_minilm),)


def identity() -> str:
    """The model and its runtime, as named in every signature; `none` if not installed."""
    version = _runtime()
    if version is None or not is_fetched():
        return "none"
    return f"minilm-{MODEL_SHA256[:8]}/{version}"


def checks() -> Iterator[Check]:
    """For `acidtest doctor`."""
    tool, purpose = "embeddings", "semantic similarity"
    version = _runtime()
    if version is None:
        advice = f"{install('semantic')} && acidtest fetch minilm"
        yield Check(tool, False, advice=advice, needed_for=purpose)
    elif not is_fetched():
        yield Check(tool, False, version, "acidtest fetch minilm", purpose)
    else:
        yield Check(tool, True, f"onnxruntime {version}, minilm", needed_for=purpose)


def _runtime() -> str | None:
    try:
        return metadata.version("onnxruntime")
    except metadata.PackageNotFoundError:
        return None
