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
