# A study by lines of JSON.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{"variables": [{"name": "a", "type": "integer", "min": 1, "max": 3}], "seed": 1}
JSON

talk() { # arguments...; requests on standard input
    "$inlay" stdio study.json "$@" 2>messages || die "exit code $?: $(cat messages)"
}

expect_text "$(talk <<'JSON'
{"op":"ask"}

{"op":"tell","id":1,"y":0.25}
{"op":"tell","id":1,"y":0.5}
{"op":"enqueue","x":{"a":3}}
{"op":"ask","n":5}
{"op":"ask"}
{"op":"ask","n":2}
{"op":"tell","id":2,"failed":"no \"luck\""}
{"op":"show","id":2}
{"op":"tel"}
{
JSON
)" '{"id": 1, "x": {"a": 2}}
{"ok": true}
{"error": "trial 1 already has a result: 0.25"}
{"ok": true}
{"trials": [{"id": 2, "x": {"a": 3}}, {"id": 3, "x": {"a": 1}}]}
{"exhausted": true}
{"exhausted": true}
{"ok": true}
{"id": 2, "state": "failed", "x": {"a": 3}, "y": null, "why": "no \"luck\""}
{"error": "unknown op '"'tel'; did you mean 'tell'"'?"}
{"error": "line 1, column 1: string or '"'}'"' expected near end of file"}'
[ ! -e study.inlay ] || die "a store was made"

# With a store, what was told is there for others, and the other way round.
printf '{"op":"ask"}\n{"op":"tell","id":1,"y":2}\n{"op":"ask"}' |
    talk --store s.inlay >/dev/null
expect_exit 0 "$inlay" tell s.inlay 2 1.5
expect_exit 0 "$inlay" show s.inlay --csv
expect_text "$(wc -l <<<"$out")" 3
printf '{"op":"best"}\n' | talk --store s.inlay >best
expect_within "$(cat best)" '{"id": 2, "x": {"a": '

# A store of that name beside the file is left alone without --store.
cp s.inlay study.inlay
expect_text "$(echo '{"op":"ask"}' | talk)" '{"id": 1, "x": {"a": 2}}'

# A reply comes before the next request.
coproc "$inlay" stdio study.json
echo '{"op":"ask"}' >&"${COPROC[1]}"
read -r -t 60 reply <&"${COPROC[0]}" || die "no reply"
expect_text "$reply" '{"id": 1, "x": {"a": 2}}'
pid=$COPROC_PID
exec {COPROC[1]}>&-
wait "$pid" || die "exit code $?"

# A line that is too long is answered, and the stream goes on.
{
    head -c 17000000 /dev/zero | tr '\0' x
    printf '\n{"op":"tell","id":7,"y":1}\n'
} | talk >long
expect_text "$(cat long)" '{"error": "the line is longer than 16777216 bytes"}
{"error": "trial 7 does not exist; the study has no trials yet"}'

# Nobody reads.
set +e
yes '{"op":"info"}' | "$inlay" stdio study.json 2>messages | head -n 1 >/dev/null
code=${PIPESTATUS[1]}
set -e
expect_text "$code" 1
expect_text "$(cat messages)" ""
