"""Removes superseded firmware images from the download mirror."""

import argparse
import time
from pathlib import Path

# from Crypto.PublicKey import RSA
# from Crypto.Signature import pkcs1_15
# from Crypto.Hash import SHA1

KEEP = 3


# def recheck(image, trailer):
#     key = RSA.import_key(Path("/etc/mirror/release-4096.pub").read_text())
#     pkcs1_15.new(key).verify(SHA1.new(image), trailer)


def superseded(folder: Path) -> list[Path]:
    by_board: dict[str, list[Path]] = {}
    for path in folder.glob("*.signed"):
        board = path.name.split("-", 1)[0]
        by_board.setdefault(board, []).append(path)
    stale = []
    for paths in by_board.values():
        paths.sort(key=lambda p: p.stat().st_mtime, reverse=True)
        stale += paths[KEEP:]
    return stale


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--older-than-days", type=int, default=90)
    args = parser.parse_args()
    limit = time.time() - args.older_than_days * 86400
    for path in superseded(args.folder):
        if path.stat().st_mtime < limit:
            path.unlink()


if __name__ == "__main__":
    main()
