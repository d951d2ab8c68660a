"""acidtest-scan: finds cryptography in code, configuration, keys, assembly and logs.

`scan_bytes` reads one file, `scan_path` a file or a folder.
"""

from __future__ import annotations

from acidtest.crypto.scanner.files import scan_bytes, scan_path
from acidtest.crypto.scanner.finding import CryptoFinding

__all__ = ["VERSION", "CryptoFinding", "scan_bytes", "scan_path"]

VERSION = "1"
