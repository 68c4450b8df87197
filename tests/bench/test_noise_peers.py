"""bench/peers/noise.py --compare on made-up results: python3 tests/bench/test_noise_peers.py."""

import contextlib
import io
import math
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "peers"))
import noise  # noqa: E402

HEAD = "problem,method,seed,gap20,gap40,gap80,seconds,range\n"


def rows(method: str, problem: str, gaps: dict, range_: float = 1.0) -> str:
    """Gaps by seed; the same at all marks."""
    return "".join(
        f'{problem},"{method}",{seed},{gap},{gap},{gap},0.1,{range_}\n'
        for seed, gap in gaps.items()
    )


class Compare(unittest.TestCase):
    def lines(self, ours: str, theirs: str) -> list:
        """What is printed of two files."""
        with tempfile.TemporaryDirectory() as folder:
            first, second = Path(folder, "new.csv"), Path(folder, "old.csv")
            first.write_text(HEAD + ours)
            second.write_text("# versions\n" + HEAD + theirs)
            printed = io.StringIO()
            arguments = ["noise.py", "--compare", str(first), str(second)]
            with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(printed):
                noise.main()
        return printed.getvalue().splitlines()

    def row(self, name: str, ours: str, theirs: str) -> list:
        """The cells of the row of a problem."""
        found = [x for x in self.lines(ours, theirs) if x.startswith(f"| {name} |")]
        self.assertEqual(len(found), 1)
        return [cell.strip() for cell in found[0].strip("|").split("|")]

    def test_a_smaller_gap_wins(self):
        ours = rows("a", "p@3", {1: 0.01, 2: 0.5, 3: 0.1, 4: 0.01})
        theirs = rows("b", "p@3", {1: 0.1, 2: 0.05, 3: 0.1, 4: 0.1, 5: 9.0})
        row = self.row("p@3", ours, theirs)
        self.assertEqual(row[1], "4")  # only seeds of both
        self.assertTrue(row[4].startswith("62 ± "), row)  # 2.5 of 4
        self.assertTrue(row[7].startswith("-0.25 ± "), row)

    def test_a_broken_limit_loses(self):
        row = self.row("p", rows("a", "p", {1: math.inf}), rows("b", "p", {1: 50.0}, 1.0))
        self.assertTrue(row[2].startswith("0 ± "), row)
        self.assertTrue(row[5].startswith("+0.00 ± "), row)  # both at most a range

    def test_two_broken_limits_are_even(self):
        row = self.row("p", rows("a", "p", {1: math.inf}), rows("b", "p", {1: math.inf}))
        self.assertTrue(row[2].startswith("50 ± "), row)

    def test_gaps_are_in_ranges_and_have_a_floor(self):
        ours = rows("a", "p", {1: 0.0, 2: 10.0}, 100.0)
        theirs = rows("b", "p", {1: 0.1, 2: 100.0}, 100.0)
        row = self.row("p", ours, theirs)
        self.assertTrue(row[2].startswith("100 ± "), row)
        self.assertTrue(row[5].startswith("-0.50 ± "), row)  # 0 and -1

    def test_all_is_the_mean_over_problems(self):
        ours = rows("a", "p@3", {1: 0.1, 2: 0.1, 3: 0.1}) + rows("a", "q@10", {1: 0.1})
        theirs = rows("b", "p@3", {1: 0.2, 2: 0.2, 3: 0.2}) + rows("b", "q@10", {1: 0.05})
        row = self.row("all", ours, theirs)
        self.assertEqual(row[1], "4")
        self.assertTrue(row[2].startswith("50 ± 3"), row)  # 50/√2
        self.assertEqual(self.row("all @10", ours, theirs)[1:3], ["1", "0 ± 0"])

    def test_one_method_in_two_files_is_told_apart(self):
        printed = self.lines(rows("a", "p", {1: 0.1}), rows("a", "p", {1: 0.1}))
        self.assertIn("## new: a against old: a", printed)


class Bootstrap(unittest.TestCase):
    def test_errors_of_one_problem_are_of_its_seeds(self):
        """Of a share of 1/2 in n runs: 1/(2√n)."""
        runs = [[float(i % 2)] * 6 for i in range(100)]
        self.assertAlmostEqual(noise.errors({"p": runs})[0], 0.05, delta=0.005)

    def test_noise_levels_of_a_problem_stay_together(self):
        """Two families, one won and one lost: sd 0.5/√2, whatever their levels."""
        won, lost = [[1.0] * 6], [[0.0] * 6]
        of = {f"p@{share}": won for share in (3, 10, 30)}
        of.update({f"q@{share}": lost for share in (3, 10, 30)})
        self.assertAlmostEqual(noise.errors(of)[0], 0.5 / math.sqrt(2.0), delta=0.03)


if __name__ == "__main__":
    unittest.main()
