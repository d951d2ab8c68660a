"""acidtest-scan: finds cryptography in code, configuration, keys, assembly and logs.

`scan_file` reads one file, `scan_tree` a file or a folder; both say what was not read completely.
`scan_bytes` and `scan_path` give the findings alone.
"""

from __future__ import annotations

from acidtest.crypto.scanner.files import (
    ScannedFile,
    scan_bytes,
    scan_file,
    scan_path,
    scan_tree,
)
from acidtest.crypto.scanner.finding import CryptoFinding

__all__ = [
    "VERSION",
    "CryptoFinding",
    "ScannedFile",
    "scan_bytes",
    "scan_file",
    "scan_path",
    "scan_tree",
]

VERSION = "1"
