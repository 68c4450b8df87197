# Ask, tell, best, show by hand: what a person sees, and the exit codes.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{
  "variables": [
    {"name": "rate", "type": "real", "min": 0, "max": 1},
    {"name": "depth", "type": "integer", "min": 1, "max": 3}
  ],
  "command": ["./train", "--rate={rate}", "a {depth}"]
}
JSON

# Commands that only look make no store.
for command in best show export "tell"; do
    arguments=()
    [ "$command" = tell ] && arguments=(1 2)
    expect_exit 1 "$inlay" "$command" study.json "${arguments[@]}"
    expect_text "$messages" "inlay: the study has not started yet (study.inlay \
does not exist): run 'inlay run study.json' or 'inlay ask study.json' first"
    [ ! -e study.inlay ] || die "$command made a store"
done
expect_exit 1 "$inlay" best study.json --store other.inlay
expect_text "$messages" "inlay: the study has not started yet (other.inlay \
does not exist): run 'inlay run study.json --store other.inlay' or 'inlay ask study.json --store \
other.inlay' first"

expect_exit 0 "$inlay" ask study.json
expect_text "$out" "trial 1: rate=0.5 depth=2"
expect_exit 0 "$inlay" ask study.json --json
expect_within "$out" '{"id": 2, "x": {"rate": '
expect_exit 0 "$inlay" ask study.json -n 2 --json
expect_within "$out" '{"trials": [{"id": 3, "x": {"rate": '
expect_within "$out" '{"id": 4, "x": '

expect_exit 1 "$inlay" best study.json
expect_text "$messages" "inlay: best: none of 4 trials has a value"

expect_exit 0 "$inlay" tell study.json 1 0.25
expect_text "$out" "trial 1: 0.25, the best so far"
expect_exit 0 "$inlay" tell study.json 2 -1e-3 --json
expect_text "$out" '{"ok": true}'
expect_exit 0 "$inlay" tell study.json 3 nan
expect_text "$out" "trial 3: failed: the value is not a number"

# What is refused, and leaves the study as it was.
expect_exit 1 "$inlay" tell study.json 1 7
expect_text "$messages" "inlay: trial 1 already has a result: 0.25"
expect_exit 1 "$inlay" tell study.json 3 7
expect_text "$messages" \
    "inlay: trial 3 already has a result: it failed (the value is not a number)"
expect_exit 1 "$inlay" tell study.json 9 7
expect_text "$messages" "inlay: trial 9 does not exist; the study has trials 1 to 4"
expect_exit 2 "$inlay" tell study.json 4 0,5
expect_text "$messages" "inlay: trial 4: '0,5' is not a number or a JSON object of outputs"
expect_exit 2 "$inlay" tell study.json four 1
expect_text "$messages" "inlay: ID: 'four' is not a whole number above 0"
expect_exit 2 "$inlay" tell study.json 4
expect_within "$messages" "give a VALUE or --failed WHY"
expect_exit 2 "$inlay" tell study.json 4 1 --failed no
expect_within "$messages" "give either VALUE or --failed WHY"
expect_exit 2 "$inlay" tell study.json 4 1 --metrics '[1]'
expect_within "$messages" "--metrics: must be a JSON object"

expect_exit 0 "$inlay" tell study.json 4 --failed $'it broke\n\e[31m' \
    --metrics '{"loss": 0.10}'
expect_text "$out" 'trial 4: failed: it broke\n\x1b[31m'

# The store alone says the same as the study file.
for study in study.json study.inlay; do
    expect_exit 0 "$inlay" best "$study" --json
    expect_within "$out" '{"id": 2, "x": {"rate": '
    expect_within "$out" '"y": -0.001, "mean": '
    expect_within "$out" '"n_done": 2, "n_failed": 2, "n_pending": 0'
    expect_exit 0 "$inlay" best "$study"
    expect_within "$out" "best: trial 2, value -0.001"
    expect_within "$out" $'\n  ./train --rate=0.'
    expect_within "$out" "'a "
    expect_exit 0 "$inlay" show "$study"
    expect_text "$(head -n 1 <<<"$out" | tr -s ' ')" \
        "id state value seconds rate depth why"
    expect_within "$out" $'\n*2  done '
    expect_within "$out" 'it broke\n\x1b[31m'
    expect_exit 0 "$inlay" show "$study" --json
    expect_within "$out" '"y": null, "why": "it broke\n\u001b[31m", "metrics": {"loss": 0.1}}]'
done
expect_exit 0 "$inlay" show study.json --csv --state failed --last 1
expect_text "$(head -n 1 <<<"$out")" \
    "id,state,value,rate,depth,why,seconds,attempts,metrics.loss"
expect_text "$(grep -c '^[0-9]' <<<"$out")" 1
expect_within "$out" $'\n4,failed,,'
expect_exit 0 "$inlay" show study.json --last 2
expect_text "$(wc -l <<<"$out")" 3
expect_exit 2 "$inlay" show study.json --state lost
expect_text "$messages" "inlay: --state: 'lost' is not one of pending, running, done, failed, abandoned, discarded"
expect_exit 2 "$inlay" show study.json --state complete
expect_within "$messages" "; did you mean 'done'?"
expect_exit 2 "$inlay" show study.json --state faild
expect_within "$messages" "; did you mean 'failed'?"
expect_exit 2 "$inlay" show study.json --last 0
expect_exit 2 "$inlay" ask study.json -n 0

