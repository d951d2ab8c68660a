"""What a file offers to others: classes named like algorithms, and names of protocols in lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from acidtest.crypto.scanner import keys
from acidtest.crypto.scanner.configuration import OID
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding
from acidtest.crypto.scanner.functions import Functions
from acidtest.crypto.scanner.places import closed
from acidtest.crypto.scanner.tokens import CodeToken
from acidtest.crypto.taxonomy import Match

SPELLED = re.compile(
    r"(?:[HRPE]S(?:256|384|512)|ES256K|EdDSA|RSA-OAEP(?:-\d+)?|RSA1_5|A\d{3}(?:GCM)?KW|A\d{3}GCM"
    r"|A\d{3}CBC-HS\d{3}|ECDH-ES(?:\+A\d{3}KW)?|PBES2-\S+KW"
    r"|ssh-(?:rsa|dss|ed25519)(?:-cert\S+)?|ecdsa-sha2-\S+|rsa-sha2-\d+|hmac-\w+[-\w]*(?:@\S+)?"
    r"|aes\d{3}-(?:cbc|ctr|gcm)(?:@\S+)?|3des-cbc|arcfour\d*|blowfish-cbc|cast128-cbc"
    r"|chacha20-poly1305@\S+|diffie-hellman-group\S+|ecdh-sha2-\S+|curve25519-sha256\S*)"
)
"""Names as JOSE and SSH spell them, and nothing else does."""
BEGINS = re.compile(
    r"[HRPE]S(?:256|384|512)|ES256K|EdDSA|RSA|RSA1_5|A\d{3}(?:GCM)?KW|A\d{3}GCM|A\d{3}CBC|ECDH|PBES2"
    r"|ssh|ecdsa|rsa|hmac|aes\d{3}|3des|arcfour\d*|blowfish|cast128|chacha20|diffie|ecdh"
    r"|curve25519"
)
"""The first word of each."""
_CALLED = re.compile(
    r"alg(?!ebra)|cipher|mac|kex|key|sign|jw[tseka]|proposal|suite|method|digest|hash|kty|crypt",
    re.I,
)
"""What a list of them is called."""
_DOES = re.compile(
    r"_?(?:do)?_?(?:(?:en|de)crypt|digest|hash|authenticate|sign|verify|deriv|(?:en|de)caps|do_?final"
    r"|key_?(?:schedule|stream)|xor_?key|expand_?key)",
    re.I,
)
"""What only a class of cryptography does."""
_MAY_DO = re.compile(
    r"_?(?:do)?_?(?:update|finish|finali|process|compress|transform|calculat|comput)", re.I
)
_DOUBTFUL = re.compile(r"des|dh|dsa|tea|safer|seed|ecc|bike|cross|less|perk|base64|crc\w*", re.I)
_SUFFIX = re.compile(r"(?:Cipher|Digest|Engine|Hash|Hasher|Algorithm|Algo|Mac|Impl|Signer)\Z")


def classes(live: Sequence[CodeToken], functions: Functions) -> Iterator[CryptoFinding]:
    """Classes of this file that are named like an algorithm and do what one does."""
    methods: dict[str, list[str]] = {}
    for function in functions.all:
        if function.owner:
            methods.setdefault(function.owner, []).append(function.name)
    sure: dict[str, tuple[Match, ...]] = {}
    for name, does in methods.items():
        if matches := named(name):
            word = matches[0].algorithm.id
            weak = word in keys.EVERYDAY or _DOUBTFUL.fullmatch(word)
            verbs = (_DOES,) if weak else (_DOES, _MAY_DO)
            if any(verb.match(method) for method in does for verb in verbs):
                sure[name] = matches
    for place, token in enumerate(live):
        if token.kind != "id":
            continue
        if token.text in sure:
            yield from _at(token, sure.pop(token.text))
        elif token.text == "extend" and place > 3 and live[place - 1].text == ".":
            back = place - 3  # AES = library.AES = BlockCipher.extend({…})
            while back > 0 and live[back].text in ("=", "."):
                said = live[back - 1]
                if said.kind == "id" and (matches := named(said.text)):
                    yield from _at(said, matches)
                    break
                back -= 2


def named(name: str) -> tuple[Match, ...]:
    bare = _SUFFIX.sub("", name) or name
    return TAXONOMY.find_whole(bare) if len(bare) > 2 and bare[:1].isupper() else ()


def _at(token: CodeToken, matches: tuple[Match, ...]) -> Iterator[CryptoFinding]:
    for match in matches:
        yield CryptoFinding(match, (token.line, token.line), "name", token.state, 0.6)


def lists(live: Sequence[CodeToken]) -> Iterator[CryptoFinding]:
    """Lists of names as JOSE or SSH spell them, and tables with such keys."""
    for opened in range(len(live) - 2):
        first = live[opened + 1]
        if first.kind != "str" or live[opened].text not in ("[", "{", "("):
            continue
        if first.raw[:1] in ("b", "B") or not SPELLED.fullmatch(first.text):
            continue  # bytes are compared with what arrives
        if live[opened].text == "(" and (not opened or live[opened - 1].kind == "id"):
            continue
        near = live[max(opened - 6, 0) : opened]
        said = " ".join(token.text for token in near if token.kind in ("id", "str"))
        if keys.OFF_KEYS.search(said) or not _CALLED.search(said):
            continue
        yield from _listed(live, opened)


def _listed(live: Sequence[CodeToken], opened: int) -> Iterator[CryptoFinding]:
    sign = live[opened + 2].text
    places = [at for at in range(opened + 1, closed(live, opened) - 1) if live[at].kind == "str"]
    table = sign in (":", "=>")
    if table:
        places = [at for at in places if live[at + 1].text == sign]
        label = live[min(opened + 3, len(live) - 1)]
        if label.kind == "str" and (" " in label.text or OID.fullmatch(label.text)):
            return
    spelled = [at for at in places if SPELLED.fullmatch(live[at].text)]
    if len(spelled) < 2 or (not table and len(spelled) < len(places) - 1):
        return
    for at in spelled:
        yield from _at(live[at], TAXONOMY.find_whole(live[at].text))
