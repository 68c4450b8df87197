# Several runs and ask/tell loops on one file: no trial twice, none lost, nobody
# is turned away.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

share() { # name, budget of runs, trials of each loop, runs, loops, method
    local name=$1 budget=$2 each=$3 runs=$4 loops=$5 method=$6 pids=()
    mkdir "$name"
    cat >"$name/study.json" <<END
{
  "variables": [
    {"name": "x", "type": "real", "min": -2, "max": 2},
    {"name": "k", "type": "integer", "min": 1, "max": 90}
  ],
  "command": ["./objective.sh", "{x}", "{k}"],
  "budget": $budget, "parallel": 1, "method": "$method"
}
END
    cat >"$name/objective.sh" <<'END'
#!/bin/sh
echo "$2"
END
    chmod +x "$name/objective.sh"

    for i in $(seq "$runs"); do
        "$inlay" run "$name/study.json" >"$name/run.$i" 2>&1 &
        pids+=($!)
    done
    for i in $(seq "$loops"); do
        ask_and_tell "$name" "$each" >"$name/loop.$i" 2>&1 &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || die "one of $name failed: $(cat "$name"/run.* "$name"/loop.* | grep -iE 'inlay:|error' | head)"
    done

    "$inlay" show --csv "$name/study.inlay" >"$name/trials"
    local n
    n=$(($(wc -l <"$name/trials") - 1))
    # Runs stop at the budget, in which trials of loops count too.
    [ "$n" -ge "$budget" ] || die "$name: $n trials, fewer than $budget"
    [ "$(cut -d, -f2 "$name/trials" | tail -n +2 | sort -u)" = done ] || die "$name: not all are done"
    [ "$(cut -d, -f1 "$name/trials" | tail -n +2)" = "$(seq "$n")" ] || die "$name: numbers have gaps"
    [ -z "$(tail -n +2 "$name/trials" | cut -d, -f4,5 | sort | uniq -d)" ] || die "$name: repeats"
    # The value of each is its own k.
    awk -F, 'NR > 1 && $3 != $5 { exit 1 }' "$name/trials" || die "$name: values were mixed up"
    ! grep -il 'locked' "$name"/run.* "$name"/loop.* || die "$name: database is locked"
    "$inlay" check "$name/study.inlay" >"$name/check" || die "check: $(cat "$name/check")"
    echo "$name: $n trials"
}

ask_and_tell() { # name, how many
    local i line id k
    for i in $(seq "$2"); do
        line=$("$inlay" ask --json "$1/study.json") || return 1
        id=$(sed -nE 's/.*"id": ([0-9]+).*/\1/p' <<<"$line")
        k=$(sed -nE 's/.*"k": ([0-9]+).*/\1/p' <<<"$line")
        "$inlay" tell "$1/study.json" "$id" "$k" || return 1
    done
}

if [ "$is_sanitized" = no ]; then
    share many 1000 62 8 8 random
    share model 100 6 4 4 gp
else
    share few 40 5 3 3 gp
fi
