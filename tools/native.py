"""Builds the project's C and C++ with sanitizers, and runs its native tests.

    python tools/native.py build [PROGRAM ...] [--sanitize]
    python tools/native.py test     unit tests and the fuzzers' corpus, under ASan, UBSan and LSan

What there is to build stands in src/acidtest/native/programs.toml. Results go to build/native.
A program built with sanitizers cannot run under RLIMIT_AS, so not in the sandbox.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NATIVE = ROOT / "src" / "acidtest" / "native"
TESTS = ROOT / "tests" / "native"
CORPUS = TESTS / "corpus"
OUT = ROOT / "build" / "native"
WARNINGS = ("-Wall", "-Wextra", "-Werror")
SANITIZE = ("-g", "-O1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all")
SANITIZERS = "address,undefined"
FUZZING = "-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"  # a name that fuzzers have agreed on
ENVIRONMENT = {
    "ASAN_OPTIONS": "abort_on_error=0:detect_leaks=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
_STANDARDS = {"gcc": "-std=gnu17", "g++": "-std=gnu++17"}


class BuildError(Exception):
    """A compiler that is missing, or its complaint."""


def declared() -> Mapping[str, Any]:
    """All of programs.toml: product programs by name, and the tables `test` and `fuzz`."""
    return tomllib.loads((NATIVE / "programs.toml").read_text(encoding="utf-8"))


def products() -> list[str]:
    """The programs that users' machines build."""
    return [name for name, entry in declared().items() if "sources" in entry]


def compile_program(
    entry: Mapping[str, Any], target: Path, flags: Sequence[str], compiler: str | None = None
) -> Path:
    """Compile what `entry` declares; `compiler` stands in for gcc or g++."""
    language = entry.get("compiler", "gcc")
    program = shutil.which(compiler or language)
    if program is None:
        raise BuildError(f"{compiler or language} was not found")
    sources = [NATIVE / source for source in entry["sources"]]
    folders = sorted({f"-I{source.parent}" for source in sources})
    mains = [TESTS / main for main in entry.get("mains", [])]
    target.parent.mkdir(parents=True, exist_ok=True)
    command = [program, _STANDARDS[language], *folders, *flags, "-o", target, *mains, *sources]
    done = subprocess.run(
        [*map(str, command), *entry.get("flags", [])], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"{target.name} could not be built:\n{done.stderr.strip()}")
    return target


def _engine_flags(name: str) -> list[str]:
    """For Ghidra's driver, where its library lies; see systems/decompilers/ghidra.py."""
    if name != "ghidra_driver":
        return []
    spec = importlib.util.find_spec("reoxide")
    if spec is None or not spec.submodule_search_locations:
        raise BuildError("the Python package reoxide is missing; ghidra_driver needs it")
    library = Path(spec.submodule_search_locations[0]) / "data"
    return [
        *('-DREOXIDE_VERSION="checked"', "-D_GLIBCXX_USE_CXX11_ABI=0"),
        *(f"-isystem{library / 'include' / 'ghidra'}", f"-L{library / 'bin'}", "-lreoxide"),
        *(f"-Wl,-rpath,{library / 'bin'}", "-Wl,--allow-shlib-undefined"),
    ]


def build_product(name: str, *, sanitize: bool) -> Path:
    """A program of the product, with all warnings as errors."""
    entry = dict(declared()[name])
    entry["flags"] = [*entry.get("flags", []), *_engine_flags(name)]
    flags = [*SANITIZE, f"-fsanitize={SANITIZERS}"] if sanitize else ["-O2"]
    folder = OUT / ("sanitize" if sanitize else "plain")
    return compile_program(entry, folder / name, [*WARNINGS, *flags])


def build_test(name: str) -> Path:
    """A native unit test, with sanitizers."""
    flags = [*WARNINGS, *SANITIZE, f"-fsanitize={SANITIZERS}", f"-I{TESTS}"]
    return compile_program(declared()["test"][name], OUT / f"test_{name}", flags)


def build_replay(name: str) -> Path:
    """A fuzz target that runs the files it is given once each; needs no clang."""
    entry = dict(declared()["fuzz"][name])
    entry["mains"] = [*entry["mains"], "standalone.c"]
    flags = [*WARNINGS, *SANITIZE, f"-fsanitize={SANITIZERS}", FUZZING]
    return compile_program(entry, OUT / f"replay_{name}", flags)


def corpus(name: str) -> list[Path]:
    """The inputs of a fuzz target that lie in the tree."""
    return sorted(path for path in (CORPUS / name).iterdir() if path.is_file())


def run(program: Path, *arguments: Path) -> str | None:
    """What a native test complains of, or None."""
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        env={**os.environ, **ENVIRONMENT},
        timeout=300,
        check=False,
    )
    if done.returncode == 0:
        return None
    text = done.stderr.decode("utf-8", "replace").strip()
    return f"{program.name}: status {done.returncode}\n{text}"


def test_all() -> list[str]:
    """Build everything with sanitizers, run the tests, replay the corpus; the complaints."""
    complaints: list[str] = []
    for name in products():
        build_product(name, sanitize=True)
        print(f"built {name} with sanitizers")
    for kind, make in (("test", build_test), ("fuzz", build_replay)):
        for name in declared()[kind]:
            inputs = corpus(name) if kind == "fuzz" else []
            complaint = run(make(name), *inputs)
            print(f"{kind} {name}:", complaint or f"fine{f', {len(inputs)} inputs' * bool(inputs)}")
            complaints += [complaint] if complaint else []
    return complaints


def main() -> int:
    """Run one of the two commands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="build programs of the product")
    build.add_argument("programs", nargs="*", metavar="PROGRAM", help="all of them by default")
    build.add_argument("--sanitize", action="store_true", help="with ASan and UBSan")
    commands.add_parser("test", help="native tests and corpus, with sanitizers")
    options = parser.parse_args()
    try:
        if options.command == "test":
            return int(bool(test_all()))
        unknown = set(options.programs) - set(products())
        if unknown:
            parser.error(f"no such program: {', '.join(sorted(unknown))}; {', '.join(products())}")
        for name in options.programs or products():
            print(build_product(name, sanitize=options.sanitize).relative_to(ROOT))
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
