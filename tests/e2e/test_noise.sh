# What people are told of noise: best, check, explain, stdio, and the recommendation.
source "$(dirname "$0")/lib.sh"

# f at x, with noise of standard deviation 0.1 that the number of the trial decides.
cat >noisy.sh <<'END'
#!/bin/sh
awk -v x="$INLAY_X_x" -v i="$INLAY_TRIAL" 'BEGIN {
    srand(1000 * i); rand()
    for (k = 0; k < 12; k++) sum += rand()
    printf "%.17g\n", 4 * (x - 0.3) ^ 2 + 0.1 * (sum - 6)
}'
END
sed 's/ + 0.1 .*//' noisy.sh >exact.sh
chmod +x noisy.sh exact.sh
write_study() { # name, more keys
    cat >"$1.json" <<JSON
{"name": "$1", "seed": 3, "budget": 30, "command": ["./${1%%-*}.sh"]${2-},
 "variables": [{"name": "x", "type": "real", "min": 0, "max": 1}]}
JSON
}

# ---- Nobody has said that there is noise.
write_study noisy
expect_exit 0 "$inlay" run --quiet noisy.json
expect_exit 0 "$inlay" best noisy.json
expect_within "$out" "noise: standard deviation 0.1"
expect_within "$out" " (95 %: 0.0"
expect_within "$out" "recommended by the model, because values are noisy:"
expect_exit 0 "$inlay" best --json noisy.json
expect_within "$out" '"is_found": true, "is_certain": true, "is_declared": false'
expect_exit 0 "$inlay" check noisy.json
expect_within "$out" "noise       standard deviation 0.1"
expect_within "$out" "); beyond doubt"
expect_exit 0 "$inlay" check --json noisy.json
expect_within "$out" '"noise": {"sd": 0.1'
expect_exit 0 "$inlay" explain noisy.json
expect_within "$out" "  noise     0.1"
expect_within "${out//$'\n'/ }" "The expected improvement of the recommended value is larger than"
out=$(printf '%s\n' '{"op": "noise"}' '{"op": "recommend"}' '{"op": "info"}' | "$inlay" stdio noisy.json --store noisy.inlay)
expect_within "$out" '"is_found": true'
expect_within "$out" '"acquisition": "kg"'

# ---- There is none.
write_study exact
expect_exit 0 "$inlay" run --quiet exact.json
expect_exit 0 "$inlay" best exact.json
case $out in *noise* | *nois[ey]*) die "there is no noise: $out" ;; esac
expect_exit 0 "$inlay" check exact.json
expect_within "$out" "noise       none was found"
write_study exact-none ', "noise": "none"'
expect_exit 0 "$inlay" run --quiet exact-none.json
expect_exit 0 "$inlay" check exact-none.json
expect_within "$out" "noise       none, as declared"

# ---- Where the acquisition seeks the mean, its choice needs no noise.
write_study noisy-declared ', "noise": "yes", "options": {"acquisition": "mes", "pes.minima": 2}'
expect_exit 0 "$inlay" run --quiet noisy-declared.json
expect_exit 0 "$inlay" best noisy-declared.json
expect_within "$out" "recommended by the model, because values are noisy:"
expect_exit 0 "$inlay" check noisy-declared.json
expect_within "$out" "); declared"
