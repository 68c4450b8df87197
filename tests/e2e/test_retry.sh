# Failures whose reason is gone: fixed, reopened, evaluated with the same values.
. "$(dirname "$0")/lib.sh"

cat >study.json <<'END'
{
  "variables": [{"name": "x", "type": "real", "min": 0, "max": 1}],
  "command": ["sh", "prog.sh", "{x}"], "budget": 5, "max_failures": 3
}
END
expect_exit 4 "$inlay" run study.json # there is no prog.sh
expect_within "$messages" "'inlay retry study.json'"
expect_exit 0 "$inlay" show study.json --json --state failed
before=$(grep -o '"x": {"x": [^}]*}' <<<"$out")
expect_exit 2 "$inlay" retry study.json one
expect_exit 1 "$inlay" retry study.json 9
expect_exit 0 "$inlay" retry study.json 2
expect_text "$out" "1 trial will be evaluated again; start it with 'inlay run'"
expect_exit 1 "$inlay" retry study.json 2
expect_within "$messages" 'trial 2 has not failed'
expect_exit 0 "$inlay" retry study.json --json
expect_text "$out" '{"ok": true, "n": 2}'
expect_exit 0 "$inlay" show study.json --csv
expect_text "$(cut -d, -f2 <<<"$out" | sort | uniq -c | tr -s ' ')" " 3 pending
 1 state"

echo 'echo $1' >prog.sh
expect_exit 0 "$inlay" run study.json
expect_exit 0 "$inlay" show study.json --json
expect_text "$(grep -o '"x": {"x": [^}]*}' <<<"$out" | head -n 3)" "$before"
expect_exit 0 "$inlay" show study.json --csv
expect_text "$(cut -d, -f2 <<<"$out" | sort | uniq -c | tr -s ' ')" " 5 done
 1 state"
[ -e study.trials/000002/stdout.2 ] || die "the first output was overwritten"
expect_exit 0 "$inlay" check study.json
expect_exit 0 "$inlay" explain study.json 5
