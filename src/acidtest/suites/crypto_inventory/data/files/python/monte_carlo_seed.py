"""보험 손해율 몬테카를로 시뮬레이션."""

import argparse
import random

import numpy as np

SEED = 20240731
SEED_CBC = [SEED + k for k in range(8)]  # one per Claim Batch Class


def set_seed(seed: int) -> np.random.Generator:
    random.seed(seed)
    return np.random.default_rng(seed)


def simulate(rng: np.random.Generator, policies: int, years: int) -> np.ndarray:
    counts = rng.poisson(0.043, size=(policies, years))
    severity = rng.lognormal(mean=13.1, sigma=0.8, size=(policies, years))
    return (counts * severity).sum(axis=0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=SEED, help="난수 초기값 (재현용)")
    parser.add_argument("--policies", type=int, default=50_000)
    args = parser.parse_args()
    for batch, seed in enumerate(SEED_CBC):
        rng = set_seed(args.seed ^ seed)
        loss = simulate(rng, args.policies, 10)
        print(f"batch {batch}: 평균 {loss.mean():,.0f}원, 99% {np.percentile(loss, 99):,.0f}원")


if __name__ == "__main__":
    main()
