"""Suite sast-triage: does a filter drop false alarms without dropping real bugs?"""