# A reader who has seen enough.
set +e
"$inlay" show study.json --csv 2>messages | head -n 0
[ -s messages ] && die "a closed pipe was talked about: $(cat messages)"
set -e

# Other variables than the study started with, of which its trials know nothing.
# (test_change.sh has all that may change.)
sed 's/"depth"/"height"/; s/{depth}/{height}/' study.json >other.json
expect_exit 2 "$inlay" ask other.json --store study.inlay
expect_within "$messages" "variable 'height' is new: which value did the"

# Used up.
cat >small.json <<'JSON'
{"variables": [{"name": "b", "type": "boolean"}]}
JSON
expect_exit 0 "$inlay" ask small.json -n 5
expect_text "$(wc -l <<<"$out")" 2
expect_within "$messages" "only 2 of 5 trials: all 2 configurations have been suggested"
expect_exit 3 "$inlay" ask small.json
expect_text "$messages" "inlay: all 2 configurations have been suggested"
expect_exit 3 "$inlay" ask small.json --json
expect_text "$out" '{"exhausted": true}'

# ---- enqueue: what is wished for is asked next, in order.
cat >wish.json <<'END'
{"variables": [{"name": "a=b", "type": "real", "min": 0, "max": 1},
               {"name": "c", "type": "categorical", "values": ["p q", "r"]}]}
END
expect_exit 0 "$inlay" enqueue wish.json 'a=b=0.25' 'c=p q'
expect_text "$out" 'queued: it will be tried next'
expect_exit 0 "$inlay" enqueue wish.json '{"a=b": 0.75, "c": "r"}' --json
expect_text "$out" '{"ok": true, "was_queued": false, "before": 1}'
expect_exit 0 "$inlay" enqueue wish.json a=b=0.75 c=r
expect_text "$out" 'already queued: 1 configuration is ahead of it'
expect_exit 0 "$inlay" enqueue wish.json a=b=0.25 'c=p q'
expect_text "$out" 'already queued: it will be tried next'
expect_exit 0 "$inlay" enqueue wish.json a=b=0.75 'c=p q' # not the same
expect_text "$out" 'queued: 2 configurations are ahead of it'
expect_exit 2 "$inlay" enqueue wish.json a=b=0.5
expect_within "$messages" "variable 'c': has no value"
expect_exit 2 "$inlay" enqueue wish.json a=b=0.5 a=b=0.6 c=r
expect_within "$messages" "variable 'a=b': is given twice"
expect_exit 2 "$inlay" enqueue wish.json a=b=2 c=r
expect_within "$messages" "variable 'a=b': value 2 is not between 0 and 1"
expect_exit 2 "$inlay" enqueue wish.json d=1 c=r
expect_within "$messages" "'d=1' is not NAME=VALUE with the name of a variable; the variables are a=b, c"
expect_exit 0 "$inlay" ask wish.json --json
expect_text "$out" '{"id": 1, "x": {"a=b": 0.25, "c": "p q"}}'
expect_exit 0 "$inlay" ask wish.json --json
expect_text "$out" '{"id": 2, "x": {"a=b": 0.75, "c": "r"}}'
expect_exit 0 "$inlay" ask wish.json --json
expect_text "$out" '{"id": 3, "x": {"a=b": 0.75, "c": "p q"}}'
expect_exit 1 "$inlay" enqueue wish.json a=b=0.75 c=r
expect_within "$messages" 'trial 2 already has this configuration, and repeats are off'

# ---- A limit without a value: the trial has failed, and both answers say so.
cat >two.json <<'END'
{"variables": [{"name": "k", "type": "integer", "min": 1, "max": 9}], "seed": 1,
 "outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 20}]}
END
lacking='the result has no finite value of '"'ms'"
for n in 1 2 3 4; do expect_exit 0 "$inlay" ask two.json; done
expect_exit 0 "$inlay" tell two.json 1 0.5 --metrics '{"epochs": 3}'
expect_text "$out" "trial 1: failed: $lacking"
expect_exit 0 "$inlay" tell two.json 2 0.5 --metrics '{"ms": null}' --json
expect_text "$out" '{"ok": true, "failed": "'"$lacking"'"}'
expect_exit 2 "$inlay" tell two.json 3 0.5 --metrics '{"ms": "slow"}'
expect_within "$messages" "trial 3: 'ms' must be a number, null or \"nan\", not \"slow\""
expect_exit 2 "$inlay" tell two.json 3 0.5
expect_within "$messages" 'the result is one number, but the study has 2 outputs (loss, ms)'
expect_exit 0 "$inlay" tell two.json 3 0.5 --metrics '{"ms": 12}' --json
expect_text "$out" '{"ok": true}'
expect_exit 2 "$inlay" amend two.json 3 '{"loss": 1, "msec": 12}'
expect_within "$messages" "trial 3: the result lacks 'ms'; if the evaluation failed, give null for it, or --failed WHY"
expect_exit 2 "$inlay" amend two.json 3 1 --metrics '{"epochs": 3}'
expect_within "$messages" "trial 3: the result lacks 'ms'"
expect_within "$("$inlay" best two.json)" "best: trial 3, loss 0.5"
expect_exit 0 "$inlay" amend two.json 3 '{"loss": 1, "ms": null}' --json
expect_text "$out" '{"ok": true, "failed": "'"$lacking"'"}'
expect_exit 0 "$inlay" tell two.json 4 --failed crash --json
expect_text "$out" '{"ok": true}'
expect_exit 1 "$inlay" best two.json
