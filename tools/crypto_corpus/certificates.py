"""Make the certificates, requests, keys and files that hold them. Public parts only are written.

    python tools/crypto_corpus/certificates.py

Every key is derived from its name, so that a second run writes the same bytes (all but the
signature of the ML-DSA certificate, which the library randomises). No private key is written.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, mldsa, x25519
from holders import holders
from material import (
    dh_parameters,
    dsa_public,
    ec_key,
    kcdsa_public,
    pem,
    request,
    revocations,
    rsa_key,
    rsa_pkcs1,
    sealed_message,
    self_signed,
    sha1_certificate,
    spki,
    stream,
)
from records import Made, finding, label, merge

Row = tuple[str, str, str, dict[str, Any], dict[str, Any]]
HASH = {"optional": True}


def pems() -> Iterator[tuple[str, str, Callable[[], str], str, str, list[Row], str]]:
    """File, artefact, maker, difficulty, origin, findings, twin."""
    rsa_fields = {"bits": 2048, "padding": "PKCS1v15", "hash": "SHA-256"}
    sha256: Row = ("SHA-256", "hash", "The hash inside the signature.", {}, HASH)
    either = {"accept": ["EC", "ECDH"]}
    yield (
        "certificates/web_gateway.pem",
        "certificate",
        lambda: self_signed(
            rsa_key("web", 2048), "gw.freightnet.example", "Freightnet", hashes.SHA256()
        ),
        "easy",
        "pem-web",
        [("RSA", "signature", "Subject key and sha256WithRSAEncryption.", rsa_fields, {}), sha256],
        "certificates/gift_certificate.pem",
    )
    yield (
        "certificates/works_root_2009.pem",
        "certificate",
        sha1_certificate,
        "medium",
        "pem-2009",
        [
            (
                "RSA",
                "signature",
                "A 1024-bit key, sha1WithRSAEncryption.",
                {"bits": 1024, "padding": "PKCS1v15", "hash": "SHA-1"},
                {},
            ),
            ("SHA-1", "hash", "The hash inside the signature.", {}, HASH),
        ],
        "",
    )
    yield (
        "certificates/door_reader.pem",
        "certificate",
        lambda: self_signed(
            ec_key("door", ec.SECP256R1()),
            "reader-17",
            "Schliesstechnik",
            hashes.SHA256(),
            ecdsa_deterministic=True,
        ),
        "medium",
        "pem-door",
        [
            (
                "ECDSA",
                "signature",
                "A P-256 key, ecdsa-with-SHA256.",
                {"curve": "P-256", "hash": "SHA-256"},
                {},
            ),
            sha256,
        ],
        "certificates/training_record.pem",
    )
    yield (
        "certificates/relay_identity.pem",
        "certificate",
        lambda: self_signed(
            ed25519.Ed25519PrivateKey.from_private_bytes(stream("relay").randbytes(32)),
            "relay-3",
            "Meshway",
            None,
        ),
        "medium",
        "pem-relay",
        [("Ed25519", "signature", "Subject key and signature are Ed25519.", {}, {})],
        "",
    )
    yield (
        "certificates/vault_2027.pem",
        "certificate",
        lambda: self_signed(
            mldsa.MLDSA65PrivateKey.from_seed_bytes(stream("vault").randbytes(32)),
            "vault.pilot.example",
            "Pilot",
            None,
        ),
        "medium",
        "pem-vault",
        [
            (
                "ML-DSA",
                "signature",
                "Subject key and signature are ML-DSA-65.",
                {"variant": "65"},
                {},
            )
        ],
        "certificates/placeholder_chain.pem",
    )
    yield (
        "certificates/branch_request.pem",
        "request",
        lambda: request(rsa_key("branch", 3072), "한빛 제주지점", "Hanbit", hashes.SHA256()),
        "medium",
        "pem-request",
        [
            (
                "RSA",
                "signature",
                "The request's key and signature.",
                {"bits": 3072, "padding": "PKCS1v15", "hash": "SHA-256"},
                {},
            ),
            sha256,
        ],
        "",
    )
    yield (
        "certificates/satellite_request.pem",
        "request",
        lambda: request(
            ec_key("satellite", ec.SECP521R1()),
            "ground-2",
            "Orbit",
            hashes.SHA512(),
            ecdsa_deterministic=True,
        ),
        "medium",
        "pem-satellite",
        [
            (
                "ECDSA",
                "signature",
                "A P-521 key, ecdsa-with-SHA512.",
                {"curve": "P-521", "hash": "SHA-512"},
                {},
            ),
            ("SHA-512", "hash", "The hash inside the signature.", {}, HASH),
        ],
        "",
    )
    yield (
        "certificates/door_revocations.pem",
        "crl",
        revocations,
        "hard",
        "pem-door",
        [
            (
                "ECDSA",
                "signature",
                "The list's signature is ecdsa-with-SHA256.",
                {"hash": "SHA-256"},
                {},
            ),
            sha256,
        ],
        "",
    )
    yield (
        "keys/archive.pem",
        "key",
        rsa_pkcs1,
        "easy",
        "pem-archive",
        [("RSA", "signature", "A PKCS #1 public key.", {"bits": 3072}, {})],
        "",
    )
    yield (
        "keys/vendor.pem",
        "key",
        dsa_public,
        "hard",
        "pem-vendor",
        [("DSA", "signature", "The key's number 1.2.840.10040.4.1 is DSA.", {"bits": 2048}, {})],
        "",
    )
    yield (
        "keys/tender_office.pem",
        "key",
        kcdsa_public,
        "hard",
        "pem-tender",
        [
            (
                "KCDSA",
                "signature",
                "The key's number 1.2.410.200004.1.1 is KCDSA.",
                {"bits": 2048},
                {},
            )
        ],
        "",
    )
    yield (
        "keys/courier_box.pem",
        "key",
        lambda: pem(
            "PUBLIC KEY",
            spki(
                x25519.X25519PrivateKey.from_private_bytes(
                    stream("courier").randbytes(32)
                ).public_key()
            ),
        ),
        "hard",
        "pem-courier",
        [("X25519", "key-exchange", "The key's number 1.3.101.110 is X25519.", {}, {})],
        "",
    )
    yield (
        "keys/long_term.pem",
        "key",
        lambda: pem(
            "PUBLIC KEY",
            spki(
                ed448.Ed448PrivateKey.from_private_bytes(stream("long").randbytes(57)).public_key()
            ),
        ),
        "hard",
        "pem-long",
        [("Ed448", "signature", "The key's number 1.3.101.113 is Ed448.", {}, {})],
        "",
    )
    yield (
        "keys/ledger_node.pem",
        "key",
        lambda: pem("PUBLIC KEY", spki(ec_key("node", ec.SECP256K1()).public_key())),
        "hard",
        "pem-node",
        [("ECDSA", "signature", "An EC key on secp256k1.", {"curve": "secp256k1"}, either)],
        "",
    )
    yield (
        "keys/exchange_group.pem",
        "key",
        dh_parameters,
        "medium",
        "pem-group",
        [("DH", "key-exchange", "Diffie-Hellman parameters of 2048 bits.", {"bits": 2048}, {})],
        "",
    )
    yield (
        "keys/sealed_report.pem",
        "message",
        sealed_message,
        "hard",
        "pem-sealed",
        [
            (
                "RSA",
                "key-exchange",
                "The content key is wrapped with rsaEncryption.",
                {"padding": "PKCS1v15"},
                {},
            ),
            (
                "SEED",
                "cipher",
                "The content is under 1.2.410.200004.1.4, SEED-CBC.",
                {"mode": "CBC", "bits": 128},
                {},
            ),
        ],
        "",
    )


def blocks(made: Made) -> None:
    """The PEM files: one block, all of it evidence."""
    for file, artefact, maker, difficulty, origin, rows, twin in pems():
        text = maker()
        kind = (
            "certificate-field" if artefact in ("certificate", "request", "crl") else "key-header"
        )
        span = [1, len(text.splitlines())]
        found = [
            finding(algorithm, function, kind, [span], reason, parameters, **more)
            for algorithm, function, reason, parameters, more in rows
        ]
        made[file] = (
            text,
            label(file, language="pem", artefact=artefact, difficulty=difficulty, origin=origin,
                  twin=twin or None, findings=found),
        )  # fmt: skip


def look_alikes(made: Made) -> None:
    """Blocks in armour that hold no cryptography."""
    voucher = "\n".join(
        ["Gift certificate", "RSA Road Safety Academy", "One day on the skid pan, two drivers",
         "Valid until 31 December 2027", "No cash value. Not for resale."] * 3
    )  # fmt: skip
    record = json.dumps(
        {"course": "Forklift, class B", "person": "Kim Min-seo", "hours": 24, "grade": "passed",
         "modules": ["loads", "ramps", "batteries", "narrow aisles"], "renewal": "2031-05"},
        indent=1,
    )  # fmt: skip
    for file, kind, body, origin, twin, reason in (
        ("certificates/gift_certificate.pem", "GIFT CERTIFICATE", voucher, "pem-web",
         "certificates/web_gateway.pem", "The block decodes to the text of a gift voucher."),
        ("certificates/training_record.pem", "TRAINING CERTIFICATE", record, "pem-door",
         "certificates/door_reader.pem", "The block decodes to a record of a forklift course."),
    ):  # fmt: skip
        text = pem(kind, body.encode())
        made[file] = (
            text,
            label(file, language="pem", artefact="certificate", difficulty="medium", origin=origin,
                  twin=twin, clean_reason=reason),
        )  # fmt: skip
    file = "certificates/placeholder_chain.pem"
    text = textwrap.dedent(
        """\
        # Paste the chain here, leaf first, then run deploy/check-chain.
        # The file that ships with the package holds no certificate.
        -----BEGIN CERTIFICATE-----
        (leaf certificate of this host)
        -----END CERTIFICATE-----
        -----BEGIN CERTIFICATE-----
        (issuing authority)
        -----END CERTIFICATE-----
        # The key goes to the path in deploy/paths.toml and is never kept beside the chain.
        """
    )
    made[file] = (
        text,
        label(file, language="pem", artefact="certificate", difficulty="medium", origin="pem-vault",
              twin="certificates/vault_2027.pem",
              clean_reason="A template: the armour holds instructions, no certificate."),
    )  # fmt: skip


def main() -> int:
    made: Made = {}
    blocks(made)
    look_alikes(made)
    made |= holders()
    merge(made)
    print(f"{len(made)} files written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
