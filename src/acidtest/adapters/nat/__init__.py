"""acidtest inside NVIDIA's NeMo Agent Toolkit (NAT): filter, scorer, and readers of its files.

`register.py` is found by NAT through the entry point `nat.components` and needs the extra
`[nat]`; nothing else here does.
"""
