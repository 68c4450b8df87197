# The life of a trial: given up, put back, amended, void, annotated; exported and
# imported again; a run that is seen from elsewhere; a study that begins anew; and
# kill -9 in the middle of all that.
. "$(dirname "$0")/lib.sh"

cat >s.json <<'EOF'
{
  "variables": [{"name": "k", "type": "integer", "min": 1, "max": 6}],
  "command": ["sh", "prog.sh", "{k}"], "budget": 6, "method": "random",
  "max_failures": 0
}
EOF
echo 'echo $1' >prog.sh
expect_exit 0 "$inlay" run s.json

# ---- One result is wrong, one is void ----

expect_exit 0 "$inlay" show s.json --csv
best=$(grep ',done,1,' <<<"$out" | cut -d, -f1)
other=$(grep ',done,2,' <<<"$out" | cut -d, -f1)
expect_exit 0 "$inlay" discard s.json "$best" --why 'wrong input'
expect_exit 1 "$inlay" discard s.json "$best"
expect_within "$messages" "trial $best was already discarded"
expect_exit 0 "$inlay" best s.json
expect_within "$out" "trial $other"
expect_exit 0 "$inlay" amend s.json "$other" 7.5
expect_text "$out" "trial $other: 7.5 (it was 2)"
expect_exit 0 "$inlay" explain s.json "$other"
expect_within "$out" 'It was 2 until '
expect_exit 0 "$inlay" explain s.json "$best"
expect_within "$out" 'discarded and counts for nothing: wrong input'
expect_exit 0 "$inlay" show s.json "$other" --json
expect_within "$out" '"what": "amended"'
expect_within "$out" '"y": 7.5'
expect_exit 2 "$inlay" amend s.json "$other" 7.5 --failed why
expect_exit 0 "$inlay" show s.json --state discarded --csv
expect_within "$out" "$best,done,1,1,"
expect_exit 0 "$inlay" check s.json
expect_within "$out" '1 discarded'

# A void result takes nothing of the budget: a run replaces it.
expect_exit 0 "$inlay" run s.json --quiet
expect_exit 0 "$inlay" show s.json --csv
expect_within "$out" "7,done,1,1,"
expect_exit 0 "$inlay" restore s.json "$best"
expect_exit 1 "$inlay" restore s.json "$best"
expect_within "$messages" "trial $best was not discarded"

# ---- Given up, and put back ----

"$inlay" ask s.json >/dev/null 2>&1 && die "the space has another configuration"
expect_exit 0 "$inlay" discard s.json 3
expect_exit 0 "$inlay" ask s.json
expect_within "$out" 'trial 8:'
expect_exit 0 "$inlay" abandon s.json 8 --why 'no time'
expect_exit 1 "$inlay" tell s.json 8 0.5
expect_within "$messages" 'trial 8 was abandoned'
expect_exit 1 "$inlay" abandon s.json 8
expect_exit 0 "$inlay" show s.json --state abandoned
expect_within "$out" 'no time'
expect_exit 0 "$inlay" requeue s.json 8
expect_exit 0 "$inlay" ask s.json
expect_within "$out" 'trial 8:'
expect_exit 0 "$inlay" tell s.json 8 0.5

# ---- Notes, and all of it exported and imported ----

