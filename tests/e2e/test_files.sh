# STUDY: what is wrong with a file is said with its name, and looking needs no
# right to write.
source "$(dirname "$0")/lib.sh"

one='{"variables": [{"name": "a", "type": "integer", "min": 0, "max": 9}]'
echo "$one}" >study.json

expect_exit 2 "$inlay" ask lost.json
expect_text "$messages" "inlay: lost.json: there is no such file"
expect_exit 2 "$inlay" ask study
expect_text "$messages" \
    "inlay: study: there is no such file; did you mean study.json?"
expect_exit 2 "$inlay" ask .
expect_text "$messages" "inlay: .: is a folder"
expect_exit 5 "$inlay" ask lost.inlay
expect_text "$messages" "inlay: store 'lost.inlay': there is no such file"
printf '{\n  "variables": [,]\n}\n' >bad.json
expect_exit 2 "$inlay" ask bad.json
expect_within "$messages" "inlay: bad.json: line 2, column "
echo '{"budget": 3}' >none.json
expect_exit 2 "$inlay" ask none.json
expect_within "$messages" "inlay: none.json: line 1"
: >nothing.json
expect_exit 2 "$inlay" ask nothing.json
expect_text "$messages" \
    "inlay: nothing.json: is empty; 'inlay init' writes a study file"
echo "no database" >text.inlay
expect_exit 5 "$inlay" show text.inlay
expect_within "$messages" "store 'text.inlay': it is not an inlay store"
: >empty.inlay
expect_exit 5 "$inlay" show empty.inlay
expect_exit 2 "$inlay" ask study.json --store
expect_exit 5 "$inlay" ask study.json --store no/such/folder.inlay
ls no 2>/dev/null && die "a folder was made"

# Where the store lies.
mkdir -p folder
echo "$one, \"name\": \"-x é;\$(y).\"}" >folder/named.json
expect_exit 0 "$inlay" ask folder/named.json
[ -f 'folder/_x é___y_..inlay' ] || die "the store is elsewhere: $(ls folder)"
cp study.json "folder/it's a study.json"
expect_exit 0 "$inlay" ask "folder/it's a study.json"
[ -f "folder/it's a study.inlay" ] || die "the store is elsewhere: $(ls folder)"
expect_exit 0 "$inlay" ask study.json --store elsewhere
[ -f elsewhere ] || die "--store was not heard"
expect_exit 0 "$inlay" tell elsewhere 1 3 # known by its first bytes
expect_exit 2 "$inlay" show elsewhere --store study.inlay

# Through a link it lies next to the link, and there the command runs.
mkdir -p linked there
echo "$one, \"command\": [\"pwd\"], \"budget\": 1}" >there/one.json
ln -s ../there/one.json linked/two.json
expect_exit 1 "$inlay" run linked/two.json
[ -f linked/two.inlay ] || die "the store is elsewhere: $(ls linked there)"
[ ! -e there/one.inlay ] || die "there is a store next to the file, too"
expect_text "$(cat linked/two.trials/000001/*out*)" "$PWD/linked"

# A study file that is no file has no folder, and maybe no name.
for study in - /dev/stdin; do
    expect_exit 2 "$inlay" ask "$study" <study.json
    expect_text "$messages" "inlay: $study: is not a file, so the store has no \
place next to it; add a \"name\" to the study or give --store FILE"
done
ls -- -.inlay /dev/stdin.inlay 2>/dev/null && die "a store was made"
expect_exit 0 "$inlay" ask - --store streamed <study.json
expect_exit 0 "$inlay" ask /dev/stdin <<<"$one, \"name\": \"piped\"}"
[ -f piped.inlay ] || die "the store is elsewhere: $(ls)"
expect_exit 0 "$inlay" stdio <(cat study.json) <<<'{"op": "ask"}'

# Options are recorded, and the store alone goes on with them.
expect_exit 0 "$inlay" ask study.json --store s.inlay --method random --seed 7
expect_exit 0 "$inlay" ask s.inlay
second=$out
expect_exit 0 "$inlay" ask study.json --store t.inlay --method random --seed 7
expect_exit 0 "$inlay" ask t.inlay
expect_text "$out" "$second"

# Looking at what cannot be written.
expect_exit 0 "$inlay" tell s.inlay 1 0.5
mkdir locked
cp s.inlay study.json locked/
chmod -w locked locked/*
for command in show best export; do
    expect_exit 0 "$inlay" "$command" locked/s.inlay
    expect_exit 0 "$inlay" "$command" locked/study.json --store locked/s.inlay
done
chmod +w locked

# The commands that messages suggest can be pasted, whatever the study is called.
spaced="my study;touch PWNED"
expect_exit 0 "$inlay" init "$spaced.json" --real x=0..1
expect_within "$messages" "
  inlay run '$spaced.json'"
expect_exit 1 "$inlay" best "$spaced.json"
expect_within "$messages" "run 'inlay run '$spaced.json'' or 'inlay ask '$spaced.json'' first"
expect_exit 1 "$inlay" best "$spaced.json" --store "a b.inlay"
expect_within "$messages" "'inlay run '$spaced.json' --store 'a b.inlay''"
expect_exit 1 "$inlay" run "$spaced.json" --command false --budget 1 --quiet
expect_within "$messages" "see 'inlay show --state failed '$spaced.json'', fix the command, 'inlay retry '$spaced.json'', and"
expect_exit 0 "$inlay" watch "$spaced.json"
expect_within "$messages" "'inlay status '$spaced.json'' prints"
