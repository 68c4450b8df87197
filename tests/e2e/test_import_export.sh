# Trials out and in again, exact, whatever names and values hold.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{"variables": [
  {"name": "'; rm -rf", "type": "real", "min": -1e300, "max": 1e300},
  {"name": "a=\"b\",c;d", "type": "integer", "min": -9007199254740990, "max": 1},
  {"name": "$(x)\n\u001b[31m", "type": "categorical",
   "values": ["plain", " space ", "a,b", "\"", "new\nline", "$(reboot)", "é✓", "=1+1", "''"]},
  {"name": "value", "type": "boolean"},
  {"name": "y", "type": "ordinal", "values": [0.1, 0.30000000000000004]}
]}
JSON

# Every category, done and failed, through ask and tell.
expect_exit 0 "$inlay" ask study.json -n 40 --method random
for id in $(seq 1 3 38); do
    "$inlay" tell study.json "$id" "0.1$id"e-7 >/dev/null
    "$inlay" tell study.json $((id + 1)) --failed "it's \"no, good\";
second line" --metrics '{"m,": [1.5, "\n"]}' >/dev/null
done
"$inlay" export study.json --csv -o first.csv
"$inlay" export study.json -o first.jsonl
[ "$(wc -l <first.jsonl)" = 26 ] || die "$(wc -l <first.jsonl) lines"

# What is imported is numbered anew; all else is the same.
x_y_why() {
    "$inlay" export "$1" --jsonl | sed 's/"id": [0-9]*, //'
}
x_y_why study.json >wanted
for file in first.csv first.jsonl; do
    expect_exit 0 "$inlay" import study.json "$file" --store "$file.inlay"
    expect_text "$messages" "26 trials imported"
    x_y_why "$file.inlay" | cmp - wanted || die "$file came back otherwise"
done
expect_exit 0 "$inlay" import study.json - --store "piped.inlay" --json <first.jsonl
expect_text "$out" '{"imported": 26, "left_out": 0, "known": 0, "outside": 0}'
x_y_why piped.inlay | cmp - wanted || die "the pipe changed it"

# A file that is imported twice is noticed, unless repeats are meant.
printf 'rate,y\n0.5,1\n0.75,2\n' >twice.csv
printf 'rate,y\n0.5,1\n0.25,2\n0.25,2\n' >partly.csv
twice='{"variables": [{"name": "rate", "type": "real", "min": 0, "max": 1}]'
echo "$twice}" >twice.json
echo "$twice, \"options\": {\"repeats\": \"yes\"}}" >meant.json
for study in twice meant; do
    expect_exit 0 "$inlay" import $study.json twice.csv
    expect_text "$messages" "2 trials imported"
    expect_exit 0 "$inlay" import $study.json twice.csv
    [ $study = meant ] || expect_text "$messages" "inlay: warning: 2 of 2 rows \
repeat a configuration that the study already has
2 trials imported"
done
expect_text "$messages" "2 trials imported"
expect_exit 0 "$inlay" import twice.json partly.csv
expect_within "$messages" "1 of 3 rows repeats a configuration that the study already has"

# Of pending trials there is nothing to import.
"$inlay" show study.json --csv >shown.csv
expect_exit 0 "$inlay" import study.json shown.csv --store shown.inlay
expect_text "$messages" "inlay: warning: 14 rows without a result are ignored
26 trials imported"

# A table of somebody else's.
cat >plain.json <<'JSON'
{"variables": [{"name": "lr", "type": "real", "min": 0, "max": 1},
               {"name": "n", "type": "integer", "min": 1, "max": 9}]}
JSON
printf '\xef\xbb\xbfn;lr;loss;who\r\n3;0.5;1;me\r\n4;0.25;;you\r\n5;1e-3;nan;me\r\n' >other.csv
expect_exit 0 "$inlay" import plain.json other.csv
expect_text "$messages" "inlay: warning: columns that match no variable or output are ignored: who
inlay: warning: 1 row without a result is ignored
2 trials imported"
expect_exit 0 "$inlay" export plain.json
expect_text "$out" "id,state,value,lr,n,why,seconds,attempts
1,done,1,0.5,3,,,
2,failed,,0.001,5,the value is not a number,,"
expect_exit 0 "$inlay" ask plain.json
expect_within "$out" "trial 3: "

# All or nothing: a mistake has line and rule, and no store is made.
refuse() { # text, message
    printf '%b' "$1" >bad.csv
    expect_exit 2 "$inlay" import plain.json bad.csv --store bad.inlay
    expect_text "$messages" "inlay: bad.csv: $2"
    [ ! -e bad.inlay ] || die "a store was made"
}
refuse 'lr,n,y\n0.5,3,1\n0.5,x,1\n' \
    "line 3: variable 'n': x is not a whole number"
refuse 'lr,y\n0.5,1\n' \
    "line 1: the header has no column for variable 'n'; which value did its rows have? Add a \"default\" to the variable, or \"default\": null if it is not known"
