"""Pre-commit hook: complains about cipher strings that let banned names through."""

import re
import sys
from pathlib import Path

BANNED = {
    "RC4": "prohibited since 2015",
    "3DES": "64-bit blocks",
    "DES": "56-bit keys",
    "MD5": "collisions",
    "kRSA": "no forward secrecy",
    "aNULL": "no authentication",
}
SETTING = re.compile(r"(?:ssl_ciphers|CipherString|set_ciphers\()\s*[\"']?([A-Za-z0-9+!:@=_-]+)")


def complaints(text: str) -> list[str]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = SETTING.search(line)
        if not match:
            continue
        parts = match.group(1).split(":")
        for name, why in BANNED.items():
            if f"!{name}" not in parts and any(name in p.split("+") for p in parts):
                found.append(f"line {number}: {name} ({why})")
    return found


if __name__ == "__main__":
    status = 0
    for argument in sys.argv[1:]:
        for text in complaints(Path(argument).read_text(errors="replace")):
            print(f"{argument}: {text}")
            status = 1
    sys.exit(status)
