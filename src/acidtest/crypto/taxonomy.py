"""The taxonomy of cryptography: what a name means, what threatens it, what policies say.

`load()` reads `taxonomy.toml` once. `find` and `find_all` read a name; `names_in` finds names in
free text. Only whole tokens match: "describe" does not contain DES, nor "ML-DSA" DSA.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

from acidtest.core.errors import InputError
from acidtest.core.text import choices
from acidtest.crypto.names import Names
from acidtest.crypto.vocabulary import Entry, Part, Vocabulary, parse_spec

Threat = Literal[
    "shor", "broken", "grover-margin", "adequate", "pq-safe", "pq-broken", "hybrid", "not-crypto"
]
Status = Literal[
    "approved", "deprecated", "disallowed", "not-approved", "planned", "selected", "not-crypto"
]
FILE = Path(__file__).with_name("taxonomy.toml")

_MODULUS = ((1024, 80), (2048, 112), (3072, 128), (7680, 192), (15360, 256))
"""Modulus bits and the security strength they give: SP 800-57 part 1, table 2."""


_PADDED = {"OAEP": "encryption", "PSS": "signature"}
"""The function that an RSA padding implies."""
_REGISTERED = re.compile(
    r"(?:anssi|bls|bn|brainpool|gost|mnt|nist|nums|oakley|oscaa|other|secg|wtls|x962|x963)/"
    r"(FRP256v1|BLS\d\d-\d+|Bandersnatch|bn\d+|brainpoolP\d+[rt]1|gost\d+|id-\w[\w-]*param-?set\w*|"
    r"mnt\d(?:/\d)?|[BKP]-\d+|(?:ed|w)-\d+-m(?:ont|ers)|numsp\d+[dt]1|\d+-bit Random ECP Group|"
    r"Oakley Group \d|SM2|sec[pt]\d+[kr]\d|wap-wsg-idm-ecid-wtls\d+|c2[a-z]{3}\d+[vwr]\d|"
    r"prime\d+v\d|ansi[pt]\d+[kr]\d|BADA55-V?P?R2?-\d+|Curve\d+|[EM]-\d+|Ed\d+(?:-Goldilocks)?|"
    r"FourQ|Fp\d+(?:n2)?BN[ab]?|JubJub|MDC\d+|Pallas|Vesta|Tom-\d+|Tweedled(?:ee|um)|ssc-\d+)",
    re.IGNORECASE,
)
"""A curve as the registry of CycloneDX 1.7 names it, after the list that it is from."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm. `functions[0]` is the usual one; `threat` is that of its usual parameters
    under NIST's policy; `parts` are the algorithms a hybrid is made of.
    """

    id: str
    name: str
    family: str
    functions: tuple[str, ...]
    threat: Threat
    korean: bool
    aliases: tuple[str, ...]
    oids: tuple[str, ...]
    parts: tuple[Part, ...]
    policies: Mapping[str, str] = field(compare=False)
    strength: object = field(compare=False)
    sizes: tuple[int, ...] = ()
    default: int = 0

    @property
    def function(self) -> str:
        """The usual function."""
        return self.functions[0]

    def __hash__(self) -> int:
        """By id, which is unique."""
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Policy:
    """One authority's rules: minimum key and digest bits, and schedules by strength."""

    name: str
    title: str
    least: Mapping[str, int]
    schedules: Mapping[str, Sequence[tuple[int, str]]]
    modes: frozenset[str] = frozenset()
    """Modes of block ciphers that it approves; all if empty."""


