"""The published reading: the benchmark document's figures, oddities included.

`formulas` holds the figures of one answer, `keywords` the tables of names behind them, `verdict`
what the document says about a figure, `aggregate` its figures over a run, and `authoring` its
rules for authors of ground truths.
"""
