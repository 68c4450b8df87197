# bench/objective serves the problems that bench/quality measures on, and
# bench/peers/compare.py computes what it says.
source "$(dirname "$0")/lib.sh"

if command -v python3 >/dev/null; then
    PYTHONDONTWRITEBYTECODE=1 python3 "$source_folder/tests/bench/test_compare.py" ||
        die "test_compare.py"
else
    echo "skipped: bench/peers/compare.py (no python3)"
fi

objective=$build_folder/bench/objective
quality=$build_folder/bench/quality
if [ ! -x "$objective" ]; then
    echo "skipped: the objective server (no bench programs in this build)"
    exit 0
fi

serve() { # problem, seed; configurations on standard input
    "$objective" --problem "$1" --seed "$2"
}

numbers() { # key: its numbers in the lines of standard input
    sed -n "s/.*\"$1\": \([^,}]*\)[,}].*/\1/p"
}

expect_near() { # got, wanted, tolerance
    awk -v a="$1" -v b="$2" -v t="$3" \
        'BEGIN { exit !(a != "" && (a > b ? a - b : b - a) <= t) }' ||
        die "got $1 instead of $2"
}

# Func2C by hand: at u = (1, 1) Rosenbrock's part is 0, Beale's
# (1.5² + 2.25² + 2.625²)/50; the minimum is twice the camel's tenth.
serve func2c 1 >answers <<'LINES'
{"c1": "a", "c2": "a", "x1": 0.5, "x2": 0.5}
["a", "e", 0.5, 0.5]
{"x2": -0.35632820, "x1": 0.04492101, "c2": "b", "c1": "b"}
LINES
expect_near "$(head -n 1 answers | numbers minimum)" -0.20632569069797548 1e-15
mapfile -t value < <(tail -n +2 answers | numbers value)
expect_near "${value[0]}" 0 1e-15
expect_near "${value[1]}" 0.2840625 1e-15
expect_near "${value[2]}" -0.20632569069797548 1e-12
expect_text "$(tail -n +2 answers | numbers observed)" "$(printf '%s\n' "${value[@]}")"

# An evaluation that fails has no value.
serve vessel 1 <<<'[1, 1, 200, 200]' >answers
expect_text "$(tail -n 1 answers)" '{"value": null, "observed": null, "limits": {}, "feasible": true}'

# Noise is the evaluation's, not the configuration's; the values are those of the
# problem without noise.
printf '[0.5, 1]\n[0.25, 3]\n' | serve gp2-int-noisy 7 >noisy
printf '[0.5, 1]\n[0.25, 3]\n' | serve gp2-int 7 >plain
printf '[0.25, 3]\n[0.5, 1]\n' | serve gp2-int-noisy 7 >swapped
expect_text "$(numbers value <noisy)" "$(numbers value <plain)"
expect_text "$(numbers minimum <noisy)" "$(numbers minimum <plain)"
noise() { paste <(numbers observed <"$1") <(numbers value <"$1") | awk '{ printf "%.12f\n", $1 - $2 }'; }
expect_text "$(noise noisy)" "$(noise swapped)"
[ "$(noise noisy | sort -u | wc -l)" = 2 ] || die "noise is the same twice"
expect_text "$(noise plain | sort -u)" "0.000000000000"

# What quality's random search does, by hand: the tool asks, the server answers,
# and the gap is that of the best observation.
for problem in gp2-int-noisy gp4-cat; do
    serve $problem 7 </dev/null >header
    sed 's/.*"space": \(.*\)}$/{"variables": \1, "method": "random", "seed": 7}/' \
        header >study.json
    "$inlay" ask study.json -n 20 --json --store $problem.inlay |
        grep -o '"x": {[^}]*}' | sed 's/^"x": //' >asked
    serve $problem 7 <asked | tail -n +2 >answers
    gaps=$(paste <(numbers observed <answers) <(numbers value <answers) |
        awk -v minimum="$(numbers minimum <header)" '
            NR == 1 || $1 < best { best = $1; gap = $2 - minimum }
            NR % 10 == 0 { printf "%s%.4e", (NR > 10 ? " " : ""), gap }')
    expect_exit 0 "$quality" --raw --problem $problem --method random --seeds 1 \
        --first 7 --evaluations 20 --jobs 1
    expect_within "$out" "problem,method,seed,gap,repeats,seconds,gap10,gap20,"
    expect_text "$(tail -n 1 <<<"$out" | awk -F, '{ printf "%.4e %.4e", $7, $8 }')" "$gaps"
    expect_within "$out" "$problem,\"random\",7,"
    expect_within "$out" ",nan,nan,nan"
done

# What it cannot answer.
expect_exit 2 serve gp2-int 1 <<<'[0.5, 5]'
expect_text "$messages" "objective: line 1: variable 'k1': value 5 is not between 0 and 4"
expect_exit 2 serve gp2-int 1 <<<$'[0.5, 4]\n{"x1": 0.5}'
expect_within "$messages" "objective: line 2: "
expect_within "$messages" "k1"
expect_within "$out" '"observed"'
expect_exit 2 serve gp2-int 1 <<<'half'
expect_within "$messages" "objective: line 1: "
expect_exit 2 serve gp9 1 </dev/null
expect_text "$messages" "objective: unknown problem gp9"
expect_exit 2 serve gp2-int -1 </dev/null
expect_text "$messages" "objective: not a seed: -1"
expect_exit 2 "$objective" --seed 1 </dev/null
expect_within "$messages" "usage: objective --problem NAME"
expect_exit 2 "$objective" --problem </dev/null
expect_text "$messages" "objective: no value for --problem"
