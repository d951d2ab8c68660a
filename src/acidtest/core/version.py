"""The version, in its own module so that any module can import it."""

from importlib import metadata

try:
    __version__ = metadata.version("acidtest")
except metadata.PackageNotFoundError:  # a tree on PYTHONPATH that was never installed
    __version__ = "0+unknown"
