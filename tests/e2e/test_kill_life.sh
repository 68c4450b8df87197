# kill -9 while everything happens at once: two runs of a study whose space changes,
# and others who amend, discard, restore, annotate, ask, abandon, put back and tell.
# What was acknowledged is in the history of its trial, all readers see the same
# history, and the suggestions replay.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

seed=20261119
seconds=15
n_trials=60 # at most of a run, so that suggestions stay quick

cat >objective.sh <<'EOF'
#!/bin/sh
sleep 0.05
awk -v x="$INLAY_X_x" -v k="$INLAY_X_k" -v c="$INLAY_X_c" 'BEGIN {
    if (x + k / 4 > 2.6) exit 1
    printf "%.17g\n", (x - 0.5) ^ 2 + (k - 4) ^ 2 / 9 + (c == "q" ? 0 : 0.3)
}'
EOF
chmod +x objective.sh

# The spaces in turn: narrower, another value, a variable more and gone again.
k='{"name": "k", "type": "integer", "min": 1, "max": 9}'
few='{"name": "k", "type": "integer", "min": 1, "max": 6}'
c='{"name": "c", "type": "categorical", "values": ["p", "q"], "default": "p"}'
other='{"name": "c", "type": "categorical", "values": ["q", "r"], "default": "q"}'
spaces=("$k, $c" "$few, $c" "$few, $other" "$k" "$k, $c")

