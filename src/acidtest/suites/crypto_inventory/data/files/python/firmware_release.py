"""Signs firmware images for the field gateways.

The trailer has three parts: magic, manifest, detached signature.
"""

import hashlib
import json
import struct
from pathlib import Path

import oqs

# Up to release 7 images carried an RSA-4096 signature; boot ROMs older than 2024
# still expect it and are no longer served.
SCHEME = "ML-DSA-65"
MAGIC = b"GWFW\x08"


def manifest(image: bytes, version: str, board: str) -> bytes:
    body = {"version": version, "board": board, "sha512": hashlib.sha512(image).hexdigest()}
    return json.dumps(body, sort_keys=True).encode()


def sign(image_path: Path, secret: bytes, version: str, board: str) -> Path:
    image = image_path.read_bytes()
    head = manifest(image, version, board)
    with oqs.Signature(SCHEME, secret) as signer:
        signature = signer.sign(head)
    out = image_path.with_suffix(".signed")
    out.write_bytes(image + MAGIC + struct.pack(">II", len(head), len(signature)) + head + signature)
    return out


def verify(head: bytes, signature: bytes, public: bytes) -> bool:
    with oqs.Signature(SCHEME) as verifier:
        return verifier.verify(head, signature, public)
