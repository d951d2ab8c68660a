"""Rendered results kept between runs, signed with the key of the host."""

import hashlib
import hmac
import pickle
from pathlib import Path


class Cache:
    def __init__(self, folder, key):
        self.folder = Path(folder)
        self.key = key

    def _mark(self, blob):
        return hmac.new(self.key, blob, hashlib.sha256).digest()

    def put(self, name, value):
        blob = pickle.dumps(value)
        (self.folder / name).write_bytes(self._mark(blob) + blob)

    def get(self, name):
        """The value, or None when it is missing or not ours."""
        try:
            raw = (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None
        mark, blob = raw[:32], raw[32:]
        if not hmac.compare_digest(mark, self._mark(blob)):
            return None
        return pickle.loads(blob)


def load_legacy(path):
    """Results of the time before signatures, brought along by the user."""
    with open(path, "rb") as handle:
        return pickle.load(handle)
