"""A project's files after preprocessing, by the commands that build it.

They come from compile_commands.json, or from a build in the sandbox with a compiler that notes how
it is called, or, where neither is there, from folders that hold the headers that files ask for.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import read_text
from acidtest.core.progress import Progress
from acidtest.core.untrusted import load_json
from acidtest.suites.c_decompile.project.tree import SourceTree, all_files, library_files
from acidtest.suites.c_decompile.runner_report import explain
from acidtest.toolchains.gcc import Gcc
from acidtest.toolchains.sandbox import Job, Limits, Sandbox, Step

# The driver starts the preprocessor as a process of its own.
_PREPROCESS = Limits(cpu_s=10, wall_s=120, memory=1 << 30, file_size=16 << 20, processes=8)
BUILD = Limits(cpu_s=600, wall_s=900, memory=2 << 30, file_size=64 << 20, processes=64)
_SCRATCH = 1 << 30
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([\w./+-]+)[>"]', re.MULTILINE)
_KEPT = re.compile(r"-(?:D|U|I|std=|isystem|iquote|include|f|m)")
_TAKES_NEXT = ("-D", "-U", "-I", "-isystem", "-iquote", "-include")
_HEADERS_MAX = 64
_TOGETHER = 16
_CODE = frozenset(".c .h .inc .def .tbl .tab .i .hh .ipp .x .cfg".split())
_CODE_MAX, _TREE_MAX, _UNITS_MAX = 8 << 20, 256 << 20, 512 << 20
_EPOCH = {"SOURCE_DATE_EPOCH": "0"}

# Stands in for the compiler in a build: notes each file after preprocessing, then compiles it.
_WRAPPER = """#!/bin/sh
if [ -d {scratch}/units ]; then
  case " $* " in *" -E "*|*" -M "*|*" -MM "*) exec /usr/bin/gcc "$@";; esac
  for source; do
    case $source in conftest.c|*/conftest.c|*CMake*) continue;; *.c) ;; *) continue;; esac
    [ -f "$source" ] || continue
    (
      skip= ; first=1
      for word; do
        [ $first ] && set -- && first=
        if [ $skip ]; then skip=; continue; fi
        case $word in
          -o|-MF|-MT|-MQ) skip=1;;
          -c|-M*|*.c|*.o|*.a|*.so|-l*|-L*|-Wl,*) ;;
          *) set -- "$@" "$word";;
        esac
      done
      name=$(echo "$PWD/$source" | cksum | tr ' ' -)
      /usr/bin/gcc "$@" -E -ffile-prefix-map={scratch}/tree/= "$source" \\
        > "{scratch}/units/$name" 2>/dev/null
      echo "$PWD/$source" > "{scratch}/units/$name.name"
    )
  done
