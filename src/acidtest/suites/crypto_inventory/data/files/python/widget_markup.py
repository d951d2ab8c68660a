"""Markup helpers for the admin pages; every control gets its ARIA attributes."""

from html import escape

ARIA = {"modal": "aria-modal", "label": "aria-label", "live": "aria-live"}
ARIA_256_CTR = 'aria-describedby="ctr-256"'  # the counter's help text


def attributes(**given: str) -> str:
    return "".join(f' {ARIA.get(k, "aria-" + k)}="{escape(v)}"' for k, v in given.items())


def button(text: str, icon: str | None = None, **aria: str) -> str:
    mark = f'<i class="icon-{escape(icon)}" aria-hidden="true"></i>' if icon else ""
    return f"<button{attributes(**aria)}>{mark}{escape(text)}</button>"


def counter(value: int, limit: int = 256) -> str:
    return (
        f'<output role="status" {ARIA_256_CTR}{attributes(live="polite")}>{value}/{limit}</output>'
        f'<p id="ctr-{limit}">남은 글자 수를 알려 줍니다</p>'
    )


def dialog(title: str, body: str) -> str:
    return f'<div role="dialog"{attributes(modal="true", label=title)}>{body}</div>'
