import hashlib
import random
import ssl
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from check import HOSTILE_PICKLE, attempt, never_ends, owned, run
from gaugebeat import collect, report, spool
from gaugebeat.plugins import Plugins


def probed_program():
    assert collect.probe("echo", "hi; touch owned") == "hi; touch owned\n"
    attempt(collect.probe, "touch", "owned")
    return owned()


def mount_argument():
    for mount in ("--output=x", "/; touch owned", "$(touch owned)"):
        attempt(collect.free_space, mount)
    return owned()


def pinged_host():
    attempt(collect.reachable, "127.0.0.1; touch owned")
    attempt(collect.reachable, "fe80::1%$(touch${IFS}owned)")
    return owned()


def feed():
    plain = "<feed><gauge name='load'>1</gauge></feed>"
    assert collect.read_feed(plain) == {"load": "1"}
    bomb = (
        "<?xml version='1.0'?>" + " " * 80 + "<!DOCTYPE feed [<!ENTITY a '" + "x" * 1000 + "'>]>"
        "<feed><gauge name='load'>" + "&a;" * 1000 + "</gauge></feed>"
    )
    got = attempt(collect.read_feed, bomb)
    return bool(got) and len(got["load"]) > 100 * len(bomb)


def query():
    return never_ends(collect.chosen, ["a" * 40 + "b"], "(a+)+$")


def prefix():
    return never_ends(collect.with_prefix, ["a" * 40 + "b"], "(a+)+$")


def samples():
    kept = spool.Spool()
    kept.add("one", "load", 1)
    kept.add("two", "secret", 5)
    return kept


def sample_host():
    kept = samples()
    assert kept.of_host("one") == [("load", 1)]
    return ("secret", 5) in (attempt(kept.of_host, "x' OR '1'='1") or [])


def sample_age():
    kept = samples()
    assert kept.older_than(3) == [("load", 1)]
    return ("secret", 5) in (attempt(kept.older_than, "0 OR 1=1") or [])


def purged_table():
    kept = samples()
    kept.db.execute("CREATE TABLE users (name TEXT)")
    kept.db.execute("INSERT INTO users VALUES ('root')")
    attempt(kept.purge, "users")
    return not kept.db.execute("SELECT * FROM users").fetchall()


def foreign_samples():
    attempt(spool.restore, HOSTILE_PICKLE)
    attempt(spool.restore, b"cbuiltins\neval\n(S'open(\"owned\", \"w\")'\ntR.")
    return owned()


def pid_file():
    Path("precious").write_text("keep me")
    Path("pid").symlink_to("precious")
    attempt(spool.write_pid, "pid")
    return Path("precious").read_text() != "keep me"


def pairing():
    random.seed(1)
    first = spool.pairing_code()
    random.seed(1)
    return spool.pairing_code() == first


def collector_address():
    Path("collector.example").mkdir()
    secret = Path("collector.example/secret")
    secret.write_text("secret")
    return attempt(report.open_collector, secret.resolve().as_uri()) == b"secret"


class QuietFiles(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def status_port():
    Path("secret").write_text("secret")
    with ThreadingHTTPServer(("127.0.0.1", 0), QuietFiles) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        got = attempt(report.open_status, f"{server.server_port}/secret?")
        server.shutdown()
    return got == b"secret"


def collector_trust():
    return report.trust_for("collector.example").verify_mode != ssl.CERT_REQUIRED


def upload_trust():
    return report.trust_for_upload().verify_mode != ssl.CERT_REQUIRED


class Lines:
    def __init__(self):
        self.text = ""

    def info(self, text):
        self.text += text + "\n"


def logged_host():
    report.log = Lines()
    report.note_host("a joined\nhost b")
    return report.log.text.count("\n") > 1


def logged_count():
    report.log = Lines()
    attempt(report.note_count, "1\n2")
    report.note_count(3)
    return report.log.text.count("\n") > 1


def plugin():
    Path("good.py").write_text("gauge = 5")
    Path("evil.py").write_text("gauge = open('owned', 'w')")
    good = hashlib.sha256(b"gauge = 5").hexdigest()
    plugins = Plugins(".", [good, "evil"])
    assert plugins.run("good") == 5
    attempt(plugins.run, "evil")
    return owned()


def formula():
    plugins = Plugins(".", [])
    assert plugins.formula("a+b", {"a": 1, "b": 2}) == 3
    hostile = "().__class__.__base__.__subclasses__()"
    return isinstance(attempt(plugins.formula, hostile, {}), list)


run([
    probed_program, mount_argument, pinged_host, feed, query, prefix, sample_host, sample_age,
    purged_table, foreign_samples, pid_file, pairing, collector_address, status_port,
    collector_trust, upload_trust, logged_host, logged_count, plugin, formula,
])
