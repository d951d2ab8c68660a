"""Tests of the suite sast-triage."""
