#!/usr/bin/env python3
"""noise.py BEFORE.csv NOW.csv THEIRS.csv: writes docs/figures/noise.csv, which noise.gp draws.

The CSVs are of `build/bench/noise --raw` and bench/peers/noise.py.  A row: the noise in
percent of the range, the evaluations, and for each file the mean of log10 of the gap in
ranges, kept between 0.001 and 1, over the problems and seeds that all three have.
"""
import csv
import math
import statistics
import sys
from pathlib import Path

MARKS = (20, 40, 80)


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["problem"], row["seed"]): row for row in rows}


def log_gap(row, mark):
    return math.log10(min(max(float(row[f"gap{mark}"]) / float(row["range"]), 1e-3), 1.0))


def main():
    files = [read(path) for path in sys.argv[1:4]]
    runs = set.intersection(*map(set, files))
    lines = []
    for share in ("3", "10", "30"):
        chosen = sorted(run for run in runs if run[0].endswith("@" + share))
        for mark in MARKS:
            means = (statistics.mean(log_gap(f[run], mark) for run in chosen) for f in files)
            lines.append(",".join([share, str(mark), *(f"{mean:.4f}" for mean in means)]))
    path = Path(__file__).with_name("noise.csv")
    path.write_text("noise,evaluations,before,now,tpe\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
