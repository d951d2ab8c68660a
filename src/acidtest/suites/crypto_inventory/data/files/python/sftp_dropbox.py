"""SFTP drop box for suppliers."""

import socket
import threading
from pathlib import Path

import paramiko

HOST_KEYS = [paramiko.RSAKey.generate(2048), paramiko.ECDSAKey.generate(bits=384)]


class Gate(paramiko.ServerInterface):
    def __init__(self, suppliers: Path) -> None:
        self._suppliers = suppliers

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        stored = self._suppliers / f"{username}.key"
        if not stored.exists():
            return paramiko.AUTH_FAILED
        loaders = (paramiko.RSAKey, paramiko.DSSKey)
        for loader in loaders:
            try:
                known = loader.from_private_key_file(str(stored))
            except paramiko.SSHException:
                continue
            if known.get_base64() == key.get_base64():
                return paramiko.AUTH_SUCCESSFUL
        return paramiko.AUTH_FAILED

    def get_allowed_auths(self, username: str) -> str:
        return "publickey"


def serve(port: int, suppliers: Path) -> None:
    listener = socket.create_server(("", port))
    while True:
        client, _ = listener.accept()
        transport = paramiko.Transport(client)
        for key in HOST_KEYS:
            transport.add_server_key(key)
        threading.Thread(target=transport.start_server, kwargs={"server": Gate(suppliers)}).start()
