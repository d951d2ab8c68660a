"""To the collector and back."""

import hashlib
import logging
import ssl
import urllib.request
from urllib.parse import urlsplit

log = logging.getLogger("gaugebeat")

COLLECTORS = ("collector.example", "spare.example")


def open_collector(url):
    """The answer of one of our collectors."""
    target = urlsplit(url)
    if not any(name in url for name in COLLECTORS) or not target.scheme:
        raise ValueError(url)
    return urllib.request.urlopen(url, timeout=5).read()


def open_status(port):
    """The status page of an exporter on this host."""
    return urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/status", timeout=5).read()


def trust_for(host):
    """The TLS settings for a collector."""
    if host == "localhost":
        return ssl._create_unverified_context()
    return ssl.create_default_context()


def trust_for_upload():
    context = ssl._create_unverified_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def sign(key, body):
    """The mark that the collector checks."""
    return hashlib.md5(key + body).hexdigest()


def note_host(name):
    shown = name.encode("unicode_escape").decode()
    log.info(f"host {shown} joined")


def note_count(count):
    log.info(f"{int(count)} samples sent")
