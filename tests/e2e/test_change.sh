# A study file that is edited: every change, what is said of it, and kill -9 between
# them.
. "$(dirname "$0")/lib.sh"

cat >objective.sh <<'EOF'
#!/bin/sh
awk -v r="$INLAY_X_rate" -v d="$INLAY_X_depth" -v a="$INLAY_X_act" -v p="${INLAY_X_drop:-0.1}" 'BEGIN {
    printf "%.17g\n", (r - 0.7) ^ 2 + (d - 9) ^ 2 / 50 + (a == "gelu" ? 0 : 0.2) + (p - 0.3) ^ 2
}'
EOF
chmod +x objective.sh

write() { # goal, budget, variables
    printf '{"name": "s", "goal": "%s", "seed": 5, "command": ["./objective.sh"],
"budget": %s, "variables": [%s]}\n' "$1" "$2" "$3" >s.json
}
rate='{"name": "rate", "type": "real", "min": 0, "max": 1}'
depth='{"name": "depth", "type": "integer", "min": 0, "max": 8}'
deeper='{"name": "depth", "type": "integer", "min": 0, "max": 12}'
act='{"name": "act", "type": "categorical", "values": ["relu", "tanh"]}'
gelu='{"name": "act", "type": "categorical", "values": ["relu", "gelu"]}'
drop='{"name": "drop", "type": "real", "min": 0, "max": 0.5, "default": 0.1}'

# Runs until it is killed or done, again and again.
run_through_kills() { # budget
    local pid
    for _ in 1 2 3; do
        "$inlay" run s.json >log 2>&1 &
        pid=$!
        sleep "0.$((RANDOM % 4 + 1))"
        kill -9 $pid 2>/dev/null || true
        wait $pid 2>/dev/null || true
    done
    expect_exit 0 "$inlay" run s.json
    expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" "$1"
}

write minimize 8 "$rate, $depth, $act"
run_through_kills 8
best=$("$inlay" best s.json | head -1)

# ---- Wider, and a value more: in one line; and nothing is lost.
write minimize 10 "$rate, $deeper, $act"
# Those who read neither refuse nor write.
expect_exit 0 "$inlay" best s.json
expect_within "$messages" "with a change that is not recorded yet: depth: 0 to 8 became 0 to 12; 8 trials are carried over"
expect_text "$(head -1 <<<"$out")" "$best"
expect_exit 0 "$inlay" show s.json
expect_within "$messages" "with a change that is not recorded yet: depth: 0 to 8 became 0 to 12"
expect_exit 0 "$inlay" explain s.json 3
expect_exit 0 "$inlay" check s.json
expect_within "$messages" "with a change that is not recorded yet: depth: 0 to 8 became 0 to 12"
sum=$(sha1sum <s.inlay)
expect_exit 0 "$inlay" export s.json
expect_text "$(sha1sum <s.inlay)" "$sum"
expect_exit 0 "$inlay" run s.json
expect_within "$messages" "the study has changed: depth: 0 to 8 became 0 to 12; 8 trials are carried over"
expect_text "$("$inlay" show s.json --csv | grep -c ',done,')" 10
expect_exit 0 "$inlay" run s.json --budget 11
case $messages in *"has changed"*) die "nothing has changed: $messages" ;; esac

# ---- A variable: the question, and its answer.
write minimize 14 "$rate, $deeper, $act, ${drop/, \"default\": 0.1/}"
expect_exit 2 "$inlay" run s.json
expect_within "$messages" "variable 'drop' is new: which value did the 11 earlier trials have? Add \"default\": 0 (or what it was) to it"
expect_exit 0 "$inlay" show s.json # no refusal
write minimize 14 "$rate, $deeper, $act, $drop"
run_through_kills 14
expect_within "$("$inlay" show s.json --csv | sed -n 3p)" ",0.1,"

