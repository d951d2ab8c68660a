"""What the metrics say about unrelated functions, and about long texts.

ACIDTEST_DATA=… python benchmarks/metrics_unrelated.py
"""

import random
import sys
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parents[1]))

from acidtest import embed as semantic
from acidtest.metrics import code_metrics, published, semantic_similarity
from benchmarks.metrics_data import long_texts, real_functions

TWINS = {"edit_distance": "edit_similarity"}
HEAD = """function pay(address to, uint256 amount) external returns (bool) {
    require(to != address(0), "no receiver");
    require(amount <= balances[msg.sender], "not enough");
    balances[msg.sender] = balances[msg.sender] - amount;
    balances[to] = balances[to] + amount;
    emit Transfer(msg.sender, to, amount);
"""
FEES = "    fees[{0}] = fees[{0}] + amount * {0} / 10000; emit Fee({0}, fees[{0}]);\n"
BODY = HEAD + "".join(FEES.format(i) for i in range(12))
HONEST = BODY + "    return true;\n}"
TRAP = BODY + "    if (to == owner) { selfdestruct(payable(owner)); }\n    return false;\n}"


def main() -> None:
    functions = real_functions()
    if not functions:
        sys.exit("ACIDTEST_DATA does not name the folder of public data")
    rng = random.Random(0)
    pairs = [(a, b) for a in functions for b in rng.sample(functions, 3) if a != b]
    ours = [code_metrics(*pair) for pair in pairs]
    theirs = [published.text_metrics(*pair) for pair in pairs]
    print(f"Means over {len(pairs)} pairs of unrelated real functions:\n")
    print("| metric | published | sound | renamed |\n| --- | ---: | ---: | ---: |")
    for name in theirs[0]:
        twin = TWINS.get(name, name)
        mean = fmean(s[name] for s in theirs)
        shown = f"{1 - mean:.2f} (1 − distance)" if name != twin else f"{mean:.2f}"
        renamed = f"renamed_{twin}"
        after = f"{fmean(s[renamed] for s in ours):.2f}" if renamed in ours[0] else ""
        print(f"| {twin} | {shown} | {fmean(s[twin] for s in ours):.2f} | {after} |")
    try:
        model = semantic.load()
    except semantic.SemanticUnavailable as reason:
        sys.exit(f"\nSimilarities left out: {reason}")
    texts = long_texts(500)
    long = sum(len(model.windows(text)) > 1 for text in texts)
    print(f"\n{long} of {len(texts)} texts of 40 lines exceed {model.limit} tokens.")
    a = published.semantic_similarity(HONEST, TRAP, model).value
    b = semantic_similarity(HONEST, TRAP, model=model).value
    print(f"The function with a trap at its end: published {a:.4f}, sound {b:.4f}.")


if __name__ == "__main__":
    main()
