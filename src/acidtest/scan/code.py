"""Cryptography in source code: names resolved through imports, the strings given to them, and
the marks of a hand-written algorithm.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from acidtest.scan import ciphers, constants, textbook
from acidtest.scan.finding import TAXONOMY, Finding, spec, with_parameters
from acidtest.scan.imports import Imports, bind_javascript, read_imports
from acidtest.scan.tokens import LANGUAGES, Token, tokens
from acidtest.scan.values import Values, closed, strings_of
from acidtest.suites.crypto_inventory.taxonomy import Match

_JOINS = frozenset((".", "::", "->", "?.", "!!.", "?:"))
_DATA = frozenset(
    "update write doFinal digest hexdigest print println printf log info debug warn error fprintf "
    "sprintf puts Println Printf Errorf format WriteLine getBytes ComputeHash panic "
    "raise Exception Error ValueError test_eq assert_eq expect throw".split()
)
"""Calls whose strings are data."""
_ALG_KEYS = re.compile(
    r"(?:alg(?:orithms?|o)?|enc|kty|crv|cipher(?:s|suites?|_suites?)?|sig(?:nature)?_?alg\w*|hash|"
    r"digest|curve|namedCurve|name|type|keyType|signatureAlgorithm|digestmod|kex|group)\Z",
    re.IGNORECASE,
)
_SURE_KEYS = re.compile(
    r"(?:alg(?:orithms?)?|kty|crv|namedCurve|signatureAlgorithm|cipher|digestmod)\Z"
)
_CIPHER_CALLS = re.compile(
    r"cipher_?(?:list|suites|string|s)|set_?ciphers|curves_list|groups_list", re.I
)
_LOADERS = frozenset(("require", "__import__", "import_module"))
_SUFFIX = re.compile(
    r"(?:Fast|Light)?(?:Engine|Digest|Signer|KeyPairGenerator|KeyGenerator|KeyParameters|Parameters"
    r"|Cipher|Mac|Generator|Agreement|KEMExtractor|KEMGenerator|Managed|Cng|CryptoServiceProvider)\Z"
)
_VERBS = (
    ("signature", re.compile(r"sign|verif", re.I)),
    ("encryption", re.compile(r"crypt(?!o)|OAEP|wrap", re.I)),
    ("key-exchange", re.compile(r"exchange|agree|derive|deriv|shared", re.I)),
)
_NAMED = re.compile(
    r"_?(?:encrypt|decrypt|init|update|final|set_?key|keypair|sign|verify|keygen|key_?schedule|expand_?key|digest|hash|cipher|rounds?"
    r"|compress|transform|block|hmac|mac|encaps|decaps|derive)(?:_|$|[A-Z])",
    re.I,
)


@cache
def rules() -> Mapping[str, Any]:
    """The tables of libraries."""
    path = Path(__file__).with_name("rules.toml")
    return tomllib.loads(path.read_text("utf-8"))


def scan_code(name: str, data: bytes) -> Iterator[Finding]:
    """Findings in one source file; its extension says the language."""
    grammar, language = LANGUAGES[Path(name).suffix.lower()]
    stream = tokens(data, grammar)
    live = [t for t in stream if t.kind not in ("comment", "import")]
    for token in stream:
        if token.kind == "comment":
            for match, start, _ in TAXONOMY.names_in(token.text):
                line = token.line + token.text.count("\n", 0, start)
                yield Finding(match, (line, line), "comment", "comment", 0.9)
    imports = read_imports((t.text for t in stream if t.kind == "import"), language)
    yield from _Reader(live, imports, language).read()
    yield from constants.in_code(live)
    yield from textbook.in_code(live)
    yield from textbook.rc4(live)
    yield from textbook.tea(live)


class _Reader:
    """One file's names and what they resolve to."""

    def __init__(self, live: Sequence[Token], imports: Imports, language: str) -> None:
        self._t = live
        self._imports = imports
        self._language = language
        table = rules()[language]
        self._table = table
        self._spaces = tuple(table.get("namespaces", ()))
        self._quiet = tuple(table.get("quiet", ()))
        self._special = sorted(table.get("special", {}).items(), key=lambda i: -len(i[0]))
        self._prefixes = frozenset(table.get("prefixes", ()))
        self._values = Values(live)
        self._last: list[Finding] = []
        words = [token.text for token in live[:4000]]
        self._cryptopp = language == "c" and any(
            words[place : place + 2] in (["namespace", "CryptoPP"], ["namespace", "Botan"])
            for place in range(len(words))
        )

    def read(self) -> list[Finding]:
        found: list[Finding] = []
        self._last = found
        self._bind()
        place = 0
        while place < len(self._t):
            token = self._t[place]
            if token.kind == "id" and self._starts(place):
                place = self._chain(place, found)
            else:
                if token.kind == "str":
                    found.extend(self._loose(place))
                place += 1
        return found

    def _starts(self, place: int) -> bool:
        return not place or self._t[place - 1].text not in _JOINS

    def _bind(self) -> None:
        """Names bound by code: `require`, `importlib`, and plain aliases of a library's name."""
        t = self._t
        for place, token in enumerate(t):
            if token.text in ("require", "import_module", "__import__", "import"):
                said = self._values.read(t, place + 2) if place + 2 < len(t) else ()
                back = place - 1
                while back > 0 and t[back].text != "=" and place - back < 6:
                    back -= 1
                if said and back > 0 and t[back].text == "=":
                    self._bind_left(back, said[0])
            elif token.text in ("=", ":=") and place + 1 < len(t) and t[place + 1].kind == "id":
                path, after = self._path(place + 1)
                resolved = self._resolve(path)
                ends = after >= len(t) or t[after].text not in ("(", "[", "<", "{")
                plain = t[place - 1].kind == "id" and self._starts(place - 1)
                if resolved and ends and plain and self._is_crypto(resolved):
                    self._imports.names[t[place - 1].text] = resolved

    def _bind_left(self, equals: int, module: str) -> None:
        left, back = "", equals - 1
        if self._t[back].text == "}":
            while back >= 0 and self._t[back].text != "{":
                left = self._t[back].text + " " + left
                back -= 1
            left = "{" + left
        else:
            left = self._t[back].text
        if self._language == "javascript":
            bind_javascript(left.replace(" ,", ","), module, self._imports)
        else:
            self._imports.names[left] = module

    def _path(self, place: int) -> tuple[list[str], int]:
        """A dotted name at `place`, generics skipped, and the place after it."""
        t = self._t
        path = [t[place].text.rstrip("!")]
        place += 1
        while place < len(t):
            if t[place].text in _JOINS and place + 1 < len(t) and t[place + 1].kind == "id":
                path.append(t[place + 1].text)
                place += 2
            elif t[place].text == "::" and place + 1 < len(t) and t[place + 1].text == "<":
                place = _angle(t, place + 1)
            else:
                break
        if path[-1] in _LOADERS and place + 1 < len(t) and t[place].text == "(":
            return self._loaded(path, place)
        if path[0] == "getattr" and place < len(t) and t[place].text == "(":
            return self._getattr(place)
        return path, place

    def _loaded(self, path: list[str], place: int) -> tuple[list[str], int]:
        """`require("crypto").createHash`: the name of a module loaded on the spot."""
        said = self._values.read(self._t, place + 1)
        end = closed(self._t, place)
        if not said or end + 1 >= len(self._t) or self._t[end].text != ".":
            return path, place
        name = f"({said[0]})"
        self._imports.names[name] = said[0]
        if self._t[end + 1].kind != "id":
            return path, place
        rest, after = self._path(end + 1)
        return [name, *rest], after

    def _getattr(self, place: int) -> tuple[list[str], int]:
        end = closed(self._t, place)
        if place + 1 < len(self._t) and self._t[place + 1].kind == "id":
            path, after = self._path(place + 1)
            said = self._values.read(self._t, after + 1)
            if said:
                return [*path, said[0]], end
        return ["getattr"], place

    def _resolve(self, path: Sequence[str]) -> str:
        """The full path of a name, "" if nothing says where it is from."""
        first = path[0]
        if self._language == "c":
            return self._resolve_c(path)
        if first in self._imports.names:
            return ".".join((self._imports.names[first], *path[1:]))
        if self._language == "javascript" and "subtle" in path:
            return ".".join(("crypto", *path[path.index("subtle") :]))
        if self._language == "javascript" and first == "crypto" and len(path) > 1:
            return ".".join(path)
        if self._language == "rust" and first in self._spaces and len(path) > 1:
            return ".".join(path)
        if self._language in ("java", "csharp") and ".".join(path).startswith(self._spaces):
            return ".".join(path)
        if first in self._table.get("classes", ()):
            return ".".join(("java.security" if self._language == "java" else "Jose", *path))
        if first[:1].isupper() or self._language in ("python", "rust"):
            for space in self._imports.wild:
                if space.startswith(("java.", "javax.")):
                    continue
                if self._is_crypto(space) and self._read(first, strict=True):
                    return ".".join((space, *path))
        return ""

    def _resolve_c(self, path: Sequence[str]) -> str:
        name = path[0]
        if name in ("CryptoPP", "Botan"):
            return ".".join(path)
        if self._cryptopp and name[:1].isupper() and any(self._read(p, True) for p in path):
            return ".".join(("CryptoPP", *path))
        head = name.split("_")[0]
        if head in self._prefixes and ("_" in name or name.isupper() or name[-1:].isdigit()):
            return name
        if name in self._prefixes and name[0].isupper():
            return name
        return ""

    def _is_crypto(self, path: str) -> bool:
        if self._language == "c":
            return not path.startswith(self._quiet)
        if path.startswith(self._quiet) and self._quiet:
            return False
        return any(
            path == space
            or path[: len(space) + 1] in (space + ".", space + "/", space + "-")
            or (space.endswith("-") and path.startswith(space))
            for space in self._spaces
        )

    def _read(self, component: str, strict: bool = False) -> tuple[Match, ...]:
        """The algorithms a part of a path names."""
        bare = _SUFFIX.sub("", component) or component
        whole = TAXONOMY.find_whole(bare)
        if whole and (not strict or bare != component):
            return whole
        if self._language == "c":
            return TAXONOMY.find_all(component)
        return tuple(match for match, _, _ in TAXONOMY.names_in(component))

    def _matches(self, path: str) -> tuple[Match, ...]:
        for prefix, said in self._special:
            if (
                path == prefix
                or path.startswith(prefix + ".")
                or (
                    self._language == "c" and path.startswith(prefix + "_") and not self._read(path)
                )
            ):
                return spec(said)
        pieces = re.split(r"[./]", path)
        if self._language == "c" and len(pieces) == 1:
            return self._read(path)
        curve: Match | None = None
        for piece in reversed(pieces):
            found = self._read(piece)
            if found and all(m.algorithm.id == "ecc" for m in found):
                curve = curve or found[0]
                continue
            if found:
                return (*found, curve) if curve and curve.parameters else found
        return (curve,) if curve else ()

    def _chain(self, place: int, found: list[Finding]) -> int:
        """Read the name at `place`, with the arguments if it is called."""
        t = self._t
        token = t[place]
        path, after = self._path(place)
        called = after < len(t) and t[after].text in ("(", "{", "<")
        resolved = self._resolve(path)
        if not resolved or not self._is_crypto(resolved):
            found.extend(self._bits(path, after))
            found.extend(self._key_value(place, after))
            if called and _CIPHER_CALLS.search(path[-1]):
                found.extend(self._strings(path, after, self._arguments_end(after), False))
            found.extend(self._named(place, path, called))
            return after
        if (
            self._language == "c"
            and "_" not in resolved
            and not called
            and ("." not in resolved and not self._is_type(after))
        ):
            return after
        matches = self._matches(resolved)
        line = (token.line, token.line)
        end = self._arguments_end(after)
        says_itself = bool(matches) and matches[0].function not in ("mac", "kdf", "password-hash")
        given: list[Finding] = []
        if called and not (path[-1] in _DATA and len(path) > 1 and "subtle" not in resolved):
            given = list(self._strings(path, after, end, says_itself))
        bits = self._number(after, end)
        for match in matches:
            made = Finding(self._shaped(match, path, bits), line, "call" if called else "name",
                           token.state, 0.9 if called else 0.8)  # fmt: skip
            found.append(made)
        if bits and not matches:
            given = [_sized(f, bits) for f in given]
        found.extend(given)
        return after

    def _is_type(self, after: int) -> bool:
        return after < len(self._t) and self._t[after].text in ("*", "_CTX")

    def _arguments_end(self, after: int) -> int:
        if after < len(self._t) and self._t[after].text in ("(", "{"):
            return closed(self._t, after)
        return after

    def _shaped(self, match: Match, path: Sequence[str], bits: int) -> Match:
        """With the size given in the call, and the function its verb implies."""
        whole = ".".join(path[-2:])
        function = match.function
        if len(match.algorithm.functions) > 1 and not match.parameters.get("padding"):
            for said, verb in _VERBS:
                if verb.search(path[-1]) and said in match.algorithm.functions:
                    function = said
                    break
        parameters = dict(match.parameters)
        if bits and match.algorithm.strength == "modulus":
            parameters.setdefault("bits", bits)
        mode = re.search(r"MODE_([A-Z]+)", whole)
        if mode:
            parameters.setdefault("mode", mode[1])
        return Match(match.algorithm, parameters, function, TAXONOMY)

    def _number(self, start: int, end: int) -> int:
        for token in self._t[start:end]:
            if token.kind == "num" and token.text.isdigit():
                size = int(token.text)
                if 512 <= size <= 16384 and size % 64 == 0:
                    return size
        return 0

    def _bits(self, path: Sequence[str], after: int) -> Iterator[Finding]:
        """A size given later, to the generator made before: `kpg.initialize(2048)`."""
        if path[-1] in ("initialize", "init", "setKeySize", "KeySize", "modulusLength"):
            size = self._number(after, after + 6)
            for place in range(len(self._last) - 1, max(len(self._last) - 6, -1), -1):
                old = self._last[place]
                if size and old.match.algorithm.strength == "modulus":
                    self._last[place] = _sized(old, size)
                    break
        return iter(())

    def _strings(
        self, path: Sequence[str], start: int, end: int, says_itself: bool
    ) -> Iterator[Finding]:
        """Algorithms named by the strings of a call to a library."""
        t = self._t
        cipher_list = _CIPHER_CALLS.search(path[-1]) is not None
        for place, text in strings_of(self._values, t, start, end).items():
            before = t[place - 1].text
            key = t[place - 2].text if before in ("=", ":") and place > 1 else ""
            token = t[place]
            if place + 1 < len(t) and t[place + 1].text == ":" and self._language in (
                "python", "javascript",
            ):  # fmt: skip
                continue  # the key of a dictionary
            if re.match("[bB][rR]?['\"]", token.raw):
                continue
            if says_itself and not (key and _ALG_KEYS.match(key)):
                continue
            yield from self._named_by(
                text, token, cipher_list or bool(re.search("cipher", key, re.I))
            )

    def _named_by(self, text: str, token: Token, cipher_list: bool) -> Iterator[Finding]:
        line = (token.line, token.line)
        if cipher_list or (":" in text and len(text) < 2000):
            for match, state in ciphers.cipher_string(text):
                shown = state if token.state == "active" else token.state
                yield Finding(match, line, "configuration", shown, 0.85)
            return
        for piece in text.split(","):
            for match in TAXONOMY.find_whole(piece.strip()):
                yield Finding(match, line, "call", token.state, 0.9)

    def _key_value(self, place: int, after: int) -> Iterator[Finding]:
        """`algorithm="RS256"` given to a call or object that no import resolves."""
        t = self._t
        if (
            after >= len(t)
            or t[after].text not in ("=", ":")
            or not _SURE_KEYS.match(t[place].text)
        ):
            return
        for text in self._values.read(t, after + 1):
            for match in TAXONOMY.find_whole(text):
                if len(text) > 2:
                    line = (t[after + 1].line,) * 2
                    yield Finding(match, line, "name", t[place].state, 0.7)

    def _named(self, place: int, path: Sequence[str], called: bool) -> Iterator[Finding]:
        """A function of the file's own that says what it does: `seed_encrypt_block`."""
        name = path[-1]
        if not called or len(path) > 1 or not _NAMED.search(name):
            return
        for match, start, end in TAXONOMY.names_in(name):
            if match.function != "hash" or end - start > 3:
                yield Finding(match, (self._t[place].line,) * 2, "name", self._t[place].state, 0.5)

    def _loose(self, place: int) -> Iterator[Finding]:
        """Strings that say it alone: an OID, or the value of a key such as "alg"."""
        t = self._t
        token = t[place]
        line = (token.line, token.line)
        if re.fullmatch(r"[012](?:\.\d+){3,20}", token.text):
            for match in TAXONOMY.find_all(token.text):
                yield Finding(match, line, "oid", token.state, 0.9)
        follows = t[place + 1].text if place + 1 < len(t) else ""
        if follows in (":", ",", "]", "=>") and _SURE_KEYS.match(token.text):
            ahead = place + 2 + (follows == "]")
            for text in self._values.read(t, ahead) if follows != "," else ():
                for match in TAXONOMY.find_whole(text):
                    if len(text) > 2 or text == "EC":
                        yield Finding(match, line, "name", token.state, 0.7)


def _sized(finding: Finding, bits: int) -> Finding:
    if finding.match.algorithm.strength != "modulus":
        return finding
    return with_parameters(finding, {"bits": bits})


def _angle(t: Sequence[Token], place: int) -> int:
    depth = 0
    for at in range(place, min(place + 60, len(t))):
        depth += (t[at].text == "<") - (t[at].text == ">")
        if depth <= 0:
            return at + 1
    return place + 1


def c_name(name: str) -> tuple[Match, ...]:
    """The algorithms that a function of a C library names."""
    reader = _Reader((), Imports(), "c")
    resolved = reader._resolve_c([name])
    return reader._matches(resolved) if resolved and reader._is_crypto(resolved) else ()
