"""The names of the four documents, over what acidtest has: their code blocks run as they are.

| document | modules |
|---|---|
| 000, smart contracts | `solidity_metrics`, `sentence_transformers` |
| 002, quantum-vulnerable cryptography | `metrics_calculator` |
| 003, SAST filter | `filter_converters`, `filter_validation`, `run_filter_evaluation` |

docs/documents says, requirement by requirement, where acidtest differs on purpose.
"""