@dataclass(frozen=True, slots=True)
class Match:
    """An algorithm as a name gives it: with its parameters (`bits`, `mode`, `curve`, `padding`,
    `variant`) and the function the name implies.
    """

    algorithm: Algorithm
    parameters: Mapping[str, str | int]
    function: str
    taxonomy: Taxonomy = field(repr=False, compare=False)

    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash((self.algorithm.id, tuple(sorted(self.parameters.items())), self.function))

    @property
    def label(self) -> str:
        """The name with its parameters: AES-128-GCM."""
        order = ("variant", "bits", "curve", "mode", "padding")
        shown = [str(self.parameters[key]) for key in order if key in self.parameters]
        return "-".join([self.algorithm.name, *shown])

    @property
    def strength(self) -> int | None:
        """Bits of classical security; the weakest usual parameters if none are given."""
        of, given = self.algorithm.strength, self.parameters
        default = self.algorithm.default
        if of is None:
            return None
        if isinstance(of, int):
            return of
        if isinstance(of, Mapping):
            return int(
                of.get(str(given.get("variant", given.get("bits", default))), min(of.values()))
            )
        if of == "curve" and "curve" in given:
            return self.taxonomy.curves.get(str(given["curve"]), 112)
        size = int(given.get("bits", default))
        if of == "modulus":
            place = bisect_right([bits for bits, _ in _MODULUS], size)
            return _MODULUS[place - 1][1] if place else size // 16
        return size // 2 if of == "curve" else size

    def threat(self, policy: str = "nist") -> Threat:
        """What threatens it. The policy matters only where key or digest length decides."""
        usual, bits = self.algorithm.threat, self.strength
        if usual not in ("adequate", "grover-margin") or bits is None:
            return usual
        least = self.taxonomy.policy(policy).least
        if self.algorithm.family == "hash":
            return "adequate" if 2 * bits >= least["hash"] else "grover-margin"
        if self.algorithm.family in ("block-cipher", "stream-cipher", "permutation"):
            return "adequate" if bits >= least["cipher"] else "grover-margin"
        return usual

    def status(self, policy: str, year: int) -> Status:
        """What a policy says about using it in a given year."""
        if self.algorithm.threat == "not-crypto":
            return "not-crypto"
        rules = self.taxonomy.policy(policy)
        mode = self.parameters.get("mode")
        if "draft" in self.parameters or (mode and rules.modes and mode not in rules.modes):
            return "not-approved"
        schedule = self.algorithm.policies.get(policy, "not-approved")
        steps = rules.schedules.get(schedule)
        if steps is not None:
            bits = self.strength or 0
            schedule = [text for least, text in steps if least <= bits][-1]
        first, *later = schedule.split()
        status = first
        for step in later:
            name, _, begins = step.partition(":")
            if year >= int(begins):
                status = name
        return cast(Status, status)


