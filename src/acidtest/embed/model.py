"""Sentence embeddings through onnxruntime: all-MiniLM-L6-v2, or another ONNX sentence model."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import needed_by
from acidtest.core.paths import cache_dir
from acidtest.core.text import described
from acidtest.core.untrusted import load_json, without_surrogates
from acidtest.embed import graph, weights
from acidtest.embed.cache import EmbeddingCache, Vector

_TOKENS = 256  # default if the model's files do not give a limit
_LEAST, _MOST = 8, 1 << 20  # tokens that a limit may be
_SHOWN = 300
_WHO = "the sentence model"


class SemanticUnavailable(InfrastructureError):
    """No sentence model is available; the message says why and what to do."""


@contextmanager
def _using(what: object) -> Iterator[None]:
    """Turn failures of the libraries that run a model into `SemanticUnavailable`."""
    try:
        yield
    except BaseException as error:
        # a panic of the tokenizer, which is written in Rust, is no Exception
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            said = " ".join(described(error).split())[:_SHOWN]
            raise SemanticUnavailable(f"{what} cannot be used: {said}") from error
        raise


class SentenceModel:
    """Embeds texts, each distinct piece once, with one thread per process."""

    def __init__(
        self, session: Any, tokenizer: Any, *, limit: int, cache: EmbeddingCache, held: Any = None
    ) -> None:
        """Take a session, a tokenizer, the number of tokens that fit, and where to keep results.

        `held` is memory that the session reads and that must live as long as it does.
        """
        self._held = held
        with _using("the tokenizer"):
            tokenizer.no_padding()
            tokenizer.enable_truncation(limit, stride=limit // 2)
        self.limit = limit
        self._session = session
        self._tokenizer = tokenizer
        self._cache = cache
        self._inputs = {given.name for given in session.get_inputs()}
        outputs = [output.name for output in session.get_outputs()]
        if not outputs:
            raise SemanticUnavailable("the sentence model gives no output")
        named = "sentence_embedding"
        self._output = named if named in outputs else outputs[0]

    def embed(self, text: str) -> Vector:
        """Return the embedding of a text's beginning; what does not fit is ignored."""
        return self._embed(self._encoded(text).ids)

    def embed_windows(self, text: str) -> Vector:
        """Return the embeddings of half-overlapping windows over the whole text, one per row."""
        return np.stack([self._embed(ids) for ids in self.windows(text)])

    def windows(self, text: str) -> list[list[int]]:
        """Return the token numbers of half-overlapping windows over the whole text."""
        first = self._encoded(text)
        return [piece.ids for piece in (first, *first.overflowing)]

    def _encoded(self, text: str) -> Any:
        with _using("the tokenizer"):
            return self._tokenizer.encode(without_surrogates(text))

    def _embed(self, ids: list[int]) -> Vector:
        tokens = np.array([ids], dtype=np.int64)
        key = hashlib.sha256(tokens.tobytes()).digest()
        known = self._cache.get(key)
        if known is not None:
            return known
        feed = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        feed = {name: value for name, value in feed.items() if name in self._inputs}
        with _using("the model"):
            output = np.asarray(self._session.run([self._output], feed)[0], dtype=np.float32)
            # Some models return one vector per token: take their mean.
            vector: Vector = output.reshape(-1, output.shape[-1]).mean(axis=0)
            vector /= max(float(np.linalg.norm(vector)), 1e-12)
        self._cache.put(key, vector)
        return vector


@lru_cache(maxsize=4)
def load(path: Path | None = None, embeddings: Path | None = None) -> SentenceModel:
    """Load all-MiniLM-L6-v2, or the ONNX sentence model at `path`.

    `path` is an `.onnx` file, or a folder with a `model.onnx`; `tokenizer.json` must be next to
    it. Embeddings are stored in the folder `embeddings`, by default one in the cache. Raises
    `SemanticUnavailable` or, where a package is missing, `MissingPackage`.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # it leaves a file in the temporary folder
    with needed_by(_WHO):
        import onnxruntime
        import tokenizers
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    model: bytes | str
    held: Any = None
    if path is None:
        folder, identity = weights.minilm_folder(), weights.MODEL_SHA256
        model, held = _minilm(options, folder)
    else:
        file = path / "model.onnx" if path.is_dir() else path
        folder = file.parent
        model, identity = _foreign(file)
    if not (folder / "tokenizer.json").is_file():
        raise SemanticUnavailable(f"no tokenizer.json in {folder}: put the model's own there")
    with _using(folder / "tokenizer.json"):
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    try:
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise SemanticUnavailable(f"onnxruntime cannot load {path or folder}: {error}") from error
    kept = cache_dir() / "embeddings" if embeddings is None else embeddings
    return SentenceModel(
        session,
        tokenizer,
        limit=read_limit(folder),
        cache=EmbeddingCache(kept / f"{identity[:16]}.sqlite"),
        held=held,
    )


def _minilm(options: Any, folder: Path) -> tuple[bytes, Any]:
    import onnxruntime

    if not weights.is_fetched():
        raise SemanticUnavailable(
            f"the weights are not in {folder}: run `acidtest fetch minilm` once"
        )
    with needed_by(_WHO):
        model, used = graph.build(graph.read_safetensors(folder / "model.safetensors"))
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in used.values()]
    options.add_external_initializers(list(used), values)
    return model, (used, values)


def _foreign(file: Path) -> tuple[str, str]:
    if not file.is_file():
        raise SemanticUnavailable(f"no ONNX model at {file}: check the path")
    with file.open("rb") as content:
        return str(file), hashlib.file_digest(content, "sha256").hexdigest()


def read_limit(folder: Path) -> int:
    try:
        settings = load_json((folder / "sentence_bert_config.json").read_bytes())
    except (OSError, ValueError):
        return _TOKENS
    limit = settings.get("max_seq_length") if isinstance(settings, dict) else None
    return limit if isinstance(limit, int) and _LEAST <= limit <= _MOST else _TOKENS
