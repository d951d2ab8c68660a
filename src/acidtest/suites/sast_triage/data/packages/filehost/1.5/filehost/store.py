"""Counters, sessions and the mirror."""

import random
import sqlite3
import string
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
        by = COLUMNS[order]
        query = f"SELECT path, hits FROM hits ORDER BY {by}"
        return self.db.execute(query).fetchall()

    def search(self, term):
        """Counters of the files whose name has the term."""
        query = "SELECT path, hits FROM hits WHERE path LIKE '%" + term + "%'"
        return self.db.execute(query).fetchall()

    def forget(self, days):
        """Drop counters that were not touched for so many days."""
        query = "DELETE FROM hits WHERE seen < %d" % int(days)
        return self.db.execute(query).rowcount


def session_token():
    letters = string.ascii_letters + string.digits
    return "".join(random.choice(letters) for _ in range(32))


def retry_delay(attempt):
    """Seconds to wait, spread so that mirrors do not call all at once."""
    return attempt * 2 + random.uniform(0, 1)


def fetch_mirror(url):
    """A file of the mirror that the operator named, read at once."""
    parts = urlsplit(url)
    if not parts.scheme or not parts.path:
        raise ValueError(url)
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read()
