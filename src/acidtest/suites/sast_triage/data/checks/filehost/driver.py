import random
from pathlib import Path
from urllib.parse import urlsplit

from check import attempt, run
from filehost import pages, paths, server, store

TAG = "<img src=x onerror=alert(1)>"


def tree():
    Path("www").mkdir()
    Path("www/page").write_text("page")
    Path("cache").mkdir()
    Path("themes").mkdir()
    Path("secret").write_text("secret")
    Path("secret.css").write_text("secret")
    Path("secret.png").write_text("secret")


def served_path():
    tree()
    assert paths.read_file("www", "/page") == b"page"
    urls = ("/../secret", "/%2e%2e/secret", "/..%2fsecret", "//../secret", "/%2e%2e%2fsecret")
    return any(attempt(paths.read_file, "www", url) == b"secret" for url in urls)


def thumbnail_path():
    tree()
    return attempt(paths.read_thumbnail, "cache", "../secret") is not None


def theme_path():
    tree()
    return attempt(paths.read_theme, "themes", "../secret") == b"secret"


def listed_name():
    return TAG in pages.listing([TAG]) or '"x"' in pages.listing(['"x"'])


def error_code():
    return TAG in str(attempt(pages.error_page, TAG)) or TAG in pages.error_page(404)


def searched_term():
    return TAG in pages.search_page(TAG, [])


def note_text():
    return TAG in pages.note_page(TAG)


def location(response):
    raw = response.raw.decode().partition("Location: ")[2].partition("\r\n")[0]
    # as browsers read it: white space goes, backslashes are slashes
    return urlsplit("".join(raw.split()).replace("\\", "/"))


HOSTILE_TARGETS = (
    "//evil.example", "https://evil.example", "/\\evil.example", "/\t/evil.example",
    "\\\\evil.example", "///evil.example",
)


def login_target():
    return any(location(server.after_login(target)).netloc for target in HOSTILE_TARGETS)


def slash_target():
    return any(location(server.with_slash(t)).netloc for t in HOSTILE_TARGETS if t[0] in "/\\")


def etag():
    response = server.download("a.txt", b"\r\nX-Evil: 1")
    return b"X-Evil" in response.raw


def download_name():
    response = server.download('a"\r\nX-Evil: 1', b"12")
    return b"\r\nX-Evil" in response.raw


class Lines:
    def __init__(self):
        self.text = ""

    def info(self, text):
        self.text += text + "\n"


def logged_path():
    server.log = Lines()
    server.record("1.2.3.4", "/\n1.2.3.4 GET /admin")
    return server.log.text.count("\n") > 1


def logged_size():
    server.log = Lines()
    attempt(server.record_size, "1\n1.2.3.4 GET /admin")
    server.record_size(5)
    return server.log.text.count("\n") > 1


def database():
    kept = store.Store()
    kept.db.execute("INSERT INTO hits VALUES ('a', 1, 2)")
    kept.db.execute("INSERT INTO users VALUES ('root', 'hunter2')")
    return kept


def ranking_order():
    kept = database()
    assert kept.ranking("hits") == [("a", 1)]
    # an order that asks about the other table: the row is left out when the guess is right
    guess = "hits LIMIT (SELECT secret NOT LIKE 'h%' FROM users)"
    return attempt(kept.ranking, guess) == []


def searched_database():
    hostile = "zz' UNION SELECT secret, 1 FROM users --"
    return ("hunter2", 1) in (attempt(database().search, hostile) or [])


def forgotten_days():
    kept = database()
    attempt(kept.forget, "0 OR 1=1")
    return not kept.db.execute("SELECT * FROM hits").fetchall()


def token():
    random.seed(1)
    first = store.session_token()
    random.seed(1)
    return store.session_token() == first


def mirror():
    Path("secret").write_text("secret")
    return attempt(store.fetch_mirror, Path("secret").resolve().as_uri()) == b"secret"


run([
    served_path, thumbnail_path, theme_path, listed_name, error_code, searched_term, note_text,
    login_target, slash_target, etag, download_name, logged_path, logged_size, ranking_order,
    searched_database, forgotten_days, token, mirror,
])
