# Check: a sound store, and damaged ones.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{
  "variables": [
    {"name": "rate", "type": "real", "min": 0, "max": 1},
    {"name": "depth", "type": "integer", "min": 1, "max": 4}
  ],
  "budget": 20,
  "seed": 3
}
JSON

expect_exit 1 "$inlay" check study.json
expect_within "$messages" "the study has not started yet"

for i in $(seq 1 10); do
    expect_exit 0 "$inlay" ask study.json
    case $i in
    3 | 7) expect_exit 0 "$inlay" tell study.json "$i" \
        --failed "exit code $i" ;;
    *) expect_exit 0 "$inlay" tell study.json "$i" "0.$((i * 7 % 10))" ;;
    esac
done

expect_exit 0 "$inlay" check study.json
expect_within "$out" "store       sound"
expect_within "$out" \
    "trials      10: 8 done, 2 failed, 0 pending; 50 % of the budget of 20 is spent"
expect_within "$out" "               2  exit code 3"
expect_within "$out" "model       too few trials to judge it"
expect_exit 0 "$inlay" check study.inlay --json
expect_within "$out" '{"sound": true, "problems": [], "trials": 10, "done": 8'
expect_within "$out" '"failures": [{"why": "exit code 3", "n": 2}]'

# The middle of the file is overwritten: what can be read is told, or nothing
# can; either way it is no success, and the file stays as it is.
cp study.inlay hurt.inlay
size=$(wc -c <hurt.inlay)
for part in 2 3 4 5; do
    cp study.inlay hurt.inlay
    head -c 4096 /dev/zero | tr '\0' 'x' |
        dd of=hurt.inlay bs=1 seek=$((size * (part - 1) / part / 4096 * 4096)) \
            conv=notrunc status=none
    before=$(cksum <hurt.inlay)
    code=0
    "$inlay" check hurt.inlay >report 2>messages || code=$?
    case $code in
    6) grep -q "damaged" report || die "damage that is not told" ;;
    5) grep -q "hurt.inlay" messages || die "a failure without the file" ;;
    *) die "exit code $code for a damaged file" ;;
    esac
    expect_text "$(cksum <hurt.inlay)" "$before"
done

if command -v sqlite3 >/dev/null; then
    cp study.inlay gap.inlay
    sqlite3 gap.inlay "DELETE FROM journal WHERE trial = 4 AND kind = 'asked'"
    expect_exit 6 "$inlay" check gap.inlay
    expect_within "$out" "- trial 4: it has a result but was never suggested"
    expect_within "$out" "- trial 5: the number before it is missing"
    expect_within "$out" "trials      9: 7 done, 2 failed, 0 pending"
    expect_exit 6 "$inlay" check gap.inlay --json
    expect_within "$out" '{"sound": false, '
fi

echo "no store" >text.inlay
expect_exit 5 "$inlay" check text.inlay

# ---- Too many trials for a model: AddressSanitizer refuses its matrices.
if grep -q '^INLAY_SANITIZE:STRING=.*address' "$build_folder/CMakeCache.txt"; then
    echo '{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}], "command": ["echo", "1"], "budget": 2000}' >big.json
    awk 'BEGIN {print "x,y"; for (i = 0; i < 1500; i++) print i / 1500 "," i * i}' >big.csv
    expect_exit 0 "$inlay" import big.json big.csv
    export ASAN_OPTIONS=${ASAN_OPTIONS:-}:max_allocation_size_mb=30:allocator_may_return_null=1
    expect_exit 0 "$inlay" check big.json
    expect_within "$out" "store       sound"
    expect_within "$(tr -s ' \n' ' ' <<<"$out")" "model none: there are too many trials for one in this memory"
    expect_exit 1 "$inlay" run big.json
    expect_within "$messages" "1500 trials are too many for a model: it does not fit into memory; 'method' tpe, hillclimb or random needs little of it"
fi
