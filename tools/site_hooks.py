"""What MkDocs does beyond its own work for `make docs`; mkdocs.yml names this file.

- Pages that are not in docs/: the project's own (SECURITY.md …), and the reference, generated.
- A link from a page to any other file of the repository leads to a copy on the site.
- Each page as Markdown beside its HTML, and llms.txt, an index for language models.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

from reference import api_page, cli_page  # noqa: E402 - MkDocs loads this file by its path

PROJECT = ("CHANGELOG.md", "CONTRIBUTING.md", "README.ko.md", "SECURITY.md")
GENERATED = {"reference/cli.md": cli_page, "reference/api.md": api_page}
_LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)#\s]+)")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)

_texts: dict[str, str] = {}
"""The Markdown of each page as it is published, by its path on the site."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages and files that are not in docs/."""
    for name in PROJECT:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, site_path(name), content=text))
    files.append(File.generated(config, "llms.txt", content=""))  # written when all is built
    for path, page in GENERATED.items():
        files.append(File.generated(config, path, content=page()))
    for linked in sorted(_linked(files)):
        files.append(File.generated(config, site_path(linked), abs_src_path=str(ROOT / linked)))
    return files


def _linked(files: Any) -> set[str]:
    """Files of the repository outside docs/ that some page links to."""
    outside = set()
    for file in files.documentation_pages():
        home = posixpath.dirname(repository_path(file.src_uri))
        for target in _LINK.findall(file.content_string):
            path = posixpath.normpath(posixpath.join(home, target))
            if site_path(path).startswith("repository/") and (ROOT / path).is_file():
                outside.add(path)
    return outside


def site_path(path: str) -> str:
    """Where a file of the repository is on the site."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"project/{path.lower()}" if path in PROJECT else f"repository/{path}.txt"


def repository_path(path: str) -> str:
    """Where a page of the site is in the repository."""
    own = {site_path(name): name for name in PROJECT}
    return own.get(path, f"docs/{path}")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Point links to where things are on the site; keep the text for `on_post_build`."""
    here = page.file.src_uri
    home = posixpath.dirname(repository_path(here))

    def moved(match: re.Match[str]) -> str:
        target = site_path(posixpath.normpath(posixpath.join(home, match[1])))
        return posixpath.relpath(target, posixpath.dirname(here))

    text = _COMMENT.sub("", _LINK.sub(moved, markdown))
    _texts[here] = text
    return text


def on_post_build(config: Any) -> None:
    """Write the Markdown of each page, and llms.txt."""
    site = Path(config.site_dir)
    for path, text in _texts.items():
        (site / path).write_text(text, encoding="utf-8")
    (site / "llms.txt").write_text(llms_text(config.nav, _texts), encoding="utf-8")


def llms_text(nav: list[Any], texts: dict[str, str]) -> str:
    """The index: a section for each part of the navigation, a line for each page."""
    lines = ["# acidtest", "", f"> {_sentence(texts['index.md'])}"]
    loose = [entry for entry in nav if isinstance(next(iter(entry.values())), str)]
    parts = [entry for entry in nav if entry not in loose]
    for title, pages in [("Begin", loose), *(item for part in parts for item in part.items())]:
        lines += ["", f"## {title}", ""]
        chosen = [page for page in _pages(pages) if not re.match(r"decisions/\d", page)]
        lines += [f"- [{_title(texts[p])}]({p}): {_sentence(texts[p])}" for p in chosen]
    return "\n".join(lines) + "\n"


def _pages(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    inside = entry.values() if isinstance(entry, dict) else entry
    return [page for each in inside for page in _pages(each)]


def _title(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ")


def _sentence(text: str) -> str:
    """The first sentence of a page's first paragraph of prose."""
    blocks = [block for block in text.split("\n\n")[1:] if re.match(r"[\w`*\"]", block)]
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(blocks[0].split()))
    return re.split(r"(?<=[.?!다])\s+(?=[A-Z가-힣`])|:$", prose, maxsplit=1)[0]
