"""A signature that was damaged is reported, whatever is in it."""

from __future__ import annotations

from pathlib import Path

from acidtest.store.files import write_json
from acidtest.store.signed import SIGNATURE, changed


def test_a_signature_with_half_a_surrogate_pair_is_a_wrong_one(tmp_path: Path) -> None:
    write_json(tmp_path / SIGNATURE, {"files": {}, "hmac_sha256": "\ud800"})
    (problem,) = changed(tmp_path, b"k" * 16)
    assert problem.endswith("was not made with this key, or was changed")