expect_exit 0 "$inlay" note s.json 8 'host=nöde "7"' good 'it looks odd'
expect_exit 0 "$inlay" note s.json 8 --json
expect_text "$out" '{"host": "nöde \"7\"", "good": "", "note": "it looks odd"}'
expect_exit 0 "$inlay" note s.json 8 --remove good
expect_exit 0 "$inlay" note s.json 0 project=paper
expect_exit 1 "$inlay" note s.json 99 a=b
expect_within "$messages" 'trial 99 does not exist'
mkdir again
cp s.json again
for format in csv jsonl; do
    "$inlay" export s.json --$format -o s.$format 2>/dev/null
    expect_exit 0 "$inlay" import again/s.json s.$format
    "$inlay" export again/s.json --$format -o again/s.$format 2>/dev/null
    cut_own() { sed -E 's/"(seconds|attempts)": [^,}]*,? ?//g; s/, \}/}/; s/^([^,]*,[^,]*,[^,]*,[^,]*,[^,]*),[^,]*,[^,]*,/\1,/' "$1"; }
    [ "$format" = csv ] || cut_own() { sed -E 's/, "(seconds|attempts)": [^,}]*//g' "$1"; }
    cmp <(cut_own s.$format) <(cut_own again/s.$format) || die "$format came back otherwise"
    expect_exit 0 "$inlay" reset again/s.json --yes
done
grep -q 'it looks odd' s.csv || die "the notes are not in s.csv"
expect_exit 0 "$inlay" export s.json --times
expect_within "$out" ',asked,started,ended,amended'

# ---- A run elsewhere ----

expect_exit 7 "$inlay" status s.json
expect_within "$out" 'none is alive'
mkdir live
cat >live/s.json <<'EOF'
{
  "variables": [{"name": "x", "type": "real", "min": 0, "max": 1}],
  "command": ["sh", "prog.sh", "{x}"], "budget": 8, "method": "random"
}
EOF
# Each trial waits for its file; the third fails.
cat >live/prog.sh <<'EOF'
touch "begun.$INLAY_TRIAL"
while [ ! -e go ] && [ ! -e "go.$INLAY_TRIAL" ]; do sleep 0.05; done
[ "$INLAY_TRIAL" != 3 ] || { echo 'no disk' >&2; exit 1; }
echo $1
EOF
"$inlay" run live/s.json >live/log 2>&1 &
run=$!
wait_until test -e live/begun.1
expect_exit 0 "$inlay" status live/s.json
expect_within "$out" "alive, process $run of this machine"
expect_exit 0 "$inlay" status live/s.json --json
expect_within "$out" "\"alive\": true, \"pid\": $run"
expect_within "$out" '"running": 1'
expect_exit 1 "$inlay" reset live/s.json --yes
expect_within "$messages" 'a run is alive; stop it first'
"$inlay" watch live/s.json >watched 2>&1 &
watch=$!
# Ctrl-C ends the watching alone.  (A shell's job ignores SIGINT at first.)
"$inlay" watch live/s.json >watched.too 2>&1 &
watch_too=$!
sleep 0.5
kill -TERM $watch_too
code=0
wait $watch_too || code=$?
expect_text "$code" 130
kill -0 $run || die "the run ended with its watcher"
for k in 1 2 3 4 5; do
    wait_until test -e live/begun.$k
    touch live/go.$k
done
wait_until test -e live/begun.6
# Numbers that the run does not know: it ends with what it has.
touch live/go
wait $run
code=0
wait $watch || code=$?
expect_text "$code" 0
[ "$(grep -c '^trial' watched)" -ge 8 ] || die "watch missed trials: $(cat watched)"
expect_within "$(cat watched)" 'no disk'
expect_exit 7 "$inlay" status live/s.json --json
expect_within "$out" '"done": 7, "failed": 1'
expect_within "$out" '"last_failure": {"id": 3'
[ ! -e live/s.inlay-run ] || die "the sign of the run is left"

# ---- The rate: no pauses between runs, and how many run at once ----

cat >pace.json <<'END'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}], "budget": 4, "method": "random",
 "command": ["sh", "-c", "sleep 0.2; echo {x}"]}
