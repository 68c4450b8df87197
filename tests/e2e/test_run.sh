# What a run says when it begins and ends, and its exit codes.
source "$(dirname "$0")/lib.sh"

cat >study.json <<'JSON'
{
  "variables": [
    {"name": "x", "type": "real", "min": 0, "max": 1},
    {"name": "c", "type": "categorical", "values": ["a b", "$HOME"]}
  ],
  "command": ["echo", "{x}"],
  "budget": 2
}
JSON

# Some variables have a place in the command, and one was forgotten.
expect_exit 0 "$inlay" run study.json
expect_text "$messages" "inlay: warning: the command does not use {c}; its \
program must read the environment (INLAY_X_name)"
expect_exit 0 "$inlay" run study.json --store quiet.inlay --quiet
expect_text "$messages" ""
expect_text "$out" "$("$inlay" best quiet.inlay | head -n 1)"
expect_within "$out" "best: trial "

# The command of the best, to be pasted, has what it finds in the environment.
expect_exit 0 "$inlay" run study.json --store env.inlay --command \
    'sh -c "echo $(printf %s "$INLAY_X_x$INLAY_X_c" | wc -c)"'
expect_text "$messages" ""
expect_exit 0 "$inlay" best env.inlay
command=$(tail -n 1 <<<"$out")
expect_within "$command" "  env 'INLAY_X_x=0.5' 'INLAY_X_c="
expect_text "$(bash -c "$command")" "$(sed -n 's/.*value //p' <<<"$out")"

# The budget is spent.
expect_exit 0 "$inlay" run study.json --command 'echo {x} {c}' --budget 1
expect_text "$messages" "nothing left to run: the budget of 1 is spent; \
continue with a larger --budget"
expect_within "$out" "best: trial "

# Nothing worked: an exit code that a script sees.
for flag in --quiet --json --color=never; do
    expect_exit 1 "$inlay" run study.json --store "failed${flag%=*}.inlay" \
        --command false "$flag"
    expect_text "$messages" "inlay: no trial succeeded, 2 failed; see 'inlay \
show --state failed failed${flag%=*}.inlay', fix the command, 'inlay retry \
failed${flag%=*}.inlay', and run again"
done
expect_exit 4 "$inlay" run study.json --store failed.inlay --command false \
    --max-failures 1 --quiet
expect_within "$messages" "fix the command, 'inlay retry failed.inlay', and run again"
expect_exit 4 "$inlay" run study.json --command false --budget 3 \
    --max-failures 1 --quiet
expect_within "$messages" "fix the command, 'inlay retry study.json', and run again"

# The best stands apart from the news, unless it is all that is printed.
expect_text "$("$inlay" run study.json --store apart.inlay --budget 2 \
    --command 'echo {x}' 2>messages |
    grep -B 1 '^best:' | head -n 1)" ""
expect_within "$("$inlay" run study.json --store apart.inlay --budget 2 \
    --quiet | head -n 1)" "best: trial "

# Without a result, programs are told so.
expect_exit 4 "$inlay" run study.json --store none.inlay --command false \
    --max-failures 1 --quiet --json
expect_within "$out" '{"event": "end", "reason": '
expect_within "$out" ', "best": null}'

# A placeholder that is misspelt is said with the file.
expect_exit 2 "$inlay" run study.json --command 'echo {xx}'
expect_within "$messages" "inlay: study.json: command: {xx} is not a variable; did"

# Results that cannot be written end the run, and what was told is kept.
if [ -w /dev/full ]; then
    got=0
    "$inlay" run study.json --budget 9 --command 'echo {x} 1' \
        >/dev/full 2>messages || got=$?
    [ "$got" = 1 ] || die "exit code $got instead of 1"
    expect_text "$(head -n 1 messages)" \
        "inlay: warning: the command does not use {c}; its program must read \
the environment (INLAY_X_name)"
    expect_text "$(sed -n 2p messages)" \
        "inlay: cannot write the results: No space left on device"
    expect_exit 0 "$inlay" run study.json --budget 9
fi

# ---- A result that is missing: the reason quotes the output, not a warning on
# standard error, which is shown, too.
cat >warned.sh <<'EOF'
#!/bin/sh
echo "WARNING: it is hot" >&2
echo "step 3 of 4"
echo "{'loss': 0.3}"
EOF
chmod +x warned.sh
echo '{"variables": [{"name": "k", "type": "integer", "min": 1, "max": 3}], "command": ["./warned.sh"], "budget": 1}' >warned.json
expect_exit 1 "$inlay" run warned.json
expect_within "$out" "in Python, print(json.dumps(...)): {'loss': 0.3}"
expect_within "$out" "  | step 3 of 4"
expect_within "$out" "  | WARNING: it is hot"
# Nothing but standard error is quoted as such; one failure is one trial.
printf '#!/bin/sh\necho "KeyError: d" >&2\n' >silent.sh
chmod +x silent.sh
sed 's/warned/silent/' warned.json >silent.json
expect_exit 4 "$inlay" run silent.json --max-failures 1
expect_within "$out" "the program printed nothing on standard output, where the last number is the result; on standard error: KeyError: d"
expect_within "$messages" "1 trial failed, so the run stopped"
# What went wrong with the program itself is on standard error.
echo 'echo "out of memory" >&2; exit 3' >>warned.sh
expect_exit 1 "$inlay" run warned.json --budget 2
expect_within "$out" "exit code 3: out of memory"
