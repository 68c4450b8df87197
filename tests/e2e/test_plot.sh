# Plot: SVG and PNG by gnuplot, names that gnuplot must not obey, and no gnuplot.
source "$(dirname "$0")/lib.sh"

canary=$scratch/canary
cat >study.json <<JSON
{
  "variables": [
    {"name": "'; system('touch $canary') #", "type": "real", "min": 0, "max": 1},
    {"name": "\"; system(\"touch $canary\")", "type": "integer", "min": 1, "max": 5},
    {"name": "\`touch $canary\` \$(touch $canary) @x 5 % \\\\", "type": "categorical",
     "values": ["a'b", "\"c\" %s", "\`touch $canary\`", "größe\nsystem('touch $canary')"]}
  ],
  "seed": 3
}
JSON

for i in $(seq 1 9); do
    expect_exit 0 "$inlay" ask study.json
    expect_exit 0 "$inlay" tell study.json "$i" "0.$((i * 7 % 10))"
done

# The script is complete, and no file is written.
expect_exit 0 "$inlay" plot study.json --script
expect_within "$out" 'set terminal svg'
expect_within "$out" '$slice3 << EOD'
[ ! -e study.svg ] || die "--script drew a picture"

# A variable that is named is drawn alone.
name="'; system('touch $canary') #"
expect_exit 0 "$inlay" plot study.json --script --variable "$name"
expect_within "$out" '$slice1 << EOD'
case $out in
*'$slice2'* | *'$trials'*) die "more than the variable is drawn" ;;
esac
expect_exit 0 "$inlay" plot study.json --script --variable "$name" --kind all
expect_within "$out" '$trials << EOD'

# What is refused.
expect_exit 2 "$inlay" plot study.json -o picture.pdf
expect_text "$messages" \
    "inlay: --output: 'picture.pdf' ends neither in .svg nor in .png"
expect_exit 2 "$inlay" plot study.json --kind pie
expect_text "$messages" "inlay: --kind: 'pie' is not one of progress, slices, all"
expect_exit 2 "$inlay" plot study.json --size 10x10
expect_exit 2 "$inlay" plot study.json --size 800
expect_exit 2 "$inlay" plot study.json --variable nobody
expect_exit 1 "$inlay" plot study.json --at 10

# Without gnuplot.
mkdir empty
expect_exit 1 env PATH="$scratch/empty" "$inlay" plot study.json
expect_within "$messages" "gnuplot-nox"
[ ! -e study.svg ] || die "a picture without gnuplot"

if command -v gnuplot >/dev/null; then
    expect_exit 0 "$inlay" plot study.json
    expect_text "$messages" "wrote study.svg"
    expect_within "$(cat study.svg)" "</svg>"
    if command -v xmllint >/dev/null; then
        xmllint --noout study.svg || die "study.svg is no XML"
    fi
    expect_exit 0 "$inlay" plot study.json -o picture.png --kind progress \
        --size 400x300 -q
    expect_text "$messages" ""
    [ "$(head -c 4 picture.png | tail -c 3)" = PNG ] || die "no PNG"
    # A name that gnuplot's "set output" would run.
    expect_exit 0 "$inlay" plot study.json -o "|touch canary;.svg" --at 2
    [ -s "|touch canary;.svg" ] || die "no file of that name"
    expect_exit 0 "$inlay" plot study.json -o - --kind slices
    expect_within "$out" "</svg>"
    # A folder that is not there: nothing is left behind.
    expect_exit 1 "$inlay" plot study.json -o nowhere/picture.svg
fi
[ ! -e "$canary" ] || die "a name was run as a command"

# Of many variables the most important are drawn, and that is said.
{
    echo '{"variables": ['
    for i in 1 2 3 4 5 6 7 8; do
        echo "{\"name\": \"x$i\", \"type\": \"real\", \"min\": 0, \"max\": 1},"
    done
    echo '{"name": "x9", "type": "boolean"}]}'
} >many.json
expect_exit 0 "$inlay" ask many.json
expect_exit 0 "$inlay" plot many.json --script
expect_text "$messages" "only the progress is drawn: there is no model yet"
expect_exit 0 "$inlay" tell many.json 1 0.5
sed 's/^{"variables"/{"outputs": [{"name": "a", "goal": "minimize"}, {"name": "b", "max": 2}, {"name": "c", "max": 2}, {"name": "d", "max": 2}, {"name": "e", "max": 2}], "variables"/' many.json >five.json
expect_exit 0 "$inlay" ask five.json
expect_exit 0 "$inlay" tell five.json 1 '{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}'
expect_exit 0 "$inlay" plot five.json --script
expect_text "$messages" "only the most important of 9 variables is drawn; --variable draws another"
expect_exit 0 "$inlay" plot many.json --script
expect_text "$messages" "only the 8 most important of 9 variables are drawn;\
 --variable draws another"
