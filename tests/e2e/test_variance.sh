# A variance that a program prints with its value is kept, shown and believed: by run,
# try, tell, amend, show, export and import, and after kill -9.
source "$(dirname "$0")/lib.sh"

rule="it is the square of the value's standard error, from 0 on"

# The value of x in three folds; the variance of their mean is at most 0.01.
cat >folds.sh <<'EOS'
#!/bin/sh
sleep "${NAP:-0}"
awk -v x="$INLAY_X_x" -v i="$INLAY_TRIAL" 'BEGIN {
    srand(i)
    printf "{\"objective\": %.17g, \"variance\": %.17g, \"folds\": 3}\n",
        (x - 0.3) ^ 2 + 0.1 * (rand() - 0.5), 0.01 * rand()
}'
EOS
chmod +x folds.sh
cat >s.json <<'JSON'
{"name": "s", "seed": 3, "budget": 12, "command": ["./folds.sh"],
 "variables": [{"name": "x", "type": "real", "min": 0, "max": 1}]}
JSON

# ---- A program ----

expect_exit 0 "$inlay" try s.json
expect_within "$out" ', variance 0.0'
expect_within "$out" '; also {"folds": 3}'
expect_exit 0 "$inlay" run -q s.json
expect_text "$("$inlay" show --json s.json | grep -c '"variance": 0.0')" 12
expect_exit 0 "$inlay" show s.json 1
expect_within "$out" 'variance    0.0'
expect_within "$out" '{"folds": 3}'

# What is no variance is no result, and says why.
sed 's/variance.": /&-/' folds.sh >negative.sh
chmod +x negative.sh
sed 's/"s"/"bad"/; s/folds/negative/' s.json >bad.json
expect_exit 1 "$inlay" try bad.json
expect_within "$out" "failed: the result's variance: -0.0"
expect_within "$out" "is negative; $rule"

# Other words get a hint, and stay metrics.
sed 's/variance/std/' folds.sh >std.sh
chmod +x std.sh
sed 's/"s"/"std"/; s/folds/std/' s.json >std.json
expect_exit 0 "$inlay" try std.json
expect_within "$out" "\"std\" is only kept; did you mean 'variance', the square of the standard error?"

# An output of the name has the key.
cat >named.json <<'JSON'
{"name": "named", "budget": 2, "command": ["./folds.sh"],
 "outputs": [{"name": "objective", "goal": "minimize"}, {"name": "variance", "max": 0.02}],
 "variables": [{"name": "x", "type": "real", "min": 0, "max": 1}]}
JSON
expect_exit 0 "$inlay" run -q named.json
expect_exit 0 "$inlay" show --json named.json
expect_within "$out" '"values": {"objective": '
! grep -q '"y": [^,]*, "variance"' <<<"$out" || die "$out"

# ---- By hand ----

expect_exit 0 "$inlay" ask s.json
expect_exit 2 "$inlay" tell s.json 13 0.5 --variance -1
expect_text "$messages" "inlay: --variance: -1 is negative; $rule"
expect_exit 2 "$inlay" tell s.json 13 0.5 --variance x
expect_text "$messages" "inlay: --variance: 'x' is not a number"
expect_exit 2 "$inlay" tell s.json 13 '{"objective": 0.5, "variance": "x"}'
expect_within "$messages" 'variance: must be a number from 0 on, or null, not "x"'
expect_exit 2 "$inlay" tell s.json 13 '{"objective": 0.5}' --variance 1
expect_within "$messages" "--variance: put it into VALUE, which is an object already"
expect_exit 0 "$inlay" tell s.json 13 0.5 --variance 0.25
expect_text "$out" "trial 13: 0.5, variance 0.25"
expect_exit 0 "$inlay" amend s.json 13 '{"objective": 0.75, "variance": 0.5}'
expect_within "$out" "trial 13: 0.75, variance 0.5 (it was 0.5)"
expect_exit 0 "$inlay" show s.json 13
expect_within "$out" "ended: 0.5 (variance 0.25)"
expect_within "$out" "amended: 0.75 (variance 0.5)"
expect_exit 0 "$inlay" amend s.json 13 0.75
[ "$("$inlay" show --json s.json | grep -c '"variance"')" = 12 ] || die "it is kept"
expect_exit 0 "$inlay" amend s.json 13 0.75 --variance 0.5

# ---- Out and in again ----

"$inlay" export s.json --jsonl | grep -oE '"variance": [^,}]*' >wanted
for format in csv jsonl; do
    "$inlay" export s.json --$format >s.$format
    expect_exit 0 "$inlay" import s.json s.$format --store "$format.inlay"
    expect_within "$messages" "13 rows with a variance, which the model believes"
    "$inlay" export s.json --jsonl --store "$format.inlay" |
        grep -oE '"variance": [^,}]*' | cmp - wanted || die "$format: other variances"
done
expect_text "$(head -n 1 s.csv | cut -d, -f1-5)" id,state,value,variance,x
sed '1s/variance/stderr/' s.csv >stderr.csv
expect_exit 0 "$inlay" import s.json stderr.csv --store other.inlay
expect_within "$messages" "are ignored: stderr; did you mean 'variance', the square of the standard error?"
printf 'x,y,variance\n0.5,1,-2\n' >negative.csv
expect_exit 2 "$inlay" import s.json negative.csv --store other.inlay
expect_within "$messages" "line 2: variance: -2 is negative; $rule"

# ---- kill -9 ----

# Killed again and again, a run ends as one that was left alone: values, variances and
# what the model makes of them.
"$inlay" show --json s.json | head -n 12 | grep -oE '"x".*"folds": 3' >alone
sed 's/"s"/"killed"/' s.json >killed.json
export NAP=0.05
for _ in $(seq 20); do
    "$inlay" run -q killed.json >/dev/null 2>&1 &
    pid=$!
    sleep 0.3
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
done
unset NAP
expect_exit 0 "$inlay" run -q killed.json
"$inlay" show --json killed.json | grep -oE '"x".*"folds": 3' | cmp - alone ||
    die "the run that was killed has other trials"
expect_exit 0 "$inlay" explain killed.json 12
case $out in *"something else now"*) die "$out" ;; esac
