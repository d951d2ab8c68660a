"""Tickets that a kiosk can read without the network."""

import base64
import hashlib
import json

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


def kiosk_key(pin: str, serial: str) -> bytes:
    raw = hashlib.scrypt(pin.encode(), salt=serial.encode(), n=2**14, r=8, p=1, dklen=32)
    return base64.urlsafe_b64encode(raw)


class TicketBox:
    def __init__(self, *keys: bytes) -> None:
        self._box = MultiFernet([Fernet(k) for k in keys])

    def wrap(self, ticket: dict) -> str:
        return self._box.encrypt(json.dumps(ticket).encode()).decode()

    def unwrap(self, text: str, max_age: int = 8 * 3600) -> dict | None:
        try:
            return json.loads(self._box.decrypt(text.encode(), ttl=max_age))
        except InvalidToken:
            return None

    def rotate(self, text: str) -> str:
        return self._box.rotate(text.encode()).decode()
