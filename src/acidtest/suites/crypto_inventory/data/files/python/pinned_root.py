"""The terminal trusts one issuer, shipped with the program."""

import base64
import ssl
import urllib.request
from functools import cache

_ISSUER = (
    "MIIDFDCCAfygAwIBAgINAJlcMnSFVENM434B3zANBgkqhkiG9w0BAQsFADA9MQswCQYDVQQGEwJGUjEQMA4GA1UE"
    "CgwHUGF5bWlsbDEcMBoGA1UEAwwTUGF5bWlsbCBEZXZpY2UgUm9vdDAeFw0yNjAxMDUwOTAwMDBaFw0yNzAxMDUw"
    "OTAwMDBaMD0xCzAJBgNVBAYTAkZSMRAwDgYDVQQKDAdQYXltaWxsMRwwGgYDVQQDDBNQYXltaWxsIERldmljZSBS"
    "b290MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwznIB2QuXzcMe3bKZ4hBlFq8VDRIY2K5myTpdXko"
    "6jIB3zXlDFx2WYlNe4AgPJE5KDJ/yphY1uBbtFC7Dwd6zfvu7DUoY3Pdf+hXoB2DewPF7J4KusyCUKs3N03oFyYe"
    "DlYCj/IN1smoszOfRbpwFi4DRKdjZTkt2L9yLpt4wqGSBuyicoJARm0/TAyJHldZI6WWSEYwoX1ZYhRAjLopEw69"
    "fQeKNdFKUHwXf42Q1bclPcrNyiMXlcyHd4mKT70DovaP2EKie2wsrwXD22ihhx7lVRpm/370skOoHRvOCkDg0EcP"
    "vuyE4iT21R5oZvW7+O8san6cAADl+dkflpeKSwIDAQABoxMwETAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEB"
    "CwUAA4IBAQBKaFCRZEXAGO4Kgk5AYdrMUmQYSAevdMo7h2mAmc6vvuQwXoH9REohi0UBxqU8MWnPWaWoi7j6vnBt"
    "WPNzaXt1MvyodYMv9w4iS2EijvYIpp04lZW+fasSHmQ+OHXJPV054JLdCBySATW+O2N0suQ2fhfkNpNRXifKHUM+"
    "2hFv+7DBVlvTxWD6AGciEe2GGsgtUnMuAA/bw32LXsyeCpXwe3sQX/Rag4y8FSeMwzQoBR9o2KEK6uY75cjk6Cc6"
    "y/h3VPD604RzqRj5LeWe4hbNEL4G0jcekJoxPOLiSIU47tl2vYwZI7uffhV9lvvLv0Hn9jxIL2YlgaDUJbJt3JCq"
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