refuse 'lr,n,y\n0.5,3,1 m\n' "line 2: column 'y': '1 m' is not a number (if the trial failed: nan)"
refuse 'lr,n,y\n0.5,3\n' "line 2: it has 2 fields, but the header has 3"
refuse 'lr,N,y\n' "line 1: the header has no column for variable 'n'; did you mean 'N'?"
refuse 'lr,n,y,loss\n' "line 1: the columns 'y' and 'loss' could both be the \
value; choose one with --value"
refuse '{"lr": 0.5, "n": 3, "y": 1}\n{"lr": 0.5,\n' \
    "line 2, column 11: string or '}' expected near end of file; each line must be one JSON object"
refuse 'lr;n;y\n0,5;3;1\n' "line 2: variable 'lr': 0,5 is not a number (use a \
decimal point, not a comma)"
refuse 'lr;n;y\n0.5;3;1,5\n' "line 2: column 'y': '1,5' is not a number (use a \
decimal point, not a comma)"
refuse '[{"lr": 0.5, "n": 3, "y": 1}]' "it is a JSON array; JSON lines have one \
object per line, as 'inlay export --jsonl' writes them (if it is a table: --csv)"

# Optuna's trials_dataframe().to_csv().
printf 'number,value,params_n,params_lr,state\n0,1.5,3,0.5,COMPLETE\n1,,4,0.25,FAIL\n' >optuna.csv
expect_exit 0 "$inlay" import plain.json optuna.csv --store optuna.inlay
expect_text "$("$inlay" export optuna.inlay)" \
    "id,state,value,lr,n,why,seconds,attempts
1,done,1.5,0.5,3,,,
2,failed,,0.25,4,no reason given,,"

# A metric has a column, which comes back, also as the value.
printf 'lr,n,y,metrics.acc,metrics.net\n0.5,3,1,0.91,relu\n0.25,4,2,,"[1, 2]"\n' >metrics.csv
expect_exit 0 "$inlay" import plain.json metrics.csv --store metrics.inlay
expect_exit 0 "$inlay" show metrics.inlay --csv
expect_text "$out" 'id,state,value,lr,n,why,seconds,attempts,metrics.acc,metrics.net
1,done,1,0.5,3,,,,0.91,"""relu"""
2,done,2,0.25,4,,,,,"[1, 2]"'
echo "$out" >metrics.again.csv
expect_exit 0 "$inlay" import plain.json metrics.again.csv --store again.inlay
"$inlay" show again.inlay --csv | cmp - metrics.again.csv || die "metrics came back otherwise"
expect_exit 0 "$inlay" import plain.json metrics.again.csv --value metrics.acc --store acc.inlay
expect_within "$messages" "1 row without a result is ignored"

before=$("$inlay" export plain.json)
printf 'lr,n,y\n0.1,1,1\n0.2,2,oops\n' >bad.csv
expect_exit 2 "$inlay" import plain.json bad.csv
expect_text "$("$inlay" export plain.json)" "$before"
expect_exit 0 "$inlay" import plain.json other.csv --value lr --store v.inlay
expect_text "$("$inlay" export v.inlay | grep -c ',done,')" 3

# Outputs may be called as keys and columns of ours are.
cat >names.json <<'JSON'
{"variables": [{"name": "y", "type": "integer", "min": 1, "max": 9}],
 "outputs": [{"name": "state", "goal": "minimize"}, {"name": "id", "max": 20}, {"name": "y", "max": 9}]}
JSON
"$inlay" stdio names.json --store names.inlay >/dev/null <<'JSON'
{"op": "add", "x": {"y": 3}, "y": {"state": 0.5, "id": 7, "y": 8, "why": "fast"}}
{"op": "add", "x": {"y": 4}, "failed": "out of memory"}
{"op": "add", "x": {"y": 5}, "y": {"state": NaN, "id": 9, "y": 1}}
JSON
for format in csv jsonl; do
    "$inlay" export names.inlay -o names.$format
    expect_exit 0 "$inlay" import names.json names.$format --store names.$format.inlay
    expect_text "$messages" "3 trials imported"
    for again in csv jsonl; do
        "$inlay" export names.inlay --$again >wanted
        "$inlay" export names.$format.inlay --$again | cmp - wanted || die "$format: $again is another"
    done
done
expect_text "$(head -n 2 names.csv)" 'inlay:id,inlay:state,state,id,inlay:y,y,why,seconds,attempts,metrics.why
1,done,0.5,7,8,3,,,,"""fast"""'

# A file is written as a whole or not at all.
echo old >kept.csv
expect_exit 1 "$inlay" export plain.json -o no/such/file.csv
expect_exit 1 "$inlay" export plain.json -o .
expect_exit 2 "$inlay" export lost.json -o kept.csv
expect_text "$(cat kept.csv)" old
expect_exit 0 "$inlay" export plain.json -o kept.csv
expect_within "$(cat kept.csv)" "id,state,value"
[ -z "$(find . -name 'kept.csv.*')" ] || die "a temporary file was left"
if [ -w /dev/full ]; then
    expect_exit 1 "$inlay" export plain.json -o /dev/full