class Taxonomy:
    """All algorithms by id, and the reader of their names."""

    def __init__(self, text: bytes) -> None:
        """Read the data file's bytes; raises `InputError` if it contradicts itself."""
        self.sha256 = hashlib.sha256(text).hexdigest()
        data = tomllib.loads(text.decode("utf-8"))
        self.curves: Mapping[str, int] = {
            name: curve["strength"] for name, curve in data["curves"].items()
        }
        self.policies: Mapping[str, Policy] = {
            name: Policy(
                name,
                record["title"],
                record["least"],
                _schedules(record["schedules"]),
                frozenset(record.get("modes", ())),
            )
            for name, record in data["policies"].items()
        }
        oids = _oids(data)
        self.algorithms: Mapping[str, Algorithm] = {
            key: _algorithm(key, record, oids) for key, record in data["algorithms"].items()
        }
        _check(data, oids, self.algorithms)
        self._names = Names(Vocabulary.of(data, oids))

    def __iter__(self) -> Iterator[Algorithm]:
        """The algorithms in the file's order."""
        return iter(self.algorithms.values())

    def __len__(self) -> int:
        """How many algorithms there are."""
        return len(self.algorithms)

    def policy(self, name: str) -> Policy:
        """A policy by name."""
        if name not in self.policies:
            raise InputError(f"unknown policy '{name}'; {choices(name, self.policies)}")
        return self.policies[name]

    def find(self, name: str) -> Match | None:
        """What a name means; for a composite name, the first part that is not just a hash."""
        matches = self.find_all(name)
        return next(
            (match for match in matches if match.function != "hash"), next(iter(matches), None)
        )

    def find_all(self, name: str) -> tuple[Match, ...]:
        """Everything a name means, in its order: SHA256withECDSA is SHA-256 and ECDSA.

        A name may be an OID. A negation ("no RSA") or a text longer than 200 characters is not
        a name.
        """
        if curve := _REGISTERED.fullmatch(name):
            known = self.find_whole(curve[1])
            return known or (self.match("ecc", curve=curve[1]),)
        return tuple(self._match(part) for part in self._names.read(name))

    def find_whole(self, name: str) -> tuple[Match, ...]:
        """Like `find_all`, but only if the whole name is known: "sha256-hex" is not."""
        whole = self._names.covers(name) or _REGISTERED.fullmatch(name)
        return self.find_all(name) if whole else ()

    def names_in(self, text: str) -> list[tuple[Match, int, int]]:
        """Names in free text with their positions, in order; linear in the text's length."""
        return [
            (self._match(part), start, end)
            for entry, start, end in self._names.scan(text)
            for part in entry
        ]

    def match(self, algorithm: str, function: str | None = None, **parameters: str | int) -> Match:
        """Build a match from an algorithm's id."""
        if algorithm not in self.algorithms:
            raise InputError(f"unknown algorithm '{algorithm}': it is not in the taxonomy")
        return self._match(Part(algorithm, function, tuple(parameters.items())))

    def from_spec(self, text: str) -> tuple[Match, ...]:
        """Matches from a spec in the data file's notation."""
        return tuple(self._match(part) for part in parse_spec(text)) if text.strip() else ()

    def parts(self, match: Match) -> tuple[Match, ...]:
        """The algorithms a hybrid is made of; the match itself if it is not a hybrid."""
        parts = match.algorithm.parts
        return tuple(self._match(part) for part in parts) if parts else (match,)

    def _match(self, part: Part) -> Match:
        algorithm = self.algorithms[part.id]
        parameters = dict(part.parameters)
        implied = _PADDED.get(str(parameters.get("padding")))
        return Match(algorithm, parameters, part.function or implied or algorithm.function, self)


def _schedules(record: Mapping[str, Any]) -> dict[str, Sequence[tuple[int, str]]]:
    return {
        name: sorted((int(bits), str(text)) for bits, text in steps.items())
        for name, steps in record.items()
    }


def _oids(data: Mapping[str, Any]) -> dict[str, Entry]:
    curves = {
        curve["oid"]: (Part("ecc", None, (("curve", name),)),)
        for name, curve in data["curves"].items()
        if "oid" in curve
    }
    return curves | {oid: parse_spec(spec) for oid, spec in data["oids"].items()}


def _algorithm(key: str, record: Mapping[str, Any], oids: Mapping[str, Entry]) -> Algorithm:
    strength = record.get("strength")
    sizes = tuple(record.get("sizes", ()))
    aliases = (*record["aliases"], *record.get("words", ()), *record.get("caps", ()))
    return Algorithm(
        id=key,
        name=record["name"],
        family=record["family"],
        functions=tuple(record["functions"]),
        threat=record["threat"],
        korean=record.get("korean", False),
        aliases=aliases,
        oids=tuple(oid for oid, entry in oids.items() if any(part.id == key for part in entry)),
        parts=parse_spec(record["parts"]) if "parts" in record else (),
        policies={p: record[p] for p in ("nist", "cnsa", "kcmvp", "kpqc") if p in record},
        strength=strength,
        sizes=sizes,
        default=record.get("default", sizes[0] if sizes else 0),
    )


def _check(
    data: Mapping[str, Any], oids: Mapping[str, Entry], algorithms: Mapping[str, Algorithm]
) -> None:
    """Check every spec now: a bad one would otherwise fail far from the data file."""
    entries = [*oids.items(), *((n, parse_spec(s)) for n, s in data["names"].items())]
    entries += [(a.id, a.parts) for a in algorithms.values()]
    for where, entry in entries:
        for part in entry:
            if part.id not in algorithms:
                raise InputError(
                    f"taxonomy.toml: '{where}' refers to '{part.id}', which is not an algorithm"
                )


@cache
def load() -> Taxonomy:
    """The taxonomy shipped with this package."""
    return Taxonomy(FILE.read_bytes())
