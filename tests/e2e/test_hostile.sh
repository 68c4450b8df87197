# Names and values that a shell or a terminal would obey.
source "$(dirname "$0")/lib.sh"

values=("'; touch pwned; '" '"' '$(touch pwned)' '`touch pwned`' $'new\nline'
    $'\e[31mred' 'é ✓' 'a,b;c' '=' '-n' '\n' '{a}' '*' '!!' $'tab\t')
for i in "${!values[@]}"; do
    value=${values[$i]}
    text=$(printf '%s' "$value" | sed -z 's/[\\"]/\\&/g; s/\n/\\n/g; s/\t/\\t/g; s/\x1b/\\u001b/g')
    # The name is hostile too: two values, so that it is no constant.
    cat >"s$i.json" <<JSON
{"variables": [{"name": "n $text", "type": "categorical", "values": ["$text", "other"]}],
 "command": ["printf", "[%s]", "{n $text}"]}
JSON
    printf '{"x": {"n %s": "%s"}, "y": 1}\n' "$text" "$text" >row.jsonl
    expect_exit 0 "$inlay" import "s$i.json" row.jsonl

    # What is printed to be pasted is one word with the value in it.
    expect_exit 0 "$inlay" best "s$i.json"
    case $value in
    *'}'*) ;; # no placeholder can have it
    *) expect_text "$(eval "$(tail -n 1 <<<"$out")"; echo .)" "[$value]." ;;
    esac
    assignment=$(sed -n 's/^  //p' <<<"$out" | head -n 1)
    expect_text "$(eval "printf '%s' $assignment"; echo .)" "n $value=$value."

    # No control character goes to a terminal.
    for command in best show ask; do
        expect_exit 0 "$inlay" "$command" "s$i.json"
        LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f\t]' <<<"$out$messages" &&
            die "$command prints control characters: $out"
    done
    expect_exit 2 "$inlay" "s$i.json" "$value"
    LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' <<<"$messages" &&
        die "a message has control characters: $messages"

    # CSV and JSON are exact.
    for format in --csv --jsonl; do
        "$inlay" export "s$i.json" "$format" >"out$format"
        expect_exit 0 "$inlay" import "s$i.json" "out$format" --store "$i$format.inlay"
        "$inlay" export "$i$format.inlay" "$format" | cmp - "out$format" ||
            die "$value came back otherwise"
    done
    expect_within "$(cat out--jsonl)" "{\"n $text\": \"$text\"}"
done
[ ! -e pwned ] || die "a value was run"
