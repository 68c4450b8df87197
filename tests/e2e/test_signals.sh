# Signals to a run, and workers that leave a pipe where their output was.
. "$(dirname "$0")/lib.sh"
set +e # exit codes are looked at one by one

write_study() { # name, command for sh, budget
    cat >"$1.json" <<END
{
  "variables": [{"name": "k", "type": "integer", "min": 1, "max": 1000000}],
  "command": ["sh", "-c", "$2"],
  "budget": $3, "method": "random"
}
END
}

wait_for() { # file
    for _ in $(seq 200); do
        [ ! -e "$1" ] || return 0
        sleep 0.05
    done
    die "there is no $1"
}

# ---- nohup: a terminal that is closed does not end the run.
write_study calm 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo {k}' 3
nohup "$inlay" run calm.json >calm.out 2>&1 &
pid=$!
wait_for begun
kill -HUP $pid
touch go
wait $pid
status=$?
[ $status -eq 0 ] || die "nohup: exit code $status: $(cat calm.out)"
[ "$("$inlay" show --csv calm.inlay | grep -c ,done,)" -eq 3 ] || die "nohup: $(cat calm.out)"
! grep -q 'put back' calm.out || die "nohup: $(cat calm.out)"

# ---- Without it, SIGHUP puts back what runs.
rm -f begun go
write_study told 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo {k}' 2
"$inlay" run told.json >told.out 2>&1 &
pid=$!
wait_for begun
kill -HUP $pid
wait $pid
status=$?
[ $status -eq 129 ] || die "SIGHUP: exit code $status: $(cat told.out)"
grep -q 'put back' told.out || die "SIGHUP: $(cat told.out)"
touch go
"$inlay" run told.json >told.out 2>&1 || die "after SIGHUP: $(cat told.out)"
[ "$("$inlay" show --csv told.inlay | grep -c ,done,)" -eq 2 ] || die "after SIGHUP: $(cat told.out)"

# ---- So does SIGTERM; each has the exit code that a shell gives it.
rm -f begun go
write_study term 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo {k}' 2
"$inlay" run term.json >term.out 2>&1 &
pid=$!
wait_for begun
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 143 ] || die "SIGTERM: exit code $status: $(cat term.out)"
grep -q 'put back' term.out || die "SIGTERM: $(cat term.out)"

# ---- Ctrl-C ends a suggestion that would take minutes.
cat >slow.json <<END
{"variables": [{"name": "a", "type": "real", "min": 0, "max": 1},
               {"name": "b", "type": "real", "min": 0, "max": 1}],
 "command": ["sh", "-c", "echo {a} {b}"], "budget": 9,
 "options": {"inference": "slice", "samples": 100, "burn_in": 100}}
END
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 600; i++) print rand() "," rand() "," rand() }' >slow.csv
"$inlay" import slow.json slow.csv >slow.out 2>&1 || die "import: $(cat slow.out)"
"$inlay" run slow.json >slow.out 2>&1 &
pid=$!
sleep 1
began=$(date +%s)
kill -INT $pid
wait $pid
status=$?
[ $status -eq 130 ] || die "SIGINT in a suggestion: exit code $status: $(cat slow.out)"
[ $(($(date +%s) - began)) -le 10 ] || die "SIGINT in a suggestion: not at once"
grep -q '^600 done' slow.out || die "SIGINT in a suggestion: $(cat slow.out)"

# ---- The first Ctrl-C waits for what runs, and says so.
rm -f begun go
write_study wait 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo {k}' 2
"$inlay" run wait.json >wait.out 2>&1 &
pid=$!
wait_for begun
kill -INT $pid
for _ in $(seq 200); do
    ! grep -q 'Stopping: waiting for 1 running trial. Press Ctrl-C again to abort it;' wait.out || break
    sleep 0.05
done
touch go
wait $pid
status=$?
[ $status -eq 130 ] || die "SIGINT: exit code $status: $(cat wait.out)"
grep -q 'Stopping: waiting for 1 running trial' wait.out || die "SIGINT: $(cat wait.out)"
grep -q 'stopped; run the same command again to continue' wait.out || die "SIGINT: $(cat wait.out)"
[ "$("$inlay" show --csv wait.inlay | grep -c ,done,)" -eq 1 ] || die "SIGINT: $(cat wait.out)"

# ---- A pipe in the place of the output: the trial fails, nothing waits for it.
# shellcheck disable=SC2016  # for the worker's shell
write_study pipe 'rm $INLAY_WORKDIR/stdout; mkfifo $INLAY_WORKDIR/stdout; echo 1' 1
timeout 20 "$inlay" run pipe.json >pipe.out 2>&1
status=$?
[ $status -eq 1 ] || die "a pipe: exit code $status: $(cat pipe.out)"
grep -q 'cannot be read' pipe.out || die "a pipe: $(cat pipe.out)"
# The folder stays when the store goes; the next study starts in it.
rm -f pipe.inlay*
write_study pipe 'echo 1' 1
timeout 20 "$inlay" run pipe.json >pipe.out 2>&1 || die "a pipe that was left: exit code $?: $(cat pipe.out)"
grep -q '^best: trial 1, value 1' pipe.out || die "a pipe that was left: $(cat pipe.out)"
