# ruff: noqa: E501
"""Ordinary programs in which a name is passed to something else of the same name."""

from __future__ import annotations

from .case import Case

RECEIVERS = [
    Case(
        "calls that never run",
        "a.py",
        """
import hashlib
def digest(kind, data):
    return hashlib.new(kind, data)
if False:
    digest("md5", b"")
def test_digest():
    digest("sha1", b"")
""",
    ),
    Case(
        "another object's method of the same name",
        "a.py",
        """
import hashlib, os
def get(kind):
    return hashlib.new(kind)
class Sums:
    def open(self, kind):
        return hashlib.new(kind)
print(os.environ.get("MD5"), open("sha1"))
""",
    ),
    Case(
        "an entry of another dictionary",
        "a.py",
        """
import hashlib
row = {"name": "md5"}
def digest(cfg):
    return hashlib.new(cfg["name"])
""",
    ),
    Case(
        "types that list names",
        "a.ts",
        """
import { createHash } from 'crypto';
interface Options { algorithm: "md5" | "sha1" }
type Other = { cipher: 'des-cbc' };
export const sum = (x: string, signAlg: "RS256" | "ES256") => createHash("sha512").update(x);
""",
        "sha-512",
    ),
    Case(
        "methods of one name in two classes",
        "A.java",
        """
import java.security.MessageDigest;
class Sums { byte[] make(String name) throws Exception { return MessageDigest.getInstance(name).digest(); } }
class Labels { String make(String text) { return text.trim(); } }
class Main {
    void run(Labels labels, Sums sums) throws Exception {
        labels.make("MD5");
        sums.make("SHA-512");
        new Labels().make("SHA-1");
    }
}
""",
        "sha-512",
    ),
]
