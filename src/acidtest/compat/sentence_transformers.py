"""The one class of sentence_transformers that document 000 uses, over the same weights."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from acidtest import embed
from acidtest.core.errors import InputError

_MODEL = "all-MiniLM-L6-v2"


class SentenceTransformer:
    """Embeds texts with all-MiniLM-L6-v2; needs `acidtest fetch minilm`."""

    def __init__(self, name: str = _MODEL) -> None:
        if name.removeprefix("sentence-transformers/") != _MODEL:
            raise InputError(f"unknown model '{name}'; the one here is {_MODEL}")
        self._model = embed.load()

    def encode(self, text: str) -> npt.NDArray[np.float32]:
        """Return the unit vector of a text."""
        return self._model.embed(text)
