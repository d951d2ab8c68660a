"""Files that carry public keys or a certificate inside something else, and their clean twins."""

from __future__ import annotations

import base64
import textwrap
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, x25519
from material import (
    certificate,
    ec_key,
    field,
    name_of,
    openssh,
    rsa_key,
    spki,
    stream,
)
from records import Made, finding, label, marked


def _ed(name: str) -> ed25519.Ed25519PrivateKey:
    return ed25519.Ed25519PrivateKey.from_private_bytes(stream(name).randbytes(32))


def _url(number: int) -> str:
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _wg(name: str) -> str:
    key = x25519.X25519PrivateKey.from_private_bytes(stream(name).randbytes(32)).public_key()
    return base64.b64encode(key.public_bytes_raw()).decode()


def _dss() -> str:
    p, q, g, x, y = field("dss", 1024, 160)
    public = dsa.DSAPublicNumbers(y, dsa.DSAParameterNumbers(p, q, g))
    return openssh(dsa.DSAPrivateNumbers(x, public).private_key())


def _known_hosts() -> str:
    return textwrap.dedent(
        f"""\
        # collected by ansible, do not edit
        bastion-2.works.example,10.0.0.2 {openssh(_ed("bastion"))} §A
        git.works.example {openssh(rsa_key("git", 2048))} §B
        [press-04.works.example]:2222 {openssh(ec_key("press", ec.SECP256R1()))} §DG
        @revoked old.works.example {_dss()} §E
        """
    )


def _authorized_keys() -> str:
    return textwrap.dedent(
        f"""\
        # backup account; keys of people who left are commented out
        restrict,command="/usr/local/bin/borg-serve" {openssh(_ed("borg"))} borg@nas §A
        from="10.0.0.0/8" {openssh(rsa_key("night", 4096))} night-job §B
        #{openssh(ec_key("left", ec.SECP384R1()))} j.left@desk §D
        """
    )


def _jwks() -> str:
    numbers = rsa_key("jwks", 2048).public_key().public_numbers()
    point = ec_key("jwks ec", ec.SECP256R1()).public_key().public_numbers()
    return textwrap.dedent(
        f"""\
        {{
          "keys": [
            {{
              "kty": "RSA", §A
              "kid": "2026-spring",
              "use": "sig",
              "alg": "RS256", §AE
              "e": "AQAB",
              "n": "{_url(numbers.n)}" §A
            }},
            {{
              "kty": "EC", §B
              "crv": "P-256", §B
              "kid": "2026-encrypt",
              "use": "enc",
              "alg": "ECDH-ES+A256KW", §BD
              "x": "{_url(point.x)}",
              "y": "{_url(point.y)}"
            }}
          ]
        }}
        """
    )


def _wireguard() -> str:
    return textwrap.dedent(
        f"""\
        # /etc/wireguard/wg0.conf (office router)
        [Interface] §ABD
        Address = 10.77.0.1/24, fd77::1/64
        ListenPort = 51820
        # the key lives in a file that only root reads
        PostUp = wg set %i private-key /etc/wireguard/office.key
        MTU = 1420

        [Peer]
        # warehouse
        PublicKey = {_wg("warehouse")} §A
        AllowedIPs = 10.77.0.2/32, 10.20.0.0/16
        Endpoint = 198.51.100.7:51820
        PersistentKeepalive = 25

        [Peer]
        # laptop of the night shift
        PublicKey = {_wg("laptop")} §A
        AllowedIPs = 10.77.0.9/32
        """
    )


_PEERS = """\
# /etc/backhaul/peers.conf (office router)
[Interface]
Address = 10.77.0.1/24, fd77::1/64
ListenPort = 51820
# GRE over the provider's private circuit; nothing is encrypted here
PostUp = ip link set %i up
MTU = 1476

[Peer]
# warehouse
PublicName = d2FyZWhvdXNlLmJhY2toYXVsLm9mZmljZS5sYW4=
AllowedIPs = 10.77.0.2/32, 10.20.0.0/16
Endpoint = 198.51.100.7
KeepaliveSeconds = 25

[Peer]
# laptop dock of the night shift
PublicName = ZG9jay0wOS5iYWNraGF1bC5vZmZpY2UubGFuCg==
AllowedIPs = 10.77.0.9/32
"""


def _dkim() -> str:
    key = base64.b64encode(spki(rsa_key("dkim", 1024).public_key())).decode()
    first, second = key[:120], key[120:]
    return textwrap.dedent(
        f"""\
        $ORIGIN pilots.example.
        $TTL 3600
        @               IN SOA ns1 hostmaster 2026101502 7200 900 1209600 300
                        IN NS  ns1
                        IN MX  10 mail
                        IN TXT "v=spf1 mx -all"
        ns1             IN A   192.0.2.53
        mail            IN A   192.0.2.25
        autumn._domainkey IN TXT ( "v=DKIM1; k=rsa; h=sha256; " §AB
                        "p={first}" §A
                        "{second}" ) §A
        _dmarc          IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@pilots.example"
        www             IN CNAME mail
        status          IN A   192.0.2.81
        """
    )


def _base64_lines(der: bytes, mark: str) -> str:
    text = base64.b64encode(der).decode()
    return "\n".join(f'    "{part}"{mark}' for part in textwrap.wrap(text, 88))


def _pinned_root() -> str:
    key = rsa_key("pinned", 2048)
    subject = name_of("Paymill Device Root", "Paymill", "FR")
    der = certificate(key, subject, key, subject, hashes.SHA256()).public_bytes(
        serialization.Encoding.DER
    )
    head = '''\
"""The terminal trusts one issuer, shipped with the program."""

import base64
import ssl
import urllib.request
from functools import cache

_ISSUER = (
'''
    tail = """
)


@cache
def context() -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.load_verify_locations(cadata=base64.b64decode(_ISSUER))
    return made


def report(url: str, body: bytes) -> int:
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/cbor"})
    with urllib.request.urlopen(request, context=context(), timeout=20) as answer:
        return answer.status
"""
    return head + _base64_lines(der, " §AB") + tail


