"""Which standard headers a piece of C can do without.

Reading headers is most of the cost of compiling a small function. A header is left out only
if the code has no word in common with what the header declares or defines, so leaving it out
cannot change what the code means.
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Sequence

from acidtest.errors import InfrastructureError
from acidtest.paths import cache_dir
from acidtest.toolchain.gcc import Gcc

_STANDARD = frozenset(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string strings tgmath time "
    "uchar wchar wctype".split()
)
_NAME = re.compile(r"#\s*include\s*<(\w+)\.h>$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while define undef".split()
)


class Headers:
    """What each standard header brings with it, for one compiler; kept in the cache."""

    def __init__(self, gcc: Gcc) -> None:
        self._gcc = gcc
        self._path = cache_dir() / "headers" / f"{gcc.version}-{gcc.target}.json"
        self._words: dict[str, frozenset[str]] = {}
        self._lock = threading.Lock()
        if self._path.exists():
            try:
                stored = json.loads(self._path.read_text())
                self._words = {name: frozenset(words) for name, words in stored.items()}
            except (ValueError, AttributeError, TypeError):
                self._words = {}  # a damaged cache file is written anew below

    def needed(self, includes: Sequence[str], words: set[str]) -> list[str]:
        """Those of the include lines that may matter to code made of `words`, each once."""
        kept = []
        for line in dict.fromkeys(includes):
            found = _NAME.match(line)
            if not found or found[1] not in _STANDARD or not words.isdisjoint(self._of(found[1])):
                kept.append(line)
        return kept

    def _of(self, header: str) -> frozenset[str]:
        with self._lock:
            if header not in self._words:
                self._words[header] = self._read(header)
                self._path.parent.mkdir(parents=True, exist_ok=True)
                temporary = self._path.with_suffix(".tmp")
                temporary.write_text(
                    json.dumps({name: sorted(words) for name, words in self._words.items()})
                )
                temporary.replace(self._path)
            return self._words[header]

    def _read(self, header: str) -> frozenset[str]:
        def expand(source: str) -> str:
            done = subprocess.run(
                [self._gcc.path, "-E", "-dD", "-P", "-std=gnu17", "-x", "c", "-"],
                input=source,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                raise InfrastructureError(
                    f"gcc cannot read <{header}.h>: {done.stderr.strip()}. "
                    "Install the C library's headers with: apt-get install libc6-dev"
                )
            return done.stdout

        builtin = set(expand("").splitlines())
        lines = [s for s in expand(f"#include <{header}.h>\n").splitlines() if s not in builtin]
        return frozenset(_WORD.findall("\n".join(lines))) - _KEYWORDS
