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
grep -q "'0' is no whole number from 1" bad.log || die "no reason: $(cat bad.log)"
! "$programs/figure4" --out bad --panel nowhere 2>bad.log || die "no such panel"
! "$programs/figure4" --bad 1 2>bad.log || die "no such flag"

# Tables of it.
mkdir -p root && cp -r one root/figure4
claims() { "$programs/claims" --from root "$@"; }
claims tables matern52-smooth r log >tables
[ "$(grep -c '^| proposed |' tables)" = 1 ] || die "no table: $(cat tables)"
claims pairs r proposed basic >pairs
grep -Eq '^proposed better in [0-9]+, no difference in [0-9]+, worse in [0-9]+\.$' pairs ||
    die "no sum: $(cat pairs)"
for part in averages repeats seconds "rivals figure4 proposed" "figure figure4 o mean"; do
    read -r -a words <<<"$part"
    claims "${words[@]}" | grep -q '^| ' || die "claims $part: no table"
done
! claims nonsense 2>/dev/null || die "claims nonsense"

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
