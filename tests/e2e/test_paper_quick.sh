# make paper-quick at a still smaller size, twice: the same results, whole.
source "$(dirname "$0")/lib.sh"

if [ ! -x "$build_folder/experiments/figure4" ] || [ $is_sanitized = yes ]; then
    echo "skipped: the experiments as a whole (not in this build)"
    exit 0
fi
quick() { # folder, processes
    BUILD=$build_folder QUICK=$scratch/$1 PROBLEMS=1 EVALUATIONS=3 JOBS=$2 \
        "$source_folder/tools/run-paper" quick >"$1.log" 2>&1 || die "$1: $(tail -n 3 "$1.log")"
}
quick one 1
quick two 2

grep -q '^proposed better in ' one/tables.md || die "no tables: $(head one/tables.md)"

# Times are those of the machine, also in the tables, and a PDF has the date.
rm one/*/seconds.csv two/*/seconds.csv
rm -r one/*/times two/*/times
sed -i '/ms of an evaluation/,/hours of a processor/d' one/tables.md two/tables.md
diff -r --exclude="*.pdf" one two >difference || die "not the same: $(head -n 3 difference)"

[ "$(ls one/figure4/curves one/figure5/curves | grep -c 'matern52-smooth.csv$')" = 8 ] ||
    die "not eight synthetic panels: $(ls one/figure*/curves)"
expect_text "$(ls one/figure6/curves)" "digits.csv
fashion.csv
mnist.csv"
expect_text "$(ls one/ablations/ends | wc -l)" 8
for i in 1 2 3 4 5 6; do
    [ -s "one/figure$i.svg" ] && [ -s "one/figure$i.pdf" ] || die "figure $i is not drawn"
done