fi
exec /usr/bin/gcc "$@"
"""
_RECIPES = (
    ("CMakeLists.txt", "cmake -S . -B acid_build -DCMAKE_C_COMPILER={cc} && "
     "cmake --build acid_build -j2 -- -k"),
    ("configure", "sh ./configure CC={cc} && make CC={cc} -k -j2"),
    ("Makefile", "make CC={cc} -k -j2"),
    ("makefile", "make CC={cc} -k -j2"),
    ("GNUmakefile", "make CC={cc} -k -j2"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preprocessed:
    """A file of a project after preprocessing, or why there is none."""

    file: str
    data: bytes = b""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """The files of a project, and what is to be said about how they were read."""

    files: Sequence[Preprocessed]
    note: str = ""


def preprocessed(
    tree: SourceTree, gcc: Gcc, *, bare: bool, progress: Progress, limits: Limits = BUILD
) -> Built:
    """All files of a tree; `limits` are those of its build."""
    with Sandbox(binds=gcc.folders, bare=bare) as sandbox:
        commands = tree.folder / "compile_commands.json"
        if commands.is_file() and not (tree.files or tree.fetched):
            return Built(_all(tree, _recorded(commands), gcc, sandbox, progress))
        note = ""
        if not tree.files and not tree.fetched:
            for name, recipe in _RECIPES:
                if (tree.folder / name).is_file():
                    progress.note(f"{tree.package}: building with {name}, in the sandbox")
                    files, note = _build(tree, recipe, gcc, sandbox, limits)
                    if files:
                        return Built(files, note)
                    note = f"{name}: {note or 'builds no C file'}; read without it"
                    break
        folders = _folders(tree)
        flags = [f"-I{folder}" for folder in folders]
        listed = [(path, flags) for path in library_files(tree)]
        return Built(_all(tree, listed, gcc, sandbox, progress), note)


def _recorded(path: Path) -> list[tuple[Path, list[str]]]:
    try:
        entries = load_json(read_text(path))
    except ValueError as error:
        raise InputError(f"{path}: is not JSON: {error}") from error
    listed: dict[Path, list[str]] = {}
    for at, entry in enumerate(entries if isinstance(entries, list) else [None]):
        if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
            raise InputError(f"{path}: entry {at}: expected an object with 'file' and 'command'")
        folder = Path(str(entry.get("directory") or path.parent))
        file = (path.parent / folder / entry["file"]).resolve()
        words = entry.get("arguments")
        if not isinstance(words, list):
            try:
                words = shlex.split(str(entry.get("command", "")))
            except ValueError as error:
                raise InputError(f"{path}: entry {at}: its command: {error}") from error
        if file.suffix == ".c":
            listed.setdefault(file, _flags([str(word) for word in words], path.parent / folder))
    return list(listed.items())


def _flags(words: Sequence[str], folder: Path) -> list[str]:
    """What of a command decides what preprocessing gives, with folders made absolute."""
    flags: list[str] = []
    waiting = list(words[1:])
    while waiting:
        word = waiting.pop(0)
        if not _KEPT.match(word) or word.startswith(("-fplugin", "-fdump", "-fdiagnostics")):
            continue
        option = next((o for o in _TAKES_NEXT if word == o), None)
        value = waiting.pop(0) if option and waiting else ""
        if word.startswith("-I") and not option:
            option, value = "-I", word[2:]
        if option in ("-I", "-isystem", "-iquote"):
            flags += [option, str((folder / value).resolve())]
        else:
            flags += [word, value] if option else [word]
    return flags


def _folders(tree: SourceTree) -> list[str]:
    """Folders of the tree under which the headers lie that its files ask for."""
    headers: dict[str, list[str]] = {}
    asked: set[str] = set()
    for file in all_files(tree.folder):
        if file.suffix in (".h", ".c", ".inc", ".def"):
            headers.setdefault(file.name, []).append(file.relative_to(tree.folder).as_posix())
            asked |= set(_INCLUDE.findall(file.read_text("utf-8", "replace")))
    folders: set[str] = set()
    for name in asked:
        for path in headers.get(name.rpartition("/")[2], ()):
            if f"/{path}".endswith(f"/{name}"):
                folders.add(path[: -len(name)].rstrip("/"))
    ordered = sorted(folders, key=lambda folder: (folder.count("/"), folder))[:_HEADERS_MAX]
    return [str(tree.folder / folder) for folder in ordered]


def _all(
    tree: SourceTree,
    listed: Sequence[tuple[Path, Sequence[str]]],
    gcc: Gcc,
    sandbox: Sandbox,
    progress: Progress,
) -> list[Preprocessed]:
    made: list[Preprocessed] = []
    archive = _packed(tree, only_code=True)
    with progress.stage(f"{tree.package}: preprocess", len(listed)) as advance:
        for at in range(0, len(listed), _TOGETHER):
            for file in _some(tree, archive, listed[at : at + _TOGETHER], gcc, sandbox):
                made.append(file)
                advance()
    return made


def _packed(tree: SourceTree, *, only_code: bool) -> bytes:
    """The files of a tree as an archive: the sandbox shows no folder of the user's."""
    buffer, size = io.BytesIO(), 0
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path in all_files(tree.folder):
            length = path.stat().st_size
            if only_code and (path.suffix not in _CODE or length > _CODE_MAX):
                continue
            size += length
            if size > _TREE_MAX:
                raise InputError(f"{tree.folder}: is over {_TREE_MAX >> 20} MiB; give a part of it")
            member = tarfile.TarInfo(f"tree/{path.relative_to(tree.folder).as_posix()}")
            member.size, member.mode = length, 0o755 if os.access(path, os.X_OK) else 0o644
            archive.addfile(member, io.BytesIO(path.read_bytes()))
    return buffer.getvalue()


