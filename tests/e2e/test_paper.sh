# The experiments of the paper at a very small size: the same files whatever the
# number of processes and after an interruption, tables from them, and refusals.
source "$(dirname "$0")/lib.sh"

programs=$build_folder/experiments
if [ ! -x "$programs/figure4" ]; then
    echo "skipped: the experiments (not in this build)"
    exit 0
fi

small=(--problems 2 --evaluations 3 --panel gp2-cat-matern52-smooth --commit c)
search() { # folder, arguments
    "$programs/figure4" --out "$1" "${small[@]}" "${@:2}" 2>"$1.log"
}
same() { # folder, folder
    for part in raw curves ends counts.csv; do
        diff -r "$1/$part" "$2/$part" >difference || die "$1 and $2 differ: $(head -n 3 difference)"
    done
}

search one --jobs 1
search two --jobs 2
same one two

raw=raw/gp2-cat-matern52-smooth.csv
[ "$(grep -c '^[12],' one/$raw)" = 16 ] || die "not 8 methods on 2 problems"
grep -q '^# commit=c panel=gp2-cat-matern52-smooth seed=1 evaluations=3 proposed=' one/$raw ||
    die "the first line does not say what the searches were: $(head -n 1 one/$raw)"
# All methods of a problem start at the same point.
[ "$(grep '^1,' one/$raw | cut -d, -f 8 | sort -u | wc -l)" = 1 ] || die "different first points"

# Another seed is another experiment.
search other --jobs 2 --seed 5
! diff -q one/$raw other/$raw >/dev/null || die "the seed changes nothing"

# Interrupted: what is there is kept, the rest is made, the end is the same.
cp -r one part
{ grep -v '^2,' one/$raw; printf '2,proposed,0,0,0.25'; } >part/$raw
search part
same one part
search part # nothing is left to do
same one part

# A killed program, too.
"$programs/figure4" --out killed "${small[@]}" --jobs 2 2>killed.log &
sleep 0.3
kill -9 $! 2>/dev/null || true
wait $! 2>/dev/null || true
search killed
same one killed

# Searches with other options are not mixed.
! search one --seed 2 || die "another seed was mixed in"
grep -q 'has other results' one.log || die "no reason: $(cat one.log)"
! "$programs/figure4" --out bad --problems 0 2>bad.log || die "no problems at all"
grep -q -e "--problems: it must be at least 1" bad.log || die "no reason: $(cat bad.log)"
! "$programs/figure4" --out bad --method nobody 2>bad.log || die "no such method"
! "$programs/figure4" --out bad --panel nowhere 2>bad.log || die "no such panel"
! "$programs/figure4" --bad 1 2>bad.log || die "no such flag"

# Of a task that takes long there are fewer problems.
"$programs/figure6" --out few --problems 31 --evaluations 1 --panel fashion --commit c \
    --tables "$source_folder/experiments/figure6/tables" 2>few.log || die "$(cat few.log)"
[ "$(grep -c '^[0-9]' few/ends/fashion.csv)" = 30 ] || die "not 30 problems of fashion"

# Tables of it.
mkdir -p root && cp -r one root/figure4
claims() { "$programs/claims" --from root "$@"; }
claims tables matern52-smooth r log >tables
[ "$(grep -c '^| proposed |' tables)" = 1 ] || die "no table: $(cat tables)"
claims pairs r proposed basic >pairs
grep -Eq '^proposed better in [0-9]+, no difference shown in [0-9]+, worse in [0-9]+\.$' pairs ||
    die "no sum: $(cat pairs)"
for part in "averages r" repeats seconds "rivals figure4 r proposed" "figure figure4 o mean"; do
    read -r -a words <<<"$part"
    claims "${words[@]}" | grep -q '^| ' || die "claims $part: no table"
done
for wrong in nonsense "tables matern99 r log" "figure figure9 r log" "pairs r proposed basic nowhere" \
    "pairs x proposed basic" "rivals figure1 r proposed"; do
    read -r -a words <<<"$wrong"
    ! claims "${words[@]}" 2>/dev/null || die "claims $wrong: nobody minds"
done

# What they say of known numbers: a is better than b by 2 in 2-D and by 3 in 4-D, in
# eight problems of nine; in the ninth both are equal.
known() { # figure, panel, gap of b
    mkdir -p known/$1/ends known/$1/curves
    {
        echo "# commit=c"
        echo "problem,a_r,a_r_avg,a_o,a_o_avg,b_r,b_r_avg,b_o,b_o_avg"
        for i in 1 2 3 4 5 6 7 8; do echo "$i,-4,-4,-1,-1,$3,$3,-1,-1"; done
        echo "9,-4,-4,-1,-1,-4,-4,-1,-1"
    } >known/$1/ends/$2.csv
    {
        echo "evaluation,a_r,a_r_se,a_r_lm,a_r_lm_se,b_r,b_r_se,b_r_lm,b_r_lm_se"
        for i in 1 2 3 4 5; do echo "$i,-$i,0.1,-$i,0.1,-1,0.2,-1,0.2"; done
    } >known/$1/curves/$2.csv
    {
        echo "panel,method,rule,lm,lm_se"
        echo "$2,a,r,-3.5,0.25"
        echo "other,b,r,-1,0.1"
        echo "$2,b,r,$3.5,0.5"
        echo "$2,b,o,-0.5,0.75"
    } >known/$1/averages.csv
    echo "panel,method,problems,repeats,near_repeats
$2,a,9,0,0" >known/$1/counts.csv
}
known figure4 gp2-int-matern52-smooth -2
known figure5 gp4-int-matern52-smooth -1
of_known() { "$programs/claims" --from known "$@"; }
of_known pairs r a b >pairs
expect_within "$(cat pairs)" "| 2-D integer | -1.78 (0."
expect_within "$(cat pairs)" ", 8) + |"
expect_within "$(cat pairs)" "| all together | -2.22 (0."
expect_within "$(cat pairs)" "a better in 2, no difference shown in 0, worse in 0."
expect_within "$(of_known pairs r b a)" "b better in 0, no difference shown in 0, worse in 2."
expect_within "$(of_known pairs o a b)" "a better in 0, no difference shown in 2, worse in 0."
expect_within "$(of_known pairs r a b cat)" "a better in 0, no difference shown in 0, worse in 0."
expect_within "$(of_known dimensions r a b)" "Larger in 4-D in 1, no difference shown in 0, larger in 2-D in 0."
expect_within "$(of_known dimensions o a b)" "Larger in 4-D in 0, no difference shown in 1, larger in 2-D in 0."
expect_within "$(of_known rules a)" "| 2-D integer | -3.00 (0.00, 9) + |"
expect_within "$(cat pairs)" "| 2-D integer | -1.95 (0."
expect_within "$(of_known rules a)" "a better in 2,"
expect_within "$(of_known rivals figure4 r a)" "| b | -1.78 (0."
expect_within "$(of_known rivals figure4 o a)" "| b | 0.00 (0.00, 0) = | 0.00 (0.00, 0) = | 0.00 (0.00, 0) = |"
expect_within "$(of_known averages r)" "| a | -1.00 | -2.00 | -3.00 | -4.00 | -4.00 (0.00) | -4.00 (0.00) |"

