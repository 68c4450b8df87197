# Limits of a run: time, target, patience; what is said of them, and the exit code.
. "$(dirname "$0")/lib.sh"

write_study() { # name, command for sh, further keys
    cat >"$1.json" <<END
{"variables": [{"name": "k", "type": "integer", "min": 1, "max": 1000000}],
 "command": ["sh", "-c", "$2"], "method": "random", "budget": 100$3}
END
}

n_done() { # store
    "$inlay" show --csv "$1" | grep -c ,done,
}

# ---- Time: nothing starts after it, what runs is waited for.
write_study time 'sleep 0.7; echo {k}' ', "parallel": 2, "time_limit": 1'
"$inlay" run time.json >time.out 2>&1
grep -q 'stopped at the time limit of 1 s; run the same command again' time.out || die "$(cat time.out)"
grep -q 'The time limit is reached: waiting for 2 running trials. Press Ctrl-C to abort them; they will be rerun next time.' time.out || die "$(cat time.out)"
! grep -q 'put back' time.out || die "$(cat time.out)"
expect_text "$(n_done time.inlay)" 4
"$inlay" show time.inlay | grep -q pending && die "something was left"
# The flag goes before the key, and 0 is no limit.
"$inlay" run --time-limit 0 --budget 5 time.json >time.out 2>&1
expect_text "$(n_done time.inlay)" 5

# ---- A target, in either direction; the same in JSON.
write_study target 'echo {k}' ', "goal": "maximize", "target": 500000, "seed": 3'
"$inlay" run target.json >target.out 2>&1
grep -q 'stopped: the best value has reached the target 500000' target.out || die "$(cat target.out)"
[ "$("$inlay" best --json target.inlay | sed 's/.*"y": \([0-9]*\).*/\1/')" -ge 500000 ]
n=$(n_done target.inlay)
"$inlay" run --json target.json >target.out 2>&1
grep -q '"event": "end", "reason": "target"' target.out || die "$(cat target.out)"
expect_text "$(n_done target.inlay)" "$n"

# ---- Patience.
write_study patience 'echo 1' ', "patience": 4'
"$inlay" run patience.json >patience.out 2>&1
grep -q 'stopped: 4 trials without improvement' patience.out || die "$(cat patience.out)"
expect_text "$(n_done patience.inlay)" 5

# ---- Two runs that share a study: one finds what ends both.
write_study shared 'sleep 0.1; echo {k}' ', "target": 300000, "seed": 5'
"$inlay" run shared.json >first.out 2>&1 &
"$inlay" run shared.json >second.out 2>&1 || die "$(cat second.out)"
wait
grep -q 'reached the target' first.out || die "$(cat first.out)"
grep -q 'reached the target' second.out || die "$(cat second.out)"

# ---- What is refused.
if "$inlay" run --target soon target.json 2>wrong.err; then die "a target that is no number"; fi
grep -q "target: 'soon' is not a number" wrong.err || die "$(cat wrong.err)"
if "$inlay" run --patience -1 target.json 2>wrong.err; then die "negative patience"; fi
grep -q 'patience: -1 is not between 0 and' wrong.err || die "$(cat wrong.err)"
