"""Removes keys from text of providers and clients, which may quote the request."""

from __future__ import annotations

import os
import re

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_USER_IN_URL = re.compile(r"(?<=://)[^/@\s]+@")
_BEARER = re.compile(r"(?i)\b(bearer|api[-_ ]?key)([:=\s]+)\S+")


def redact(text: str) -> str:
    """The text without any key from the environment and anything that looks like a key."""
    for name, value in os.environ.items():
        if _SECRET_NAME.search(name) and len(value) >= 6:
            text = text.replace(value, "***")
    return _BEARER.sub(r"\1\2***", _USER_IN_URL.sub("***@", text))
