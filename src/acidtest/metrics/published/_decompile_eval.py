"""The text scores of Decompile-Eval: BLEU as in its figure, edit similarity as in its program.

Sources, in github.com/albertan017/LLM4Decompile at 2169186: samples/case.png (the figure) and
decompile-bench/metrics/cal_edit_sim.py (the program).
"""

import re

from acidtest.metrics.published._lexical import bleu_of_tokens, edit_distance

_TOKEN = re.compile(r"\w+|[^\w\s]")


def token_bleu(reference: str, candidate: str) -> float:
    """Return NLTK's `sentence_bleu` of words and single signs, up to 4-grams, no smoothing.

    The first example of the figure, which prints 73.3:

    >>> source = "float trun_num(float num) { return num - (int)num; }"
    >>> round(100 * token_bleu(source, source.replace("return num", "return (int)num")), 1)
    73.3
    """
    return bleu_of_tokens(_TOKEN.findall(reference), _TOKEN.findall(candidate))


def line_edit_similarity(reference: str, candidate: str) -> float:
    r"""Return 1 - Levenshtein / longer length, once lines are trimmed and blank ones dropped.

    Two texts without a line divide 0 by 0 in the published program; they are equal, so it is 1.

    >>> line_edit_similarity("int a;\n\n  int b;", "int a;\nint c;")
    0.9230769230769231
    """
    return 1 - edit_distance(_lines(reference), _lines(candidate))


def _lines(text: str) -> str:
    return "\n".join(kept for line in text.splitlines() if (kept := line.strip()))
