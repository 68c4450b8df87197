# Every command line of README.md, docs/guide.md and examples/README.md runs, and
# says what the page says.  Every option has a row in docs/library.md.
#
# A block ```console holds lines "$ command", each followed by its output; a block
# ```json study.json (any language and a file's name) is written to that file
# first.  Blocks of a page run in order, in one folder.  A command must succeed.
# A line of output on the page must be among those printed, where numbers count
# as equal, and so does what depends on them: order, spaces, the mark of the best.
#
# Suggestions of the model differ from processor to processor, in the last digit
# first and then in all: of what shows them, half of the lines must be found.
. "$(dirname "$0")/lib.sh"
export PATH=$build_folder:$PATH
unset NO_COLOR

# Numbers are #, and what stands around them is one space.
plain() {
    sed -E 's/[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?/#/g; s/ best / /g; s/[* ]+/ /g; s/#+/#/g
            s/^ //; s/ $//'
}

# Does the output depend on more than the first trials, which are a design's?
shows_model() { # command
    case ${1#build/} in
    *'||'*) return 1 ;;
    'inlay run '*train.json* | 'inlay show '*.json* | 'inlay best '* | 'inlay explain '* | \
        'inlay check '* | *'uniq -c'* | *train.csv*) return 0 ;;
    *) return 1 ;;
    esac
}

run_line() { # page, line number, command, file with the wanted lines
    case $3 in
    *plot*) command -v gnuplot >/dev/null || {
        echo "skipped: $3 (no gnuplot)"
        return 0
    } ;;
    esac
    bash -c "$3" >"$scratch/.got" 2>&1 </dev/null ||
        die "$1, line $2: exit code $? of: $3"$'\n'"$(cat "$scratch/.got")"
    plain <"$scratch/.got" | sort -u >"$scratch/.plain"
    local line n_lines=0 n_found=0 missing='' least
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        n_lines=$((n_lines + 1))
        if grep -qxF -- "$(plain <<<"$line")" "$scratch/.plain"; then
            n_found=$((n_found + 1))
        else
            missing=$line
        fi
    done <"$4"
    least=$n_lines
    ! shows_model "$3" || least=$((n_lines / 2))
    [ $n_found -ge $least ] ||
        die "$1, line $2: $3"$'\n'"the page says: $missing"$'\n'"printed was:"$'\n'"$(cat "$scratch/.got")"
    n_commands=$((n_commands + 1))
}

run_page() { # page, folder
    local line number=0 kind='' file='' command='' begun=0
    mkdir -p "$2" && cd "$2"
    : >"$scratch/.wanted"
    while IFS= read -r line; do
        number=$((number + 1))
        if [ -z "$kind" ] && [[ $line =~ ^\`\`\`([a-z]+)(\ ([A-Za-z0-9_./-]+))?$ ]]; then
            kind=${BASH_REMATCH[1]} file=${BASH_REMATCH[3]} command=
            [ -z "$file" ] || : >"$file"
        elif [ -n "$kind" ] && [ "$line" = '```' ]; then
            [ -z "$command" ] || run_line "$1" $begun "$command" "$scratch/.wanted"
            kind='' file='' command=
        elif [ "$kind" = console ] && [ "${line:0:2}" = '$ ' ]; then
            [ -z "$command" ] || run_line "$1" $begun "$command" "$scratch/.wanted"
            command=${line:2} begun=$number
            : >"$scratch/.wanted"
        elif [ "$kind" = console ]; then
            printf '%s\n' "$line" >>"$scratch/.wanted"
        elif [ -n "$file" ]; then
            printf '%s\n' "$line" >>"$file"
        fi
    done <"$source_folder/$1"
}

# docs/library.md has a row for every option, with the words of its help.
check_options() {
    local name help n_options=0
    while read -r name help; do
        case $name in
        name | description | variables | outputs | command | budget | time_limit | target | patience | parallel | timeout | grace | memory | retries | max_failures | options)
            continue
            ;;
        esac
        grep -qF "| \`$name\` |" "$source_folder/docs/library.md" || die "docs/library.md lacks option $name"
        grep -F "| \`$name\` |" "$source_folder/docs/library.md" | grep -qF "| $help |" ||
            die "docs/library.md has other words for option $name: $help"
        n_options=$((n_options + 1))
    done < <(inlay schema | sed -nE 's/^ *"([a-z_.]+)": \{"description": "([^"]*)".*/\1 \2/p')
    [ $n_options -ge 30 ] || die "inlay schema shows only $n_options options"
}

# Studies of the examples are copied, so that no store is left in the sources;
# what they run is where it would be.
mkdir -p tree/examples
cp -r "$source_folder/examples/studies" tree/examples/
ln -s "$build_folder" tree/build

# The program behind docs/idea.svg, which only docs/figures/make.sh builds.
"${CC:-cc}" -std=c11 -fsyntax-only -I"$source_folder/include" -I"$source_folder/src" \
    "$source_folder/docs/figures/idea.c" || die "docs/figures/idea.c does not compile"

check_options
n_commands=0
run_page docs/guide.md "$scratch/guide"
cmp train.py "$source_folder/examples/studies/train.py" || die "docs/guide.md has another train.py"
[ $n_commands -ge 30 ] || die "only $n_commands commands in docs/guide.md"
if [ "$is_sanitized" = no ]; then
    run_page README.md "$scratch/tree"
    run_page examples/README.md "$scratch/tree"
fi
echo "$n_commands commands"
