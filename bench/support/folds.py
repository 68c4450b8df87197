#!/usr/bin/env python3
"""Makes folds_table.h: scores of a small tuning task, with fresh folds in each.

    folds.py > folds_table.h

The task: a support vector classifier on 200 of scikit-learn's digits.  A score is
how many of them it misreads in a cross-validation with three folds, which are drawn
anew for every score of every configuration.  It takes four minutes on one core and
was run with scikit-learn 1.9.1 and numpy 2.4.6.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"

import numpy  # noqa: E402
from sklearn.datasets import load_digits  # noqa: E402
from sklearn.model_selection import StratifiedKFold, cross_val_predict  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.svm import SVC  # noqa: E402

N_DIGITS, N_FOLDS, N_SCORES = 200, 3, 60
# The best is not in the middle of the levels, where some methods start.
C = [10.0 ** (-1.0 + 0.75 * level) for level in range(8)]
GAMMA = [10.0 ** (-3.0 + 3.0 * level / 7.0) for level in range(8)]
KERNELS = ["poly", "rbf", "sigmoid"]
SCALED = [False, True]

HEAD = """\
/* Made by folds.py: of each configuration (C, gamma, kernel, scaled; the last one
 * changes fastest) how many of the digits were misread, with fresh folds each time. */
/* clang-format off */
enum { FOLDS_DIGITS = %d, FOLDS_SCORES = %d, FOLDS_ROWS = %d };
static const unsigned char folds_table[FOLDS_ROWS][FOLDS_SCORES] = {"""


def scores(model, x, y, row: int) -> list[int]:
    found = []
    for i in range(N_SCORES):
        folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=row * N_SCORES + i)
        found.append(int(numpy.sum(cross_val_predict(model, x, y, cv=folds) != y)))
    return found


def main() -> None:
    x, y = load_digits(return_X_y=True)
    chosen = numpy.random.default_rng(1).permutation(len(y))[:N_DIGITS]
    x, y = x[chosen] / 16.0, y[chosen]
    rows = [(c, g, k, s) for c in C for g in GAMMA for k in KERNELS for s in SCALED]
    print(HEAD % (N_DIGITS, N_SCORES, len(rows)))
    for number, (c, gamma, kernel, is_scaled) in enumerate(rows):
        model = SVC(C=c, gamma=gamma, kernel=kernel)
        if is_scaled:
            model = make_pipeline(StandardScaler(), model)
        print("{" + ",".join(map(str, scores(model, x, y, number))) + "},", flush=True)
    print("};")


if __name__ == "__main__":
    main()