write() { # number of a space, budget
    cat >s.json.new <<EOF
{"name": "s", "seed": 7, "command": ["./objective.sh"], "budget": $2, "parallel": 2,
 "max_failures": 0, "options": {"initial": 4, "candidates": 200},
 "variables": [{"name": "x", "type": "real", "min": -2, "max": 2, "default": 0},
               ${spaces[$1 % ${#spaces[@]}]}]}
EOF
    mv s.json.new s.json
}

# ---- The writers ----

# A command; says whether it was acknowledged.  It may have nothing to do (1), be
# killed, or find the study file of an other moment (2); it may not fail otherwise.
try() { # writer, command...
    local writer=$1 status
    shift
    "$inlay" "$@" >"$writer.out" 2>"$writer.messages"
    status=$?
    case $status in
    0) return 0 ;;
    1 | 2 | 3 | 137) sed "s/^/$1: $status: /" "$writer.messages" >>"$writer.refused" ;;
    *) echo "$*: exit code $status: $(cat "$writer.messages")" >>unexpected ;;
    esac
    return 1
}

# trial, then what its history must have.
acknowledge() { # writer, id, words of a change
    echo "$2 $3" >>"$1.acknowledged"
}

acknowledge_run() { # writer
    sed -nE 's/.*"event": "done", "id": ([0-9]+), "y": ([^,]+),.*/\1 "what": "ended", Y\2}/p' \
        "$1.out" >>"$1.acknowledged"
}

run_and_change() { # writer
    write "$turn" $((8 + turn < n_trials ? 8 + turn : n_trials))
    try "$1" run --json s.json
    acknowledge_run "$1"
}

run_along() { # writer
    try "$1" run --json s.json --budget "$n_trials"
    acknowledge_run "$1"
    sleep 0.2
}

amend() { # writer
    local id=$((RANDOM % 12 + 1))
    ! try "$1" amend s.json $id "0.$((turn + 1000))1" ||
        acknowledge "$1" $id "\"what\": \"amended\", Y0.$((turn + 1000))1}"
}

discard() { # writer
    local id=$((RANDOM % 12 + 1))
    ! try "$1" discard s.json $id --why "why$turn" ||
        acknowledge "$1" $id "\"what\": \"discarded\", \"why\": \"why$turn\"}"
    ! try "$1" restore s.json $id || acknowledge "$1" $id '"what": "restored", }'
}

note() { # writer
    local id=$((RANDOM % 12 + 1))
    ! try "$1" note s.json $id "n$turn=t$turn" ||
        acknowledge "$1" $id "\"n$turn\": \"t$turn\""
}

ask() { # writer
    local id
    if [ $turn -ge $((n_trials / 2)) ]; then
        id=$((RANDOM % n_trials + 1))
    elif try "$1" ask --json s.json; then
        id=$(sed -nE 's/.*"id": ([0-9]+),.*/\1/p' "$1.out")
        acknowledge "$1" "$id" "$(grep -oE '"x": \{.*\}' "$1.out" | grep -oE '"x": -?[0-9][^,}]*')"
    else
        return
    fi
    if try "$1" abandon s.json "$id" --why "why$turn"; then
        acknowledge "$1" "$id" "\"what\": \"abandoned\", \"why\": \"why$turn\"}"
        # Of a trial that is pending there is nothing to keep.
        ! try "$1" requeue s.json "$id" || acknowledge "$1" "$id" '"what": "requeued", }'
    fi
    ! try "$1" tell s.json "$id" "0.5$((turn + 1000))1" ||
        acknowledge "$1" "$id" "\"what\": \"ended\", Y0.5$((turn + 1000))1}"
}

write 0 8
expect_exit 0 "$inlay" run s.json
writers=(run_and_change run_along amend discard note ask)
pids=()
for w in "${!writers[@]}"; do
    (
        RANDOM=$((seed + w))
        turn=0
        while [ ! -e enough ]; do
            "${writers[w]}" "${writers[w]}"
            turn=$((turn + 1))
        done
    ) 2>/dev/null &
    pids+=($!)
done

# ---- The kills ----

RANDOM=$seed
kills=0
for ((end = SECONDS + seconds; SECONDS < end; )); do
    sleep "0.$(printf %03d $((RANDOM % 150)))"
    victim=$(pgrep -P "${pids[RANDOM % ${#pids[@]}]}" inlay)
    # shellcheck disable=SC2086  # one number, or none
    [ -z "$victim" ] || ! kill -9 $victim 2>/dev/null || kills=$((kills + 1))
done
touch enough
wait "${pids[@]}"
[ ! -e unexpected ] || die "$(cat unexpected)"
if grep -iE 'locked|damaged|malformed|sanitizer|assert' ./*.refused; then die "see above"; fi

# ---- What there is now ----

# Everything that is open is evaluated; s.inlay is of the last study file.
expect_exit 0 "$inlay" run s.json --budget $((n_trials + 4))
expect_exit 0 "$inlay" check s.json --json
expect_within "$out" '"sound": true'

n_acknowledged=0
while read -r id change; do
    [ -e "trial.$id" ] || "$inlay" show s.json "$id" --json >"trial.$id" ||
        die "trial $id is not there"
    # Without times; Y stands for a value, whichever way it is printed.
    sed -E 's/"at": "[^"]*",? ?//g; s/("why": "[^"]*"), "y": null/\1/g; s/"y": /Y/g' "trial.$id" |
        grep -qF "$change" || die "trial $id lost '$change': $(cat "trial.$id")"
    n_acknowledged=$((n_acknowledged + 1))
done < <(cat ./*.acknowledged)

# Two readers and a copy see the same, and so does who reads it anew.
expect_exit 0 "$inlay" show s.json --csv
seen=$out
expect_text "$("$inlay" show s.inlay --csv)" "$seen"
mkdir copy
cp s.inlay* copy
cp s.json objective.sh copy
expect_text "$("$inlay" show copy/s.json --csv)" "$seen"
expect_text "$("$inlay" export copy/s.json)" "$("$inlay" export s.json)"
expect_text "$("$inlay" best copy/s.json)" "$("$inlay" best s.json)"

n_replayed=0
for id in $(sed -n 's/^\([0-9]*\),.*/\1/p' <<<"$seen"); do
    expect_exit 0 "$inlay" explain s.json "$id" --json
    case $out in
    *'"replays": true'*) n_replayed=$((n_replayed + 1)) ;;
    *'"replays": false'*) die "trial $id does not replay: $out" ;;
    esac
done
[ $n_replayed -gt 8 ] || die "only $n_replayed trials could be replayed"
[ $n_acknowledged -gt 20 ] || die "only $n_acknowledged changes were acknowledged"
echo "$kills kills, $n_acknowledged acknowledged changes, $n_replayed suggestions replayed"
