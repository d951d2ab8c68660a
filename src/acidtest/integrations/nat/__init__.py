"""acidtest inside NVIDIA's NeMo Agent Toolkit (NAT): filter, scorer, and readers of its files.

NAT finds `register.py` through the entry point `nat.components`; it needs the extra
`[nat]`; nothing else here does.
"""
