"""Cryptography in source code: names resolved through imports, the strings passed to them, and
the signs of a hand-written algorithm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from acidtest.core.untrusted import whole_number
from acidtest.crypto.scanner import ciphers, constants, keys, offers, textbook
from acidtest.crypto.scanner.comments import in_comments, named_in
from acidtest.crypto.scanner.configuration import OID
from acidtest.crypto.scanner.finding import (
    TAXONOMY,
    CryptoFinding,
    spec,
    with_parameters,
)
from acidtest.crypto.scanner.flow import Outside
from acidtest.crypto.scanner.functions import Functions
from acidtest.crypto.scanner.glance import glance
from acidtest.crypto.scanner.imports import Imports, read_imports
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.paths import Paths
from acidtest.crypto.scanner.places import closed
from acidtest.crypto.scanner.resolve import Resolver, is_hash, says_it
from acidtest.crypto.scanner.tokens import LANGUAGES, CodeToken, read_source
from acidtest.crypto.scanner.values import Values, strings_of
from acidtest.crypto.taxonomy import Match


def scan_code(name: str, data: bytes, outside: Outside | None = None) -> Iterator[CryptoFinding]:
    """Findings in one source file; its extension gives the language."""
    grammar, language = LANGUAGES[Path(name).suffix.lower()]
    text = data.decode("utf-8", "replace")
    if not glance(language).may_hold(text):
        yield from in_comments(data, text, grammar)
        return
    stream, functions = read_source(data, grammar)
    live = [t for t in stream if t.kind not in ("comment", "import")]
    for token in stream:
        if token.kind == "comment":
            yield from named_in(token.text, token.line)
    imports = read_imports((t.text for t in stream if t.kind == "import"), language)
    findings: list[CryptoFinding] = []
    try:
        _Reader(live, imports, language, functions, outside).read(findings)
    finally:
        yield from findings  # also those before it is given up
    yield from constants.in_code(live)
    yield from textbook.in_code(live, functions)
    yield from textbook.rc4(live)
    yield from textbook.tea(live)
    yield from offers.lists(live)
    yield from offers.classes(live, functions)


class _Reader:
    """The names in one file and what they resolve to."""

    def __init__(
        self,
        live: Sequence[CodeToken],
        imports: Imports,
        language: str,
        functions: Functions,
        outside: Outside | None,
    ) -> None:
        self._t = live
        self._imports = imports
        self._language = language
        self._values = Values(live, functions, outside)
        self._last: list[CryptoFinding] = []
        words = [token.text for token in live[:4000]]
        spaces = (["namespace", "CryptoPP"], ["namespace", "Botan"])
        opened = any(words[place : place + 2] in spaces for place in range(len(words)))
        self._windows = any(keys.WINDOWS.match(t.text) for t in live if t.kind in ("id", "str"))
        self._names = Resolver(imports, language, opened and language == "c")
        self._paths = Paths(live, imports, language, self._values, self._names)

    def read(self, findings: list[CryptoFinding]) -> None:
        """Add what is found to `findings`."""
        self._last = findings
        self._paths.bind()
        place = 0
        while place < len(self._t):
            check()
            token = self._t[place]
            if token.kind == "id" and place and self._t[place - 1].text == "#define":
                place += 1  # the name of a constant is not yet a use
            elif token.kind == "id" and self._starts(place):
                place = self._chain(place, findings)
            else:
                if token.kind == "str":
                    findings.extend(self._loose(place))
                place += 1

    def _starts(self, place: int) -> bool:
        if not place or self._t[place - 1].text not in keys.JOINS:
            return True
        if self._language == "php" and self._t[place - 1].text == "\\":  # \\md5: the global one
            return (
                place < 2
                or self._t[place - 2].kind != "id"
                or (self._t[place - 2].text in keys.PHP_WORDS)
            )
        if self._language != "swift":
            return False
        method = place > 1 and self._t[place - 2].kind == "str"  # "text".sha512()
        return method or keys.SEC_KEY.match(self._t[place].text) is not None

    def _chain(self, place: int, findings: list[CryptoFinding]) -> int:
        """Read the name at `place`, with the arguments if it is called."""
        t = self._t
        token = t[place]
        path, after = self._paths.read(place)
        if place and t[place - 1].text in keys.SPACES:
            return after  # where the file belongs
        for inner in range(place + 1, after):  # pbkdf2_hmac::<Sha512>
            if t[inner].kind == "id" and t[inner - 1].text in ("<", ","):
                self._chain(inner, findings)
        if after + 1 < len(t) and [x.text for x in t[place - 3 : place]] == ["(", "0", ","]:
            after += t[after].text == ")" and t[after + 1].text == "("  # (0, lib.call)(…)
        called = after < len(t) and (
            t[after].text in ("(", "<")
            or (t[after].text == "{" and not self._heads(place))
            or self._commanded(place, after)
        )
        resolved = self._paths.alias(path, place, after) or self._names.resolve(path)
        if not resolved or not self._names.is_crypto(resolved):
            findings.extend(self._bits(path, after))
            if not keys.ERRORS.match(path[0]):
                findings.extend(self._key_value(after))
            findings.extend(self._swift(place, path, called))
            if called and t[after].text == "(" and keys.CIPHER_CALLS.search(path[-1]):
                findings.extend(self._strings(path, after, self._arguments_end(after), False))
            findings.extend(self._named(place, path, called))
            return after
        if (
            self._language == "c"
            and "_" not in resolved
            and not resolved.startswith(("kCC", "kSec"))
            and not called
            and "." not in resolved
            and not (after < len(self._t) and self._t[after].text in ("*", "_CTX"))
        ):
            return after
        if len(path) == 1 and not called and after < len(t) and t[after].text == "=":
            return after  # the name is bound to something else
        matches = self._names.matches(resolved)
        if resolved.endswith("Signature.DSS.new"):
            matches = spec("ecdsa" if "ECC" in self._imports.names else "dsa")
        elif resolved.startswith("elliptic.ec"):
            matches = spec(self._of_curve()) or matches
        line = (token.line, token.line)
        end = self._arguments_end(after)
        says_itself = says_it(matches)
        given: list[CryptoFinding] = []
        data = path[-1] in keys.DATA and len(path) > 1 and "subtle" not in resolved
        if called and not (data and (says_itself or path[-1] not in keys.DIGESTS)):
            given = list(self._strings(path, after, end, says_itself))
        if after < len(t) and t[after].text == "=" and not matches:
            findings.extend(self._key_value(after))
        bits = self._number(after, end)
        for match in matches:
            how, sure = ("call", 0.9) if called else ("name", 0.8)
            shaped = self._shaped(match, path, bits)
            findings.append(CryptoFinding(shaped, line, how, token.state, sure))
        if bits and not matches:
            given = [_sized(f, bits) for f in given]
        findings.extend(given)
        return after

    def _heads(self, place: int) -> bool:
        """Whether the brace after a name opens a block, as of a class, and no value."""
        before = self._t[place - 1].text if place else ""
        if before in (":", ",") and self._language in ("csharp", "swift"):
            return True
        return self._language in ("java", "javascript", "php") or before in keys.HEADS

    def _of_curve(self) -> str:
        """What a file does with an object of `elliptic`, which is for signatures and agreement."""
        methods = {
            token.text
            for before, token in pairwise(self._t)
            if before.text == "." and token.kind == "id"
        }
        does = (("ecdsa", {"sign", "verify"}), ("ecdh", {"derive"}))
        return "; ".join(key for key, verbs in does if methods & verbs)

    def _commanded(self, place: int, after: int) -> bool:
        """Whether arguments follow without brackets, as Ruby allows."""
        t = self._t
        if self._language != "ruby" or t[after].line != t[after - 1].last:
            return False
        return t[after].kind in ("str", "num") or (
            t[after].kind == "id" and t[after].text not in keys.RUBY_WORDS
        )

    def _arguments_end(self, after: int) -> int:
        if self._language == "ruby" and after < len(self._t) and self._commanded(after, after):
            end = after
            while end < len(self._t) and self._t[end].line == self._t[after].line:
                end += 1
            return end
        if after < len(self._t) and self._t[after].text in ("(", "{"):
            return closed(self._t, after)
        return after

    def _shaped(self, match: Match, path: Sequence[str], bits: int) -> Match:
        """Add the size given in the call and the function that its verb implies."""
        whole = ".".join(path[-2:])
        function = match.function
        if len(match.algorithm.functions) > 1 and not match.parameters.get("padding"):
            for said, verb in keys.VERBS:
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
            if token.kind == "num":
                size = whole_number(token.text) or 0
                if 512 <= size <= 16384 and size % 64 == 0:
                    return size
        return 0

    def _swift(self, place: int, path: Sequence[str], called: bool) -> Iterator[CryptoFinding]:
        """CryptoSwift's methods of every text, and members of SecKeyAlgorithm."""
        if self._language != "swift":
            return
        name, token = path[-1], self._t[place]
        method = len(path) > 1 or (place and self._t[place - 1].text == ".")
        hashes = called and method and "CryptoSwift" in self._imports.wild
        if (hashes and is_hash(name)) or keys.SEC_KEY.match(name):
            for match in self._names.read(name):
                yield CryptoFinding(match, (token.line,) * 2, "call", token.state, 0.85)

    def _bits(self, path: Sequence[str], after: int) -> Iterator[CryptoFinding]:
        """A size passed later to a generator created earlier: `kpg.initialize(2048)`."""
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
    ) -> Iterator[CryptoFinding]:
        """Algorithms named by the string arguments of a library call."""
        t = self._t
        cipher_list = keys.CIPHER_CALLS.search(path[-1]) is not None
        for place, texts in strings_of(self._values, t, start, end).items():
            before = t[place - 1].text
            key = t[place - 2].text if before in ("=", ":", "=>") and place > 1 else ""
            token = t[place]
            follows = t[place + 1].text if place + 1 < len(t) else ""
            if follows == "=>" or (follows == ":" and self._language in keys.KEYED):
                continue  # the key of a dictionary
            if re.match("[bB][rR]?['\"]", token.raw):
                continue
            which = keys.ARGUMENT.get((self._language, path[-1]))
            if which is not None and which != self._nth(start, place):
                continue
            if says_itself and not (key and keys.ALG_KEYS.match(key)):
                if not keys.SIGNS.search(path[-1]):
                    continue
                texts = tuple(text for text in texts if is_hash(text))
            many = cipher_list or bool(re.search("cipher", key, re.I))
            for text in texts:
                yield from self._named_by(text, token, many)

    def _nth(self, start: int, place: int) -> int:
        """Which argument of the call whose bracket is at `start` a token belongs to."""
        depth = nth = 0
        for token in self._t[start:place]:
            if token.kind != "str":
                depth += (token.text in "([{") - (token.text in ")]}") if token.text else 0
                nth += token.text == "," and depth == 1
        return nth

    def _named_by(self, text: str, token: CodeToken, cipher_list: bool) -> Iterator[CryptoFinding]:
        line = (token.line, token.line)
        if cipher_list or (":" in text and len(text) < 2000 and not re.search(r"\s|%", text)):
            for match, state in ciphers.cipher_string(text):
                shown = state if token.state == "active" else token.state
                yield CryptoFinding(match, line, "configuration", shown, 0.85)
            return
        for piece in text.split(","):
            for match in TAXONOMY.find_whole(piece.strip().removeprefix("NONEwith")):
                yield CryptoFinding(match, line, "call", token.state, 0.9)

    def _key_value(self, after: int) -> Iterator[CryptoFinding]:
        """`algorithm="RS256"` or `ciphers: "…"` given to what no import resolves."""
        t = self._t
        if after >= len(t) or t[after].text not in ("=", ":"):
            return
        key = t[after - 1].text
        line = (t[min(after + 1, len(t) - 1)].line,) * 2
        yield from self._keyed(key, after + 1, line, t[after - 1].state)

    def _keyed(
        self, key: str, value: int, line: tuple[int, int], state: str
    ) -> Iterator[CryptoFinding]:
        """What the value under a key names, if the key says that it is an algorithm."""
        suites = keys.SUITE_KEYS.match(key)
        if self._copied(value):
            return
        if not (suites or keys.SURE_KEYS.match(key)) or keys.OFF_KEYS.search(key):
            return
        for text in self._values.read(value):
            if key == "enc" and not keys.CONTENT.match(text):
                continue
            if suites:
                for match, own in ciphers.suite_list(text):
                    shown = own if state == "active" else state
                    yield CryptoFinding(match, line, "configuration", shown, 0.8)
                continue
            if text.lower() in keys.EVERYDAY and keys.ANY_ALGORITHM.match(key):
                continue
            for match in TAXONOMY.find_whole(text):
                if len(text) > 2 or text == "EC":
                    yield CryptoFinding(match, line, "name", state, 0.7)

    def _copied(self, value: int) -> bool:
        """Whether a value comes from a field or function of something else, and nothing instead."""
        t = self._t
        if t[min(value, len(t) - 1)].kind != "id" or t[value].raw == "@":
            return False
        path, after = self._paths.read(value)
        follows = t[after].text if after < len(t) else ""
        if follows in ("||", "??", "or", "?:", "?", "if", "["):
            return False
        foreign = len(path) > 1 and path[0] not in ("self", "this", "Self", "static")
        return foreign and path[-1][:1].islower() and path[0][:1].islower() and follows != "("

    def _named(self, place: int, path: Sequence[str], called: bool) -> Iterator[CryptoFinding]:
        """A function defined in the file whose name says what it does: `seed_encrypt_block`."""
        name = path[-1]
        if not called or len(path) > 1 or not keys.NAMED.search(name):
            return
        for match, start, end in TAXONOMY.names_in(name):
            if end == len(name) and keys.HOLDS.fullmatch(name[:start]):
                continue  # setHmac(text) keeps one
            if match.algorithm.id == "bcrypt" and self._windows:
                continue
            if match.algorithm.id == "des-crypt":
                match = spec("des")[0]
            if match.function != "hash" or end - start > 3:
                yield CryptoFinding(
                    match, (self._t[place].line,) * 2, "name", self._t[place].state, 0.5
                )

    def _loose(self, place: int) -> Iterator[CryptoFinding]:
        """Strings that are enough by themselves: an OID, or the value of a key such as "alg"."""
        t = self._t
        token = t[place]
        line = (token.line, token.line)
        if OID.fullmatch(token.text):
            state = "comment" if self._is_named(place) and token.state == "active" else token.state
            for match in TAXONOMY.find_all(token.text):
                yield CryptoFinding(match, line, "oid", state, 0.9)
        if hasher := keys.HASHER.match(token.text):  # Django
            for match in self._names.read(hasher[1]):
                yield CryptoFinding(match, line, "configuration", token.state, 0.85)
        follows = t[place + 1].text if place + 1 < len(t) else ""
        ahead = place + 1 + (follows == "]")
        if ahead < len(t) and t[ahead].text in ((":", "=>") if follows != "]" else ("=", ":=")):
            yield from self._keyed(token.text, ahead + 1, line, token.state)

    def _is_named(self, place: int) -> bool:
        """Whether a table pairs the identifier at a place with its name: `("1.2.3", "rsa")`."""
        for sign, other in ((place + 1, place + 2), (place - 1, place - 2)):
            if 0 <= other < len(self._t) and self._t[sign].text in (",", ":", "=>"):
                text = self._t[other].text
                if self._t[other].kind == "str" and not OID.fullmatch(text):
                    return bool(TAXONOMY.names_in(text))
        bound = place > 1 and self._t[place - 1].text == "="  # RSA = "1.2.840.113549.1.1.1"
        named = TAXONOMY.find_whole(self._t[place - 2].text) if bound else ()
        meant = {match.algorithm.id for match in TAXONOMY.find_all(self._t[place].text)}
        return any(match.algorithm.id in meant for match in named)


def _sized(finding: CryptoFinding, bits: int) -> CryptoFinding:
    if finding.match.algorithm.strength != "modulus":
        return finding
    return with_parameters(finding, {"bits": bits})
