"""Connection to the mail archive."""

import hashlib
import imaplib
import ssl

CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!RC4:!3DES:!MD5"


def context(ca_file: str | None = None) -> ssl.SSLContext:
    ctx = ssl.create_default_context(cafile=ca_file)
    ctx.minimum_version = ssl.TLSVersion.TLSv1_2
    ctx.set_ciphers(CIPHERS)
    ctx.options |= ssl.OP_NO_COMPRESSION
    return ctx


def fingerprint(host: str, port: int = 993) -> str:
    pem = ssl.get_server_certificate((host, port))
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


def open_archive(host: str, user: str, password: str, pin: str) -> imaplib.IMAP4_SSL:
    if fingerprint(host) != pin:
        raise ConnectionError(f"{host}: unexpected certificate")
    client = imaplib.IMAP4_SSL(host, ssl_context=context())
    client.login(user, password)
    client.select("Archive", readonly=True)
    return client