expect_within "$(of_known figure figure4 r mean)" "| b | -1.00 (0.20) | -1.00 (0.20) | -1.00 (0.20) | -1.00 (0.20) | -1.00 (0.20) | -2.50 (0.50) |"
of_known tables matern52-smooth o mean >tables
[ "$(grep -c -- '| -3.50 (0.25) |$' tables)" = 2 ] || die "a has no average by o: $(cat tables)"
[ "$(grep -c -- '| -0.50 (0.75) |$' tables)" = 2 ] || die "b has an average by o: $(cat tables)"

# The numbers of figures 1 and 3.
mkdir -p known/figure1 known/figure3
printf 'problem,noise,method,number,evaluations,repeats,longest,solved\nint5,none,naive,0,30,25,20,0\nint5,none,naive,1,3,1,1,1\nint5,none,proposed,0,4,0,0,1\n' >known/figure1/repeats.csv
expect_within "$(of_known stuck)" "| none | int5 | naive | 2 | 33 | 26 | 1 | 20 |"
for figure in 1 3; do
    printf 'model,fact,value\nproposed,largest_sd,0.%s\nstandard,largest_sd,0.9\n' $figure \
        >known/figure$figure/facts.csv
done
expect_within "$(of_known facts)" "2 known | 0.3 | 0.9 |"

# Written between the lines of a document, and only there.
mkdir -p copy/experiments copy/build && cp "$source_folder/experiments/fill" copy/experiments/
ln -s "$programs" copy/build/experiments
cp -r known/* copy/experiments/
printf 'before\n\n    build/experiments/claims averages r\n\nold\n<!-- end -->\nafter\n' >copy/page.md
(cd copy && experiments/fill page.md)
expect_text "$(head -n 3 copy/page.md)" "before

    build/experiments/claims averages r"
expect_within "$(cat copy/page.md)" "| a | -1.00 |"
expect_text "$(tail -n 3 copy/page.md)" "
<!-- end -->
after"
! grep -q old copy/page.md || die "the old table is still there"
cp copy/page.md copy/again.md
(cd copy && experiments/fill again.md)
cmp copy/page.md copy/again.md || die "filled twice it is another page"
printf '    build/experiments/claims averages r\n' >copy/open.md
! (cd copy && experiments/fill open.md 2>/dev/null) || die "a table without an end"
printf '    build/experiments/claims averages r | head -n 1\n<!-- end -->\n' >copy/part.md
(cd copy && experiments/fill part.md)
[ "$(wc -l <copy/part.md)" = 5 ] || die "a part of a table: $(cat copy/part.md)"

# A search that beats the minimum is an error, as the minimum is not one then.
cp -r one beaten
sed -i '3s/,[^,]*$/,-0.5/' beaten/$raw
! search beaten || die "nobody noticed a search below the minimum"
grep -q 'a search is 0.5 below the minimum' beaten.log || die "no reason: $(cat beaten.log)"

# Figure 6, from a table of its own making: log-likelihoods -|log_rate + 2| less a
# penalty for all but depth 3, split 2.
mkdir tables6
{
    echo "# commit=c"
    echo "replica,depth,split,log_rate,value"
    for replica in 0 1; do
        for depth in 1 2 3 4 5 6; do
            for split in 2 3 4 5 6; do
                for rate in -10 -6 -4 -2 -1 0; do
                    awk -v d=$depth -v s=$split -v r=$rate -v k=$replica 'BEGIN {
                        v = r + 2; if (v < 0) v = -v
                        printf "%d,%d,%d,%d,%.3f\n", k, d, s, r, -v - 0.1 * (d - 3) ^ 2 - 0.05 * (s - 2) }'
                done
            done
        done
    done
} >tables6/digits.csv
"$programs/figure6" --out six --tables tables6 --problems 2 --evaluations 3 --commit c \
    --method random,tpe,smac,hillclimb,default 2>six.log
grep -q '^skipped: mnist (no table' six.log || die "no word about mnist: $(cat six.log)"
[ "$(grep -c '^[12],' six/raw/digits.csv)" = 10 ] || die "not 5 methods on 2 problems"
grep -q '10 of 14 searches, no summary yet' six.log || die "no word about the rest: $(cat six.log)"
