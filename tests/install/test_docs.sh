# Every complete C program in README.md and docs/ (a block ```c that has a main)
# compiles without a warning against the installed library, and runs.
. "$(dirname "$0")/lib.sh"
shopt -s nullglob

read -r -a flags <<<"$(pkg-config --cflags --libs inlay)"
for page in "$source_folder"/README.md "$source_folder"/docs/*.md; do
    [ -f "$page" ] || continue
    rm -f "$scratch"/block_*.c
    # Named by the line they begin at.
    awk -v to="$scratch/block_" '
        /^```c$/ { file = to NR + 1 ".c"; next }
        /^```/ { file = "" }
        file != "" { print > file }' "$page"
    for block in "$scratch"/block_*.c; do
        grep -qE '^int main\(' "$block" || continue
        line=$(basename "$block" .c)
        ${CC:-cc} -Wall -Wextra -Werror "$block" -o "$scratch/program" "${flags[@]}" -lm ||
            die "the program in $(basename "$page"), line ${line#block_}"
        (cd "$(mktemp -d -p "$scratch")" && LD_LIBRARY_PATH=$libdir timeout 60 "$scratch/program" >/dev/null) ||
            die "the program in $(basename "$page"), line ${line#block_}, fails"
    done
done
