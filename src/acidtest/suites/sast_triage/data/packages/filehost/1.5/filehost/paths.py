"""From addresses to files."""

import hashlib
import os
from urllib.parse import unquote


class Forbidden(Exception):
    """The address leads out of the served folder."""


def read_file(root, url):
    """The bytes behind an address."""
    base = os.path.realpath(root)
    relative = unquote(url).lstrip("/")
    target = os.path.join(base, relative)
    if os.path.commonpath([base, os.path.realpath(target)]) != base:
        raise Forbidden(url)
    with open(target, "rb") as handle:
        return handle.read()


def read_thumbnail(cache, url):
    """The stored preview of a picture."""
    name = hashlib.sha256(url.encode()).hexdigest()
    picture = os.path.join(cache, name + ".png")
    with open(picture, "rb") as handle:
        return handle.read()


def read_theme(themes, cookie):
    """The style sheet that the visitor chose."""
    if not cookie.isalnum():
        raise Forbidden(cookie)
    sheet = os.path.join(themes, cookie + ".css")
    with open(sheet, "rb") as handle:
        return handle.read()
