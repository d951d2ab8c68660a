"""Textbook arithmetic: modular powers with variable names typical of RSA or Diffie-Hellman."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from acidtest.crypto.scanner.finding import CryptoFinding, spec
from acidtest.crypto.scanner.functions import Functions
from acidtest.crypto.scanner.places import closed
from acidtest.crypto.scanner.tokens import CodeToken

POWERS = frozenset(
    "pow modPow modpow ModPow Exp mod_pow modexp mod_exp powmod mpz_powm BN_mod_exp expmod modExp "
    "ModExp modular_pow power_mod mpz_powm_sec bn_mod_exp powm".split()
)
INVERSES = frozenset("modInverse ModInverse mod_inverse modinv mod_inv inverse invert".split())
DELTAS = frozenset(("0x9e3779b9", "2654435769", "0x61c88647"))
_RSA_EXPONENT = re.compile(r"(?:e|d|E|D|pub_?exp\w*|priv_?exp\w*|public_?exponent|65537)\Z", re.I)
_RSA_MODULUS = re.compile(r"(?:n|modulus|N)\Z", re.I)
_DH_BASE = re.compile(r"(?:g|generator|G|base_?g)\Z", re.I)
_DH_MODULUS = re.compile(r"(?:p|prime|P|modp\w*)\Z")
_PRIMES = re.compile(r"prime|miller|rabin|witness|fermat|probab", re.I)
"""Functions that try whether a number is a prime."""
_PHI = re.compile(r"(?:phi\w*|totient\w*|lambda_n|carmichael)\Z", re.I)


def in_code(live: Sequence[CodeToken], functions: Functions) -> Iterator[CryptoFinding]:
    """RSA and DH recognised by their arithmetic, with lower confidence."""
    primes = {f.scope for f in functions.all if _PRIMES.search(f.name)}
    words = {t.text for t in live if t.kind == "id"}
    phi = any(_PHI.match(word) for word in words)
    e_known = any(t.kind == "num" and t.text in ("65537", "0x10001") for t in live)
    for place, token in enumerate(live):
        if token.kind != "id" or token.text not in POWERS | INVERSES or place + 1 >= len(live):
            continue
        if live[place + 1].text != "(" or (token.scope and token.scope in primes):
            continue
        arguments = _arguments(live, place + 1)
        if arguments and _PHI.match(arguments[-1]):  # the private exponent: pow(e, -1, phi)
            yield CryptoFinding(spec("rsa")[0], (token.line,) * 2, "structure", token.state, 0.75)
            continue
        if token.text in INVERSES:
            continue
        defined = place and live[place - 1].text in ("def", "fn", "func", "fun", "int", "long")
        if defined or len(arguments) < 2 or (token.text == "pow" and len(arguments) < 3):
            continue
        *_, exponent, modulus = arguments[:4] if token.text.startswith(("mpz", "BN")) else arguments
        base = arguments[0] if len(arguments) > 2 else _object(live, place)
        rsa = _RSA_EXPONENT.match(exponent) and _RSA_MODULUS.match(modulus)
        line = (token.line, token.line)
        if rsa or ((phi or e_known) and _RSA_MODULUS.match(modulus)):
            sure = 0.75 if phi or e_known else 0.6
            yield CryptoFinding(spec("rsa/encryption")[0], line, "structure", token.state, sure)
        elif _DH_MODULUS.match(modulus) and _DH_BASE.match(base):
            yield CryptoFinding(spec("dh")[0], line, "structure", token.state, 0.6)


def tea(live: Sequence[CodeToken]) -> Iterator[CryptoFinding]:
    """TEA and XTEA: the golden ratio as a round constant, and shifts by 4 and 5."""
    delta = next((t for t in live if t.text.lower().rstrip("ul") in DELTAS), None)
    if delta is None:
        return
    shifts = {
        b.text for a, b in pairwise(live) if a.text in ("<<", ">>", ">>>", "shl", "shr", "ushr")
    }
    words = {t.text.lower().rstrip("ul") for t in live if t.kind == "num"}
    if {"4", "5"} <= shifts and not words & {"0x3c6ef373", "0xb7e15163"}:
        key = "xtea" if "11" in shifts else "tea"
        yield CryptoFinding(spec(key)[0], (delta.line,) * 2, "constant", delta.state, 0.65)


def rc4(live: Sequence[CodeToken]) -> Iterator[CryptoFinding]:
    """RC4 by its output step: an S-box indexed with the sum of two of its entries."""
    code = [t for t in live if t.kind != "comment"]
    for place in range(len(code) - 12):
        if code[place + 1].text != "[" or code[place].kind != "id":
            continue
        words = [t.text for t in code[place : place + 24]]
        name = words[0]
        inner = [word for at, word in enumerate(words) if at > 1 and word not in ("(", ")", "*")]
        if place > 1 and code[place - 1].text in (".", "->"):
            around = code[place - 2].text, code[place - 1].text  # state->S[state->S[i] + …]
            pairs = {at for at in range(len(inner) - 1) if (inner[at], inner[at + 1]) == around}
            inner = [w for at, w in enumerate(inner) if at not in pairs and at - 1 not in pairs]
        first = inner[:1] == [name] and inner[1:2] == ["["] and inner[3:5] == ["]", "+"]
        if first and inner[5:7] == [name, "["]:
            line = (code[place].line,) * 2
            yield CryptoFinding(spec("rc4")[0], line, "structure", code[place].state, 0.7)
            return


def _object(live: Sequence[CodeToken], place: int) -> str:
    return live[place - 2].text if place > 1 and live[place - 1].text in (".", "->") else ""


def _arguments(live: Sequence[CodeToken], opened: int) -> list[str]:
    """The last name of each argument."""
    end = closed(live, opened) - 1
    names, depth, last = [], 0, ""
    for token in live[opened + 1 : end]:
        depth += (token.text in "([{") - (token.text in ")]}") if token.kind == "op" else 0
        if token.text == "," and not depth:
            names.append(last)
            last = ""
        elif token.kind in ("id", "num"):
            last = token.text
    return [*names, last] if last else names
