"""The taxonomy: names are read as tokens, facts agree with what the field's libraries hold."""

from __future__ import annotations

import importlib.resources
import json
import re
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.core.errors import InputError
from acidtest.crypto.taxonomy import Match, Taxonomy, load

T = load()


def ids(matches: tuple[Match, ...]) -> list[str]:
    return [match.algorithm.id for match in matches]


def one(name: str) -> Match:
    match = T.find(name)
    assert match is not None, name
    return match


def test_there_are_at_least_130_algorithms_and_the_file_has_a_hash() -> None:
    assert len(T) >= 130
    assert re.fullmatch(r"[0-9a-f]{64}", T.sha256)
    assert {a.id for a in T if a.korean} >= {
        "seed", "aria", "hight", "lea", "lsh", "has-160", "kcdsa", "ec-kcdsa",
        "haetae", "aimer", "smaug-t", "ntru-plus",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SHA256withECDSA", "sha-256 ecdsa"),
        ("SHA256WITHRSA", "sha-256 rsa"),
        ("RSAwithSHA1", "rsa sha-1"),
        ("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ecdh rsa aes sha-256"),
        ("TLS_RSA_WITH_3DES_EDE_CBC_SHA", "rsa 3des sha-1"),
        ("ECDHE-ECDSA-AES128-GCM-SHA256", "ecdh ecdsa aes sha-256"),
        ("DES-CBC3-SHA", "3des sha-1"),
        ("SEED-SHA", "seed sha-1"),
        ("ssh-rsa", "rsa sha-1"),
        ("rs256", "rsa sha-256"),
        ("ES256K", "ecdsa sha-256"),
        ("diffie-hellman-group14-sha1", "dh sha-1"),
        ("hmac-sha2-256-etm@openssh.com", "hmac sha-256"),
        ("ecdsa-sha2-nistp256", "ecdsa sha-256"),
        ("sntrup761x25519-sha512@openssh.com", "sntrup761x25519"),
        ("seed_cbc", "seed"),
        ("RSA2048", "rsa"),
        ("EC-DSA", "ecdsa"),
        ("X25519MLKEM768", "x25519mlkem768"),
        ("ML-DSA-65", "ml-dsa"),
        ("PBKDF2WithHmacSHA256", "pbkdf2 hmac sha-256"),
        ("RSA/ECB/OAEPWithSHA-256AndMGF1Padding", "rsa sha-256"),
        ("DESede/CBC/PKCS5Padding", "3des"),
        ("SHA-512/256", "sha-512-256"),
        ("NTRU+", "ntru-plus"),
        ("NTRU", "ntru"),
        ("SPHINCS+-SHA2-128s", "slh-dsa"),
        ("Triple DES", "3des"),
        ("ChaCha20-Poly1305", "chacha20 poly1305"),
        ("ECDH-ES+A256KW", "ecdh aes"),
        ("1.2.840.113549.1.1.11", "rsa sha-256"),
        ("1.2.840.10045.3.1.7", "ecc"),
        ("describe", ""),
        ("adhere", ""),
        ("universal", ""),
        ("no RSA", ""),
        ("RSA " * 100, ""),
        ("", ""),
    ],
)
def test_a_name_means(name: str, expected: str) -> None:
    assert sorted(ids(T.find_all(name))) == sorted(expected.split())


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("RSA-4096", {"bits": 4096}),
        ("2048-bit RSA", {"bits": 2048}),
        ("AES-256-GCM", {"bits": 256, "mode": "GCM"}),
        ("aes256gcm16", {"bits": 256, "mode": "GCM"}),
        ("seed_cbc", {"mode": "CBC"}),
        ("ECDSA-P256", {"curve": "P-256"}),
        ("secp256k1", {"curve": "secp256k1"}),
        ("Kyber768", {"variant": "768", "draft": "round-3"}),
        ("Dilithium3", {"variant": "65", "draft": "round-3"}),
        ("RSA-PSS", {"padding": "PSS"}),
        ("LSH-512-256", {"bits": 256}),
    ],
)
def test_a_name_gives_parameters(name: str, parameters: dict[str, object]) -> None:
    assert one(name).parameters == parameters


def test_a_name_implies_a_function() -> None:
    assert one("RS256").function == "signature"
    assert one("RSA-OAEP").function == "encryption"
    assert one("TLS_RSA_WITH_AES_128_CBC_SHA").function == "key-exchange"


