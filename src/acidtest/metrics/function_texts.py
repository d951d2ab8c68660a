"""How similar a recovered Solidity function is to the original, as text: all metrics of a pair.

The embeddings are made first, by `embedded`, because they need the sentence model; everything else
is computed from the two texts by `function_metrics`, which is pure.
"""

from __future__ import annotations

from collections.abc import Mapping

from acidtest.core.records import Json
from acidtest.lang.tree import words
from acidtest.metrics import published
from acidtest.metrics.semantic import semantic_similarity
from acidtest.metrics.together import code_metrics, overall_of

SOUND: Mapping[str, str] = {
    "overall": "weighted as published, of the sound metrics",
    "semantic_similarity": "embeddings of the whole texts, comments left out",
    "bleu": "BLEU of code tokens, smoothed",
    "rouge_l": "longest common subsequence of code tokens, F",
    "edit_similarity": "1 - edit distance / longer length, of code tokens",
    "token_accuracy": "tokens aligned in order / the longer count",
    "exact_match": "the same tokens",
    "control_flow": "aligned share of the two skeletons of control flow",
    "signature": "name, visibility, mutability, types; weighted as published",
    "length_ratio": "code tokens, shorter / longer",
    "token_distribution": "overlap of token frequencies",
    "security_patterns": "protections kept, none invented",
    "complexity": "smaller / larger cyclomatic complexity",
    "renamed_bleu": "bleu after consistent renaming",
    "renamed_rouge_l": "rouge_l after consistent renaming",
    "renamed_edit_similarity": "edit_similarity after consistent renaming",
    "renamed_token_accuracy": "token_accuracy after consistent renaming",
    "renamed_exact_match": "the same tokens after consistent renaming",
    "renamed_token_distribution": "token_distribution after consistent renaming",
}
PUBLISHED: Mapping[str, str] = {
    "overall": "0.35 similarity, 0.20 edit, 0.15 BLEU, 0.15 flow, 0.10 signature, 0.05 security",
    "semantic_similarity": "cosine of all-MiniLM-L6-v2 embeddings, the first 256 tokens",
    "high_similarity": "share of functions with a similarity above 0.8",
    "edit_distance": "edit distance / longer length, of characters; 0 is best",
    "low_edit_distance": "share of functions with an edit distance below 0.4",
    "bleu": "NLTK sentence BLEU-4 of words, no smoothing",
    "rouge_l": "rouge_score rougeL F",
    "token_accuracy": "words equal by position / the longer count",
    "exact_match": "equal after whitespace folding",
    "control_flow": "1 - differences of five counts / the reference's; may fall below 0",
    "signature": "five weighted parts by one regular expression",
    "length_ratio": "words, shorter / longer",
    "token_distribution": "1 / (1 + Wasserstein distance of token counts)",
    "security_patterns": "mean over five regular expressions",
    "complexity": "smaller / larger of six counts",
}
WON_BY_SILENCE = frozenset(
    {
        "overall",
        "semantic_similarity",
        "control_flow",
        "token_distribution",
        "security_patterns",
        "complexity",
    }
)
"""Published metrics that give an empty answer something."""
LOWER_IS_BETTER = frozenset({"edit_distance"})
_EMBEDDED = ("semantic_similarity", "overall", "high_similarity")
_LEAST_ALLOWED = 20_000
_TIMES_SOURCE = 8


def too_long(reference: str, text: str) -> str | None:
    """Parsing and one published pattern take quadratic time: what cannot be the function is cut."""
    most = max(_LEAST_ALLOWED, _TIMES_SOURCE * len(reference))
    return f"the answer is longer than {most} characters" if len(text) > most else None


def clean(text: str) -> str:
    """The text without halves of surrogate pairs, which no encoder takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def embedded(reference: str, text: str, code: str | None = None) -> dict[str, Json]:
    """Both similarities; None, with the reason, if the model is not available.

    `code` is the text without what is around it, for the sound metric; by default the text itself.
    `problem` says why there is nothing to compare.
    """
    if problem := too_long(reference, text):
        return {"problem": problem, "published": None, "sound": None, "reason": problem}
    code = clean(text if code is None else code)
    as_published = published.semantic_similarity(reference, clean(text))
    sound = semantic_similarity(reference, code) if words(code, "solidity") else None
    return {
        "problem": None if sound is not None else "there is no code in the answer",
        "published": as_published.value,
        "sound": None if sound is None else sound.value,
        "reason": as_published.reason,
    }


def function_metrics(
    reference: str, text: str, similarity: Mapping[str, Json], code: str | None = None
) -> dict[str, float | None]:
    """All metrics of a pair, given what `embedded` made of it. Pure.

    >>> values = function_metrics("x = 1;", "x=1;", {"problem": None, "published": 1, "sound": 1})
    >>> values["exact_match"], values["published.exact_match"]
    (1.0, 0.0)
    """
    cut = too_long(reference, text) is not None
    text = "" if cut else clean(text)
    metrics = _sound(reference, text if code is None else clean(code), similarity, cut)
    metrics |= {f"published.{n}": v for n, v in _published(reference, text, similarity).items()}
    if cut:
        metrics |= {f"published.{name}": 0.0 for name in _EMBEDDED}
    return metrics


def _sound(
    reference: str, code: str, similarity: Mapping[str, Json], cut: bool
) -> dict[str, float | None]:
    values: dict[str, float | None]
    if similarity["problem"] is None:
        values = dict(code_metrics(reference, code))
        values["semantic_similarity"] = similarity["sound"]
        values["overall"] = None
        if similarity["sound"] is not None:
            values["overall"] = overall_of({k: v for k, v in values.items() if v is not None})
    else:  # an empty answer resembles nothing, even if the reference is just as empty
        values = dict.fromkeys(SOUND, 0.0)
        if similarity["reason"] is not None and not cut:
            values |= {"semantic_similarity": None, "overall": None}
    return {name: values[name] for name in SOUND}


def _published(
    reference: str, text: str, similarity: Mapping[str, Json]
) -> dict[str, float | None]:
    values: dict[str, float | None] = dict(published.text_metrics(reference, text))
    cosine = similarity["published"]
    values["semantic_similarity"] = cosine
    values["overall"] = values["high_similarity"] = None
    if cosine is not None:
        values["overall"] = published.overall_of({k: v for k, v in values.items() if v is not None})
        values["high_similarity"] = float(cosine > 0.8)
    distance = values["edit_distance"]
    values["low_edit_distance"] = float(distance is not None and distance < 0.4)
    return {name: values[name] for name in PUBLISHED}
