"""The metrics of one answer: how close it is to what a person wrote. Pure."""

from __future__ import annotations

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Observation, Sample, Score
from acidtest.metrics import effort, published
from acidtest.metrics.text import word_bleu
from acidtest.suites.sast_justify.dataset import Justification

_SHORT = "justifications that a person shortened"
ROUGE_L = Metric("justification.rouge_l", "ROUGE-L against a person's", True, of=_SHORT)
BLEU = Metric("justification.bleu", "BLEU of words, smoothed", True, of=_SHORT)
EDIT = Metric("justification.edit_similarity", "1 - edit distance", True, of=_SHORT)
SEMANTIC = Metric("justification.semantic", "cosine of MiniLM embeddings", True, of=_SHORT)
LENGTH = Metric("justification.length_ratio", "shorter / longer text", of=_SHORT)
METRICS = (ROUGE_L, BLEU, EDIT, SEMANTIC, LENGTH, *effort.effort_metrics(ROUGE_L.name))


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """Metrics for one answer."""
    truth: Justification = sample.truth
    metrics, reasons = effort.effort_of(answer)
    mine = (ROUGE_L, BLEU, EDIT, SEMANTIC, LENGTH)
    if not truth.short.strip():
        metrics |= dict.fromkeys(metric.name for metric in mine)
        reasons |= {metric.name: "the person's justification is empty" for metric in mine}
        return Score(sample.id, answer.attempt, metrics, reasons)
    text = answer.text or ""
    metrics |= {
        ROUGE_L.name: published.rouge_l(truth.short, text),
        BLEU.name: word_bleu(truth.short, text),
        EDIT.name: 1.0 - published.edit_distance(truth.short, text),
        LENGTH.name: published.length_ratio(truth.short, text),
        SEMANTIC.name: observation["semantic"] if text.strip() else 0.0,
    }
    if metrics[SEMANTIC.name] is None:
        reasons[SEMANTIC.name] = str(observation["why"])
    cause = None if text.strip() else "the answer is empty"
    return Score(sample.id, answer.attempt, metrics, reasons, cause=cause)
