# A trial that is told by hand while a run evaluates it, and what becomes of
# retries: nothing is evaluated in vain, and the run goes on.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

write_study() { # name, command for sh, budget
    cat >"$1.json" <<END
{
  "variables": [{"name": "k", "type": "integer", "min": 1, "max": 1000000}],
  "command": ["sh", "-c", "touch $1.begun; while [ ! -e $1.go ]; do sleep 0.02; done; $2"],
  "budget": $3, "method": "random", "retries": 2
}
END
}

begin() { # name
    "$inlay" run "$1.json" >"$1.out" 2>&1 &
    pid=$!
    for _ in $(seq 200); do
        [ ! -e "$1.begun" ] || return 0
        sleep 0.05
    done
    die "$1 did not begin"
}

end() { # name, exit code
    touch "$1.go"
    wait $pid
    local status=$?
    [ $status -eq "$2" ] || die "$1: exit code $status: $(cat "$1.out")"
}

# By the library's way, which does not ask whether a run evaluates it.
tell() { # name, JSON
    printf '{"op": "tell", "id": 1, %s}\n' "$2" |
        "$inlay" stdio "$1.json" --store "$1.inlay" | grep -q ok || die "it cannot be told"
}

# ---- Told as failed; then the evaluation ends well, and nothing is done yet.
write_study failed 'echo {k}' 2
begin failed
"$inlay" tell failed.json 1 3 2>err && die "a running trial was told by hand"
grep -q "'inlay run' is evaluating it" err || die "$(cat err)"
tell failed '"failed": "mine"'
end failed 0
"$inlay" show --csv failed.inlay | grep -q '^1,failed,.*mine' || die "it was told otherwise"
"$inlay" show --csv failed.inlay | grep -q '^2,done,' || die "the run did not go on"

# ---- Told; then the evaluation fails, with retries left.
write_study told 'exit 1' 1
begin told
tell told '"y": 7'
end told 0
! grep -q retry told.out || die "evaluated again: $(cat told.out)"
"$inlay" run told.json >told.out 2>&1 || die "$(cat told.out)"
[ ! -e told.trials/000001/stdout.2 ] || die "evaluated again, by the next run"

# ---- Ctrl-C while it fails, with retries left: the next run retries.
write_study again 'if [ -e second ]; then echo 5; else touch second; exit 1; fi' 1
begin again
kill -INT $pid
end again 130
grep -q 'put back' again.out || die "not put back: $(cat again.out)"
"$inlay" run again.json >again.out 2>&1 || die "$(cat again.out)"
"$inlay" show --csv again.inlay | grep -q '^1,done,5,' || die "$("$inlay" show again.inlay)"

# ---- A worker that removes its folder is retried in a new one.
# shellcheck disable=SC2016  # for the worker's shell
write_study folder 'rm -r $INLAY_WORKDIR; exit 1' 2
begin folder
end folder 1
[ "$("$inlay" show --csv folder.inlay | grep -c ',failed,.*exit code 1')" -eq 2 ] || die "$(cat folder.out)"