@pytest.mark.parametrize(
    "text",
    [
        "describe, adhere, universal, desk, rsatz",
        "random.seed(42); rng.Seed = 7; seedRandom(seed)",
        '<div aria-label="x" aria-hidden="true">',
        "lea rax, [rbx+8]\n\tLEA EDX, [ECX]",
        "ECC memory errors were corrected",
        "see you at RSA Conference 2026",
        "l'ami des enfants des villes",
        "no idea at present, less tea, a rainbow and a falcon",
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuDHxRSAMD5/+DESRC4x448DHqq",
        "versions 1.2.3.4 and 10.0.0.1",
    ],
)
def test_ordinary_text_holds_no_name(text: str) -> None:
    assert T.names_in(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ML-DSA replaces DSA", ["ml-dsa", "dsa"]),
        ("uses the SEED cipher and ARIA-256-GCM", ["seed", "aria"]),
        ("RSA를 ML-KEM으로 바꾼다", ["rsa", "ml-kem"]),
        ("newX25519Key, SHA1 and md5()", ["x25519", "sha-1", "md5"]),
        ("alg: RS256", ["rsa", "sha-256"]),
        ("oid 1.3.101.112.", ["ed25519"]),
        ("DES is not des", ["des"]),
    ],
)
def test_free_text_holds(text: str, expected: list[str]) -> None:
    assert [match.algorithm.id for match, _, _ in T.names_in(text)] == expected


def test_threat_depends_on_the_key_and_the_policy_only_where_search_is_the_attack() -> None:
    assert one("AES-128").threat() == "adequate"
    assert one("AES-128").threat("cnsa") == "grover-margin"
    assert one("AES-256").threat("cnsa") == "adequate"
    assert one("SHA-256").threat() == "adequate"
    assert one("SHA-256").threat("cnsa") == "grover-margin"
    assert one("RSA-15360").threat("cnsa") == "shor"
    with pytest.raises(InputError, match="unknown policy"):
        one("AES").threat("nowhere")


@pytest.mark.parametrize(
    ("name", "threat"),
    [
        ("CRC32", "not-crypto"), ("Shamir", "pq-safe"), ("Feldman", "shor"),
        ("SHA-256", "adequate"), ("AES-256", "adequate"), ("Kyber", "pq-safe"),
        ("SIKE", "pq-broken"), ("Rainbow", "pq-broken"), ("GeMSS", "pq-broken"),
        ("X25519MLKEM768", "hybrid"), ("3DES", "broken"), ("MD5", "broken"), ("KCDSA", "shor"),
        ("HAS-160", "broken"), ("SEED", "adequate"), ("HAETAE", "pq-safe"), ("XMSS", "pq-safe"),
    ],
)  # fmt: skip
def test_the_threat_of(name: str, threat: str) -> None:
    assert one(name).threat() == threat


def test_ghash_is_no_hash() -> None:
    assert one("GHASH").function == "mac"


@pytest.mark.parametrize(
    ("name", "policy", "by_year"),
    [
        ("RSA-2048", "nist", {2030: "approved", 2031: "deprecated", 2036: "disallowed"}),
        ("RSA-3072", "nist", {2031: "approved", 2035: "approved", 2036: "disallowed"}),
        ("RSA-1024", "nist", {2026: "disallowed"}),
        ("ECDSA-P256", "nist", {2035: "approved", 2036: "disallowed"}),
        ("DSA", "nist", {2023: "approved", 2024: "disallowed"}),
        ("ML-KEM-512", "nist", {2026: "approved"}),
        ("ML-KEM-768", "cnsa", {2026: "not-approved"}),
        ("ML-KEM-1024", "cnsa", {2026: "approved"}),
        ("AES-256", "cnsa", {2026: "approved"}),
        ("AES-128", "cnsa", {2026: "not-approved"}),
        ("ECDSA-P384", "cnsa", {2026: "approved", 2027: "deprecated", 2032: "disallowed"}),
        ("SEED", "kcmvp", {2026: "approved"}),
        ("AES-256", "kcmvp", {2025: "not-approved", 2026: "approved"}),
        ("HAETAE", "kpqc", {2024: "not-approved", 2025: "selected"}),
        ("NTRU+", "kcmvp", {2026: "planned"}),
        ("CRC32", "nist", {2026: "not-crypto"}),
    ],
)
def test_status_by_year(name: str, policy: str, by_year: dict[int, str]) -> None:
    assert {year: one(name).status(policy, year) for year in by_year} == by_year


def test_every_spelling_is_found_alone_and_names_are_found_in_dull_text() -> None:
    for algorithm in T:
        for alias in (algorithm.name, *algorithm.aliases):
            assert algorithm.id in ids(T.find_all(alias)) or len(T.find_all(alias)) >= 1, alias
        for spelled in {algorithm.name, algorithm.name.lower(), algorithm.name.upper()}:
            if spelled in algorithm.aliases or len(spelled) < 4:
                continue
            ordinary = {a.lower() for a in T._names._v.names if T._names._v.names[a].kind != "name"}
            if re.sub("[^a-z0-9]", "", spelled.lower()) in ordinary:
                continue
            held = {m.algorithm.id for m, _, _ in T.names_in(f"they use {spelled} here")}
            assert algorithm.id in held, spelled


def test_hybrids_name_their_parts() -> None:
    match = one("X25519MLKEM768")
    assert [part.label for part in T.parts(match)] == ["X25519", "ML-KEM-768"]
    assert T.parts(one("RSA")) == (one("RSA"),)