END
expect_exit 0 "$inlay" run pace.json
sleep 6
expect_exit 0 "$inlay" run pace.json --budget 8
rate() { expect_exit 7 "$inlay" status "$1" --json; sed 's/.*"seconds_per_trial": \([^,]*\),.*/\1/' <<<"$out"; }
pace=$(rate pace.json)
awk -v s="$pace" 'BEGIN {exit !(s > 0.2 && s < 0.8)}' || die "a trial in $pace s"
expect_exit 7 "$inlay" status pace.json
expect_within "$out" "budget      8 (the study file says 4)"
expect_within "$("$inlay" check pace.json)" "8 are spent, more than the"
sed 's/sleep 0.2/sleep 1/; s/"budget": 4/"budget": 12, "parallel": 4/' pace.json >four.json
expect_exit 0 "$inlay" run four.json
pace=$(rate four.json)
awk -v s="$pace" 'BEGIN {exit !(s > 0.24 && s < 0.5)}' || die "four at once: a trial in $pace s"

# ---- A run that was killed is not alive; its budget is that of its flag ----

rm live/go* live/begun*
"$inlay" run live/s.json --budget 9 >live/log 2>&1 &
run=$!
wait_until test -e live/begun.9
expect_exit 0 "$inlay" status live/s.json
expect_within "$out" "budget      9 of 9"
"$inlay" watch live/s.json >watched 2>watched.err &
watch=$!
sleep 0.5
kill -9 $run
wait $run || true
code=0
wait $watch || code=$?
expect_text "$code" 1
lost="trial 9 is pending with a process that has died; 'inlay run live/s.json' runs it again; for 'inlay ask', first 'inlay retry live/s.json 9'"
expect_text "$(cat watched.err)" "inlay: the run has ended without a word (killed?): $lost"
expect_exit 7 "$inlay" status live/s.json
expect_within "$out" "none is alive; the last one ended without a word (killed?)"
expect_within "$(tr -s ' \n' ' ' <<<"$out")" "lost $lost"
expect_exit 7 "$inlay" status live/s.json --json
expect_within "$out" '"pending": 1,'
expect_within "$out" '"lost": 1,'
touch live/go

# ---- All is suggested, but some of it is lost ----

cat >few.json <<'END'
{"variables": [{"name": "k", "type": "integer", "min": 1, "max": 3}], "budget": 3, "parallel": 2,
 "command": ["sh", "-c", "touch few.$INLAY_TRIAL; sleep 60"]}
END
"$inlay" run few.json >few.log 2>&1 &
run=$!
wait_until test -e few.1
wait_until test -e few.2
kill -9 $run
wait $run || true
expect_exit 0 "$inlay" ask few.json
expect_within "$out" "trial 3:"
expect_exit 3 "$inlay" ask few.json
expect_text "$messages" "inlay: all 3 configurations have been suggested; trials 1, 2 are pending with a process that has died; 'inlay run few.json' runs them again; for 'inlay ask', first 'inlay retry few.json 1 2'"
expect_exit 0 "$inlay" retry few.json 1 2
expect_exit 0 "$inlay" ask few.json
expect_within "$out" "trial 1:"

# ---- Anew ----

expect_exit 2 "$inlay" reset s.json </dev/null
expect_within "$messages" '--yes does it without asking'
expect_exit 0 "$inlay" reset s.json --yes --json
expect_text "$out" '{"ok": true, "n": 8, "moved_to": "s.inlay.1"}'
[ -e s.trials.1 ] && [ ! -e s.inlay ] && [ ! -e s.trials ] || die "not moved: $(ls)"
expect_exit 0 "$inlay" show s.inlay.1 8
expect_within "$out" 'it looks odd'
expect_exit 0 "$inlay" run s.json --quiet
expect_exit 0 "$inlay" reset s.inlay --yes
expect_exit 0 "$inlay" run s.inlay --quiet # a store knows its study
[ -e s.inlay.2 ] || die "the second old store is missing"

# ---- Of several trials all are changed, or none ----

