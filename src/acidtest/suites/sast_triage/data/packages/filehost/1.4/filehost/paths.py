"""From addresses to files."""

import hashlib
import os
from urllib.parse import unquote


class Forbidden(Exception):
    """The address leads out of the served folder."""


def read_file(root, url):
    """The bytes behind an address."""
    wanted = unquote(url).lstrip("/")
    full = os.path.join(root, wanted)
    base = os.path.realpath(root)
    if os.path.commonpath([base, os.path.realpath(full)]) != base:
        raise Forbidden(url)
    with open(full, "rb") as handle:
        return handle.read()


def read_thumbnail(cache, url):
    """The stored preview of a picture."""
    name = hashlib.sha256(url.encode()).hexdigest()
    picture = os.path.join(cache, name + ".png")
    with open(picture, "rb") as handle:
        return handle.read()


def read_theme(themes, cookie):
    """The style sheet that the visitor chose."""
    sheet = os.path.join(themes, cookie + ".css")
    with open(sheet, "rb") as handle:
        return handle.read()
