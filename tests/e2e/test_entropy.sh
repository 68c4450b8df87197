# Entropy search: a study file and flags with pes and mes, what is said of them,
# and a run that is interrupted and goes on as if it had not been.
source "$(dirname "$0")/lib.sh"

budget=14
[ "$is_sanitized" = no ] || budget=10
write_study() { # name
    cat >"$1.json" <<JSON
{
  "name": "$1",
  "variables": [
    {"name": "rate", "type": "real", "min": 0, "max": 1},
    {"name": "depth", "type": "integer", "min": 1, "max": 4},
    {"name": "kind", "type": "categorical", "values": ["a", "b"]}
  ],
  "command": ["./objective.sh", "{rate}", "{depth}", "{kind}"],
  "budget": $budget, "seed": 3, "noise": "none",
  "options": {
    "acquisition": "pes",
    "pes.minima": 4, "pes.features": 100, "pes.ep_tolerance": 1e-6
  }
}
JSON
}
cat >objective.sh <<'END'
#!/bin/sh
awk -v x="$1" -v k="$2" -v c="$3" 'BEGIN {
    printf "%.17g\n", (x - 0.3) ^ 2 + 0.1 * k + (c == "a" ? 0 : 0.2)
}'
if [ -e hold ]; then
    touch held
    sleep 20
fi
END
chmod +x objective.sh

# id, state, value and configuration of every trial.
trials() { # store
    "$inlay" show --csv "$1" | cut -d, -f1-6
}

# ---- A run.  What is recommended is the model's, and not for noise.
write_study whole
expect_exit 0 "$inlay" run whole.json
expect_within "$out" "$budget done, 0 failed, 0 pending"
expect_within "$out" "recommended by the model, where its mean is best:"
expect_within "$out" "  depth=1"
expect_within "$out" "  kind=a"

# The store knows the acquisition; suggestions are replayed with it.
expect_exit 0 "$inlay" explain whole.inlay
expect_within "${out//$'\n'/ }" "information about the optimum's place is larger"
expect_exit 0 "$inlay" explain whole.inlay "$budget" --json
expect_within "$out" '"replays": true'
expect_exit 0 "$inlay" plot whole.inlay --script
expect_within "$out" "information about the optimum’s place"
expect_exit 0 "$inlay" check whole.json
expect_within "$out" "store       sound"
expect_exit 0 "$inlay" best whole.inlay
expect_within "$out" "recommended by the model, where its mean is best:"

# ---- Another acquisition for one ask: it is kept with that trial.
expect_exit 0 "$inlay" ask whole.json --option acquisition=mes \
    --option pes.minima=2
expect_within "$out" "trial $((budget + 1)): rate="
expect_exit 0 "$inlay" tell whole.json $((budget + 1)) 1
expect_exit 0 "$inlay" explain whole.json $((budget + 1))
expect_within "${out//$'\n'/ }" "information about the optimum's value is"
expect_exit 0 "$inlay" explain whole.json $((budget + 1)) --json
expect_within "$out" '"replays": true'
expect_exit 0 "$inlay" explain whole.json "$budget"
expect_within "${out//$'\n'/ }" "information about the optimum's place is"

# ---- What is refused.
refused() { # text in the study file, text in its place, message
    sed "s/$1/$2/" whole.json >refused.json
    expect_exit 2 "$inlay" check refused.json
    expect_text "$messages" "inlay: refused.json: $3"
}
refused '"pes"' '"ucb"' "line 11, column 5: option 'acquisition': 'ucb' is not \
one of auto, ei, pes, mes, kg"
refused '"pes.minima": 4' '"pes.minima": 1001' "line 12, column 5: option 'pes.minima': \
1001 is not between 0 and 1000"
refused '"pes.minima"' '"pes.minma"' "line 12, column 5: unknown option \
'pes.minma'; did you mean 'pes.minima'?"
for command in run ask; do
    expect_exit 2 "$inlay" "$command" whole.json --option acquisition=ucb
    expect_text "$messages" \
        "inlay: option 'acquisition': 'ucb' is not one of auto, ei, pes, mes, kg"
    expect_exit 2 "$inlay" "$command" whole.json --option pes.ep_tolerance=1
    expect_text "$messages" \
        "inlay: option 'pes.ep_tolerance': 1 is not between 1e-12 and 0.1"
done

# ---- By lines of JSON: the suggestions of the run.
expect_same_by_lines whole 10

# ---- Ctrl-C twice while a trial of the model runs: it is put back, and the next
# run ends as one to which nothing happened.
write_study parted
expect_exit 0 "$inlay" run parted.json --budget 8
interrupt_twice parted.json
expect_exit 0 "$inlay" show --csv parted.inlay
expect_within "$out" $'\n9,pending,'
expect_exit 0 "$inlay" run parted.json
trials parted.inlay >parted.csv
trials whole.inlay | head -n "$(wc -l <parted.csv)" | cmp - parted.csv ||
    die "other suggestions than without Ctrl-C"