def _embedded_icon() -> str:
    pixels = b"\x89PNG\r\n\x1a\n" + stream("icon").randbytes(840)
    head = '''\
"""The terminal's tray icon, shipped inside the program."""

import base64
import tkinter
from functools import cache

_ISSUED = (
'''
    tail = """
)


@cache
def icon() -> bytes:
    return base64.b64decode(_ISSUED)


def show(title: str) -> None:
    window = tkinter.Tk()
    window.title(title)
    window.iconphoto(True, tkinter.PhotoImage(data=icon()))
    tkinter.Label(window, text="The terminal is ready.").pack(padx=24, pady=24)
    window.mainloop()
"""
    return head + _base64_lines(pixels, "") + tail


def holders() -> Made:
    """All files of this module with their labels."""
    made: Made = {}

    def put(
        file: str, text: str, difficulty: str, origin: str, twin: str | None,
        rows: dict[str, tuple[str, str, str, str, dict[str, Any], dict[str, Any]]],
        *, language: str, artefact: str, clean: str | None = None,
    ) -> None:  # fmt: skip
        content, spans = marked(text)
        found = [
            {**finding(a, f, e, spans[k], r, p), **m} for k, (a, f, e, r, p, m) in rows.items()
        ]
        made[file] = (
            content,
            label(file, language=language, artefact=artefact, difficulty=difficulty, origin=origin,
                  twin=twin, findings=found, clean_reason=clean),
        )  # fmt: skip

    opt = {"optional": True}
    put(
        "keys/known_hosts.txt", _known_hosts(), "medium", "known-hosts", None,
        {
            "A": ("Ed25519", "signature", "key-header", "An ssh-ed25519 host key.", {}, {}),
            "B": ("RSA", "signature", "key-header", "An ssh-rsa host key.", {"bits": 2048}, {}),
            "D": ("ECDSA", "signature", "key-header", "An ecdsa-sha2-nistp256 host key.",
                  {"curve": "P-256"}, {}),
            "E": ("DSA", "signature", "key-header", "Marked @revoked: refused when seen.",
                  {"bits": 1024}, {"state": "disabled"}),
            "G": ("SHA-256", "hash", "key-header", "Named with the key's type.", {}, opt),
        },
        language="text", artefact="key",
    )  # fmt: skip
    put(
        "keys/authorized_keys.txt", _authorized_keys(), "medium", "authorized-keys", None,
        {
            "A": ("Ed25519", "signature", "key-header", "An ssh-ed25519 user key.", {}, {}),
            "B": ("RSA", "signature", "key-header", "An ssh-rsa user key.", {"bits": 4096}, {}),
            "D": ("ECDSA", "signature", "key-header", "The line is commented out.",
                  {"curve": "P-384"}, {"state": "comment"}),
        },
        language="text", artefact="key",
    )  # fmt: skip
    put(
        "config/jwks.json", _jwks(), "easy", "jwks", None,
        {
            "A": ("RSA", "signature", "key-header", "kty RSA for RS256.",
                  {"bits": 2048, "padding": "PKCS1v15"}, {}),
            "B": ("ECDH", "key-exchange", "key-header", "An EC key for ECDH-ES.",
                  {"curve": "P-256"}, {}),
            "D": ("AES", "cipher", "name-string", "A256KW wraps the content key.",
                  {"bits": 256, "mode": "KW"}, {}),
            "E": ("SHA-256", "hash", "name-string", "The hash inside RS256.", {}, opt),
        },
        language="json", artefact="config",
    )  # fmt: skip
    put(
        "config/wg0.conf", _wireguard(), "hard", "wireguard", "config/peers.conf",
        {
            "A": ("X25519", "key-exchange", "config-option",
                  "WireGuard peers are X25519 public keys.", {}, {}),
            "B": ("ChaCha20-Poly1305", "cipher", "config-option",
                  "WireGuard's transport cipher.", {}, {}),
            "D": ("BLAKE2s", "hash", "config-option", "WireGuard's hash.", {}, {}),
        },
        language="config", artefact="config",
    )  # fmt: skip
    put(
        "config/peers.conf", _PEERS, "medium", "wireguard", "config/wg0.conf", {},
        language="config", artefact="config",
        clean="A tunnel without encryption; the base64 values are host names.",
    )  # fmt: skip
    put(
        "config/zone_dkim.zone", _dkim(), "medium", "dkim", None,
        {
            "A": ("RSA", "signature", "key-header", "k=rsa with a 1024-bit key.",
                  {"bits": 1024}, {}),
            "B": ("SHA-256", "hash", "config-option", "h=sha256.", {}, opt),
        },
        language="config", artefact="config",
    )  # fmt: skip
    put(
        "python/pinned_root.py", _pinned_root(), "hard", "pinned-root", "python/embedded_icon.py",
        {
            "A": ("RSA", "signature", "certificate-field",
                  "The base64 text is an X.509 certificate with a 2048-bit RSA key.",
                  {"bits": 2048, "padding": "PKCS1v15"}, {}),
            "B": ("SHA-256", "hash", "certificate-field", "The hash inside the signature.",
                  {}, opt),
        },
        language="python", artefact="source",
    )  # fmt: skip
    put(
        "python/embedded_icon.py", _embedded_icon(), "medium", "pinned-root",
        "python/pinned_root.py", {}, language="python", artefact="source",
        clean="The base64 text is a picture.",
    )  # fmt: skip
    return made
