"""Compares experiments/boost with scikit-learn's GradientBoostingClassifier.

    python check_sklearn.py [--program build/experiments/boost] [--out FILE] [--only N]

Ten settings over the whole space, fixed before any comparison was made, with the
same folds as the program (`boost folds`).  Writes CSV
seed,depth,split,log_rate,ours,spread,sklearn,difference: mean held-out
log-likelihoods.  Fails if a difference exceeds LIMIT.  scikit-learn needs a quarter
of an hour for all ten on a free core; what it said is taken from FILE if FILE has it.
boost/sklearn.csv is such a file, for the tests.

The two cannot agree to the last digit.  Of splits that are equally good each draws
one at random: scikit-learn looks at features in random order.  Held-out rows may
then go different ways, and the larger the learning rate, the more a difference in an
early tree changes later ones.  `spread` is the standard deviation of our values over
other seeds of these draws (`boost evaluate --ties`), with the same folds.
"""

import argparse
import csv
import math
import os
import subprocess
import sys

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

LIMIT = 0.02  # of a mean log-likelihood, at each setting
SPREAD = 10  # other seeds of draws

# seed of the folds, depth, split, log rate
SETTINGS = [
    (0, 3, 2, -10.0),
    (1, 1, 4, -6.5),
    (2, 6, 6, -4.0),
    (3, 2, 3, -3.0),
    (0, 3, 2, -2.302585),
    (4, 4, 5, -2.0),
    (1, 1, 2, -1.5),
    (2, 5, 3, -1.0),
    (3, 2, 6, -0.5),
    (4, 6, 2, 0.0),
]


def output_of(program, *arguments):
    return subprocess.run(
        [program, *arguments], check=True, capture_output=True, text=True
    ).stdout


def folds_of(program, data, seed):
    text = output_of(program, "folds", "--seed", str(seed), "--data", data)
    return np.array([int(line) for line in text.split()])


def ours(program, data, seed, depth, split, log_rate, ties):
    text = output_of(
        program, "evaluate", "--log-rate", repr(log_rate), "--depth", str(depth),
        "--split", str(split), "--seed", str(seed), "--ties", str(ties), "--data", data,
    )  # fmt: skip
    return float(text.splitlines()[-1])


def theirs(rows, fold, depth, split, log_rate):
    pixels, label = rows[:, :-1], rows[:, -1]
    eps = np.finfo(float).eps
    total = 0.0
    for k in range(fold.max() + 1):
        held = fold == k
        model = GradientBoostingClassifier(
            learning_rate=math.exp(log_rate), max_depth=depth,
            min_samples_split=split, random_state=0,
        )  # fmt: skip
        model.fit(pixels[~held], label[~held])
        p = model.predict_proba(pixels[held])
        hit = p[np.arange(len(p)), label[held].astype(int)]
        total += np.log(np.clip(hit, eps, 1 - eps)).sum()
    return total / len(rows)


def known(path):
    """What scikit-learn said of settings, from an earlier file."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, newline="") as f:
        return {
            (int(r["seed"]), int(r["depth"]), int(r["split"]), float(r["log_rate"])):
            float(r["sklearn"])
            for r in csv.DictReader(f)
        }  # fmt: skip


def compare(a, rows, before, setting):
    seed, depth, split, log_rate = setting
    values = [
        ours(a.program, a.data, seed, depth, split, log_rate, ties)
        for ties in [seed, *range(100, 100 + SPREAD)]
    ]
    if setting in before:
        their = before[setting]
    else:
        fold = folds_of(a.program, a.data, seed)
        their = theirs(rows, fold, depth, split, log_rate)
    spread = np.std(values[1:], ddof=1)
    difference = values[0] - their
    return [*setting, values[0], f"{spread:.6f}", their, f"{difference:.6f}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="build/experiments/boost")
    parser.add_argument("--data", default="examples/data/digits.csv")
    parser.add_argument("--out", help="a CSV file; default: standard output")
    parser.add_argument("--only", type=int, help="the setting of this number, from 0")
    a = parser.parse_args()

    rows = np.loadtxt(a.data, delimiter=",")
    before = known(a.out)
    chosen = SETTINGS if a.only is None else [SETTINGS[a.only]]
    table = [compare(a, rows, before, setting) for setting in chosen]
    with open(a.out, "w") if a.out else sys.stdout as f:
        write = csv.writer(f, lineterminator="\n").writerow
        write("seed depth split log_rate ours spread sklearn difference".split())
        for row in table:
            write(row)
    worst = max(abs(float(row[-1])) for row in table)
    print(f"largest difference {worst:.6f}, limit {LIMIT}", file=sys.stderr)
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
