# kill -9 at random moments: what was acknowledged is there, numbers have no gap,
# and the suggestions are those of a run to which nothing happened.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

# A sanitized tool takes ten times as long to start; fewer kills then.
n_kills=200
[ "$is_sanitized" = no ] || n_kills=20
RANDOM=20261117

write_study() { # folder
    mkdir -p "$1"
    cat >"$1/study.json" <<'END'
{
  "name": "kill",
  "variables": [
    {"name": "x", "type": "real", "min": -2, "max": 2},
    {"name": "k", "type": "integer", "min": 1, "max": 9},
    {"name": "c", "type": "categorical", "values": ["p", "q", "r"]}
  ],
  "command": ["./objective.sh", "{x}", "{k}", "{c}"],
  "budget": 25, "parallel": 1, "seed": 7, "max_failures": 0
}
END
    # Fails in a corner, so that the model of failures has a chain to go on.
    cat >"$1/objective.sh" <<'END'
#!/bin/sh
awk -v x="$1" -v k="$2" -v c="$3" 'BEGIN {
    if (x + k / 4 > 3) exit 1
    printf "%.17g\n", (x - 0.5) ^ 2 + (k - 4) ^ 2 / 9 + (c == "q" ? 0 : 0.3)
}'
END
    chmod +x "$1/objective.sh"
}

# id, state, value and configuration of every trial.
trials() { # folder
    "$inlay" show --csv "$1/kill.inlay" | cut -d, -f1-6
}

write_study reference
"$inlay" run reference/study.json >reference/log 2>&1 || die "the reference: $(cat reference/log)"
trials reference >reference/trials
[ "$(wc -l <reference/trials)" -eq 26 ] || die "the reference has not 25 trials"
grep -q ,failed, reference/trials || die "nothing failed in the reference"

# Every value that a run printed is in the store.
check_acknowledged() { # folder
    sed -nE 's/.*"event": "done", "id": ([0-9]+), "y": ([^,]+),.*/\1,\2/p' "$1"/log.* |
        sort -u >"$1/acknowledged"
    trials "$1" | cut -d, -f1,3 | sort >"$1/stored"
    [ -z "$(comm -23 "$1/acknowledged" "$1/stored")" ] ||
        die "lost: $(comm -23 "$1/acknowledged" "$1/stored")"
}

# What there is so far is the beginning of the reference; the last may run.
check_beginning() { # folder
    trials "$1" | grep -v ,pending, | grep -v ,running, >"$1/so_far"
    cmp -s "$1/so_far" <(head -n "$(wc -l <"$1/so_far")" reference/trials) ||
        die "other suggestions: $(diff "$1/so_far" reference/trials)"
}

kills=0 studies=0
while [ $kills -lt $n_kills ]; do
    studies=$((studies + 1))
    folder=study$studies
    write_study $folder
    turn=0
    while :; do
        turn=$((turn + 1))
        "$inlay" run --json $folder/study.json >$folder/log.$turn 2>&1 &
        pid=$!
        if [ $kills -lt $n_kills ]; then
            sleep "0.$(printf %03d $((RANDOM % 120)))"
            # Every other time the worker at the same moment.
            workers=
            [ $((RANDOM % 2)) -eq 0 ] || workers=$(pgrep -P $pid || true)
            # shellcheck disable=SC2086  # a list of numbers
            if kill -9 $pid $workers 2>/dev/null; then kills=$((kills + 1)); fi
        fi
        wait $pid 2>/dev/null
        status=$?
        if [ -s $folder/kill.inlay ]; then
            check_acknowledged $folder
            check_beginning $folder
        fi
        [ $status -ne 0 ] || break
        [ $status -eq 137 ] || die "exit code $status: $(cat $folder/log.$turn)"
    done
    trials $folder | cmp - reference/trials || die "$folder ended otherwise"
    "$inlay" check $folder/kill.inlay >/dev/null || die "check found something in $folder"
done
echo "$kills kills in $studies studies"
