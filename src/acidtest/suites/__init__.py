"""The shipped suites, one package each; found through the entry points `acidtest.suites`."""
