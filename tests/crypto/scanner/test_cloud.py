"""Key services of clouds, and Kubernetes."""

from __future__ import annotations

import pytest

from acidtest.crypto.scanner import scan_file


def labels(name: str, text: str) -> set[str]:
    return {finding.match.label for finding in scan_file(name, text.encode()).findings}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("EC_SIGN_P384_SHA384", {"ECDSA-P-384", "SHA-384"}),
        ("EC_SIGN_SECP256K1_SHA256", {"ECDSA-secp256k1", "SHA-256"}),
        ("EC_SIGN_ED25519", {"Ed25519"}),
        ("RSA_SIGN_PSS_3072_SHA256", {"RSA-3072-PSS", "SHA-256"}),
        ("RSA_DECRYPT_OAEP_4096_SHA1", {"RSA-4096-OAEP", "SHA-1"}),
        ("GOOGLE_SYMMETRIC_ENCRYPTION", {"AES-256-GCM"}),
        ("RSA_SIGN_PSS_", set()),
    ],
)
def test_google_names_algorithms_in_its_own_way(value: str, expected: set[str]) -> None:
    text = f'resource "google_kms_crypto_key" "k" {{\n  algorithm = "{value}"\n}}\n'
    assert labels("main.tf", text) >= expected
    inline = f'version_template {{ algorithm = "{value}" }}\n'
    assert labels("main.tf", inline) >= expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ECC_NIST_P521", {"ECC-P-521"}),
        ("ECC_SECG_P256K1", {"ECC-secp256k1"}),
        ("RSA_2048", {"RSA-2048"}),
        ("SYMMETRIC_DEFAULT", {"AES-256-GCM"}),
    ],
)
def test_so_does_amazon(value: str, expected: set[str]) -> None:
    assert labels("main.tf", f'  customer_master_key_spec = "{value}"\n') == expected


SECRETS = """kind: EncryptionConfiguration
resources:
  - providers:
      - aescbc:
          keys: []
      - secretbox:
          keys: []
      - identity: {}
"""


def test_what_seals_the_secrets_of_a_cluster_is_named() -> None:
    assert labels("encryption.yaml", SECRETS) == {"AES-CBC", "XSalsa20"}
    assert labels("other.yaml", SECRETS.replace("EncryptionConfiguration", "Other")) == set()


@pytest.mark.parametrize(
    "row",
    [
        '  - command: ["kube-apiserver", "--tls-cipher-suites=TLS_RSA_WITH_3DES_EDE_CBC_SHA"]',
        "    - --tls-cipher-suites=TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        "ExecStart=/usr/bin/etcd --cipher-suites=TLS_RSA_WITH_3DES_EDE_CBC_SHA --name=a",
    ],
)
def test_options_of_a_command_are_read(row: str) -> None:
    assert labels("pod.yaml", f"spec:\n{row}\n") == {"3DES-CBC", "RSA", "SHA-1"}
