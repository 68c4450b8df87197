# Figures 1 to 3 of the paper: the committed results are what their programs
# write, what they claim is true of them, and the drawings are made of them.
source "$(dirname "$0")/lib.sh"

programs=$build_folder/experiments
results=$source_folder/experiments
if [ ! -x "$programs/figure1" ]; then
    echo "skipped: the figures (no experiments in this build)"
    exit 0
fi

# Under sanitizers the runs of the repeats take too long; tests/experiments has
# short ones.
problems=1
[ "$is_sanitized" = no ] || problems=0

write() { # figure, folder, more flags
    local figure=$1 folder=$2
    shift 2
    mkdir "$folder"
    expect_exit 0 "$programs/$figure" --out "$folder" "$@"
}

# Numbers may differ in their last digits between processors; texts may not.
expect_near_file() { # got, wanted
    paste -d'|' <(tail -n +2 "$1") <(tail -n +2 "$2") | awk -F'|' '
        { n = split($1, a, ","); m = split($2, b, ",") }
        n != m { bad = 1 }
        { for (i = 1; i <= n; i++)
            if (a[i] != b[i] && (a[i] + 0 == 0 && a[i] !~ /^-?0/ ||
                (d = a[i] - b[i]) > 1.5e-5 || d < -1.5e-5))
                bad = 1 }
        bad { print NR ": " $0; exit 1 }' >differs || die "$1: $(cat differs)"
}

fact() { # figure, model, fact
    awk -F, -v m="$2" -v f="$3" '$1 == m && $2 == f { print $3 }' "$1/facts.csv"
}

expect_true() { # condition in awk
    awk "BEGIN { exit !($1) }" || die "is false: $1"
}

# ---- The same twice, the same as committed.
for figure in figure1 figure2 figure3; do
    more=()
    [ $figure != figure1 ] || more=(--problems $problems --evaluations 3)
    write $figure $figure "${more[@]}"
    write $figure again "${more[@]}"
    diff -r $figure again || die "$figure: other files the second time"
    rm -r again
    expect_text "$(head -n 1 $figure/facts.csv | cut -d' ' -f2-3)" \
        "seed=1 commit=unknown"
    for file in $figure/*.csv; do
        [ "${file##*/}" = repeats.csv ] || expect_near_file "$file" "$results/$file"
    done
done
write figure2 other --commit abc --seed 2 --observations 3
expect_within "$(head -n 1 other/surface.csv)" "# seed=2 commit=abc kernel=se"
[ "$(wc -l <other/observations.csv)" = 5 ] || die "not 3 observations"

# ---- Certain after one observation per cell, by rounding alone.
for figure in figure1 figure3; do
    expect_true "$(fact $figure proposed largest_sd) < 1e-3"
    expect_true "$(fact $figure standard largest_sd) > 0.05"
done
for figure in figure2 figure3; do
    expect_true "$(fact $figure proposed largest_mean_range_in_a_cell) == 0"
    expect_true "$(fact $figure proposed largest_sd_range_in_a_cell) == 0"
    expect_true "$(fact $figure standard largest_mean_range_in_a_cell) > 0.3"
done

# ---- Figure 1: proposed is constant in a cell; naive asks at one place for ever,
# for a value that it knows; proposed for new ones, until nothing is uncertain.
# A cell begins at the x at which the one before has ended.
expect_constant() { # curves
    awk -F, '$1 == "proposed" {
            is_new = $3 == 0 || $3 == last
            if (is_new)
                posterior = $4 " " $5 " " $6
            n_cells += is_new
            if (posterior != $4 " " $5 " " $6 || ($2 == 2 && $5 > 1e-3))
                bad = 1
            last = $3
        }
        END { exit bad || n_cells != 3 * 5 }' "$1"
}
expect_constant figure1/curves.csv || die "proposed: not constant, or not certain"
suggested() { # method, column
    awk -F, -v m="$1" -v c="$2" '$1 == m { printf "%s ", $c }' figure1/suggestions.csv
}
expect_text "$(suggested naive 5)" "4 4 4 "
expect_text "$(suggested naive 7)" "1 2 3 "
expect_true "$(suggested naive 3 | cut -d' ' -f1) < 3.9"
expect_text "$(suggested proposed 7 | cut -d' ' -f1-2)" "0 0"
expect_text "$(suggested basic 3)" "$(suggested basic 6)"

# ---- The committed runs: complete, and what is said of them.  Proposed solves
# every problem; it repeats next to nothing, as only the jitter is left to EI at a
# known point (figure1/repeats.h), and never twice in a row.
repeats=$results/figure1/repeats.csv
count() { # noise, method, expression in awk
    awk -F, -v noise="$1" -v m="$2" \
        "\$2 == noise && \$3 == m { $3 } END { print n + 0 }" "$repeats"
}
expect_text "$(tail -n +3 "$repeats" | cut -d, -f1-4 | sort -u | wc -l)" \
    "$(tail -n +3 "$repeats" | wc -l)"
expect_true "$(count none naive 'n++') == $(count none proposed 'n++')"
expect_true "$(count none proposed 'n += !$8') == 0"
expect_true "$(count none proposed 'n = $7 > n ? $7 : n') <= 1"
expect_true "$(count auto proposed 'n += !$8') == 0"
expect_true "$(count none naive 'n += !$8') > 50"
expect_true "50 * $(count none proposed 'n += $6') < $(count none naive 'n += $6')"
if [ $problems -gt 0 ]; then
    expect_text "$(tail -n +3 figure1/repeats.csv | wc -l)" 18
fi

# ---- What is refused.
expect_exit 2 "$programs/figure1"
expect_text "$messages" "--out: is missing: a folder for the results"
expect_exit 1 "$programs/figure2" --out nowhere
expect_text "$messages" "nowhere/surface.csv: No such file or directory"
expect_exit 2 "$programs/figure3" --out . --seed x
expect_text "$messages" "--seed: needs a whole number that is not negative"
expect_exit 2 "$programs/figure3" --size 3
expect_text "$messages" "--size: unknown flag"
expect_exit 2 "$programs/figure3" --out
expect_text "$messages" "--out: needs a value"

# ---- The drawings, twice the same.
if ! command -v gnuplot >/dev/null; then
    echo "skipped: the drawings (no gnuplot)"
    exit 0
fi
mkdir copy
cp -r "$results" copy/experiments
for time in first second; do
    expect_exit 0 copy/experiments/draw figure1 figure2 figure3
    expect_text "$messages" ""
    mv copy/docs/paper $time
done
diff -r first second || die "another drawing of the same numbers"
for figure in figure1 figure2 figure3; do
    [ "$(wc -c <first/$figure.svg)" -lt 150000 ] || die "$figure.svg is large"
    expect_within "$(tail -n 3 first/$figure.svg)" "</svg>"
    [ -s copy/build/paper/$figure.pdf ] || die "no $figure.pdf"
done
expect_exit 1 copy/experiments/draw figure9
expect_text "$messages" "draw: there is no experiments/*/figure9.gp"
