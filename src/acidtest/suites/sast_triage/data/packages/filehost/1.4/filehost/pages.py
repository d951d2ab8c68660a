"""The few pages that are made here."""

import html

REASONS = {403: "Forbidden", 404: "Not Found", 410: "Gone"}


def listing(names):
    rows = []
    for name in names:
        rows.append(f'<li><a href="{name}">{name}</a></li>')
    return "<ul>" + "".join(rows) + "</ul>"


def error_page(code):
    reason = REASONS.get(code, "Error")
    return f"<h1>{int(code)} {reason}</h1>"


def search_page(term, hits):
    shown = html.escape(term)
    return f"<p>{len(hits)} results for {shown}</p>" + listing([])


def note_page(note):
    """A note beside a file, written by whoever uploaded it."""
    return f"<blockquote>{note}</blockquote>"