def _some(
    tree: SourceTree,
    archive: bytes,
    listed: Sequence[tuple[Path, Sequence[str]]],
    gcc: Gcc,
    sandbox: Sandbox,
) -> Iterator[Preprocessed]:
    steps = [Step(["/bin/tar", "xf", "tree.tar"], limits=_PREPROCESS)]
    names = []
    for at, (path, flags) in enumerate(listed):
        inside = path.is_relative_to(tree.folder)
        names.append(path.relative_to(tree.folder).as_posix() if inside else path.name)
        command = [gcc.path, "-E", "-w", "-std=gnu17"]
        command += [flag.replace(str(tree.folder), "tree") for flag in flags]
        command += ["-ffile-prefix-map=tree/=", f"tree/{names[-1]}", "-o", f"{at}.i"]
        steps.append(Step(command, limits=_PREPROCESS, env=_EPOCH, even_after_failure=True))
    collect = [f"{at}.i" for at in range(len(listed))]
    files = {"tree.tar": archive}
    outcome = sandbox.run(Job(steps, files=files, collect=collect, scratch=_SCRATCH))
    if not outcome.steps[0].ok:
        raise InfrastructureError(f"tar: {explain(outcome.steps[0], 'it')}")
    for at, name in enumerate(names):
        step = outcome.steps[at + 1]
        if step.ok and f"{at}.i" in outcome.files:
            yield Preprocessed(name, outcome.files[f"{at}.i"])
            continue
        said = step.stderr.decode("utf-8", "replace")
        error = next((line for line in said.splitlines() if "error:" in line), "")
        why = error.partition("error:")[2].strip() or explain(step, "the preprocessor")
        yield Preprocessed(name, why=f"it cannot be preprocessed: {why[:120]}")


def _build(
    tree: SourceTree, recipe: str, gcc: Gcc, sandbox: Sandbox, limits: Limits
) -> tuple[list[Preprocessed], str]:
    """The files that a build compiles, and what went wrong with it."""
    cc = "$ACID/bin/cc"
    script = (
        "set -e\nmkdir bin units\n"
        'sed "s#[{]scratch}#$ACID#g" wrapper > bin/cc\nchmod 755 bin/cc\ncp bin/cc bin/gcc\n'
        "tar xf tree.tar\ncd tree\n"
        f'export PATH="$ACID/bin:$PATH" CC="{cc}" SOURCE_DATE_EPOCH=0\nset +e\n'
        f"({recipe.format(cc=cc)}) > $ACID/log 2>&1\nstatus=$?\n"
        "cd $ACID && tar cf units.tar units && tail -c 2000 log\nexit $status\n"
    )
    step = Step(["/bin/sh", "build.sh"], limits=limits, env={"ACID": "{scratch}"})
    job = Job(
        [step],
        files={
            "tree.tar": _packed(tree, only_code=False),
            "build.sh": script.encode(),
            "wrapper": _WRAPPER.replace("/usr/bin/gcc", gcc.path).encode(),
        },
        collect=["units.tar"],
        collect_cap=_UNITS_MAX,
        scratch=_SCRATCH,
    )
    outcome = sandbox.run(job)
    result = outcome.steps[-1]
    note = ""
    if not result.ok:
        lines = result.stdout.decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if "rror" in line] or lines
        note = f"the build failed: {explain(result, 'it')}: {(errors or [''])[0][:160]}".rstrip(
            ": "
        )
    return list(_units(outcome.files.get("units.tar", b""))), note


def _units(archive: bytes) -> Iterator[Preprocessed]:
    if not archive:
        return
    texts: dict[str, bytes] = {}
    size = 0
    with (
        contextlib.suppress(tarfile.TarError, EOFError),  # what a build left may be anything
        tarfile.open(fileobj=io.BytesIO(archive)) as opened,
    ):
        for member in opened:
            content = opened.extractfile(member) if member.isfile() else None
            size += member.size
            if content is None:
                continue
            if member.issparse() or size > _UNITS_MAX:
                break
            texts[member.name] = content.read()
    named = {}
    for name, data in texts.items():
        if name.endswith(".name"):
            path = data.decode("utf-8", "replace").strip().rpartition("/tree/")[2]
            named[re.sub(r"(?:[^/]+/\.\./|\./)", "", path)] = texts.get(name[:-5], b"")
    for path in sorted(named):
        why = "" if named[path] else "it cannot be preprocessed"
        yield Preprocessed(path, named[path], why)
