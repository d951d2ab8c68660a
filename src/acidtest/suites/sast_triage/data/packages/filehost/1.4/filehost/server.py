"""Answers, redirects and the log."""

import logging
import os.path
import re
from urllib.parse import quote

log = logging.getLogger("filehost")

LOCAL = re.compile(r"/(?:[A-Za-z0-9_.-][A-Za-z0-9_./-]*)?")
ADMIN = ("0.0.0.0", 9090)


class Response:
    def __init__(self, status):
        self.status = status
        self.raw = b""

    def send_header(self, name, value):
        self.raw += f"{name}: {value}\r\n".encode()


def warn_if_public(host):
    """The operator should know when everybody can connect."""
    return host == "0.0.0.0"


def after_login(target):
    """Back to the page that asked for the login."""
    response = Response(302)
    response.send_header("Location", target)
    return response


def with_slash(path):
    """Folders are listed under an address that ends with a slash."""
    response = Response(301)
    clean = "/" + quote(path.lstrip("/\\"))
    response.send_header("Location", clean + "/")
    return response


def download(path, digest):
    """Offer a file under its own name."""
    response = Response(200)
    name = os.path.basename(path)
    response.send_header("ETag", digest.hex())
    response.send_header("Content-Disposition", f'attachment; filename="{name}"')
    return response


def record(client, path):
    log.info(f"GET {path}")


def record_size(count):
    total = int(count)
    log.info(f"sent {total} bytes")
