"""감사 증적 원장: 항목마다 직전 항목의 해시를 포함한다."""

import json
from pathlib import Path

from lsh import LSHDigest


class EvidenceLedger:
    GENESIS = "0" * 64

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last = self.GENESIS
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._last = json.loads(line)["chain"]

    @staticmethod
    def _chain(previous: str, body: str) -> str:
        md = LSHDigest.getInstance(256, 256)
        md.update(previous.encode())
        return bytes(md.final(body.encode())).hex()

    def append(self, who: str, what: str) -> str:
        body = json.dumps({"who": who, "what": what}, ensure_ascii=False, sort_keys=True)
        self._last = self._chain(self._last, body)
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"body": body, "chain": self._last}, ensure_ascii=False) + "\n")
        return self._last

    def verify(self) -> bool:
        last = self.GENESIS
        for line in self._path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            last = self._chain(last, entry["body"])
            if last != entry["chain"]:
                return False
        return True
