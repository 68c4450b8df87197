# README.md has at most 130 lines.  Its first C program compiles without a warning,
# has at most 30 lines, and runs.
. "$(dirname "$0")/lib.sh"

readme=$source_folder/README.md
[ -f "$readme" ] || die "there is no README.md"
n_lines=$(wc -l <"$readme")
[ "$n_lines" -le 130 ] || die "README.md has $n_lines lines, more than 130"
awk '/^```c$/ && !done { inside = 1; next }
     /^```/ && inside { inside = 0; done = 1 }
     inside' "$readme" >"$scratch/readme.c"
[ -s "$scratch/readme.c" ] || die 'README.md has no block that begins with ```c'

n_lines=$(wc -l <"$scratch/readme.c")
[ "$n_lines" -le 30 ] || die "the program in README.md has $n_lines lines, more than 30"

read -r -a flags <<<"$(pkg-config --cflags --libs inlay)"
# As a user compiles it: the compiler's default dialect.
${CC:-cc} -Wall -Wextra -Werror "$scratch/readme.c" -o "$scratch/readme" "${flags[@]}" -lm ||
    die "the program in README.md does not compile"
cd "$scratch"
run_shared "$scratch/readme"