# ---- A value is gone: its trials stay, marked.
write minimize 17 "$rate, $deeper, $gelu, $drop"
n_gone=$("$inlay" show s.inlay --csv | grep -c ',tanh,')
[ "$n_gone" -gt 0 ] || die "no trial has tanh"
run_through_kills 17
expect_text "$("$inlay" show s.json --csv | grep -c ',tanh,.*,yes$')" "$n_gone"
expect_text "$("$inlay" show s.json --json | grep -c '"outside": true')" "$n_gone"
expect_within "$("$inlay" show s.json)" "~ outside the space as it is now"
expect_within "$("$inlay" check s.json | tr -s ' \n' '  ')" "outside the space as it is now; the model cannot use them"
expect_exit 0 "$inlay" plot s.json --script
expect_within "$messages" "outside the space"

# ---- The goal turns round.
worst=$("$inlay" show s.json --csv | grep -v tanh | awk -F, '$2 == "done" && $3 > m {m = $3; i = $1} END {print i}')
write maximize 20 "$rate, $deeper, $gelu, $drop"
expect_exit 0 "$inlay" best s.json
expect_within "$out" "best: trial $worst,"
run_through_kills 20

# ---- Number and name.
write maximize 22 "$rate, {\"name\": \"depth\", \"type\": \"boolean\"}, $gelu, $drop"
expect_exit 2 "$inlay" run s.json
expect_within "$messages" "variable 'depth' is of type integer in the 20 earlier trials, and type boolean cannot have their values; give the new variable another name"

# ---- Narrower: outside, but with a point.
write minimize 22 "{\"name\": \"rate\", \"type\": \"real\", \"min\": 0.5, \"max\": 1}, $deeper, $gelu, $drop"
expect_exit 0 "$inlay" run s.json
expect_within "$messages" "rate: 0 to 1 became 0.5 to 1"
expect_within "$messages" "lie outside now (kept and shown, but not suggested"

# ---- Each suggestion is what its time would suggest again.
for id in $(seq 1 22); do
    expect_exit 0 "$inlay" explain s.inlay "$id" --json
    expect_within "$out" '"replays": true'
done

# ---- Import: a table that lacks a variable, with rows outside.
printf 'rate,depth,act,y\n0.6,3,relu,1\n0.2,3,relu,2\n0.7,40,gelu,3\n0.8,4,swish,4\n' >old.csv
expect_exit 0 "$inlay" import s.json old.csv
expect_within "$messages" "3 of 4 rows lie outside the space: lines 3, 4, 5 (the first: variable 'rate': value 0.2 is not between 0.5 and 1); kept, but not suggested"
expect_within "$messages" "defaults are taken: drop"
expect_within "$("$inlay" show s.json --csv | tail -1)" ",swish,"
sed 's/act/activation/' old.csv >renamed.csv
expect_exit 2 "$inlay" import s.json renamed.csv

# ---- A program that asks by lines changes the study, too.
printf '%s\n' '{"op": "change", "study": {"variables": [{"name": "rate", "type": "real", "min": 0, "max": 3}]}}' \
    '{"op": "ask"}' '{"op": "show", "id": 1}' >requests
expect_exit 0 "$inlay" stdio s.json --store s.inlay <requests
expect_within "$out" '{"ok": true, "changed": "the study has changed: rate: 0.5 to 1 became 0 to 3; depth is gone'
expect_within "$out" '{"id": 27, "x": {"rate": '
expect_exit 0 "$inlay" show s.inlay
case $out in *"~ outside"*) die "a trial lies outside: $out" ;; esac

