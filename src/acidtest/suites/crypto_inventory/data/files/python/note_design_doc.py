"""Notes, plain for now.

Plan for the sealed format (not built): an ephemeral X25519 key per note, the note itself under
ChaCha20-Poly1305, the public key first. We looked at RSA-OAEP and dropped it because phones
took seconds to make a key.
"""

from __future__ import annotations

import json
import time
from pathlib import Path


class NoteStore:
    """Keeps notes as files. `seal` and `unseal` are identities until the plan above is built."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, text: str) -> None:
        body = {"text": text, "saved": time.time()}
        (self.folder / f"{name}.json").write_text(json.dumps(body, ensure_ascii=False))

    def get(self, name: str) -> str:
        return json.loads((self.folder / f"{name}.json").read_text())["text"]

    def exchange(self, name: str, other: str) -> None:
        """Swap two notes."""
        a, b = self.get(name), self.get(other)
        self.put(name, b)
        self.put(other, a)
