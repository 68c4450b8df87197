# Explain: the next suggestion, past trials, and the same in JSON.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{
  "variables": [
    {"name": "rate", "type": "real", "min": 0.001, "max": 1, "scale": "log"},
    {"name": "depth", "type": "integer", "min": 1, "max": 4},
    {"name": "kind", "type": "categorical", "values": ["a", "b"]}
  ],
  "seed": 3
}
JSON

# Looking makes no store.
expect_exit 1 "$inlay" explain study.json
expect_within "$messages" "the study has not started yet"
[ ! -e study.inlay ] || die "explain made a store"

value_of() { # configuration as {"rate": R, "depth": D, ...} -> a value
    sed -E 's/.*"rate": ([^,]*), "depth": ([^,}]*).*/\1 \2/' <<<"$1" |
        LC_ALL=C awk '{ l = log($1) / log(10) + 2; print l * l + 0.1 * $2 }'
}

expect_exit 0 "$inlay" ask study.json --json
expect_exit 0 "$inlay" tell study.json 1 "$(value_of "$out")"
for i in $(seq 2 12); do
    expect_exit 0 "$inlay" explain study.json --json
    next=$(sed -E 's/.*"x": (\{[^}]*\}).*/\1/' <<<"${out%%, \"origin\"*}")
    expect_within "$out" '"id": null, "x": '
    expect_exit 0 "$inlay" ask study.json --json
    # What was explained is what is asked.
    expect_text "$(sed -E 's/.*"x": (\{[^}]*\}).*/\1/' <<<"$out")" "$next"
    if [ "$i" = 4 ]; then
        expect_exit 0 "$inlay" tell study.json "$i" --failed "out of memory"
    else
        expect_exit 0 "$inlay" tell study.json "$i" "$(value_of "$out")"
    fi
done

# Each trial is replayed as it was asked.
for i in $(seq 1 12); do
    expect_exit 0 "$inlay" explain study.json "$i" --json
    expect_within "$out" '"replays": true'
done

expect_exit 0 "$inlay" explain study.json 1
expect_within "$out" "Trial 1 belongs to the initial design"
expect_within "$out" "Nothing was known then."
expect_exit 0 "$inlay" explain study.json 4
expect_within "$out" "failed: out of memory"
expect_exit 0 "$inlay" explain study.json 12
expect_within "$out" "Trial 12 was chosen by the model."
expect_within "$out" "Known then: 10 done, 1 failed, 0 pending."
expect_within "$out" "importance"
expect_within "$out" "Nearest trials (distance in length-scales):"
expect_exit 0 "$inlay" explain study.inlay
expect_within "$out" "The next suggestion was chosen by the model."

expect_exit 1 "$inlay" explain study.json 13
expect_text "$messages" \
    "inlay: trial 13 does not exist; the study has trials 1 to 12"
expect_exit 2 "$inlay" explain study.json 0
expect_text "$messages" "inlay: ID: '0' is not a whole number above 0"
