"""Tests of the suite solidity-pairs."""
