"""bench/peers/compare.py on made-up results: python3 tests/bench/test_compare.py."""

import contextlib
import io
import math
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "peers"))
import compare  # noqa: E402

HEAD = "problem,method,seed,gap,repeats,seconds,gap10,gap20,gap30,gap40,gap50\n"


def csv_of(method: str, gaps: dict) -> str:
    rows = [
        f'func2c,"{method}",{seed},{gap},0,0.002,3,2,1,{gap},{gap}\n' for seed, gap in gaps.items()
    ]
    return "".join(rows)


def lognormal(seed: int, n: int, shift: float = 0.0) -> dict:
    rng = random.Random(seed)
    return {i: 10.0 ** (rng.gauss(-2.0, 0.5) + shift) for i in range(1, n + 1)}


class Statistics(unittest.TestCase):
    # References: scipy.stats.wilcoxon, method "approx", no correction.
    def test_wilcoxon_is_the_reference(self):
        z, p = compare.wilcoxon([0.3, -0.1, 0.4, 0.8, -0.2, 0.5, 0.9, 0.1, 1.1, -0.6])
        self.assertAlmostEqual(p, 0.10269401160864534, places=12)
        self.assertGreater(z, 0.0)

    def test_wilcoxon_has_ties_and_zeros(self):
        differences = [1, 1, -1, 2, 3, 0, -2, 4, 5]
        z, p = compare.wilcoxon(differences)
        self.assertAlmostEqual(p, 0.1051719513086604, places=12)
        opposite = compare.wilcoxon([-d for d in differences])
        self.assertAlmostEqual(opposite[0], -z)
        self.assertAlmostEqual(opposite[1], p)

    def test_no_difference_is_no_evidence(self):
        self.assertEqual(compare.wilcoxon([0.0, 0.0]), (0.0, 1.0))

    def test_bootstrap_error_is_that_of_medians(self):
        """Of a normal sample: sd √(π/2n), of the difference of two √2 times it."""
        rng = random.Random(3)
        a = [rng.gauss(0.0, 1.0) for _ in range(2000)]
        b = [rng.gauss(0.0, 1.0) for _ in range(2000)]
        theory = math.sqrt(math.pi / 2000.0)
        self.assertAlmostEqual(compare.bootstrap_error(a, b) / theory, 1.0, delta=0.25)
        self.assertEqual(compare.bootstrap_error(a, b), compare.bootstrap_error(a, b))

    def test_pairs_stay_together(self):
        a = [float(i) for i in range(40)]
        self.assertAlmostEqual(compare.bootstrap_error(a, [x - 7.0 for x in a]), 0.0)


class Tables(unittest.TestCase):
    def table(self, theirs: str, ours: str) -> str:
        """What is printed of two files."""
        with tempfile.TemporaryDirectory() as folder:
            original, own = Path(folder, "a.csv"), Path(folder, "b.csv")
            original.write_text("# some package 1.2\n" + HEAD + theirs)
            own.write_text(HEAD + ours)
            printed = io.StringIO()
            arguments = ["compare.py", str(original), str(own)]
            with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(printed):
                compare.main()
        return printed.getvalue()

    def row(self, theirs: dict, ours: dict) -> list:
        """The cells of the only row of the comparison."""
        pair = compare.PAIRS[0]
        text = self.table(csv_of(pair.original, theirs), csv_of(pair.ours, ours))
        found = [line for line in text.splitlines() if f"| {pair.original} | {pair.ours} |" in line]
        self.assertEqual(len(found), 1, text)
        return [cell.strip() for cell in found[0].strip("|").split("|")]

    def test_a_tenth_of_the_gap_is_better(self):
        row = self.row(lognormal(1, 40), lognormal(1, 40, -1.0))
        self.assertEqual(row[-1], "ours better")
        self.assertEqual(row[8], "-1.00 ± 0.00")

    def test_ten_times_the_gap_is_worse(self):
        self.assertEqual(self.row(lognormal(1, 40), lognormal(2, 40, 1.0))[-1], "ours worse")

    def test_two_samples_of_one_law_are_the_same(self):
        self.assertEqual(self.row(lognormal(1, 40), lognormal(2, 40))[-1], "same")

    def test_only_seeds_of_both_count(self):
        theirs = {1: 0.1, 2: 0.3, 3: 0.2, 9: 1e9}
        ours = {0: 1e9, 1: 0.01, 2: 0.04, 3: 0.03}
        row = self.row(theirs, ours)
        self.assertEqual(row[:7], ["func2c", *compare.PAIRS[0], "3", "0.2", "0.03", "-0.70"])
        self.assertEqual(row[7], f"{math.log10(0.03):.2f}")

    def test_gaps_have_a_floor(self):
        row = self.row({1: 0.0, 2: -1e-16, 3: 1e-9}, {1: 1e-7, 2: 0.0, 3: 0.0})
        self.assertEqual(row[6:9], ["-6.00", "-6.00", "+0.00 ± 0.00"])
        self.assertEqual(row[-1], "same")

    def test_a_method_without_results_is_named(self):
        pair = compare.PAIRS[0]
        text = self.table(csv_of(pair.original, {1: 0.5, 2: 0.25}), csv_of("random", {1: 1.0}))
        self.assertIn(f"skipped: {pair.original} and {pair.ours} on func2c (2 and 0 runs)", text)
        self.assertIn("some package 1.2", text)

    def test_the_summary_has_quartiles_stages_and_time(self):
        gaps = {seed: float(seed) for seed in range(1, 6)}
        text = self.table(csv_of("hyperopt", gaps), csv_of("random", {1: 1.0}))
        self.assertIn("| func2c | hyperopt | 5 | 2 | 3 | 4 | 3 | 2 | 1 | 3 | 3 | 2 |", text)
        self.assertIn("| func2c | random | 1 | 1 | 1 | 1 |", text)

    def test_specs_are_those_of_the_pairs(self):
        found = compare.specs()
        self.assertEqual(len(found), len(set(found)))
        for pair in compare.PAIRS:
            self.assertIn(pair.ours, found)


if __name__ == "__main__":
    unittest.main()
