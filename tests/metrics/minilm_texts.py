"""Texts on which the embeddings are compared, short, long, empty and odd.

Run as a script where sentence-transformers is installed, with the folder of the weights, it
prints the reference values stored in `minilm_reference.json`.
"""

import json
import sys

LONG = "\n".join(
    f"function step{i}(uint256 amount, address to) external returns (bool) {{\n"
    f"    require(to != address({i}), 'step {i}');\n"
    f"    balances[to] += amount * {i + 2};\n    return true;\n}}"
    for i in range(12)
)
TEXTS = [
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
    "",
    "function f(uint a) public view returns (uint) { return a + 1; }",
    "function f(uint256 x) view public returns (uint256) {\r\n\treturn x + 1;\r\n}",
    "while (i < 10) { total += values[i]; i++; }",
    "for (uint i = 0; i < 10; i++) { total += values[i]; }",
    "naïve café 中文 ☃ Ⅷ // größer",
    LONG,
    LONG.replace("true", "false"),
    "emit Transfer(msg.sender, to, amount);",
]

if __name__ == "__main__":
    from sentence_transformers import SentenceTransformer

    found = SentenceTransformer(sys.argv[1], device="cpu").encode(TEXTS, batch_size=1)
    cosines = (found @ found.T).astype(float)
    print(json.dumps({"cosines": [[round(x, 8) for x in row] for row in cosines.tolist()]}))
