# inlay.h as compilers other than ours see it: C and C++ with all warnings, and on
# Windows, where what is exported, imported or linked statically is declared.
. "$(dirname "$0")/lib.sh"
header=$prefix/include/inlay.h
command -v clang >/dev/null || die "clang is missing: tools/install-deps test"

echo '#include <inlay.h>' >"$scratch/use.c"
cp "$scratch/use.c" "$scratch/use.cc"
cat >>"$scratch/use.c" <<'C'
const char *f(void);
const char *f(void) { return inlay_version(); }
C
for standard in c99 c11 c17; do
    cc -std=$standard "${strict[@]}" -I "$prefix/include" -c "$scratch/use.c" -o "$scratch/use.o" ||
        die "$header is not $standard"
done
for standard in c++11 c++20; do
    c++ -std=$standard "${strict[@]}" -I "$prefix/include" -c "$scratch/use.cc" \
        -o "$scratch/use.o" || die "$header is not $standard"
done

# The declaration of inlay_version, compiled for Windows with these flags.
on_windows() { # flag...
    clang --target=x86_64-pc-windows-msvc -ffreestanding -std=c11 "${strict[@]}" "$@" \
        -I "$prefix/include" -S -emit-llvm "$scratch/use.c" -o "$scratch/use.ll" ||
        die "$header does not compile for Windows with '$*'"
    grep '@inlay_version(' "$scratch/use.ll" | grep -E '^(declare|define)'
}
case $(on_windows) in
'declare dllimport '*) ;;
*) die "Windows: a program does not import: $(on_windows)" ;;
esac
case $(on_windows -DINLAY_STATIC) in
*dll*) die "Windows: a static program imports: $(on_windows -DINLAY_STATIC)" ;;
esac
cat >"$scratch/use.c" <<'C'
#include <inlay.h>
const char *inlay_version(void) { return ""; }
C
case $(on_windows -DINLAY_BUILD) in
'define '*' dllexport '*) ;;
*) die "Windows: the library does not export: $(on_windows -DINLAY_BUILD)" ;;
esac

# pkg-config says which of the two it is.
case " $(pkg-config --static --cflags inlay) " in
*' -DINLAY_STATIC '*) ;;
*) die "pkg-config --static --cflags lacks -DINLAY_STATIC" ;;
esac
case " $(pkg-config --cflags inlay) " in
*INLAY_STATIC*) die "pkg-config --cflags has INLAY_STATIC" ;;
esac