fi

# The name says the format, or is told; a format that export does not write is refused.
for name in x.parquet x.csv.gz x.XLSX; do
    expect_exit 2 "$inlay" export plain.json -o $name
    expect_within "$messages" "export writes CSV or JSON lines; end the name in .csv or .jsonl, or give --csv"
done
for row in x.csv: x.JSONL: x.txt:" as CSV" old.d/x:" as CSV"; do
    mkdir -p old.d
    expect_exit 0 "$inlay" export plain.json -o "${row%%:*}"
    expect_within "$messages" "written to ${row%%:*}${row#*:}"
done
expect_within "$(head -n 1 x.JSONL)" '{"id": 1'
expect_exit 0 "$inlay" export plain.json --csv -o x.parquet
expect_within "$messages" "written to x.parquet as CSV"

# What may not be as it was meant is said with names, lines and the rule.
cat >limits.json <<'JSON'
{"variables": [{"name": "n", "type": "integer", "min": 1, "max": 9}],
 "outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 20}]}
JSON
printf 'n,loss,ms\n3,1,\n30,1,5\n-4,2,3\n' >limits.csv
expect_exit 0 "$inlay" import limits.json limits.csv
expect_text "$messages" "inlay: warning: 2 of 3 rows lie outside the space: lines 3, 4 (the first: variable 'n': value 30 is not between 1 and 9); kept, but not suggested
inlay: warning: 1 of 3 rows lacks the value of a limited output (ms) and cannot be the best; add it with 'inlay amend'
3 trials imported"
expect_exit 0 "$inlay" amend limits.json 1 '{"loss": 1, "ms": 4}'
x=$("$inlay" show limits.json 1 --json | sed 's/.*"x": \({[^}]*}\).*/\1/')
for line in '"y": 3, "values": {"loss": 1, "ms": 2}' '"values": {"loss": 1, "ms": 2}, "y": 3' \
    '"y": {"loss": 3, "ms": 2}, "values": {"loss": 1, "ms": 2}' '"y": 3, "values": {"loss": null, "ms": 2}'; do
    echo "{\"x\": $x, $line}" >differ.jsonl
    expect_exit 2 "$inlay" import limits.json differ.jsonl
    expect_within "$messages" "line 1: y and values differ: choose one; y is 'loss' of values"
done
for line in '"y": 1, "values": {"loss": 1.0, "ms": 2}' '"y": "nan", "values": {"loss": null}'; do
    echo "{\"x\": $x, $line}" >agree.jsonl
    expect_exit 0 "$inlay" import limits.json agree.jsonl --store agree.inlay
done
expect_exit 0 "$inlay" best limits.json
expect_within "$out" "best: trial 1"

# A Spearmint experiment becomes a study file.
cat >config.json <<'JSON'
{"language": "PYTHON", "main-file": "branin.py", "experiment-name": "simple",
 "likelihood": "NOISELESS",
 "variables": {"X": {"type": "FLOAT", "size": 1, "min": 0, "max": 1}}}
JSON
expect_exit 0 "$inlay" import converted.json config.json
expect_within "$(cat converted.json)" '"variables"'
expect_exit 1 "$inlay" import converted.json config.json
expect_within "$messages" "converted.json exists"

# ---- A metric with the name of the objective: of a trial that failed it has a
# column, of others it is not the objective, and a column of an output wins.
mkdir named && cd named
echo '{"method": "random", "variables": [{"name": "k", "type": "integer", "min": 1, "max": 50}],
"outputs": [{"name": "loss", "goal": "minimize"}, {"name": "ms", "max": 3}], "command": ["true"]}' >s.json
"$inlay" ask s.json >/dev/null
"$inlay" ask s.json >/dev/null
"$inlay" tell s.json 1 --failed diverged --metrics '{"loss": 3.2}' 2>/dev/null >&2
"$inlay" tell s.json 2 '{"loss": 1, "ms": 2}' >/dev/null 2>&1
expect_exit 0 "$inlay" export s.json
expect_within "$out" "attempts,metrics.loss"
expect_within "$out" ",diverged,,,3.2"
"$inlay" export s.json -o all.csv 2>/dev/null
expect_exit 0 "$inlay" import s.json --store copy.inlay all.csv
expect_text "$("$inlay" export s.json --store copy.inlay 2>/dev/null)" "$(cat all.csv)"
printf 'k,ms,metrics.ms,metrics.loss,value\n4,2,99,7,0.1\n' >columns.csv
expect_exit 0 "$inlay" import s.json --store columns.inlay columns.csv --value value
expect_within "$("$inlay" show s.json --store columns.inlay --csv)" "1,done,0.1,2,4"
