"""Reports on one or more runs: comparison, tables, pictures.

`acidtest.report(runs, out, format=…)` reports on runs as `html` (the default), `markdown`, `latex`
or `csv`. It returns the text, and with `out` it also writes it there:

>>> import acidtest
>>> run = acidtest.evaluate("sast-triage", "oracle", limit=4, controls="none", out="mine")
>>> page = acidtest.report(run, "report.html")
>>> acidtest.report(run, format="markdown").splitlines()[0]
'### sast-triage: shipped corpus'
"""
