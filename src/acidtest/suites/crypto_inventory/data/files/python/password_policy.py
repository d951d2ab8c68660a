"""What the sign-up form tells members about passwords."""

import re
import string

POLICY = """
Use at least twelve characters. Do not reuse a password from another site. We never ask for it by
phone. A passphrase of four or five random words is easier to remember than symbols, and stronger.
Codes such as 2048 or 1024, years, and keyboard walks are refused.
"""

WALKS = ("qwerty", "asdf", "zxcv", "1q2w3e")


def complaints(password: str, name: str) -> list[str]:
    found = []
    if len(password) < 12:
        found.append("too short")
    if name and name.lower() in password.lower():
        found.append("contains your name")
    if any(walk in password.lower() for walk in WALKS):
        found.append("keyboard walk")
    if re.fullmatch(r"\d+", password):
        found.append("digits only")
    if len(set(password)) < 6:
        found.append("too few different characters")
    if all(c in string.ascii_lowercase for c in password) and len(password) < 20:
        found.append("add words or other characters")
    return found
