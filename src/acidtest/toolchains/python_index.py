"""Files of the Python package index by their names, read as pip reads it; nothing of them is run.

`pip download` of a source distribution runs its build to learn what it needs.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urldefrag, urljoin

from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError

_SIZE_MAX = 512 << 20
_PATIENCE_S = 180.0
_USUAL = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"


def download(
    package: str, is_meant: Callable[[str], bool], what: str, folder: Path, sha256: str | None
) -> tuple[Path, str]:
    """The first file of a package whose name `is_meant`, and its SHA-256; it is `what`, in words.

    Raises unless its hash is the one given, and the one that the index states.
    """
    page = f"{_index()}/{re.sub(r'[-_.]+', '-', package).lower()}/"
    links = _Links(page)
    links.feed(_read(page, package).decode("utf-8", "replace"))
    for link in links.links:
        url, fragment = urldefrag(link)
        name = PurePosixPath(unquote(url)).name
        if not is_meant(name):
            continue
        data = _read(url, name)
        digest = hashlib.sha256(data).hexdigest()
        stated = fragment.removeprefix("sha256=") if fragment.startswith("sha256=") else ""
        for expected in (sha256, stated):
            if expected and digest != expected:
                raise InfrastructureError(
                    f"{name} is not the expected file: its SHA-256 is {digest}, expected "
                    f"{expected}. Nothing was kept. Try again; if it happens again, report it."
                )
        (folder / name).write_bytes(data)
        return folder / name, digest
    raise InputError(f"the package index has no {what}")


def _index() -> str:
    """The index that pip is set to, or else uses."""
    asked = os.environ.get("PIP_INDEX_URL", "")
    for command in (["-m", "pip", "config", "get", "global.index-url"], ["-c", _USUAL]):
        if not asked:
            done = children.run([sys.executable, *command])
            asked = done.stdout.strip() if done.returncode == 0 else ""
    if not asked:
        raise InfrastructureError("pip, which knows the package index, cannot be started")
    return asked.rstrip("/")


def _read(url: str, what: str) -> bytes:
    import urllib.error  # late: few commands need the network
    import urllib.request

    if not url.startswith(("https://", "http://")):
        raise InfrastructureError("the package index must be read over http or https")
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE_S) as answer:
            data: bytes = answer.read(_SIZE_MAX + 1)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            raise InputError(f"the package index has no {what}") from error
        raise InfrastructureError(f"{what} could not be read from the index: {error}") from error
    except (OSError, ValueError) as error:
        raise InfrastructureError(
            f"{what} could not be read from the package index: {error}\n"
            "Check the network, then try again."
        ) from error
    if len(data) > _SIZE_MAX:
        raise InfrastructureError(f"{what}: is over {_SIZE_MAX >> 20} MiB")
    return data


class _Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if tag == "a" and name == "href" and value:
                self.links.append(urljoin(self._page, value))
