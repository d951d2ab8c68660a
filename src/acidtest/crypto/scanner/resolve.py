"""What a name in source code refers to, resolved through imports and tables of libraries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.crypto.scanner import keys
from acidtest.crypto.scanner.finding import TAXONOMY, spec
from acidtest.crypto.scanner.imports import Imports
from acidtest.crypto.taxonomy import Match

_SUFFIX = re.compile(
    r"(?:Fast|Light)?(?:Engine|Digest|Signer|KeyPairGenerator|KeyGenerator|KeyParameters|Parameters"
    r"|Cipher|Mac|Generator|Agreement|KEMExtractor|KEMGenerator|Managed|Cng|CryptoServiceProvider)\Z"
)


_EXCEPTION = re.compile(r"(?:Error|Exception|Warning|Failure)s?(?:$|\.)|\.(?:exceptions?|errors)\.")
_CLASSES = frozenset(("CryptoPP", "Botan", "QCryptographicHash", "QMessageAuthenticationCode"))


@cache
def rules() -> Mapping[str, Any]:
    """The tables of libraries."""
    path = Path(__file__).with_name("rules.toml")
    return tomllib.loads(path.read_text("utf-8"))


class Resolver:
    """Resolves names in one file. `cryptopp`: the file opens a C++ crypto library's namespace."""

    def __init__(self, imports: Imports, language: str, cryptopp: bool = False) -> None:
        self._imports, self._language, self._cryptopp = imports, language, cryptopp
        self._known: dict[str, bool] = {}
        table = rules()[language]
        self._table = table
        self._spaces = tuple(table.get("namespaces", ()))
        self._quiet = tuple(table.get("quiet", ()))
        self._special = sorted(table.get("special", {}).items(), key=lambda i: -len(i[0]))
        self._calls = frozenset(table.get("calls", ()))
        self._methods = frozenset(table.get("methods", ()))
        self._prefixes = frozenset(table.get("prefixes", ()))

    def resolve(self, path: Sequence[str]) -> str:
        """The full path of a name, "" if its origin is unknown."""
        first = path[0]
        if self._language == "c":
            return self._resolve_c(path)
        if self._language == "ruby":
            whole = ".".join(path)
            if path[-1] in self._methods:
                return f"OpenSSL.{path[-1]}"
            return whole if self.is_crypto(whole) or whole in self._calls else ""
        if self._language in ("php", "swift") and len(path) == 1 and self._global(first):
            return f"{self._language}.{first}"
        if first in self._imports.names:
            rest = path[2:] if len(path) > 2 and path[1] == "default" else path[1:]
            return ".".join((self._imports.names[first], *rest))
        if self._language == "javascript" and "subtle" in path:
            return ".".join(("crypto", *path[path.index("subtle") :]))
        if self._language == "javascript" and len(path) > 1 and path[-1] in self._methods:
            return f"crypto.{path[-1]}"
        if self._language == "javascript" and first == "crypto" and len(path) > 1:
            return ".".join(path)
        if self._language == "rust" and first in self._spaces and len(path) > 1:
            return ".".join(path)
        if self._language in ("java", "csharp") and ".".join(path).startswith(self._spaces):
            return ".".join(path)
        if self._language in ("php", "swift"):
            return self._foreign(path)
        if first in self._table.get("classes", ()):
            return ".".join(("java.security" if self._language == "java" else "Jose", *path))
        if first[:1].isupper() or self._language in ("python", "rust"):
            for space in self._imports.wild:
                if space.startswith(("java.", "javax.")):
                    continue
                if self.is_crypto(space) and any(self.read(p, True) for p in path[:2]):
                    return ".".join((space, *path))
        return ""

    def _global(self, name: str) -> bool:
        """Whether a name is a function or constant that needs no import."""
        if name in self._table.get("functions", ()):
            return True
        return name.startswith(tuple(self._prefixes)) and (self._language == "swift" or "_" in name)

    def _foreign(self, path: Sequence[str]) -> str:
        """A name of PHP written with its namespace, or of Swift from an imported module."""
        whole = ".".join(path)
        if self._language == "php":
            return whole if len(path) > 1 and self.is_crypto(whole) else ""
        first = path[0]
        space = next((s for s in self._imports.wild if self.is_crypto(s)), "")
        known = first in self._table.get("classes", ()) or self.read(first, strict=True)
        if not space or not known:
            return ""
        return ".".join(("CryptoKit" if space == "Crypto" else space, *path))

    def _resolve_c(self, path: Sequence[str]) -> str:
        name = path[0]
        if name in _CLASSES:
            return ".".join(path)
        if self._cryptopp and name[:1].isupper() and any(self.read(p, True) for p in path):
            return ".".join(("CryptoPP", *path))
        if name.startswith(("kCC", "kSec")):
            return name
        head, _, rest = name.partition("_")
        if head.lower() in keys.EVERYDAY and not keys.CRYPTS.search(rest):
            return ""  # SEED_SIZE
        if head in self._prefixes and ("_" in name or name.isupper() or name[-1:].isdigit()):
            return name
        if name in self._prefixes and name[0].isupper():
            return name
        return ""

    def is_crypto(self, path: str) -> bool:
        """Whether a path leads into a cryptography library."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._leads(path)
        return known

    def _leads(self, path: str) -> bool:
        if self._language == "c":
            return not path.startswith(self._quiet)
        if path.startswith(self._quiet) and self._quiet:
            return False
        if path in self._calls:
            return True
        if _EXCEPTION.search(path):
            return False
        return any(
            path == space
            or path[: len(space) + 1] in (space + ".", space + "/", space + "-")
            or (space.endswith("-") and path.startswith(space))
            for space in self._spaces
        )

    def read(self, component: str, strict: bool = False) -> tuple[Match, ...]:
        """The algorithms that one component of a path names."""
        if self._language in ("c", "csharp"):  # Windows CNG
            component = re.sub(r"^[BN]C(?:RYPT_|rypt(?=[A-Z]))", "", component)
        bare = _SUFFIX.sub("", component) or component
        whole = TAXONOMY.find_whole(bare)
        if whole and (not strict or bare != component):
            return whole
        if self._language == "c":
            return TAXONOMY.find_all(component)
        return tuple(match for match, _, _ in TAXONOMY.names_in(component))

    def _around(self, piece: str) -> tuple[Match, ...]:
        """The signature or MAC whose hash a path names: `Signer.Rsa.Sha256`."""
        named = TAXONOMY.find_whole(piece) if piece[:1].isupper() else ()
        return named if all(m.function in ("signature", "mac") for m in named) else ()

    def matches(self, path: str) -> tuple[Match, ...]:
        """The algorithms that a full path names."""
        for prefix, said in self._special:
            if (
                path == prefix
                or path.startswith(prefix + ".")
                or (
                    self._language in ("c", "javascript")
                    and path.startswith(prefix + "_")
                    and not self.read(path[len(prefix) :])
                )
            ):
                return spec(said)
        pieces = re.split(r"[./]", path)
        if self._language == "c" and len(pieces) == 1:
            return self.read(path)
        curve: Match | None = None
        for place, piece in reversed(list(enumerate(pieces))):
            if piece == "BCrypt" and "BCRYPT" in "".join(pieces[place + 1 :]).upper():
                continue  # a class named like the Windows library, not like the hash
            named = self.read(piece)
            if named and all(m.algorithm.id == "ecc" for m in named):
                curve = curve or named[0]
                continue
            if named and all(match.function == "hash" for match in named) and place:
                named = (*self._around(pieces[place - 1]), *named)
            if named:
                return (*named, curve) if curve and curve.parameters else named
        return (curve,) if curve else ()


def c_name(name: str) -> tuple[Match, ...]:
    """The algorithms named by a C library function."""
    names = Resolver(Imports(), "c")
    resolved = names.resolve([name])
    return names.matches(resolved) if resolved and names.is_crypto(resolved) else ()


def is_hash(name: str) -> bool:
    """Whether a name is that of a hash and of nothing else."""
    matches = TAXONOMY.find_whole(name)
    return bool(matches) and all(match.function == "hash" for match in matches)


def says_it(matches: Sequence[Match]) -> bool:
    """Whether a name leaves nothing open that an argument's name could say: ECC leaves a curve."""
    if not matches or matches[0].function in ("mac", "kdf", "password-hash"):
        return False
    return any(m.algorithm.id != "ecc" or m.parameters for m in matches)