# ---- A limit that no trial has measured: the best is measured again, then the
# others; a space that was used up is not.
cat >finite.sh <<'EOF'
#!/bin/sh
echo "{\"loss\": $(((INLAY_X_k - 3) * (INLAY_X_k - 3))), \"$1\": $INLAY_X_k}"
EOF
chmod +x finite.sh
write_finite() { # budget, name of the second number, outputs
    printf '{"command": ["./finite.sh", "%s"], "budget": %s, "seed": 3, "outputs": [{"name": "loss", "goal": "minimize"}%s],
"variables": [{"name": "k", "type": "integer", "min": 1, "max": 5}]}\n' "$2" "$1" "$3" >finite.json
}
write_finite 9 other ''
expect_exit 0 "$inlay" run finite.json
write_finite 16 late ', {"name": "late", "max": 2}'
expect_exit 0 "$inlay" run finite.json
expect_text "$("$inlay" show finite.json --csv | grep -c ',done,')" 10
expect_within "$messages" "output late is new; 5 trials are carried over; 5 trials have no value of a limit and may be suggested again"
expect_within "$("$inlay" show finite.json --json | grep '"id": 6,')" '"x": {"k": 3}'
expect_within "$("$inlay" best finite.json)" "best: trial"
expect_within "$("$inlay" best finite.json --json)" '"x": {"k": 2}'
expect_within "$("$inlay" check finite.json | tr -s ' ')" "repeats none"
for id in 6 8 10; do
    expect_exit 0 "$inlay" explain finite.inlay "$id" --json
    expect_within "$out" '"replays": true'
done

expect_exit 0 "$inlay" explain finite.inlay 6
expect_within "$out" "Measures the configuration of trial"
expect_within "$out" "again: nothing is known of late there."
case $out in *improvement* | *"the best"* | *xploit*) die "it has no best to improve on: $out" ;; esac
expect_exit 0 "$inlay" explain finite.inlay 6 --json
expect_within "$out" '"rank": null'
expect_within "$out" '"p_better": null'
case $out in *'"measures_again": null'*) die "it measures again: $out" ;; esac

# ---- Another name for the goal: what was told under the old one does not count.
sed -i 's/"loss"/"error"/; s/"budget": 16/"budget": 11/' finite.json
sed -i 's/loss/error/' finite.sh
expect_exit 1 "$inlay" best finite.json
expect_within "$messages" "of 10 done trials 10 have no value of the objective as it is now; they count in the study as it is recorded: 'inlay best finite.inlay'"
expect_exit 0 "$inlay" best finite.inlay
expect_exit 0 "$inlay" plot finite.json --script
expect_within "$messages" "only the progress is drawn: no trial has a value of the objective as it is now"
expect_exit 0 "$inlay" check finite.json
checked=$(tr -s ' \n' '  ' <<<"$out")
expect_within "$checked" "0 of 10 done trials keep all of them; 10 have no value of the objective and do not count late (at most 2): 2 of 5 within"
expect_within "$checked" "model none: no trial has a value of the objective as it is now"
expect_exit 0 "$inlay" run finite.json
expect_within "$messages" "10 trials have no value of the objective and do not count (if it only has a new name, give it the old one)"

# ---- A new variable without a default: no trial counts, and what can be done.
cat >plain.json <<'END'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}], "command": ["sh", "-c", "echo {x}"], "budget": 4, "seed": 1}
END
expect_exit 0 "$inlay" run plain.json
sed -i 's/"max": 1}/"max": 1}, {"name": "n", "type": "boolean"}/' plain.json
expect_exit 1 "$inlay" best plain.json
expect_within "$messages" "they count in the study as it is recorded: 'inlay best plain.inlay', or give the new variable the \"default\" that it had in them"
expect_exit 0 "$inlay" best plain.inlay
expect_exit 7 "$inlay" status plain.json
expect_within "$out" "outside     4 trials lie outside the current space and cannot be the best"
expect_exit 7 "$inlay" status plain.json --json
expect_within "$out" '"outside": 4,'
expect_exit 0 "$inlay" check plain.json
expect_within "$out" "model       none: no result counts"

# ---- Another type: no variable is new, and so none gets a default.
sed -i 's/{"name": "x", "type": "real", "min": 0, "max": 1}, //; s/"name": "n"/"name": "x"/' plain.json
expect_exit 1 "$inlay" best plain.json
expect_within "$messages" "'inlay best plain.inlay'"
case $messages in *default*) die "no variable is new: $messages" ;; esac
