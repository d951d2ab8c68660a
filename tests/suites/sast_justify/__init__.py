"""Tests of the suite sast-justify."""
