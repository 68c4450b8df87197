# What people meet in their first hour, through every door of the tool.
source "$(dirname "$0")/lib.sh"

# ---- Steps, ordinals of names, descriptions; values as one writes them ----

cat >cake.json <<'JSON'
{
  "description": "does it rise?",
  "variables": [
    {"name": "share", "type": "real", "min": 0, "max": 0.3, "step": 0.1, "description": "of sugar"},
    {"name": "grams", "type": "integer", "min": 100, "max": 300, "step": 50},
    {"name": "size", "type": "ordinal", "values": ["small", "medium", "large"]},
    {"name": "heat", "type": "real", "min": 1e-3, "max": 1e3, "scale": "log"}
  ],
  "command": ["sh", "-c", "echo {share} {grams} {size} {heat} >&2; echo {grams}"],
  "budget": 12
}
JSON
expect_exit 0 "$inlay" enqueue cake.json share=0.30000000000000004 grams=150 size=large heat=1
expect_exit 2 "$inlay" enqueue cake.json share=0.25 grams=150 size=large heat=1
expect_text "$messages" "inlay: variable 'share': value 0.25 is between two steps; the \
nearest values are 0.2 and 0.3"
expect_exit 2 "$inlay" enqueue cake.json share=0.2 grams=150 size=larger heat=1
expect_text "$messages" "inlay: variable 'size': value 'larger' is not one of its 3 names; \
did you mean 'large'?"
expect_exit 0 "$inlay" run cake.json --quiet
expect_text "$(cat cake.trials/000001/stderr)" "0.3 150 large 1"
grep -hvE '^0(\.[123])? (100|150|200|250|300) (small|medium|large) [^ ]+$' cake.trials/*/stderr &&
    die "values that are not in the space"
expect_exit 0 "$inlay" export cake.json
printf '%s\n' "$out" >cake.csv
expect_text "$(sed -n 2p cake.csv | cut -d, -f1-7)" "1,done,150,0.3,150,large,1"
expect_exit 0 "$inlay" import cake.json cake.csv --store again.inlay
expect_exit 0 "$inlay" export cake.json --store again.inlay
expect_text "$(cut -d, -f2-7 <<<"$out")" "$(cut -d, -f2-7 cake.csv)"

# ---- Results ----

cat >loss.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}],
 "command": ["printf", "{\"loss\": %s}\\n", "{x}"], "budget": 3}
JSON
expect_exit 0 "$inlay" run loss.json
expect_text "$(grep -c 'the value is "loss", the only number of the result' <<<"$out")" 1
expect_within "$out" "3 done, 0 failed"
expect_exit 0 "$inlay" ask loss.json
expect_exit 2 "$inlay" tell loss.json 4 '{"loss": 1, "n": 2}'
expect_text "$messages" 'inlay: trial 4: the result has no "objective"; its numbers are loss, n; '\
'tell {"objective": 0.3}, or name the objective in "outputs" of the study file'
expect_exit 0 "$inlay" tell loss.json 4 '{"loss": 0.25}'
expect_text "$out" 'trial 4: 0.25, the best so far ("loss", the only number)'
expect_exit 0 "$inlay" ask loss.json
expect_exit 0 "$inlay" tell loss.json 5 '{"loss": NaN}'
expect_text "$out" 'trial 5: failed: the value is not a number ("loss", the only number)'
cat >outputs.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}],
 "outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 9}],
 "command": ["echo", "{\"ms\": 3}"], "budget": 1}
JSON
expect_exit 1 "$inlay" run outputs.json
expect_within "$out" "the result lacks 'loss', the objective"

# ---- A long line of garbage ----

cat >garbage.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}],
 "command": ["sh", "-c", "head -c 3000 /dev/zero | tr '\\0' '{trial}' >&2; exit 1"], "budget": 2}
JSON
expect_exit 1 "$inlay" run garbage.json
expect_within "$out" "(a line of 3000 bytes) ...1111"
[ "$(awk '{ if (length > n) n = length } END { print n }' <<<"$out")" -le 400 ] ||
    die "a line of more than five screen lines"
[ "$(grep -c 'a line of 3000 bytes' <<<"$out")" = 2 ] || die "more than once a trial: $out"

# ---- One evaluation that is not counted ----

cat >try.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1},
               {"name": "c", "type": "categorical", "values": ["a", "b"]}],
 "command": ["sh", "-c", "echo noise; echo oops >&2; echo '{\"objective\": {x}, \"c\": \"{c}\"}'; [ {c} != b ]"]}
JSON
expect_exit 0 "$inlay" try try.json --set c=a
expect_text "$(sed 's/^time: .* s$/time/' <<<"$out")" \
    "command: sh -c 'echo noise; echo oops >&2; echo '\\''{\"objective\": 0.5, \"c\": \"a\"}'\\''; [ a != b ]'
stdout:
  | noise
  | {\"objective\": 0.5, \"c\": \"a\"}
stderr:
  | oops
time
result: 0.5; also {\"c\": \"a\"}"
[ ! -e try.inlay ] || die "try made a store"
[ -e try.try/000001/stderr ] || die "the output is not kept"
expect_exit 0 "$inlay" try try.json --set c=a --set x=0.25 --json
expect_within "$out" '{"x": {"x": 0.25, "c": "a"}, "command": "sh -c '
expect_within "$out" '"y": 0.25, "metrics": {"c": "a"}, "seconds": '
expect_exit 1 "$inlay" try try.json --set c=b
expect_within "$out" "failed: exit code 1: oops"
cat >within.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 30}],
 "outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 12}, {"name": "accuracy", "min": 0.75}],
 "command": ["sh", "-c", "echo '{\"loss\": 1, \"ms\": {x}, \"accuracy\": 0.75}'"]}
JSON
expect_exit 0 "$inlay" try within.json --set x=17
expect_text "$(sed -n '/^result/,$p' <<<"$out")" 'result: 1; also {"ms": 17, "accuracy": 0.75}
  ms        17 (at most 12: 5 too high)
  accuracy  0.75 (at least 0.75: just within)
outside the limits: such a trial is done, but not the best'
expect_exit 0 "$inlay" try within.json --set x=17 --json
expect_within "$out" '"values": {"loss": 1, "ms": 17, "accuracy": 0.75}, "feasible": false, "margins": {"ms": -5, "accuracy": 0}'
expect_exit 0 "$inlay" try within.json --set x=11
expect_text "$(tail -n 2 <<<"$out")" '  ms        11 (at most 12: within by 1)
  accuracy  0.75 (at least 0.75: just within)'
expect_exit 2 "$inlay" try try.json --set c=d
expect_text "$messages" "inlay: variable 'c': value 'd' is not one of its 2 names: 'a', 'b'"
expect_exit 2 "$inlay" try try.json --set x=0 --set x=1
expect_text "$messages" "inlay: variable 'x': is given twice"
# A store that is there already stays as it is.
expect_exit 0 "$inlay" ask try.json
cp try.inlay before.inlay
expect_exit 0 "$inlay" try try.json --set c=a
cmp try.inlay before.inlay

# ---- What best tells beside the best ----

cat >corner.json <<'JSON'
{"description": "how far?",
 "variables": [{"name": "x", "type": "real", "min": 0, "max": 1},
               {"name": "y", "type": "real", "min": 0, "max": 1}],
 "command": ["sh", "-c", "awk -v x={x} 'BEGIN { print x * x }'"], "budget": 16, "noise": "none"}
JSON
expect_exit 0 "$inlay" run corner.json
expect_within "$out" "16 done, 0 failed, 0 pending
at a bound: x, whose min is 0; widen its range?
makes hardly any difference at the best: y
"
expect_exit 0 "$inlay" best corner.json
expect_text "$(head -n 1 <<<"$out")" "how far?"
expect_exit 0 "$inlay" best corner.json --json
expect_within "$out" '"n_repeated": 0}, "at_bound": [{"name": "x", "bound": "min"}], "irrelevant": ["y"]'

# ---- While no trial keeps all limits ----

cat >never.json <<'JSON'
{"variables": [{"name": "x", "type": "integer", "min": 1, "max": 4}], "budget": 4, "seed": 1,
 "outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 2}],
 "command": ["sh", "-c", "echo '{\"loss\": '$INLAY_X_x', \"ms\": '$((INLAY_X_x + 2))'}'"]}
JSON
expect_exit 0 "$inlay" run never.json
case $out in *" best "*) die "what breaks limits is no best: $out" ;; esac
expect_within "$out" "  nearest  "
expect_exit 7 "$inlay" status never.json
expect_within "$out" "nearest     1, trial "
expect_within "$out" ", outside its limits"
expect_exit 7 "$inlay" status never.json --json
expect_within "$out" '"y": 1, "values": {"loss": 1, "ms": 3}, "feasible": false, "margins": {"ms": -1}}'

# The legend of a mark stands only where the mark does: nothing is known of late.
expect_exit 0 "$inlay" show never.json
expect_within "$out" "! outside its limit"
sed -i 's/"max": 2}]/"max": 20}, {"name": "late", "max": 1}]/' never.json
expect_exit 0 "$inlay" show never.json
case $out in *!*) die "no value is outside its limit: $out" ;; esac

# ---- Many mistakes in a study file ----

printf '{"variables": [{"name": "x", "type": "boolean"}],\n' >many.json
for key in a b c d e f g h i j k l m; do echo "\"$key$key\": 1,"; done >>many.json
echo '"nn": 1}' >>many.json
expect_exit 2 "$inlay" check many.json
expect_text "$(grep -c 'unknown key' <<<"$messages")" 10
expect_text "$(tail -n 1 <<<"$messages")" "inlay: many.json: ... and 4 more"

# ---- The live view of a run that goes on ----

if command -v script >/dev/null; then
    cat >live.json <<'JSON'
{"variables": [{"name": "x", "type": "integer", "min": 1, "max": 9}], "method": "random", "seed": 1,
 "command": ["sh", "-c", "echo $((10 - {trial}))"], "budget": 4}
JSON
    expect_exit 0 "$inlay" run live.json --quiet
    expect_exit 0 script -qec "TERM=xterm LC_ALL=C '$inlay' run live.json --budget 6 --color never" /dev/null
    expect_within "$out" "trial 5             5  best"
    expect_within "$out" "curve    9 #"
fi

# ---- Failures without a cause ----

cat >luck.json <<'JSON'
{"variables": [{"name": "x", "type": "real", "min": 0, "max": 1}], "method": "random",
 "command": ["sh", "-c", "echo {x}; exit $(( {trial} % 2 ))"], "budget": 40, "max_failures": 0}
JSON
expect_exit 0 "$inlay" run luck.json
expect_text "$messages" "inlay: warning: these failures look random: set retries"
expect_exit 0 "$inlay" check luck.json
expect_within "$out" "these failures look random: set retries"
expect_exit 0 "$inlay" check luck.json --json
expect_within "$out" '"random_failures": true'

# ---- Names and endings ----

cat >names.json <<'JSON'
{"variables": [{"name": "trial", "type": "integer", "min": 5, "max": 5}, {"name": "größe", "type": "real", "min": 0, "max": 1}],
 "command": ["sh", "-c", "echo $INLAY_TRIAL $INLAY_X_gr__e >&2; echo {trial}"], "budget": 1}
JSON
expect_exit 0 "$inlay" run names.json
expect_within "$messages" "warning: {trial} is the variable of that name; that of the trial is in the environment (INLAY_TRIAL)"
expect_text "$(cat names.trials/000001/stderr)" "1 0.5"
expect_exit 2 "$inlay" export names.json -o x.parquet
expect_text "$messages" "inlay: --output 'x.parquet': export writes CSV or JSON lines; end the name in .csv or \
.jsonl, or give --csv"
[ ! -e x.parquet ] || die "a file was written"
expect_exit 0 "$inlay" export names.json -o x.parquet --csv

# ---- make run: one answer, in a number that people know ----

if [ "$is_sanitized" = no ]; then
    mkdir -p tree/examples
    ln -s "$build_folder" tree/build
    cp -r "$source_folder/examples/studies" tree/examples/
    expect_exit 0 "$inlay" run tree/examples/studies/digits.json --budget 14
    end=$(sed -n '/^best:/,$p' <<<"$out")
    [[ $end =~ ^best:\ trial\ [0-9]+,\ wrong_percent\ [0-9]{1,2}(\.[0-9]+)?$'\n' ]] || die "the end is: $end"
    case $end in *recommended* | *noise* | *' -'[0-9]*) die "something is not explained: $end" ;; esac
fi
