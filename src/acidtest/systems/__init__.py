"""Systems: models, decompilers, scanners, filters, commands and recorded answers.

`acidtest.systems(SUITE)` names those that can answer a suite, and says what each is:

>>> import acidtest
>>> "oracle" in acidtest.systems("sast-triage")
True

`acidtest.evaluate` takes such a name, or any function from question to answer.
"""
