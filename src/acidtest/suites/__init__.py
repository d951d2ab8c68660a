"""The shipped suites, one package each; found through the entry points `acidtest.suites`.

`acidtest.suites()` names all that are installed, and says what each asks:

>>> import acidtest
>>> acidtest.suites()["sast-triage"]
'findings of analysers: are false alarms dropped and real bugs kept'
"""
