"""acidtest-scan: finds cryptography in code, configuration, keys, assembly and logs.

`scan_bytes` reads one file, `scan_path` a file or a folder.
"""

from __future__ import annotations

from acidtest.scan.files import scan_bytes, scan_path
from acidtest.scan.finding import Finding

__all__ = ["VERSION", "Finding", "scan_bytes", "scan_path"]

VERSION = "1"
