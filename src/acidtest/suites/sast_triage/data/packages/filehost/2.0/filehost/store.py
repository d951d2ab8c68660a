"""Counters, sessions and the mirror."""

import random
import secrets
import sqlite3
import urllib.request
from urllib.parse import urlsplit

COLUMNS = {"name": "path", "hits": "hits", "latest": "seen"}


class Store:
    def __init__(self, file=":memory:"):
        self.db = sqlite3.connect(file)
        self.db.execute("CREATE TABLE IF NOT EXISTS hits (path TEXT, hits INT, seen INT)")
        self.db.execute("CREATE TABLE IF NOT EXISTS users (name TEXT, secret TEXT)")

    def ranking(self, order):
        """All counters in the order that the visitor asked for."""
        by = COLUMNS.get(order, order)
        query = f"SELECT path, hits FROM hits ORDER BY {by}"
        return self.db.execute(query).fetchall()

    def search(self, term):
        """Counters of the files whose name has the term."""
        query = "SELECT path, hits FROM hits WHERE instr(path, ?)"
        return self.db.execute(query, (term,)).fetchall()

    def forget(self, days):
        """Drop counters that were not touched for so many days."""
        before = int(days) * 86400
        query = "DELETE FROM hits WHERE seen < %d" % before
        return self.db.execute(query).rowcount


def session_token():
    return secrets.token_urlsafe(24)


def retry_delay(attempt):
    """Seconds to wait, spread so that mirrors do not call all at once."""
    return attempt * 2 + random.uniform(0, 1)


def fetch_mirror(url):
    """A file of the mirror that the operator named, read at once."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(url)
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read()