mkdir several
sed 's/"budget": 6/"budget": 5/' s.json >several/s.json
cd several
for _ in 1 2 3 4 5; do "$inlay" ask s.json >/dev/null; done
for k in 1 2 3; do "$inlay" tell s.json $k 0.$k >/dev/null; done
"$inlay" tell s.json 2 --failed x >/dev/null 2>&1 && die "trial 2 ended twice"
refuse_whole() { # message, command...
    local before want=$1
    shift
    before=$("$inlay" show s.json --json)
    expect_exit 1 "$inlay" "$@"
    expect_within "$messages" "inlay: nothing is changed: $want"
    expect_text "$("$inlay" show s.json --json)" "$before"
}
refuse_whole 'trial 99 does not exist' discard s.json 3 99
refuse_whole 'trial 1 already has a result' abandon s.json 4 1
expect_exit 2 "$inlay" discard s.json 3 1 3
expect_text "$messages" 'inlay: ID 3 is given twice'
expect_exit 0 "$inlay" discard s.json 3 1
refuse_whole 'trial 2 was not discarded' restore s.json 3 2
expect_exit 0 "$inlay" restore s.json 1 3
expect_text "$out" '2 trials restored'
expect_exit 0 "$inlay" abandon s.json 5
refuse_whole 'trial 3 has not failed' retry s.json 5 3
expect_exit 0 "$inlay" show s.json --state abandoned
expect_exit 0 "$inlay" retry s.json 5 4
cd ..

# ---- kill -9 in the middle ----

n_kills=60
[ "$is_sanitized" = no ] || n_kills=10
mkdir killed
cp s.json killed
for _ in 1 2 3 4 5 6; do "$inlay" ask killed/s.json >/dev/null; done
for k in 1 2 3 4; do "$inlay" tell killed/s.json $k 0.$k >/dev/null; done
RANDOM=20261118
for ((kill = 0; kill < n_kills; kill++)); do
    case $((kill % 6)) in
    0) set -- amend killed/s.json $((RANDOM % 4 + 1)) "0.$kill" ;;
    1) set -- note killed/s.json $((RANDOM % 6 + 1)) "kill=$kill" ;;
    2) set -- discard killed/s.json 1 --why "$kill" ;;
    3) set -- restore killed/s.json 1 ;;
    4) set -- abandon killed/s.json 5 ;;
    5) set -- requeue killed/s.json 5 ;;
    esac
    "$inlay" "$@" >killed/out 2>&1 &
    pid=$!
    sleep "0.0$(printf %02d $((RANDOM % 30)))"
    kill -9 $pid 2>/dev/null || true
    code=0
    wait $pid 2>/dev/null || code=$?
    # What was acknowledged is there.
    if [ $code -eq 0 ] && [ "$1" = amend ]; then
        "$inlay" show killed/s.json --csv | grep -q "^$3,done,0.$kill," ||
            "$inlay" show killed/s.json --csv | grep -q "^$3,done,$(awk "BEGIN{print 0.$kill}")," ||
            die "trial $3 lost its value 0.$kill"
    fi
    if [ $code -eq 0 ] && [ "$1" = note ]; then
        expect_within "$("$inlay" note killed/s.json "$3")" "kill=$kill"
    fi
done
expect_exit 0 "$inlay" check killed/s.json
"$inlay" export killed/s.json >/dev/null

# ---- A trial that is given up while a run evaluates it: the run says so, and
# drops the result.
echo '{"variables": [{"name": "k", "type": "integer", "min": 1, "max": 9}], "command": ["sh", "-c", "touch begun; while [ ! -e go ]; do sleep 0.05; done; echo {k}"], "budget": 1}' >slow.json
"$inlay" run slow.json >slow.out 2>&1 &
pid=$!
for _ in $(seq 200); do [ ! -e begun ] || break; sleep 0.05; done
expect_exit 0 "$inlay" abandon slow.json 1
touch go
wait $pid
grep -q 'gone.*' slow.out || die "$(cat slow.out)"
grep -q 'ended or abandoned elsewhere while it ran; the result of this run is dropped' slow.out || die "$(cat slow.out)"
expect_text "$("$inlay" show slow.json --csv | grep -c ',done,')" 1
expect_text "$("$inlay" show slow.json --csv | grep -c ',abandoned,')" 1
