"""Inbox for the issue tracker's webhooks."""

import hmac
import logging
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log = logging.getLogger("inbox")
SECRET = b""


class Inbox(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        given = self.headers.get("X-Hub-Signature", "")
        wanted = "sha1=" + hmac.new(SECRET, body, "sha1").hexdigest()
        if not hmac.compare_digest(given, wanted):
            log.warning("bad signature from %s", self.client_address[0])
            self.send_error(403)
            return
        self.server.queue.put(body)
        self.send_response(202)
        self.end_headers()


def main(secret: bytes, port: int = 8099) -> None:
    global SECRET
    SECRET = secret
    ThreadingHTTPServer(("", port), Inbox).serve_forever()
