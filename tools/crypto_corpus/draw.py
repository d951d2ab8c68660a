"""Draw the files of crypto-trees, or check that they are the drawn ones.

    acidtest fetch crypto-trees
    python tools/crypto_corpus/draw.py [--write]

What is drawn depends on the pinned packages and on `[draw]` of recipe.toml alone: files are ranked
by the hash of the seed and their name, so a larger number adds files and changes none.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acidtest.suites.crypto_inventory import trees


@dataclass(frozen=True)
class Candidate:
    """A file that may be drawn; nothing of it is read yet."""

    rank: str
    identity: str
    package: str
    language: str
    path: Path


def candidates(rules: Mapping[str, Any]) -> list[Candidate]:
    """All files of the right kind and size, in the order of their rank."""
    suffixes = {s: language for language, all_ in rules["languages"].items() for s in all_}
    made: list[Candidate] = []
    for name, release in trees.releases().items():
        for folder, inner, files in os.walk(release.folder):
            inner[:] = [each for each in inner if each not in rules["left_out"]]
            for file in files:
                path = Path(folder, file)
                language = suffixes.get(path.suffix[1:])
                if language is None or file.endswith(".d.ts") or f"{path.stem}.d.ts" in files:
                    continue  # not a text, or declarations, or what was made from TypeScript
                if path.stat().st_size <= rules["bytes"]:
                    identity = f"{name}/{path.relative_to(release.folder).as_posix()}"
                    rank = hashlib.sha256(f"{rules['seed']}\n{identity}".encode()).hexdigest()
                    made.append(Candidate(rank, identity, name, language, path))
    return sorted(made, key=lambda one: one.rank)


def text_of(data: bytes, rules: Mapping[str, Any]) -> str | None:
    """The text of a file that a person can read as a whole."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    lines = text.splitlines()
    least, most = rules["lines"]
    if not least <= len(lines) <= most or max(map(len, lines)) > rules["longest_line"]:
        return None
    return text


def strata_of(text: str, language: str, rules: Mapping[str, Any]) -> Iterator[str]:
    """Where a text may go, the rarest first."""
    if not re.search(rules["words"], text, re.IGNORECASE):
        yield "without"
        return
    if re.search(rules["korean"], text):
        yield "korean"
    names = {name.lower() for name in re.findall(rules["names"], text, re.IGNORECASE)}
    if len(names) >= rules["rich_names"]:
        yield f"rich {language}"
    yield language


def draw(rules: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Stratum, id and SHA-256 of each drawn file: each goes to the first that has room for it."""
    room = {"korean": rules["korean_files"], "without": rules["without_files"], **rules["with"]}
    room |= {f"rich {language}": number for language, number in rules["rich"].items()}
    packages: Counter[tuple[str, str]] = Counter()
    drawn: list[tuple[str, str, str]] = []
    contents: set[str] = set()
    for one in candidates(rules):
        if not any(room[s] for s in ("korean", "without", one.language, f"rich {one.language}")):
            continue
        data = one.path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        text = text_of(data, rules)
        if text is None or digest in contents:
            continue
        for stratum in strata_of(text, one.language, rules):
            if room[stratum] and packages[stratum, one.package] < rules["per_package"]:
                room[stratum] -= 1
                packages[stratum, one.package] += 1
                contents.add(digest)
                drawn.append((stratum, one.identity, digest))
                break
    return drawn


def main(arguments: list[str]) -> int:
    """Write the list, or say whether it is what is drawn."""
    trees.fetch()
    lines = ["\t".join(row) for row in draw(trees.recipe()["draw"])]
    text = "\n".join(lines) + "\n"
    if "--write" in arguments:
        trees.DRAWN.write_text(text, "utf-8")
    same = trees.DRAWN.exists() and trees.DRAWN.read_text("utf-8") == text
    print(f"{len(lines)} files drawn; drawn.tsv {'agrees' if same else 'differs'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