def test_oids_agree_with_openssl() -> None:
    listed = subprocess.run(
        ["openssl", "list", "-objects"], capture_output=True, text=True, check=True
    ).stdout
    compared = 0
    for line in listed.splitlines():
        parts = re.fullmatch(r"([^#=]+) = (?:(.+), )?([\d.]+)", line)
        if parts is None or parts[3] not in T._names._v.oids:
            continue
        by_oid = {m.algorithm.id for m in T.find_all(parts[3])}
        names = [n for n in (parts[1], parts[2]) if n and T.find_all(n)]
        if names:
            by_name = {m.algorithm.id for n in names for m in T.find_all(n)}
            assert by_oid & by_name, line
            compared += 1
    assert compared > 100


def test_oids_agree_with_the_cryptography_package() -> None:
    oid = pytest.importorskip("cryptography.hazmat._oid")
    compared = 0
    for dotted, name in oid._OID_NAMES.items():
        by_oid = {m.algorithm.id for m in T.find_all(dotted.dotted_string)}
        by_name = {m.algorithm.id for m in T.find_all(name)}
        if by_oid and by_name:
            assert by_oid & by_name, name
            compared += 1
    assert compared > 20


def test_a_spec_that_names_nothing_is_refused() -> None:
    text = b"""
    [policies]
    [curves]
    [exceptions]
    [parameters]
    [algorithms]
    [oids]
    "1.2.3.4" = "ghost"
    [names]
    """
    with pytest.raises(InputError, match="ghost"):
        Taxonomy(text)


@given(st.text(max_size=300))
def test_any_text_gives_names_in_order_within_it(text: str) -> None:
    places = [(start, end) for _, start, end in T.names_in(text)]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
    T.find_all(text)


@given(
    st.lists(st.sampled_from("RSA - SHA 256 x 25519 with DES + / 1.2. ML".split()), max_size=30),
)
def test_names_pieced_together_never_break(pieces: list[str]) -> None:
    text = "".join(pieces).replace("with", " ")
    for match, start, end in T.names_in(text):
        assert match.algorithm.id in T.algorithms
        assert text[start:end].strip() == text[start:end]


@settings(max_examples=60)
@given(st.sampled_from(sorted(T.algorithms)), st.text("bcfgjklnqtvwyz", min_size=1, max_size=5))
def test_a_name_inside_a_word_is_not_found(key: str, letters: str) -> None:
    name = re.sub("[^a-z]", "", T.algorithms[key].name.lower())
    word = f"{letters}{name}{letters}q"
    assert all(start > 0 or end < len(word) for _, start, end in T.names_in(word))
    assert T.names_in(word) == []


def test_megabytes_of_one_token_end() -> None:
    for token in ("a", "A", "7", "Rsa"):  # quadratic, these would take hours
        assert T.names_in(token * (1_000_000 // len(token))) == [] or token == "Rsa"
    assert len(T.names_in("rsa-" * 20_000)) == 20_000


@pytest.mark.parametrize(
    ("name", "policy", "status"),
    [
        ("LMS", "cnsa", "approved"),
        ("HSS/LMS", "cnsa", "disallowed"),
        ("XMSS^MT", "cnsa", "disallowed"),
        ("XMSSMT", "nist", "approved"),
        ("Kyber512", "nist", "not-approved"),
        ("Dilithium2", "nist", "not-approved"),
        ("ML-KEM-512", "nist", "approved"),
        ("AES-256-GCM-SIV", "nist", "not-approved"),
        ("AES-256-GCM", "nist", "approved"),
    ],
)
def test_what_is_not_quite_the_standard_is_not_approved(
    name: str, policy: str, status: str
) -> None:
    match = load().find(name)
    assert match is not None
    assert match.status(policy, 2026) == status


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("p384_kyber768", "ecdh-ml-kem"),
        ("MLKEM768-P256", "ecdh-ml-kem"),
        ("x448_mlkem768", "x448-ml-kem"),
        ("p256_mldsa44", "composite-ml-dsa"),
    ],
)
def test_a_hybrid_is_one_algorithm_however_it_is_written(name: str, key: str) -> None:
    assert [match.algorithm.id for match in load().find_all(name)] == [key]


def registry() -> dict[str, list[str]]:
    """The names of the registry of CycloneDX 1.7, from the library's copy of its schema."""
    folder = importlib.resources.files("cyclonedx") / "schema" / "_res"
    text = (folder / "cryptography-defs.SNAPSHOT.schema.json").read_text("utf-8")
    return {name: found["enum"] for name, found in json.loads(text)["definitions"].items()}


@pytest.mark.parametrize("name", registry()["algorithmFamiliesEnum"])
def test_every_family_of_the_registry_has_a_meaning(name: str) -> None:
    assert load().find_whole(name)


def test_every_curve_of_the_registry_is_one_and_no_path_is() -> None:
    names = registry()["ellipticCurvesEnum"]
    assert len(names) > 200
    assert [name for name in names if not load().find_whole(name)] == []
    (curve,) = load().find_all("secg/secp521r1")
    assert curve.parameters == {"curve": "P-521"}
    assert [m.label for m in load().find_all("mnt/mnt2/1")] == ["ECC-mnt2/1"]
    for path in ("nist/tests.py", "other/main", "gost/readme", "bls/verify"):
        assert load().find_whole(path) == ()
