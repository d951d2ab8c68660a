"""The one class that document 000 takes from sentence_transformers."""

from __future__ import annotations

import numpy as np
import pytest

from acidtest.compat.sentence_transformers import SentenceTransformer
from acidtest.core.errors import InputError
from acidtest.embed import is_fetched


def test_only_the_documents_model_is_here() -> None:
    with pytest.raises(InputError, match="unknown model 'bert'"):
        SentenceTransformer("bert")


@pytest.mark.skipif(not is_fetched(), reason="needs `acidtest fetch minilm`")
def test_a_text_is_a_unit_vector() -> None:
    vector = SentenceTransformer("all-MiniLM-L6-v2").encode("return a;")
    assert vector.shape == (384,)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)
