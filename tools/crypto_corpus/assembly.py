"""Compile the assembly files of the corpus from asm/*.c; each label comes from the C file's header.

    python tools/crypto_corpus/assembly.py

Needs gcc and aarch64-linux-gnu-gcc of the version in COMPILER, so that the bytes are the same.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from records import finding, label, merge

SOURCES = Path(__file__).parent / "asm"
GCC = {"x86_64": "gcc", "aarch64": "aarch64-linux-gnu-gcc"}
COMPILER = "12.2.0"
FLAGS = (
    "-std=gnu17 -O1 -fno-pic -fno-pie -fno-ident -fno-stack-protector "
    "-fno-asynchronous-unwind-tables -fcf-protection=none"
)


@dataclass
class Source:
    """A C file's header: what it is compiled into and what is in it."""

    origin: str
    text: str
    difficulty: str = "hard"
    flags: str = ""
    targets: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    findings: list[list[str]] = field(default_factory=list)
    clean: str | None = None


def read(path: Path) -> Source:
    """Parse the header comment."""
    text = path.read_text("utf-8")
    header = text[: text.index("*/")]
    source = Source(re.search(r"corpus: (\S+)", header)[1], text)  # type: ignore[index]
    for key, value in re.findall(r"^ \* (\w+): (.*)$", header, re.M):
        if key in GCC:
            file, _, twin = value.partition(" twin ")
            source.targets[key] = (file, twin or None)
        elif key == "finding":
            source.findings.append([part.strip() for part in value.split("|")])
        elif key == "clean":
            source.clean = value
        elif key in ("difficulty", "flags"):
            setattr(source, key, value)
    return source


def version(arch: str) -> str | None:
    """The compiler's version, or None when it is not installed."""
    try:
        done = subprocess.run([GCC[arch], "-dumpfullversion"], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return done.stdout.strip()


def compile_for(source: Source, arch: str) -> str:
    """The assembly text, without the lines that name the source file."""
    flags = FLAGS.split() + source.flags.split()
    if arch == "aarch64":
        flags.remove("-fcf-protection=none")
    command = [GCC[arch], *flags, "-S", "-x", "c", "-", "-o", "-"]
    done = subprocess.run(command, input=source.text, capture_output=True, text=True, check=True)
    return re.sub(r"^\t\.(file|ident)\t.*\n", "", done.stdout, flags=re.M)


def span(assembly: str, symbol: str) -> list[int]:
    """The lines from a symbol's label to its .size."""
    lines = assembly.splitlines()
    first = lines.index(f"{symbol}:") + 1
    size = next(i for i, t in enumerate(lines, 1) if t.startswith(f"\t.size\t{symbol},"))
    return [first, size if size > first else _data_end(lines, first)]


def _data_end(lines: list[str], first: int) -> int:
    """A table's .size stands before its label: the table ends where its values do."""
    last = first
    while last < len(lines) and re.match(r"\t\.(long|word|quad|byte|xword|zero)\b", lines[last]):
        last += 1
    return last


def label_for(source: Source, arch: str, assembly: str) -> dict[str, Any]:
    """The label line of one compiled file."""
    file, twin = source.targets[arch]
    found = []
    for algorithm, function, evidence, parameters, symbols, reason in source.findings:
        spans = sorted(span(assembly, s.strip()) for s in symbols.split(","))
        pairs = (p.split("=") for p in parameters.split(",") if p)
        values = {k: int(v) if v.isdigit() else v for k, v in pairs}
        found.append(finding(algorithm, function, evidence, spans, reason, values))
    return label(
        file,
        language="assembly",
        artefact="assembly",
        difficulty=source.difficulty,
        origin=source.origin,
        twin=twin,
        findings=found,
        clean_reason=source.clean,
    )


def main() -> int:
    made = {}
    for path in sorted(SOURCES.glob("*.c")):
        source = read(path)
        for arch, (file, _) in source.targets.items():
            if version(arch) != COMPILER:
                print(f"{GCC[arch]} {COMPILER} is needed, found {version(arch)}", file=sys.stderr)
                return 2
            assembly = compile_for(source, arch)
            made[file] = (assembly, label_for(source, arch, assembly))
    merge(made)
    print(f"{len(made)} assembly files written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
