"""End-to-end sealed notes: one ephemeral key per message."""

import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import x25519
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

INFO = b"notes/v2"


def _message_key(shared: bytes, ephemeral: bytes, recipient: bytes) -> bytes:
    kdf = HKDF(algorithm=hashes.SHA256(), length=32, salt=ephemeral + recipient, info=INFO)
    return kdf.derive(shared)


def _raw(public: x25519.X25519PublicKey) -> bytes:
    return public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def seal(recipient: x25519.X25519PublicKey, note: bytes) -> bytes:
    ephemeral = x25519.X25519PrivateKey.generate()
    mine = _raw(ephemeral.public_key())
    key = _message_key(ephemeral.exchange(recipient), mine, _raw(recipient))
    nonce = os.urandom(12)
    return mine + nonce + ChaCha20Poly1305(key).encrypt(nonce, note, INFO)


def unseal(private: x25519.X25519PrivateKey, box: bytes) -> bytes:
    theirs, nonce, body = box[:32], box[32:44], box[44:]
    shared = private.exchange(x25519.X25519PublicKey.from_public_bytes(theirs))
    key = _message_key(shared, theirs, _raw(private.public_key()))
    return ChaCha20Poly1305(key).decrypt(nonce, body, INFO)
